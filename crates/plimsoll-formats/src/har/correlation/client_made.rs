//! Values that a client makes up itself: the time, and random ids.

use super::super::chosen::Chosen;
use super::super::notes::correlated as note;
use super::sent::{SentValue, is_strong};
use super::texts::Texts;
use super::varying::Varying;
use plimsoll_plan::template::{Call, Function, Part};
use plimsoll_plan::{Diagnostic, Template};
use std::collections::BTreeMap;

/// A time that a client sends is about that of its request.
const NEAR_MS: f64 = 86_400_000.0;

/// Values that are named as of unknown origin.
const NAMED_MAX: usize = 20;

pub fn replace(
    file: &str,
    steps: &mut [Chosen],
    unexplained: &[(usize, SentValue)],
    varying: Option<&Varying>,
) -> Vec<Diagnostic> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, sent) in unexplained {
        *uses.entry(&sent.value).or_default() += 1;
    }
    let (mut made, mut unknown): (Vec<Made>, _) = (Vec::new(), Vec::new());
    for (at, sent) in unexplained {
        let (name, line) = (steps[*at].entry.name(), steps[*at].entry.line);
        let by = match made_by(sent, steps[*at].entry.started_ms) {
            Some((function, _)) if function == Function::Uuid && uses[sent.value.as_str()] > 1 => None,
            by => by,
        };
        match by {
            Some((function, arguments)) => {
                let part =
                    Part::Call(Call::new(function, arguments.into_iter().map(Template::literal).collect()));
                Texts::of(&mut steps[*at].step).replace_with(sent, &part);
                match made.iter_mut().find(|made| made.name == sent.name && made.function == function) {
                    Some(again) => again.more += 1,
                    None => made.push(Made { name: &sent.name, function, first: name, line, more: 0 }),
                }
            }
            None if varying.is_some_and(|varying| varying.contains(*at, sent)) => {
                unknown.push(varying_note(file, line, &name, sent));
            }
            None if varying.is_none() && looks_random(sent) && uses.remove(sent.value.as_str()).is_some() => {
                unknown.push(unknown_note(file, line, &name, sent));
            }
            None => {}
        }
    }
    made.iter().map(|made| made.note(file)).chain(unknown.into_iter().take(NAMED_MAX)).collect()
}

/// What each user makes up again, under one name in one or several requests.
struct Made<'a> {
    name: &'a str,
    function: Function,
    first: String,
    line: u32,
    more: usize,
}

impl Made<'_> {
    fn note(&self, file: &str) -> Diagnostic {
        let what = if self.function == Function::Uuid { "a random id" } else { "the time" };
        let more = if self.more > 0 { format!(" and {} more", self.more) } else { String::new() };
        let (name, first) = (self.name, &self.first);
        let text = format!("`{name}` of {first}{more} was {what}, and is made again by each user");
        note(file, self.line, text, "")
    }
}

fn unknown_note(file: &str, line: u32, name: &str, sent: &SentValue) -> Diagnostic {
    let shown: String = sent.value.chars().take(40).collect();
    let text = format!("`{}` of {name} is `{shown}`, which no answer of the recording has", sent.name);
    note(
        file,
        line,
        text,
        "where it differs from user to user, take it from a data file or make it by a function",
    )
}

fn varying_note(file: &str, line: u32, name: &str, sent: &SentValue) -> Diagnostic {
    let shown: String = sent.value.chars().take(40).collect();
    let text = format!(
        "`{}` of {name} is `{shown}`, another value in the second recording, and in no answer",
        sent.name
    );
    note(file, line, text, "what users type belongs in a data file, what a script makes up into a function")
}

/// The function that makes such a value.
pub fn made_by(sent: &SentValue, started_ms: Option<f64>) -> Option<(Function, Vec<&'static str>)> {
    let number: Option<f64> =
        sent.value.parse().ok().filter(|_| sent.value.bytes().all(|b| b.is_ascii_digit()));
    let is_near = |ms: f64| started_ms.is_some_and(|started| (started - ms).abs() < NEAR_MS);
    match (number, sent.value.len()) {
        (Some(ms), 13) if is_near(ms) => Some((Function::Time, Vec::new())),
        (Some(s), 10) if is_near(s * 1000.0) => Some((Function::Time, vec!["/1000"])),
        _ => is_uuid(&sent.value).then_some((Function::Uuid, Vec::new())),
    }
}

/// A random one: version 4 of RFC 9562.
fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_hexdigit()))
        && groups[2].starts_with('4')
}

/// Letters and digits mixed, as nobody types them.
pub fn looks_random(sent: &SentValue) -> bool {
    let digits = sent.value.chars().filter(char::is_ascii_digit).count();
    let letters = sent.value.chars().filter(char::is_ascii_alphabetic).count();
    let is_mixed = digits >= 3 && letters >= 3;
    sent.value.len() >= 16 && is_mixed && is_strong(&sent.value) && !sent.value.contains(['@', '.', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_random_ids_are_known() {
        assert!(is_uuid("6f9619ff-8b86-4011-b42d-00cf4fc964ff"));
        assert!(!is_uuid("6f9619ff-8b86-d011-b42d-00cf4fc964ff") && !is_uuid("order-1-2-3-4"));
    }
}
