//! Texts that must be known when a plan is read: numbers of users, durations, names of data files.

use crate::Properties;
use plimsoll_plan::Template;
use plimsoll_plan::expression::{Objects, ScriptCache};
use plimsoll_plan::plan::Origin;
use plimsoll_plan::template::{EvaluationContext, Files, LastAnswer, Rows, VariableScope};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Random functions in such texts give the same values at each reading.
const SEED: u64 = 0x5eed;

/// Deepest nesting of `${…}` that is looked into. The template parser tries a call that never closes
/// again at each level, which costs 2^depth.
const NESTING_MAX: u32 = 12;

/// Plan variables and properties; there is no virtual user yet.
pub struct Evaluation {
    variables: BTreeMap<String, String>,
    /// Variables that are defined by something that is not understood; why.
    unknown: BTreeMap<String, String>,
    properties: Properties,
    random: fastrand::Rng,
    wall_ms: i64,
    counts: BTreeMap<u32, u64>,
    eval_bounds: plimsoll_plan::template::EvalBounds,
    origin: Origin,
    scripts: ScriptCache,
    objects: Objects,
    files: Files,
    rows: Rows,
}

impl Evaluation {
    pub fn new(properties: &Properties, origin: &Origin) -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Evaluation {
            variables: BTreeMap::new(),
            unknown: BTreeMap::new(),
            properties: properties.clone(),
            random: fastrand::Rng::with_seed(SEED),
            wall_ms: i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX),
            counts: BTreeMap::new(),
            eval_bounds: Default::default(),
            origin: origin.clone(),
            scripts: ScriptCache::default(),
            objects: Objects::new(),
            files: Files::only_reading(),
            rows: Rows::new(),
        }
    }

    pub fn define(&mut self, name: &str, value: &Template) {
        let text = value.to_text(self);
        self.unknown.remove(name);
        self.variables.insert(name.to_owned(), text);
    }

    /// The variable is defined, but by what is not understood.
    pub fn define_unknown(&mut self, name: &str, reason: String) {
        self.variables.remove(name);
        self.unknown.insert(name.to_owned(), reason);
    }

    /// A property as it was given.
    pub fn property_text(&self, name: &str) -> Option<String> {
        self.properties.get(name).cloned()
    }

    /// The text with everything replaced; what is unknown stays as `${name}`.
    pub fn text(&mut self, template: &Template) -> String {
        template.to_text(self)
    }

    /// As [`Evaluation::text`], of an unparsed text; an error when something in it is not known.
    pub fn known_text(&mut self, text: &str) -> Result<String, NoValue> {
        let value = self.text_or_undefined(text)?;
        let Some(name) = first_reference(&value) else { return Ok(value) };
        let reason = format!("`{text}` has no value: `{name}` is not defined when the plan is read");
        Err(NoValue { reason, is_undefined: true })
    }

    /// The text; a variable that nothing defines stays as `${name}`. An error where a definition or a function is not
    /// understood: then nobody knows what it would be.
    pub fn text_or_undefined(&mut self, text: &str) -> Result<String, NoValue> {
        let template = template(text).map_err(|reason| NoValue { reason, is_undefined: false })?;
        let value = template.to_text(self);
        let unknown = references(&value).find_map(|name| Some((name, self.unknown.get(name)?)));
        match unknown {
            None => Ok(value),
            Some((name, reason)) => {
                let reason = format!("`{text}` has no value: `{name}` is {reason}");
                Err(NoValue { reason, is_undefined: false })
            }
        }
    }
}

/// Why a text has no value before the plan runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue {
    pub reason: String,
    /// Nothing defines a variable in it; otherwise something in it, or in a definition, is not understood.
    pub is_undefined: bool,
}

impl NoValue {
    /// What to do; `undefined` is the way out where nothing defines the variable.
    pub fn hint(&self, undefined: &str) -> String {
        match self.is_undefined {
            true => undefined.to_owned(),
            false => "write the value itself there, or `${__P(name)}` and give `-Jname=…`".to_owned(),
        }
    }
}

impl From<NoValue> for String {
    fn from(problem: NoValue) -> String {
        problem.reason
    }
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The names of the variables that have stayed in a text.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("${").map(|(at, _)| text[at + 2..].split('}').next().unwrap_or_default())
}

fn first_reference(text: &str) -> Option<&str> {
    references(text).next()
}

/// Parses a text, or says why a function in it is not performed.
pub fn template(text: &str) -> Result<Template, String> {
    let mut depth: u32 = 0;
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '{' if before == '$' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > NESTING_MAX {
            return Err(format!("`${{…}}` is nested more than {NESTING_MAX} deep"));
        }
        before = c;
    }
    let parsed = Template::parse_reporting(text);
    match parsed.problems.into_iter().next() {
        None => Ok(parsed.template),
        Some(problem) => Err(problem),
    }
}

impl VariableScope<String> for Evaluation {
    fn variable(&self, variable: &String) -> Option<&str> {
        self.variable_named(variable)
    }

    fn name<'a>(&'a self, variable: &'a String) -> &'a str {
        variable
    }
}

impl EvaluationContext for Evaluation {
    fn variable_named(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }

    fn set_variable(&mut self, name: &str, value: String) {
        self.variables.insert(name.to_owned(), value);
    }

    fn property(&self, name: &str) -> Option<Cow<'_, str>> {
        self.properties.get(name).map(|value| Cow::Borrowed(value.as_str()))
    }

    fn set_property(&mut self, name: &str, value: String) {
        self.properties.insert(name.to_owned(), value);
    }

    fn random(&mut self) -> &mut fastrand::Rng {
        &mut self.random
    }

    fn wall_ms(&self) -> i64 {
        self.wall_ms
    }

    fn user_number(&self) -> u32 {
        1
    }

    fn scenario_name(&self) -> &str {
        ""
    }

    fn count(&mut self, site: u32, _per_user: bool) -> u64 {
        let count = self.counts.entry(site).or_default();
        *count += 1;
        *count
    }

    fn machine_name(&self) -> String {
        "localhost".to_owned()
    }

    fn machine_ip(&self) -> String {
        "127.0.0.1".to_owned()
    }

    fn eval_bounds(&mut self) -> &mut plimsoll_plan::template::EvalBounds {
        &mut self.eval_bounds
    }

    fn remove_variable(&mut self, name: &str) {
        self.variables.remove(name);
    }

    fn iteration(&self) -> u64 {
        1
    }

    fn thread_name(&self) -> String {
        String::new()
    }

    fn request_name(&mut self) -> String {
        String::new()
    }

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn last_answer(&self) -> Option<&LastAnswer> {
        None
    }

    fn scripts(&mut self) -> &mut ScriptCache {
        &mut self.scripts
    }

    fn objects(&mut self) -> &mut Objects {
        &mut self.objects
    }

    fn files(&self) -> &Files {
        &self.files
    }

    fn rows(&mut self) -> &mut Rows {
        &mut self.rows
    }

    fn end_user(&mut self) {}
}
