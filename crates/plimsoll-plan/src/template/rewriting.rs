//! What rewrites a request from an earlier answer: ids of sessions
//! (org.apache.jmeter.protocol.http.modifier.URLRewritingModifier) and parameters that a regular expression found
//! (RegExUserParameters).

use super::EvaluationContext;
use crate::expression::regex;

/// `(name, where, keep?, variable)`: the id goes into the variable. `true` when there was an answer to look into,
/// else nothing is changed.
pub(super) fn session_id(around: &mut dyn EvaluationContext, arguments: &[String]) -> String {
    let argument = |at: usize| arguments.get(at).map_or("", |argument| argument.trim());
    let variable = argument(3);
    let Some(answer) = around.last_answer() else { return false.to_string() };
    let found = in_answer(argument(0), argument(1), &answer.body).unwrap_or_default();
    let keeps = argument(2) == "true" && around.variable_named(variable).is_some();
    if !(found.is_empty() && keeps) {
        around.set_variable(variable, found);
    }
    true.to_string()
}

/// In a link, or in a hidden field of a form.
fn in_answer(name: &str, place: &str, text: &str) -> Option<String> {
    let name = fancy_regex::escape(name);
    let words: Vec<&str> = place.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    let pattern = if has("path") {
        let equals = if has("bare") { "" } else { "=" };
        let end = if has("short") { "?" } else { "" };
        format!(r#";{name}{equals}([^"'<>&\s;{end}]*)"#)
    } else {
        format!(
            r#"[;?&]{name}=([^"'<>&\s;\\]*)|\s(?i:name)\s*=\s*["']{name}["'][^>]*\s(?i:value)\s*=\s*["']([^"']*)["']|\s(?i:value)\s*=\s*["']([^"']*)["'][^>]*\s(?i:name)\s*=\s*["']{name}["']"#
        )
    };
    let found = regex(&pattern).ok()?.captures(text).ok()??;
    (1..found.len()).find_map(|group| found.get(group)).map(|group| group.as_str().to_owned())
}

/// `(reference, group of names, group of values, name, value)`: what the matches of a regular expression have for a
/// parameter of that name; its own value when they have nothing.
pub(super) fn regex_parameter(around: &dyn EvaluationContext, arguments: &[String]) -> String {
    let argument = |at: usize| arguments.get(at).map_or("", |argument| argument.as_str());
    let [reference, names, values] = [argument(0), argument(1), argument(2)].map(str::trim);
    let group = |number: usize, group: &str| around.variable_named(&format!("{reference}_{number}_g{group}"));
    let count = around.variable_named(&format!("{reference}_matchNr")).and_then(|count| count.parse().ok());
    let is_there = group(1, names).is_some() && group(1, values).is_some();
    // Of several of the same name the last one stays.
    let numbers = (1..=count.filter(|_| is_there).unwrap_or(0)).rev();
    let found = numbers.into_iter().find(|number| group(*number, names) == Some(argument(3)));
    found.and_then(|number| group(number, values)).unwrap_or(argument(4)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(place: &str, text: &str, expected: Option<&str>) {
        assert_eq!(in_answer("sid.x", place, text).as_deref(), expected, "{place}: {text}");
    }

    #[test]
    fn ids_are_found_in_links_and_forms() {
        check("argument", "<a href='/a?b=1&sid.x=abc;d'>", Some("abc"));
        check("argument", "<input NAME = \"sid.x\" type='hidden' VALUE='v 1'>", Some("v 1"));
        check("argument", "<input value=\"v2\" name='sid.x'/>", Some("v2"));
        check("argument", "<a href='/a?sidyx=abc'>", None);
        check("path", "<a href='/a;sid.x=abc?q=1'>", Some("abc?q=1"));
        check("path short", "<a href='/a;sid.x=abc?q=1'>", Some("abc"));
        check("path bare short", "<a href='/a;sid.xabc?q=1'>", Some("abc"));
        check("path bare", "<a href='/a;sid.x=abc'>", Some("=abc"));
    }
}
