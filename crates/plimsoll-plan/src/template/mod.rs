//! Texts with `${variables}` and `${__functions(…)}`, in JMeter's syntax.

mod clock;
mod digest;
mod escape;
mod evaluation_context;
mod files;
mod function;
mod parse;
mod perform;
mod regex_function;
mod render;
mod rewriting;
mod source;

pub(crate) use clock::format as java_date;
pub(crate) use clock::{format_in as java_date_in, moved_to_day, parsed as java_date_parsed};
pub(crate) use digest::of_bytes as hex_digest;
pub use evaluation_context::{AssertionResult, EvalBounds, EvaluationContext, LastAnswer};
pub use files::{Files, Rows};
pub use function::Function;
pub use parse::Parsed;
pub(crate) use perform::{random_uuid, url_decode};
pub use render::VariableScope;

use crate::expression::{Script, ScriptLanguage};
use std::sync::Arc;

/// A text that is put together again each time it is used. `V` is how a variable is named: its text
/// in a [`crate::Plan`], a slot in a compiled plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Template<V = String> {
    pub parts: Vec<Part<V>>,
    pub line: SourceLine,
}

/// The line of the plan's file that a text stands in, from 1; 0: it is not known. No part of what the text is: two texts that
/// differ in nothing else are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceLine(pub u32);

impl PartialEq for SourceLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part<V = String> {
    Literal(String),
    Variable(V),
    Call(Call<V>),
}

/// One use of a function. `site` tells two uses of `__counter` apart once a plan is compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<V = String> {
    pub function: Function,
    pub arguments: Vec<Template<V>>,
    pub site: u32,
    /// The first argument as a script, where it is a fixed text and can be read.
    pub script: Option<Arc<Script>>,
}

impl<V> Call<V> {
    pub fn new(function: Function, arguments: Vec<Template<V>>) -> Self {
        let mut call = Call { function, arguments, site: 0, script: None };
        call.read_script();
        call
    }

    /// Reads the script again: its text may have become a fixed one.
    pub fn read_script(&mut self) {
        if let (None, Some(language), Some(text)) =
            (&self.script, self.function.language(), self.fixed_script())
        {
            self.script = Script::parse(language, text).ok().map(Arc::new);
        }
    }

    fn fixed_script(&self) -> Option<&str> {
        self.arguments.first().and_then(Template::as_literal)
    }

    /// The script with a number in each place that is filled in later: it must make sense then, too.
    fn likely_script(&self) -> String {
        let parts = self.arguments.first().map_or([].as_slice(), |script| &script.parts);
        let text = |part: &Part<V>| match part {
            Part::Literal(text) => text.clone(),
            Part::Call(call) if call.gives_nothing() => String::new(),
            _ => "1".to_owned(),
        };
        parts.iter().map(text).collect()
    }

    /// It is there for what it does.
    fn gives_nothing(&self) -> bool {
        match self.function {
            Function::SetProperty => self.arguments.len() < 3,
            Function::LogSilently => true,
            _ => false,
        }
    }

    /// Why it can't be performed.
    pub fn problem(&self) -> Option<String> {
        let (name, count) = (self.function.name(), self.arguments.len());
        let (least, most) = self.function.arguments();
        let script = self.function.language().zip(self.fixed_script());
        let script = match (script, self.function.language()) {
            (Some((language, text)), _) => Script::parse(language, text).err(),
            (None, Some(language)) => Script::parse(language, &self.likely_script()).err(),
            (None, None) => None,
        };
        if count > most && self.function.language().is_some() {
            return Some(format!("the function {name}: a comma inside a script is written `\\,`"));
        }
        let is_fixed = self.fixed_script().is_some();
        match script {
            // Its lines and columns are those of a text that nobody wrote.
            Some(problem) if !is_fixed => Some(format!(
                "the function {name}: {} (where `${{…}}` stands, any value was thought of as `1`)",
                problem.reason
            )),
            Some(problem) => Some(format!("the function {name}: {problem}")),
            None if (least..=most).contains(&count) => None,
            None if least == most => {
                Some(format!("the function {name} takes {least} arguments, not {count}"))
            }
            None => {
                let most = if most == usize::MAX { "more".to_owned() } else { most.to_string() };
                Some(format!("the function {name} takes {least} to {most} arguments, not {count}"))
            }
        }
    }
}

impl Template {
    /// What a script gives.
    pub fn of_script(language: ScriptLanguage, text: Template) -> Self {
        let line = text.line;
        let call = Call::new(Function::of_script(language), vec![text]);
        Template { parts: vec![Part::Call(call)], line }
    }

    /// Why a script in this text can't be performed.
    pub fn script_problem(&self, language: ScriptLanguage) -> Option<String> {
        let function = Function::of_script(language);
        let problem = Call::new(function, vec![self.clone()]).problem()?;
        let start = format!("the function {}: ", function.name());
        Some(problem.strip_prefix(&start).map_or(problem.clone(), str::to_owned))
    }

    /// A text with nothing to replace.
    pub fn literal(text: impl Into<String>) -> Self {
        let text = text.into();
        Template::of(if text.is_empty() { Vec::new() } else { vec![Part::Literal(text)] })
    }

    /// Reads JMeter's syntax; functions that are not known stay in the text as they are.
    pub fn parse(text: &str) -> Self {
        Self::parse_reporting(text).template
    }

    /// As [`Template::parse`], and says which functions are not performed.
    pub fn parse_reporting(text: &str) -> Parsed {
        parse::parse(text)
    }

    /// The text in JMeter's syntax, which reads back as the same template.
    pub fn source(&self) -> String {
        source::source(self)
    }

    /// The names of the variables used, those inside functions too.
    pub fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.collect_variables(&mut names);
        names
    }

    fn collect_variables<'a>(&'a self, names: &mut Vec<&'a str>) {
        for part in &self.parts {
            match part {
                Part::Literal(_) => {}
                Part::Variable(name) => names.push(name),
                Part::Call(call) => call.arguments.iter().for_each(|a| a.collect_variables(names)),
            }
        }
    }
}

impl<V> Template<V> {
    pub fn of(parts: Vec<Part<V>>) -> Self {
        Template { parts, line: SourceLine::default() }
    }

    /// The same text, which stands in this line.
    pub fn at(self, line: u32) -> Self {
        Template { line: SourceLine(line), ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The text, when there is nothing to replace in it.
    pub fn as_literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The same template with its variables named otherwise; `sites` counts the function uses.
    pub fn map<W>(&self, sites: &mut u32, name: &mut impl FnMut(&V) -> W) -> Template<W> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Literal(text) => Part::Literal(text.clone()),
            Part::Variable(variable) => Part::Variable(name(variable)),
            Part::Call(call) => {
                *sites += 1;
                let site = *sites;
                let arguments = call.arguments.iter().map(|a| a.map(sites, name)).collect();
                let script = call.script.clone();
                Part::Call(Call { function: call.function, arguments, site, script })
            }
        });
        Template { parts: parts.collect(), line: self.line }
    }
}
