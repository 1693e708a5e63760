//! Variables that nothing in the plan sets: they are sent as they are written, and a URL that has one is none.

use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::Problems;
use plimsoll_plan::expression::ScriptLanguage;
use plimsoll_plan::plan::{Assignments, TextVisitor};
use plimsoll_plan::template::Part;
use plimsoll_plan::{Plan, Template};
use std::collections::BTreeMap;

/// Variables that are there without being set, by the start of their names.
const GIVEN: [&str; 6] = ["JMeterThread.", "__jm__", "START.", "TESTSTART.", "COOKIE_", "__"];

/// Warns of each once, where it is used first. Too much is taken for set rather than too little.
pub fn warn(plan: &Plan, problems: &mut Problems) {
    let mut set = Assignments::of(plan);
    set.names.extend(plan.variables.iter().map(|(name, _)| name.clone()));
    for data in &plan.data {
        let Some(names) = crate::files::names(data) else { return };
        set.names.extend(names);
    }
    let mut used = Used::default();
    plan.variables.iter().for_each(|(_, value)| used.look(value));
    plan.visit_texts(&mut used);
    if set.anything || used.by_scripts {
        return;
    }
    // Extractors also set `name_1`, `name_g0`, `name_matchNr` and their like.
    let is_set = |name: &str| {
        let mut starts = name.match_indices('_').map(|(at, _)| &name[..at]);
        GIVEN.iter().any(|given| name.starts_with(given))
            || set.assigns(name)
            || starts.any(|start| set.names.contains(start))
    };
    let mut names: Vec<&str> = set.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    for (name, line) in used.lines.iter().filter(|(name, _)| !is_set(name)) {
        problems.warning(*line, "variable", format!("nothing sets `${{{name}}}`: it is sent as it is written, and where it is in the URL itself no request can be made"));
        let hint = closest(name, names.iter().copied()).map(|meant| format!("did you mean `${{{meant}}}`?"));
        if let Some(diagnostic) = problems.found.last_mut() {
            diagnostic.hint = hint;
        }
    }
}

/// The variables that texts use, with the line of the first use.
#[derive(Default)]
struct Used<'a> {
    lines: BTreeMap<&'a str, u32>,
    /// Scripts may use and set whatever they like.
    by_scripts: bool,
}

impl<'a> Used<'a> {
    fn look(&mut self, text: &'a Template) {
        self.look_at(text, text.line.0);
    }

    fn look_at(&mut self, text: &'a Template, line: u32) {
        for part in &text.parts {
            match part {
                Part::Literal(_) => {}
                Part::Variable(name) => {
                    let first = self.lines.entry(name).or_insert(line);
                    *first = if line > 0 && line < *first || *first == 0 { line } else { *first };
                }
                Part::Call(call) => {
                    self.by_scripts |= call.function.language().is_some();
                    call.arguments.iter().for_each(|argument| self.look_at(argument, line));
                }
            }
        }
    }
}

impl<'a> TextVisitor<'a> for Used<'a> {
    fn text(&mut self, text: &'a Template) {
        self.look(text);
    }

    fn script(&mut self, _: ScriptLanguage, _: &'a Template) {
        self.by_scripts = true;
    }
}
