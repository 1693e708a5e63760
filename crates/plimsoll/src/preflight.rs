//! What a run would refuse in a plan that can be read, found without sending, opening or looking up anything.

use crate::exit::Failure;
use crate::message;
use plimsoll_analysis::requirements::Requirement;
use plimsoll_engine::{LoadTask, PatternProblem, PropertyMap};
use plimsoll_formats::{PlanReading, Properties};
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::plan::{DataSet, Iterations, Sharing};
use plimsoll_plan::{Diagnostic, Plan};
use plimsoll_run::TestedParts;
use plimsoll_study::{Steps, Study};
use std::net::IpAddr;

/// A task that is looked at and not performed.
pub fn task<'a>(plan: &'a Plan, properties: &Properties) -> LoadTask<'a> {
    LoadTask { properties: PropertyMap::new(properties.clone()), ..LoadTask::of(plan) }
}

/// Expressions of extractors and checks that can't be understood, all of them, with the lines where they stand.
pub fn expressions(file: &str, reading: &PlanReading, properties: &Properties) -> Vec<Diagnostic> {
    let Some(plan) = reading.plan.as_ref().or(reading.readable.as_ref()) else { return Vec::new() };
    let problems = plimsoll_engine::pattern_problems(&task(plan, properties)).into_iter();
    let mut found: Vec<Diagnostic> = problems
        .map(|PatternProblem { line, request, pattern, problem, is_tolerated, .. }| {
            let message = format!("the pattern `{pattern}` can't be used: {problem}");
            match is_tolerated {
                false => Diagnostic::error(file, line, &request, message),
                true => Diagnostic::warning(file, line, &request, message).with_hint(
                    "nothing is found by it, as in JMeter: extractors give their default, checks fail",
                ),
            }
        })
        .collect();
    found.sort_by_key(|diagnostic| diagnostic.line);
    found.dedup();
    found
}

/// Requirements that can't be read, and those on a transaction that the plan does not have, which would never be decided.
pub fn requirements(texts: &[String], labels: Option<&[&str]>) -> Vec<Failure> {
    let problem = |text: &String| {
        let required = match Requirement::parse(text) {
            Ok(required) => required,
            Err(error) => return Some(Failure::input(format!("failed to {error}"))),
        };
        let (name, labels) = required.transaction.zip(labels)?;
        if labels.contains(&name.as_str()) {
            return None;
        }
        let hint = match closest(&name, labels.iter().copied()) {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => format!("the plan has: {}", labels.join(", ")),
        };
        let message = format!("the requirement `{text}` names \"{name}\", which the plan does not have");
        Some(Failure::input(message).with_hint(hint))
    };
    texts.iter().filter_map(problem).collect()
}

/// A search for a capacity needs something that can fail.
pub fn requires_of_capacity(study: &Study) -> Result<(), Failure> {
    if !matches!(study.steps, Steps::Capacity(_)) || !study.requirements.is_empty() {
        return Ok(());
    }
    let text = "capacity is the highest rate at which the requirements hold, and there is none";
    Err(Failure::input(text).with_hint("-r gives one, for example -r 'p95 <= 250 ms'"))
}

/// Says all of them.
pub fn refuse(problems: &[Failure]) -> Result<(), Failure> {
    problems.iter().for_each(message::failure);
    problems.first().map_or(Ok(()), |problem| Err(Failure::said(problem.exit)))
}

/// Names that a study gives to its plan by itself.
const OF_STUDIES: [&str; 3] = ["threads", "nodes", "rate"];

/// Properties of the command line whose names stand nowhere in the plan or the study: `-Jhreads=5`. With a point they may be
/// JMeter's own, and a plan that includes others may have them read there.
pub fn unread_properties(given: &[(String, String)], texts: &[&str]) {
    let includes = texts.iter().any(|text| INCLUDES.iter().any(|word| text.contains(word)));
    let unread = |name: &str| {
        let is_known = name.contains('.') || OF_STUDIES.contains(&name);
        !is_known && !texts.iter().any(|text| has_word(text, name))
    };
    for (name, value) in given.iter().filter(|(name, _)| !includes && unread(name)) {
        let read: Vec<&str> = texts.iter().flat_map(|text| properties_in(text)).collect();
        let hint = match closest(name, read.iter().copied()) {
            Some(meant) => format!("did you mean -J{meant}={value}?"),
            None if read.is_empty() => "the plan reads no property; it would as ${__P(name)}".to_owned(),
            None => {
                let mut read = read;
                read.sort_unstable();
                read.dedup();
                format!("the plan reads: {}", read.join(", "))
            }
        };
        message::warning(&format!("-J{name}={value}: nothing reads the property `{name}`"), Some(&hint));
    }
}

/// What may read properties beside the plan's own text.
const INCLUDES: [&str; 4] = ["IncludeController", "includepath", ".groovy", ".bsh"];

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(is_of_name) && !after.is_some_and(is_of_name)
    })
}

/// Names in `${__P(name)}`, `${__property(name, …)}` and `props.get("name")`.
fn properties_in(text: &str) -> Vec<&str> {
    let starts = ["__P(", "__property(", "props.get(\"", "props.get('", "props.get(&quot;"];
    let after = |start: &'static str| text.match_indices(start).map(move |(at, _)| &text[at + start.len()..]);
    let name = |rest: &str| rest.find(|c: char| !is_of_name(c) && c != '.').unwrap_or(rest.len());
    let names = starts.into_iter().flat_map(after).map(|rest| &rest[..name(rest)]);
    names.filter(|name| !name.is_empty()).collect()
}

/// Larger data files are not counted: the load waits for it.
const COUNTED_MAX: u64 = 64 << 20;

/// Whom the plan asks, and with what data.
pub fn tested(plan: &Plan, properties: &Properties) -> TestedParts {
    let rows = |set: &DataSet| {
        let length = std::fs::metadata(&set.path).ok().filter(|file| file.is_file())?.len();
        let bytes = (length <= COUNTED_MAX).then(|| std::fs::read(&set.path).ok()).flatten()?;
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
        let heads = usize::from(set.skip_first_line || set.variables.is_empty());
        Some(lines.saturating_sub(heads) as u64)
    };
    let name =
        |set: &DataSet| set.path.file_name().unwrap_or(set.path.as_os_str()).to_string_lossy().into_owned();
    TestedParts {
        targets: plimsoll_engine::targets(&task(plan, properties)),
        data: plan.data.iter().map(|set| (name(set), rows(set))).collect(),
    }
}

/// Data that not every user gets a row of, where it does not begin again.
pub fn warn_of_short_data(plan: &Plan, properties: &Properties) {
    let users = u64::from(plan.users_max());
    if plan.main().any(|scenario| scenario.load.as_arrivals().is_some()) {
        return;
    }
    let sets = plan.data.iter().zip(tested(plan, properties).data);
    for (set, (name, rows)) in sets.filter(|(set, _)| !set.recycle && set.sharing == Sharing::All) {
        let Some(rows) = rows.filter(|rows| *rows < users) else { continue };
        let text = format!(
            "{name} has {rows} rows and does not begin again at its end, and there are {users} users"
        );
        let hint = match set.stop_at_end {
            true => {
                "users who get no row end: give as many rows as they need, or let it begin again (`recycle: yes`; in JMeter Recycle on EOF)"
            }
            false => {
                "users who get no row go on with <EOF> in place of values: give more rows, or let it begin again (`recycle: yes`; in JMeter Recycle on EOF)"
            }
        };
        message::warning(&text, Some(hint));
    }
}

/// Whether any of the main scenarios has users and something for them to do.
pub fn has_work(plan: &Plan) -> bool {
    plan.main().any(|scenario| {
        let repeats = scenario.iterations != Iterations::Times(0) || scenario.load.as_arrivals().is_some();
        !scenario.steps.is_empty() && repeats && !scenario.load.is_empty()
    })
}

/// Why an address can't be connected from: it must be one of this machine.
pub fn source_problem(address: IpAddr) -> Option<std::io::Error> {
    std::net::UdpSocket::bind((address, 0)).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_properties_are_found_as_whole_words() {
        let text = r#"${__P(threads,5)} ${__property(host-name)} props.get("ramp.up")"#;
        assert_eq!(properties_in(text), ["threads", "host-name", "ramp.up"]);
        assert!(has_word(text, "threads") && !has_word(text, "hreads") && !has_word(text, "thread"));
    }
}
