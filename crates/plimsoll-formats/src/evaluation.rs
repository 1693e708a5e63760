//! Texts that must be known when a plan is read: numbers of users, durations, names of data files.

use crate::Properties;
use plimsoll_plan::Template;
use plimsoll_plan::expression::ScriptCache;
use plimsoll_plan::plan::Origin;
use plimsoll_plan::template::{Files, LastAnswer, Rows, Scope, Surroundings};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Random functions in such texts give the same values at each reading.
const SEED: u64 = 0x5eed;

/// Deepest nesting of `${…}` that is looked into. The template parser tries a call that never closes
/// again at each level, which costs 2^depth.
const NESTING_MAX: u32 = 12;

/// Plan variables and properties; there is no virtual user yet.
pub struct Evaluation {
    variables: BTreeMap<String, String>,
    properties: Properties,
    random: fastrand::Rng,
    wall_ms: i64,
    counts: BTreeMap<u32, u64>,
    eval_depth: u32,
    origin: Origin,
    scripts: ScriptCache,
    files: Files,
    rows: Rows,
}

impl Evaluation {
    pub fn new(properties: &Properties, origin: &Origin) -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Evaluation {
            variables: BTreeMap::new(),
            properties: properties.clone(),
            random: fastrand::Rng::with_seed(SEED),
            wall_ms: i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX),
            counts: BTreeMap::new(),
            eval_depth: 0,
            origin: origin.clone(),
            scripts: ScriptCache::default(),
            files: Files::only_reading(),
            rows: Rows::new(),
        }
    }

    pub fn define(&mut self, name: &str, value: &Template) {
        let text = value.to_text(self);
        self.variables.insert(name.to_owned(), text);
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
    pub fn known_text(&mut self, text: &str) -> Result<String, String> {
        let value = template(text)?.to_text(self);
        match value.find("${") {
            None => Ok(value),
            Some(at) => {
                let name: String = value[at + 2..].chars().take_while(|c| *c != '}').collect();
                Err(format!("`{text}` has no value: `{name}` is not defined when the plan is read"))
            }
        }
    }
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

impl Scope<String> for Evaluation {
    fn variable(&self, variable: &String) -> Option<&str> {
        self.variable_named(variable)
    }

    fn name<'a>(&'a self, variable: &'a String) -> &'a str {
        variable
    }
}

impl Surroundings for Evaluation {
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

    fn eval_depth(&mut self) -> &mut u32 {
        &mut self.eval_depth
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

    fn files(&self) -> &Files {
        &self.files
    }

    fn rows(&mut self) -> &mut Rows {
        &mut self.rows
    }

    fn end_user(&mut self) {}
}
