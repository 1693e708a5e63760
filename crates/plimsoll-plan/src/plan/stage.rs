//! What the texts of a plan are: as they are written, compiled by an engine, or only looked at.
//!
//! The types of steps are generic over the [`TextForm`], so that a plan and what an engine makes of it are one model. The one
//! way through all texts of a part of a plan is its `map_texts`; a [`TextMap`] says what becomes of each of them.

use super::check::TextComparison;
use crate::expression::ScriptLanguage;
use crate::template::Template;
use std::fmt::Debug;

/// What the texts of a plan are.
pub trait TextForm: Clone + Debug + PartialEq {
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

/// Texts as a plan's file has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsWritten;

impl TextForm for AsWritten {
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
impl TextForm for () {
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
    type To: TextForm;

    fn text(&mut self, text: &'a Template) -> <Self::To as TextForm>::Text;
    fn script(&mut self, language: ScriptLanguage, text: &'a Template) -> <Self::To as TextForm>::Text;
    /// A script that judges an answer.
    fn check_script(&mut self, language: ScriptLanguage, text: &'a Template) -> <Self::To as TextForm>::Text {
        self.script(language, text)
    }
    fn label(&mut self, name: &'a Template, kind: LabelKind) -> <Self::To as TextForm>::Label;
    fn variable(&mut self, name: &'a str, used: VariableUse) -> <Self::To as TextForm>::Variable;
    fn channel(&mut self, name: &'a str) -> <Self::To as TextForm>::Channel;
    /// A text that makes the name of a variable that is set.
    fn made_variable(&mut self, name: &'a Template) -> <Self::To as TextForm>::Text;
    /// A regular expression for `Matches` and `Contains`.
    fn pattern(&mut self, pattern: &'a Template, comparison: TextComparison)
    -> <Self::To as TextForm>::Regex;
    fn json_path(&mut self, path: &'a Template) -> <Self::To as TextForm>::JsonPath;
    fn jmes_path(&mut self, path: &'a Template) -> <Self::To as TextForm>::JmesPath;
    fn selector(&mut self, selector: &'a Template) -> <Self::To as TextForm>::Selector;
    fn xpath(&mut self, expression: &'a Template) -> <Self::To as TextForm>::Text;

    fn texts(&mut self, texts: &'a [Template]) -> Vec<<Self::To as TextForm>::Text> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn optional(&mut self, text: &'a Option<Template>) -> Option<<Self::To as TextForm>::Text> {
        text.as_ref().map(|text| self.text(text))
    }
}

/// The same texts, those of unknown lines in this one.
pub struct AtLine(pub u32);

impl AtLine {
    fn placed(&self, text: &Template) -> Template {
        if text.line.0 > 0 { text.clone() } else { text.clone().at(self.0) }
    }
}

impl<'a> TextMap<'a> for AtLine {
    type To = AsWritten;

    fn text(&mut self, text: &'a Template) -> Template {
        self.placed(text)
    }
    fn script(&mut self, _: ScriptLanguage, text: &'a Template) -> Template {
        self.placed(text)
    }
    fn label(&mut self, name: &'a Template, _: LabelKind) -> Template {
        self.placed(name)
    }
    fn variable(&mut self, name: &'a str, _: VariableUse) -> String {
        name.to_owned()
    }
    fn channel(&mut self, name: &'a str) -> String {
        name.to_owned()
    }
    fn made_variable(&mut self, name: &'a Template) -> Template {
        self.placed(name)
    }
    fn pattern(&mut self, pattern: &'a Template, _: TextComparison) -> Template {
        self.placed(pattern)
    }
    fn json_path(&mut self, path: &'a Template) -> Template {
        self.placed(path)
    }
    fn jmes_path(&mut self, path: &'a Template) -> Template {
        self.placed(path)
    }
    fn selector(&mut self, selector: &'a Template) -> Template {
        self.placed(selector)
    }
    fn xpath(&mut self, expression: &'a Template) -> Template {
        self.placed(expression)
    }
}

/// Looks at texts.
pub trait TextVisitor<'a> {
    fn text(&mut self, text: &'a Template);

    fn script(&mut self, _: ScriptLanguage, text: &'a Template) {
        self.text(text);
    }

    fn check_script(&mut self, language: ScriptLanguage, text: &'a Template) {
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
    fn script(&mut self, language: ScriptLanguage, text: &'a Template) {
        TextVisitor::script(self, language, text);
    }
    fn check_script(&mut self, language: ScriptLanguage, text: &'a Template) {
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
