//! What the texts of a plan are: as they are written, compiled by an engine, or only looked at.
//!
//! The types of steps are generic over their [`Stage`], so that a plan and what an engine makes of it are one model. The one
//! way through all texts of a part of a plan is its `map_texts`; a [`TextMap`] says what becomes of each of them.

use super::check::TextComparison;
use crate::expression::Language;
use crate::template::Template;
use std::fmt::Debug;

/// The types of texts at one stage.
pub trait Stage: Clone + Debug + PartialEq {
    type Text: Clone + Debug + PartialEq;
    /// The name of a transaction.
    type Label: Clone + Debug + PartialEq;
    /// The fixed name of a variable.
    type Variable: Clone + Debug + PartialEq;
    /// The name of a channel.
    type Channel: Clone + Debug + PartialEq;
    /// A regular expression, or a text to compare with.
    type Regex: Clone + Debug + PartialEq;
    type JsonPath: Clone + Debug + PartialEq;
    type JmesPath: Clone + Debug + PartialEq;
    /// Of CSS.
    type Selector: Clone + Debug + PartialEq;
}

/// As a plan's file has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written;

impl Stage for Written {
    type Text = Template;
    type Label = Template;
    type Variable = String;
    type Channel = String;
    type Regex = Template;
    type JsonPath = Template;
    type JmesPath = Template;
    type Selector = Template;
}

/// Nothing is left of them.
impl Stage for () {
    type Text = ();
    type Label = ();
    type Variable = ();
    type Channel = ();
    type Regex = ();
    type JsonPath = ();
    type JmesPath = ();
    type Selector = ();
}

/// What is counted under a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// Samples of one step, or what stands for them.
    Sample,
    /// Several steps together, or messages.
    Group,
}

/// What is done with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableUse {
    Read,
    Set,
    /// As `Set`, and `name_1`, `name_g1`, `name_matchNr` and their like are set, too.
    SetWithParts,
    /// Only `name_#`, `name_1` and their like are set.
    SetParts,
}

/// What becomes of each text of a plan.
pub trait TextMap<'a> {
    type To: Stage;

    fn text(&mut self, text: &'a Template) -> <Self::To as Stage>::Text;
    fn script(&mut self, language: Language, text: &'a Template) -> <Self::To as Stage>::Text;
    /// A script that judges an answer.
    fn check_script(&mut self, language: Language, text: &'a Template) -> <Self::To as Stage>::Text {
        self.script(language, text)
    }
    fn label(&mut self, name: &'a Template, kind: LabelKind) -> <Self::To as Stage>::Label;
    fn variable(&mut self, name: &'a str, used: VariableUse) -> <Self::To as Stage>::Variable;
    fn channel(&mut self, name: &'a str) -> <Self::To as Stage>::Channel;
    /// A text that makes the name of a variable that is set.
    fn made_variable(&mut self, name: &'a Template) -> <Self::To as Stage>::Text;
    /// A regular expression for `Matches` and `Contains`.
    fn pattern(&mut self, pattern: &'a Template, comparison: TextComparison) -> <Self::To as Stage>::Regex;
    fn json_path(&mut self, path: &'a Template) -> <Self::To as Stage>::JsonPath;
    fn jmes_path(&mut self, path: &'a Template) -> <Self::To as Stage>::JmesPath;
    fn selector(&mut self, selector: &'a Template) -> <Self::To as Stage>::Selector;
    fn xpath(&mut self, expression: &'a Template) -> <Self::To as Stage>::Text;

    fn texts(&mut self, texts: &'a [Template]) -> Vec<<Self::To as Stage>::Text> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn optional(&mut self, text: &'a Option<Template>) -> Option<<Self::To as Stage>::Text> {
        text.as_ref().map(|text| self.text(text))
    }
}

/// Looks at texts.
pub trait TextVisitor<'a> {
    fn text(&mut self, text: &'a Template);

    fn script(&mut self, _: Language, text: &'a Template) {
        self.text(text);
    }

    fn check_script(&mut self, language: Language, text: &'a Template) {
        self.script(language, text);
    }

    fn label(&mut self, name: &'a Template) {
        self.text(name);
    }

    fn variable(&mut self, _: &'a str, _: VariableUse) {}

    fn made_variable(&mut self, name: &'a Template) {
        self.text(name);
    }
}

impl<'a, V: TextVisitor<'a>> TextMap<'a> for V {
    type To = ();

    fn text(&mut self, text: &'a Template) {
        TextVisitor::text(self, text);
    }
    fn script(&mut self, language: Language, text: &'a Template) {
        TextVisitor::script(self, language, text);
    }
    fn check_script(&mut self, language: Language, text: &'a Template) {
        TextVisitor::check_script(self, language, text);
    }
    fn label(&mut self, name: &'a Template, _: LabelKind) {
        TextVisitor::label(self, name);
    }
    fn variable(&mut self, name: &'a str, used: VariableUse) {
        TextVisitor::variable(self, name, used);
    }
    fn channel(&mut self, _: &'a str) {}
    fn made_variable(&mut self, name: &'a Template) {
        TextVisitor::made_variable(self, name);
    }
    fn pattern(&mut self, pattern: &'a Template, _: TextComparison) {
        TextVisitor::text(self, pattern);
    }
    fn json_path(&mut self, path: &'a Template) {
        TextVisitor::text(self, path);
    }
    fn jmes_path(&mut self, path: &'a Template) {
        TextVisitor::text(self, path);
    }
    fn selector(&mut self, selector: &'a Template) {
        TextVisitor::text(self, selector);
    }
    fn xpath(&mut self, expression: &'a Template) {
        TextVisitor::text(self, expression);
    }
}
