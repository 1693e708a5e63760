//! Text as Java's `String` and `java.util.regex` treat it.

use super::syntax::ScriptLanguage;
use super::value::ScriptValue;
use fancy_regex::{Captures, Regex, RegexBuilder};
use std::time::{Duration, Instant};

/// Longest text that a script makes, bytes.
pub(super) const LENGTH_MAX: usize = 10_000_000;
/// Longest backtracking of one expression, steps.
const BACKTRACK_MAX: usize = 1_000_000;

/// Longest time that one expression looks through one text: it may look through all of the rest for each of its matches.
const LOOK_MAX: Duration = Duration::from_secs(1);

/// How long an expression has been looking for matches.
pub(crate) struct LookTime(Instant);

impl LookTime {
    pub fn start() -> LookTime {
        LookTime(Instant::now())
    }

    /// To be asked at each match.
    pub fn goes_on(&self) -> Result<(), String> {
        match self.0.elapsed() < LOOK_MAX {
            true => Ok(()),
            false => Err(format!("the expression looks for matches longer than {} s", LOOK_MAX.as_secs())),
        }
    }
}

pub(crate) fn regex(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern).backtrack_limit(BACKTRACK_MAX).build();
    built.map_err(|error| format!("`{pattern}` is not a regular expression: {error}"))
}

pub(super) fn matches(text: &str, pattern: &str) -> Result<bool, String> {
    let whole = regex(&format!(r"\A(?:{pattern})\z"))?;
    whole.is_match(text).map_err(|error| error.to_string())
}

/// `replaceAll` and `replaceFirst`: `$1` in the replacement is a group, `\` keeps the next character.
pub(super) fn replace(text: &str, pattern: &str, replacement: &str, all: bool) -> Result<String, String> {
    let regex = regex(pattern)?;
    let mut out = String::new();
    let (mut end, time) = (0, LookTime::start());
    for found in regex.captures_iter(text).take(if all { usize::MAX } else { 1 }) {
        let found = found.map_err(|error| error.to_string())?;
        let Some(whole) = found.get(0) else { continue };
        out.push_str(&text[end..whole.start()]);
        fill(replacement, &found, &mut out)?;
        end = whole.end();
        bounded(out.len())?;
        time.goes_on()?;
    }
    out.push_str(&text[end..]);
    bounded(out.len())?;
    Ok(out)
}

/// Whether a text of so many bytes may be made.
pub(super) fn bounded(bytes: usize) -> Result<(), String> {
    if bytes > LENGTH_MAX { Err("the text gets too long".to_owned()) } else { Ok(()) }
}

/// All of a text replaced by another, as it stands.
pub(super) fn replace_plain(text: &str, part: &str, by: &str) -> Result<String, String> {
    let count = text.matches(part).count();
    bounded(text.len().saturating_add(count.saturating_mul(by.len())))?;
    Ok(text.replace(part, by))
}

/// Appends the replacement; its groups may be as long as the text, as often as it names them.
fn fill(replacement: &str, found: &Captures<'_, str>, out: &mut String) -> Result<(), String> {
    let mut characters = replacement.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' => out.extend(characters.next()),
            '$' => match characters.next_if(char::is_ascii_digit).and_then(|c| c.to_digit(10)) {
                Some(group) => {
                    out.push_str(found.get(group as usize).map_or("", |m| m.as_str()));
                    bounded(out.len())?;
                }
                None => out.push('$'),
            },
            c => out.push(c),
        }
    }
    Ok(())
}

/// `String.split`: empty parts at the end are dropped, unless there is a limit.
pub(super) fn split(text: &str, pattern: &str, limit: i64) -> Result<Vec<String>, String> {
    let regex = regex(pattern)?;
    let mut parts = Vec::new();
    let (mut start, time) = (0, LookTime::start());
    for found in regex.find_iter(text) {
        let found = found.map_err(|error| error.to_string())?;
        time.goes_on()?;
        if limit > 0 && parts.len() as i64 == limit - 1 {
            break;
        }
        // Nothing is split off before an empty match at the start.
        if found.end() == 0 {
            continue;
        }
        if found.start() == text.len() && found.start() == found.end() {
            break;
        }
        parts.push(text[start..found.start()].to_owned());
        start = found.end();
    }
    parts.push(text[start..].to_owned());
    while limit == 0 && parts.len() > 1 && parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    if limit == 0 && start > 0 && parts.len() == 1 && parts[0].is_empty() {
        parts.pop();
    }
    Ok(parts)
}

/// The UTF-16 units from `start` to before `end`, as Java counts; `None` outside of the text.
pub(super) fn substring(text: &str, start: i64, end: Option<i64>) -> Option<String> {
    if text.is_ascii() {
        let end = end.unwrap_or(text.len() as i64);
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        return text.get(start..end).map(str::to_owned);
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    let end = end.unwrap_or(units.len() as i64);
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    units.get(start..end).map(String::from_utf16_lossy)
}

pub(super) fn length(text: &str) -> i32 {
    i32::try_from(if text.is_ascii() { text.len() } else { text.encode_utf16().count() }).unwrap_or(i32::MAX)
}

/// In UTF-16 units from `from`; −1 when it is not there.
pub(super) fn index_of(text: &str, part: &str, from: i64) -> i32 {
    let from = from.clamp(0, i64::from(length(text)));
    let Some(rest) = substring(text, from, None) else { return -1 };
    rest.find(part).map_or(-1, |at| from as i32 + length(&rest[..at]))
}

pub(super) fn last_index_of(text: &str, part: &str) -> i32 {
    text.rfind(part).map_or(-1, |at| length(&text[..at]))
}

/// `String.format`: `%s`, `%d`, `%x`, `%c`, `%b`, `%n`, `%%` and `%f`, with widths, zeros and places.
pub(super) fn format(
    pattern: &str,
    values: &[ScriptValue],
    language: ScriptLanguage,
) -> Result<String, String> {
    let mut out = String::new();
    let mut values = values.iter();
    let mut characters = pattern.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut spec = String::new();
        while let Some(c) = characters.next_if(|c| !c.is_alphabetic() && *c != '%') {
            spec.push(c);
        }
        let kind = characters.next().ok_or("a format has no end")?;
        if matches!(kind, '%' | 'n') {
            out.push(if kind == 'n' { '\n' } else { '%' });
            continue;
        }
        let value = values.next().ok_or("a format has more places than values")?;
        let flags: String = spec.chars().take_while(|c| "-0+, ".contains(*c)).collect();
        let (width, places) = spec[flags.len()..].split_once('.').unwrap_or((&spec[flags.len()..], ""));
        let width = width.parse::<usize>().unwrap_or(0).min(10_000);
        let text = match kind {
            's' | 'S' | 'c' | 'b' => value.to_text(language),
            'd' => value.to_i64().ok_or("%d needs a whole number")?.to_string(),
            'x' | 'X' => format!("{:x}", value.to_i64().ok_or("%x needs a whole number")?),
            'f' => {
                let places = places.parse::<usize>().unwrap_or(6).min(30);
                format!("{:.places$}", value.to_f64().ok_or("%f needs a number")?)
            }
            other => return Err(format!("the format `%{other}` is not known")),
        };
        if flags.contains([',', '+', ' ']) {
            return Err(format!("the format `%{spec}{kind}` is not known"));
        }
        let text = if matches!(kind, 'S' | 'X') { text.to_uppercase() } else { text };
        let missing = width.saturating_sub(text.chars().count());
        match (flags.contains('-'), flags.contains('0')) {
            (true, _) => out.push_str(&(text + &" ".repeat(missing))),
            (_, true) => {
                let (sign, digits) =
                    text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
                out.push_str(&format!("{sign}{}{digits}", "0".repeat(missing)));
            }
            _ => out.push_str(&(" ".repeat(missing) + &text)),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_expressions_make_is_bounded() {
        let long = "a".repeat(100_000);
        // On a busy machine its time is up first.
        let is_bound = |problem: &String| problem.contains("too long") || problem.contains("longer than 1 s");
        let refused = |made: Result<String, String>| {
            assert!(made.as_ref().is_err_and(is_bound), "{:?}", made.map(|text| text.len()));
        };
        refused(replace(&long, "a", &"b".repeat(1_000), true));
        refused(replace(&long, ".*", &"$0".repeat(1_000_000), true));
        refused(replace_plain(&long, "a", &"b".repeat(1_000)));
        assert_eq!(replace("aXbX", "X", "<$0>", true), Ok("a<X>b<X>".to_owned()));
        let groups = super::super::matcher::matches_of(&long, "(?=(.*))");
        assert!(groups.is_err_and(|problem| is_bound(&problem)));
    }

    #[test]
    fn an_expression_that_takes_long_for_its_matches_is_given_up() {
        let long = "A".repeat(2_000_000);
        let slow = ".*[^A-Z]|[A-Z]";
        for given_up in [replace(&long, slow, "b", true).map(drop), split(&long, slow, 0).map(drop)] {
            assert!(given_up.is_err_and(|problem| problem.contains("looks for matches longer than 1 s")));
        }
    }
}
