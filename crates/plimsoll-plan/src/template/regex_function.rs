//! `__regexFunction` (org.apache.jmeter.functions.RegexFunction).

use super::EvaluationContext;
use crate::expression::{LookTime, regex};
use fancy_regex::Captures;

/// Most matches that are looked at.
const MATCHES_MAX: usize = 10_000;
/// Longest text that is made of all of them.
const TEXT_MAX: usize = 10_000_000;

pub(super) fn regex_function(around: &mut dyn EvaluationContext, arguments: &[String]) -> String {
    let argument = |at: usize| arguments.get(at).map_or("", |argument| argument.as_str());
    let (default, name, input) = (argument(4), argument(5), argument(6));
    if !name.is_empty() {
        around.set_variable(name, default.to_owned());
    }
    let text = match input {
        "" => around.last_answer().map(|answer| answer.body.clone()),
        input => around.variable_named(input).map(str::to_owned),
    };
    let Some(text) = text.filter(|text| !text.is_empty()) else { return default.to_owned() };
    let Ok(regex) = regex(argument(0)) else { return String::new() };
    let time = LookTime::start();
    let found = regex.captures_iter(text.as_str()).take(MATCHES_MAX).map_while(Result::ok);
    let found: Vec<Captures<'_, str>> = found.take_while(|_| time.goes_on().is_ok()).collect();
    if !name.is_empty() {
        around.set_variable(&format!("{name}_matchNr"), found.len().to_string());
    }
    if found.is_empty() {
        return default.to_owned();
    }
    let template = argument(1);
    match argument(2) {
        "ALL" => {
            let mut all = String::new();
            for (index, found) in found.iter().enumerate() {
                let text = result(around, found, name, template);
                if all.len() + text.len() > TEXT_MAX {
                    break;
                }
                all.push_str(if index > 0 { argument(3) } else { "" });
                all.push_str(&text);
            }
            all
        }
        which => {
            let index = match which {
                "RAND" => Some(around.random().usize(..found.len())),
                "" => Some(0),
                // A fraction is a part of the way through the matches.
                which => match which.parse::<i32>() {
                    Ok(number) => usize::try_from(number - 1).ok(),
                    Err(_) => which
                        .parse::<f32>()
                        .ok()
                        .and_then(|ratio| ((found.len() as f32 * ratio + 0.5) as usize).checked_sub(1)),
                },
            };
            match index.and_then(|index| found.get(index)) {
                Some(found) => result(around, found, name, template),
                None => default.to_owned(),
            }
        }
    }
}

/// The template with the groups of the match; they are kept in variables too.
fn result(
    around: &mut dyn EvaluationContext,
    found: &Captures<'_, str>,
    name: &str,
    template: &str,
) -> String {
    let group = |number: usize| found.get(number).map_or("", |group| group.as_str());
    for number in 0..found.len() {
        around.set_variable(&format!("{name}_g{number}"), group(number).to_owned());
    }
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        let after = &rest[at + 1..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        match (after[..digits].parse::<usize>(), after[digits..].starts_with('$')) {
            (Ok(number), true) => {
                out.push_str(&rest[..at]);
                out.push_str(group(number));
                rest = &after[digits + 1..];
            }
            _ => {
                out.push_str(&rest[..=at]);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    if !name.is_empty() {
        around.set_variable(name, out.clone());
    }
    out
}
