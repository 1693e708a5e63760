//! java.util.regex.Matcher, and the matches of an expression.

use super::arguments::{Arguments, outside};
use super::text::{self, LookTime, bounded, regex};
use super::value::{Match, Matcher, ScriptValue};
use std::cell::Cell;

type Outcome = Result<ScriptValue, String>;

/// Most matches that are looked for.
const MATCHES_MAX: usize = 10_000;

pub(super) fn matches_of(text: &str, pattern: &str) -> Result<Vec<Match>, String> {
    let regex = regex(pattern)?;
    let mut found = Vec::new();
    let (mut bytes, time) = (0, LookTime::start());
    for captures in regex.captures_iter(text).take(MATCHES_MAX) {
        let captures = captures.map_err(|error| error.to_string())?;
        let Some(whole) = captures.get(0) else { continue };
        // Groups may hold the same part of the text in each match.
        bytes += (0..captures.len())
            .filter_map(|at| captures.get(at))
            .map(|group| group.as_str().len())
            .sum::<usize>();
        bounded(bytes)?;
        time.goes_on()?;
        let group = |at: usize| captures.get(at).map(|group| group.as_str().to_owned());
        found.push((whole.start(), whole.end(), (0..captures.len()).map(group).collect()));
    }
    Ok(found)
}

impl Matcher {
    pub(super) fn of(text: &str, pattern: &str) -> Result<Matcher, String> {
        let matches = matches_of(text, pattern)?;
        Ok(Matcher { text: text.to_owned(), pattern: pattern.to_owned(), matches, found: Cell::new(0) })
    }

    /// Goes on to the next match; false when there is none.
    pub(super) fn find(&self) -> bool {
        let found = self.found.get() + 1;
        self.found.set(found.min(self.matches.len() + 1));
        found <= self.matches.len()
    }

    /// The whole match, or a list of it and its groups, where it has some.
    fn value((_, _, groups): &Match) -> ScriptValue {
        let value = |group: &Option<String>| group.clone().map_or(ScriptValue::Null, ScriptValue::from);
        match groups.as_slice() {
            [whole] => value(whole),
            groups => ScriptValue::list(groups.iter().map(value).collect()),
        }
    }

    pub(super) fn at(&self, at: i64) -> Option<ScriptValue> {
        let from_end = if at < 0 { at + self.matches.len() as i64 } else { at };
        usize::try_from(from_end).ok().and_then(|at| self.matches.get(at)).map(Self::value)
    }

    pub(super) fn all(&self) -> Vec<ScriptValue> {
        self.matches.iter().map(Self::value).collect()
    }

    pub(super) fn to_text(&self) -> String {
        format!("java.util.regex.Matcher[pattern={}]", self.pattern)
    }

    pub(super) fn method(&self, name: &str, arguments: &Arguments<'_>) -> Outcome {
        Ok(match name {
            "find" => ScriptValue::Bool(self.find()),
            "matches" => {
                let is_whole = text::matches(&self.text, &self.pattern)?;
                let whole =
                    self.matches.iter().position(|(start, end, _)| *start == 0 && *end == self.text.len());
                self.found.set(whole.filter(|_| is_whole).map_or(0, |at| at + 1));
                ScriptValue::Bool(is_whole)
            }
            "group" => {
                let current = self.found.get().checked_sub(1).and_then(|at| self.matches.get(at));
                let (_, _, groups) = current.ok_or("no match was found")?;
                let at = arguments.values.first().map_or(Ok(0), |_| arguments.whole(0))?;
                let group = usize::try_from(at).ok().and_then(|at| groups.get(at)).ok_or_else(outside)?;
                group.clone().map_or(ScriptValue::Null, ScriptValue::from)
            }
            "groupCount" => ScriptValue::count(
                self.matches.first().map_or(0, |(_, _, groups)| groups.len().saturating_sub(1)),
            ),
            "size" | "getCount" | "count" => ScriptValue::count(self.matches.len()),
            "hasGroup" => {
                ScriptValue::Bool(self.matches.first().is_some_and(|(_, _, groups)| groups.len() > 1))
            }
            "replaceAll" => text::replace(&self.text, &self.pattern, &arguments.text(0)?, true)?.into(),
            "replaceFirst" => text::replace(&self.text, &self.pattern, &arguments.text(0)?, false)?.into(),
            "reset" => {
                self.found.set(0);
                ScriptValue::Null
            }
            "getAt" => self.at(arguments.whole(0)?).ok_or_else(outside)?,
            "collect" | "toList" => ScriptValue::list(self.all()),
            _ => return Err(format!("`{name}` is no method of a matcher")),
        })
    }
}
