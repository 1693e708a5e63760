//! The texts of steps that are performed: variables are slots, patterns are parsed.

use super::slots::{Slot, Text};
use crate::document::Selector;
use crate::extract::{JmesPath, JsonQuery};
use crate::labels::Label;
use fancy_regex::Regex;
use plimsoll_plan::plan::TextForm;
use plimsoll_plan::template::VariableScope;
use std::borrow::Cow;

/// The texts of steps that are performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiled;

impl TextForm for Compiled {
    type Text = Text;
    type Label = Label;
    type Variable = Variable;
    /// The channel's number.
    type Channel = u32;
    type Regex = CompiledPattern<Box<Regex>>;
    type JsonPath = CompiledPattern<JsonQuery>;
    type JmesPath = CompiledPattern<JmesPath>;
    type Selector = CompiledPattern<Selector>;
}

/// A variable with a fixed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub slot: Slot,
    pub name: String,
}

/// A pattern that is parsed once where its text is fixed, and each time it is used otherwise.
#[derive(Clone, Debug)]
pub struct CompiledPattern<P> {
    pub text: Text,
    pub fixed: Option<P>,
}

impl<P> PartialEq for CompiledPattern<P> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<P: Clone> CompiledPattern<P> {
    pub fn get<'p, S: VariableScope<Slot>>(
        &'p self,
        scope: &mut S,
        parse: impl Fn(&str) -> Result<P, String>,
    ) -> Result<Cow<'p, P>, String> {
        match &self.fixed {
            Some(fixed) => Ok(Cow::Borrowed(fixed)),
            None => parse(&self.text.to_text(scope)).map(Cow::Owned),
        }
    }
}
