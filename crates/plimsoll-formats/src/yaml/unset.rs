//! Variables that nothing in the plan sets: they stay in what is sent as they are written.

use plimsoll_plan::Template;
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::{Node, Problems, Value};
use plimsoll_plan::plan::DataSet;
use plimsoll_plan::template::Part;
use std::collections::{BTreeMap, BTreeSet};

/// Steps and functions that may set whatever they like.
const FREE: [&str; 9] = [
    "script",
    "${__groovy",
    "${__jexl",
    "${__javaScript",
    "${__BeanShell",
    "${__eval",
    "${__V",
    "${__setProperty",
    "${__evalVar",
];
/// Keys behind which names of variables stand.
const NAMING: [&str; 4] = ["variable", "variables", "set", "index"];
/// Variables that are there without being set, by the start of their names.
const GIVEN: [&str; 6] = ["JMeterThread.", "__jm__", "START.", "TESTSTART.", "COOKIE_", "__"];

/// Warns of each once, where it is used first. A name counts as set where it stands as a key or a value of its own:
/// too much is taken for set rather than too little.
pub fn warn(root: &Node, data: &[DataSet], problems: &mut Problems) {
    let mut seen = Seen::default();
    seen.look(root);
    if seen.anything {
        return;
    }
    for set in data {
        let Some(names) = crate::files::names(set) else { return };
        seen.set.extend(names.iter().cloned());
        seen.names.extend(names);
    }
    for (name, line) in &seen.used {
        if seen.is_set(name) {
            continue;
        }
        problems.warning(*line, "variable", format!("nothing sets `${{{name}}}`: it stays as it is written"));
        let hint = closest(name, seen.names.iter().map(String::as_str))
            .map(|meant| format!("did you mean `${{{meant}}}`?"));
        if let Some(diagnostic) = problems.found.last_mut() {
            diagnostic.hint = hint;
        }
    }
}

#[derive(Default)]
struct Seen {
    /// With the line of the first use.
    used: BTreeMap<String, u32>,
    set: BTreeSet<String>,
    /// Of those, the ones that stand where variables are named.
    names: BTreeSet<String>,
    /// A script may set anything.
    anything: bool,
}

impl Seen {
    fn look(&mut self, node: &Node) {
        match &node.value {
            Value::Null => {}
            Value::Scalar(text) => self.text(text, node.line),
            Value::Sequence(items) => items.iter().for_each(|item| self.look(item)),
            Value::Mapping(entries) => {
                for (key, value) in entries {
                    self.anything |= key.as_str() == Some("script");
                    if key.as_str().is_some_and(|key| NAMING.contains(&key)) {
                        let named = value.items().iter().chain(value.entries().iter().map(|(name, _)| name));
                        self.names.extend(named.filter_map(|name| name.as_str().map(str::to_owned)));
                    }
                    self.look(key);
                    self.look(value);
                }
            }
        }
    }

    fn text(&mut self, text: &str, line: u32) {
        if !text.contains("${") {
            // Lists of names stand in one text, too.
            self.set.extend(text.split([',', ' ', ';']).map(|name| name.trim().to_owned()));
            return;
        }
        self.anything |= FREE.iter().any(|start| text.contains(start));
        if let Ok(template) = crate::evaluation::template(text) {
            self.template(&template, line);
        }
    }

    fn template(&mut self, template: &Template, line: u32) {
        for part in &template.parts {
            match part {
                Part::Literal(_) => {}
                Part::Variable(name) => {
                    let first = self.used.entry(name.clone()).or_insert(line);
                    *first = line.min(*first);
                }
                Part::Call(call) => {
                    for argument in &call.arguments {
                        // Functions keep what they give in variables that are named so.
                        self.set.extend(argument.as_literal().map(|name| name.trim().to_owned()));
                        self.template(argument, line);
                    }
                }
            }
        }
    }

    /// Extractors also set `name_1`, `name_g0`, `name_matchNr` and their like.
    fn is_set(&self, name: &str) -> bool {
        let mut starts = name.match_indices('_').map(|(at, _)| &name[..at]);
        GIVEN.iter().any(|given| name.starts_with(given))
            || self.set.contains(name)
            || starts.any(|start| self.set.contains(start))
    }
}
