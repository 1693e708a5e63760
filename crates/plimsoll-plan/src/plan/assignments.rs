//! Which variables and properties a plan sets while it runs: the others are constants.

use super::scenario::Plan;
use super::stage::{TextVisitor, VariableUse};
use crate::expression::ScriptLanguage;
use crate::template::{Call, Function, Part, Template};
use std::collections::HashSet;

/// What the steps of a plan set while it runs.
#[derive(Debug, Default)]
pub struct Assignments {
    pub names: HashSet<String>,
    /// An extractor sets `name_1`, `name_g1`, … too.
    prefixes: Vec<String>,
    /// A name that is made while running could be any.
    pub anything: bool,
    pub sets_properties: bool,
    /// Scripts or functions look at what the last request brought.
    pub sees_answers: bool,
}

impl Assignments {
    pub fn of(plan: &Plan) -> Self {
        let mut found = Assignments::default();
        plan.visit_texts(&mut found);
        found
    }

    pub fn assigns(&self, name: &str) -> bool {
        self.names.contains(name) || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Functions can set variables and properties.
    fn look(&mut self, text: &Template) {
        for part in &text.parts {
            let Part::Call(call) = part else { continue };
            self.call(call);
            call.arguments.iter().for_each(|argument| self.look(argument));
        }
    }

    fn call(&mut self, call: &Call) {
        let argument = |at: usize| call.arguments.get(at);
        match call.function {
            Function::SetProperty => self.sets_properties = true,
            // The text they evaluate may call anything.
            Function::Eval | Function::EvalVariable => (self.anything, self.sets_properties) = (true, true),
            Function::Split => self.sets_with_parts(argument(1)),
            Function::Regex => {
                self.sees_answers |= argument(6).is_none_or(Template::is_empty);
                self.sets_with_parts(argument(5));
            }
            Function::SessionId => {
                self.sees_answers = true;
                self.sets(argument(3));
            }
            Function::StringFromFile if argument(1).is_none() => {
                self.names.insert("StringFromFile_".to_owned());
            }
            Function::StringFromFile => self.sets(argument(1)),
            Function::IntSum | Function::LongSum | Function::DoubleSum | Function::Choose => {
                self.sets(call.arguments.last());
            }
            Function::TimeShift => self.sets(argument(if call.arguments.len() == 4 { 3 } else { 4 })),
            _ => {}
        }
        self.sets(call.function.variable().and_then(argument));
        match (&call.script, call.function.language()) {
            (Some(script), _) => {
                let (names, sets_properties) = script.assigns();
                self.sets_properties |= sets_properties;
                self.sees_answers |= script.sees_sample();
                match names {
                    Some(names) => self.names.extend(names.into_iter().map(str::to_owned)),
                    None => self.anything = true,
                }
            }
            (None, Some(_)) => self.made_script(argument(0)),
            (None, None) => {}
        }
    }

    /// A script with values in it is known by the text around them alone.
    fn made_script(&mut self, script: Option<&Template>) {
        let parts = script.map_or([].as_slice(), |script| &script.parts);
        let texts: String = parts
            .iter()
            .filter_map(|part| if let Part::Literal(text) = part { Some(text.as_str()) } else { None })
            .collect();
        let assigns = ["put", "remove", "set", "vars[", "props["].iter().any(|word| texts.contains(word));
        if assigns || texts.trim().is_empty() {
            (self.anything, self.sets_properties) = (true, true);
        }
        self.sees_answers |= ["prev", "ampleResult", "getPrevious"].iter().any(|word| texts.contains(word));
    }

    fn sets(&mut self, argument: Option<&Template>) {
        match argument.map(Template::as_literal) {
            Some(Some(name)) => {
                self.names.insert(name.trim().to_owned());
            }
            Some(None) => self.anything = true,
            None => {}
        }
    }

    fn sets_with_parts(&mut self, argument: Option<&Template>) {
        self.sets(argument);
        self.prefixes.extend(argument.and_then(Template::as_literal).map(|name| format!("{}_", name.trim())));
    }
}

impl<'a> TextVisitor<'a> for Assignments {
    fn text(&mut self, text: &'a Template) {
        self.look(text);
    }

    fn script(&mut self, language: ScriptLanguage, text: &'a Template) {
        self.look(&Template::of_script(language, text.clone()));
    }

    fn check_script(&mut self, language: ScriptLanguage, text: &'a Template) {
        self.sees_answers = true;
        self.script(language, text);
    }

    fn variable(&mut self, name: &'a str, used: VariableUse) {
        if matches!(used, VariableUse::Set | VariableUse::SetWithParts) {
            self.names.insert(name.to_owned());
        }
        if matches!(used, VariableUse::SetParts | VariableUse::SetWithParts) {
            self.prefixes.push(format!("{name}_"));
        }
    }

    fn made_variable(&mut self, name: &'a Template) {
        self.look(name);
        match name.as_literal() {
            Some(name) => self.names.extend([name.trim().to_owned(), name.to_owned()]),
            None => self.anything = true,
        }
    }
}
