//! The texts of a plan, compiled: variables are slots, constants are in place, patterns are parsed where their text is fixed.

use super::compiled::{Compiled, CompiledPattern, Variable};
use super::slots::{Slots, Text};
use crate::document::{Selector, parse_expression};
use crate::error::PatternProblem;
use crate::extract::{
    JmesPath, JsonQuery, is_broken_regex, is_more_than_json_path, jmes_path, json_path, regex,
};
use crate::labels::Label;
use crate::labels::Labels;
use fancy_regex::Regex;
use plimsoll_plan::Template;
use plimsoll_plan::expression::ScriptLanguage;
use plimsoll_plan::plan::{Dialect, LabelKind, TextComparison, TextMap, VariableUse};
use plimsoll_run::TransactionKind;

/// Compiles the texts of one step.
pub struct TextCompiler<'c> {
    pub slots: &'c mut Slots,
    pub labels: &'c mut Labels,
    /// Their names, by number.
    pub channels: &'c mut Vec<String>,
    pub problems: &'c mut Vec<PatternProblem>,
    /// The plan's, without its folder.
    pub file: &'c str,
    pub dialect: Dialect,
    /// What the step is called.
    pub step: String,
}

impl TextCompiler<'_> {
    fn parsed<P>(
        &mut self,
        text: &Template,
        parse: impl Fn(&str) -> Result<P, String>,
    ) -> CompiledPattern<P> {
        self.parsed_or(text, parse, |_| false)
    }

    /// `tolerates`: the pattern need not be read, its user does without it.
    fn parsed_or<P>(
        &mut self,
        text: &Template,
        parse: impl Fn(&str) -> Result<P, String>,
        tolerates: impl Fn(&str) -> bool,
    ) -> CompiledPattern<P> {
        let text = self.slots.text(text);
        let fixed = match text.as_literal().map(parse) {
            None => None,
            Some(Ok(pattern)) => Some(pattern),
            Some(Err(problem)) => {
                let pattern = text.as_literal().unwrap_or_default().to_owned();
                let (file, line) = (self.file.to_owned(), text.line.0);
                let is_tolerated = tolerates(&pattern);
                self.problems.push(PatternProblem {
                    file,
                    line,
                    request: self.step.clone(),
                    pattern,
                    problem,
                    is_tolerated,
                });
                None
            }
        };
        CompiledPattern { text, fixed }
    }
}

impl<'a> TextMap<'a> for TextCompiler<'_> {
    type To = Compiled;

    fn text(&mut self, text: &'a Template) -> Text {
        self.slots.text(text)
    }

    fn script(&mut self, language: ScriptLanguage, text: &'a Template) -> Text {
        self.slots.text(&Template::of_script(language, text.clone()))
    }

    fn label(&mut self, name: &'a Template, kind: LabelKind) -> Label {
        let kind = match kind {
            LabelKind::Sample => {
                self.step = name.source();
                TransactionKind::Request
            }
            LabelKind::Group => TransactionKind::Group,
        };
        let name = self.slots.text(name);
        match name.as_literal() {
            Some(name) => Label::Known(self.labels.id(name, kind)),
            None => Label::Made(name),
        }
    }

    fn variable(&mut self, name: &'a str, _: VariableUse) -> Variable {
        Variable { slot: self.slots.slot(name), name: name.to_owned() }
    }

    fn channel(&mut self, name: &'a str) -> u32 {
        let known = self.channels.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.channels.push(name.to_owned());
            self.channels.len() - 1
        });
        number as u32
    }

    fn made_variable(&mut self, name: &'a Template) -> Text {
        self.slots.text(name)
    }

    fn pattern(&mut self, pattern: &'a Template, comparison: TextComparison) -> CompiledPattern<Box<Regex>> {
        let whole = match comparison {
            TextComparison::Matches => true,
            TextComparison::Contains => false,
            TextComparison::Equals | TextComparison::Substring => {
                return CompiledPattern { text: self.slots.text(pattern), fixed: None };
            }
        };
        let dialect = self.dialect;
        self.parsed_or(
            pattern,
            |text| regex(text, whole).map(Box::new),
            |text| dialect == Dialect::JMeter && is_broken_regex(text),
        )
    }

    fn json_path(&mut self, path: &'a Template) -> CompiledPattern<JsonQuery> {
        let dialect = self.dialect;
        self.parsed_or(path, json_path, |path| dialect == Dialect::JMeter && !is_more_than_json_path(path))
    }

    fn jmes_path(&mut self, path: &'a Template) -> CompiledPattern<JmesPath> {
        self.parsed(path, jmes_path)
    }

    fn selector(&mut self, selector: &'a Template) -> CompiledPattern<Selector> {
        self.parsed(selector, Selector::parse)
    }

    fn xpath(&mut self, expression: &'a Template) -> Text {
        self.parsed(expression, parse_expression).text
    }
}
