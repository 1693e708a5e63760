//! Numbers of a thread group: they must be known when the plan is read.

use crate::jmx::context::Lowering;
use crate::jmx::element::{Element, ElementProperties, Property};
use plimsoll_plan::units::{RATE_PER_S_MAX, USERS_MAX};
use std::time::Duration;

/// Longest time that a plan may ask for: over 30 years, and still exact when written as text.
const SECONDS_MAX: f64 = 1e9;

/// A number of seconds; a text that is no whole number counts as 0 (AbstractProperty.getIntValue: `1.5` does), as does one with a
/// variable that has no value, and a time before the start.
pub fn seconds_or_zero(lowering: &mut Lowering, element: &Element, property: &str) -> Option<Duration> {
    if element.text(property).trim().is_empty() {
        return Some(Duration::ZERO);
    }
    let text = match lowering.evaluation.text_or_undefined(element.text(property)) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => known(lowering, element, &element.properties, property)?,
    };
    match text.parse::<i32>() {
        Ok(seconds) => seconds_of(lowering, element, property, &seconds.max(0).to_string(), 1.0),
        Err(_) => {
            warn_of_zero(lowering, element, property, element.text(property), &text);
            Some(Duration::ZERO)
        }
    }
}

/// A number of seconds, or of what has so many seconds; nothing is 0.
pub fn seconds_of(
    lowering: &mut Lowering,
    element: &Element,
    property: &str,
    text: &str,
    unit_s: f64,
) -> Option<Duration> {
    if text.is_empty() {
        return Some(Duration::ZERO);
    }
    match text.parse::<f64>().map(|number| number * unit_s) {
        Ok(seconds) if (0.0..=SECONDS_MAX).contains(&seconds) => {
            Some(Duration::from_micros((seconds * 1e6).round() as u64))
        }
        _ => {
            lowering.error(element, format!("{property}: `{text}` is not a number of seconds"));
            None
        }
    }
}

pub fn whole(
    lowering: &mut Lowering,
    element: &Element,
    property: &str,
    default: Option<i64>,
) -> Option<i64> {
    whole_of(lowering, element, &element.properties, property, default)
}

pub fn whole_of(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
    property: &str,
    default: Option<i64>,
) -> Option<i64> {
    let text = known(lowering, element, properties, property)?;
    match (text.parse(), default) {
        (Ok(number), _) => Some(number),
        (Err(_), Some(default)) if text.is_empty() => Some(default),
        (Err(_), _) => {
            lowering.error(element, format!("{property}: `{text}` is not a whole number"));
            None
        }
    }
}

/// As [`whole`]; a text that is no such number counts as 0 (AbstractProperty.getIntValue), as does one with a
/// variable that has no value.
pub fn whole_or_zero(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
    property: &str,
) -> Option<i64> {
    let written = properties.text(property);
    let text = match lowering.evaluation.text_or_undefined(written) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => known(lowering, element, properties, property)?,
    };
    match text.parse::<i32>() {
        Ok(number) => Some(number.into()),
        Err(_) => {
            warn_of_zero(lowering, element, property, written, &text);
            Some(0)
        }
    }
}

const NUMBER_HINT: &str = "write a number here, or `${__P(name,10)}` and give the number with `-Jname=…`";

fn warn_of_zero(lowering: &mut Lowering, element: &Element, property: &str, written: &str, text: &str) {
    let message = match (text == written.trim(), text.contains("${")) {
        (true, true) => format!("{property}: nothing defines `{text}` before the start, so it counts as 0"),
        (true, false) => format!("{property}: `{text}` is no whole number and counts as 0"),
        (false, _) => {
            format!("{property}: `{written}` is `{text}`, which is no whole number and counts as 0")
        }
    };
    lowering.warn(element, message).hint = Some(NUMBER_HINT.to_owned());
}

pub fn users(lowering: &mut Lowering, element: &Element, property: &str, number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|users| *users <= USERS_MAX).or_else(|| {
        lowering
            .error(element, format!("{property}: {number} is not a number of users from 0 to {USERS_MAX}"));
        None
    })
}

/// Arrivals per second.
pub fn rate(lowering: &mut Lowering, element: &Element, property: &str, text: &str) -> Option<f64> {
    match text.parse::<f64>() {
        Ok(rate) if (0.0..=RATE_PER_S_MAX).contains(&rate) => Some(rate),
        _ => {
            lowering.error(element, format!("{property}: `{text}` is not a rate"));
            None
        }
    }
}

/// The text of a property with everything in it replaced.
pub fn known(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
    property: &str,
) -> Option<String> {
    known_text(lowering, element, property, properties.text(property))
}

pub fn known_text(lowering: &mut Lowering, element: &Element, property: &str, text: &str) -> Option<String> {
    match lowering.evaluation.known_text(text) {
        Ok(text) => Some(text.trim().to_owned()),
        Err(problem) => {
            lowering.error(element, format!("{property}: {problem}")).hint = Some(NUMBER_HINT.to_owned());
            None
        }
    }
}

/// The rows of a table; each must have so many columns.
pub fn rows(
    lowering: &mut Lowering,
    element: &Element,
    property: &str,
    columns: usize,
) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    for texts in by_rows(element.group(property), columns) {
        if texts.len() < columns {
            lowering.error(element, format!("{property}: row {} is not complete", rows.len() + 1));
            return None;
        }
        let known = texts.into_iter().map(|text| known_text(lowering, element, property, text));
        rows.push(known.collect::<Option<_>>()?);
    }
    Some(rows)
}

/// The cells of each row. Old versions of the plug-ins wrote one list for each column, with the column's heading as its
/// name (JMeterPluginsUtils.tableModelColsToCollectionProperty); a row's name is a number.
fn by_rows(table: &[Property], columns: usize) -> Vec<Vec<&str>> {
    let lists: Vec<Vec<&str>> = table
        .iter()
        .filter_map(Property::as_group)
        .map(|list| list.iter().filter_map(Property::as_text).collect())
        .collect();
    let height = lists.first().map_or(0, Vec::len);
    let is_by_columns = lists.len() == columns
        && lists.iter().all(|list| list.len() == height)
        && columns == 5
        && (height != columns || table.first().is_some_and(|list| list.name.starts_with("Start Threads")));
    match is_by_columns {
        true => (0..height).map(|row| lists.iter().map(|list| list[row]).collect()).collect(),
        false => lists,
    }
}

/// Lines such as `spawn(1, 30s, 10)`, as plug-ins take a table from a property: the word and its values.
/// Times become seconds.
pub fn calls(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut calls = Vec::new();
    for chunk in text.split(')').map(str::trim).filter(|chunk| !chunk.is_empty()) {
        let (word, values) =
            chunk.split_once('(').ok_or_else(|| format!("`{chunk}` is not like `word(1,2,30s)`"))?;
        let values = values.split(',').map(|value| short_seconds(value.trim()));
        calls.push((word.trim().to_ascii_lowercase(), values.collect()));
    }
    Ok(calls)
}

/// `1h30m`, `90s` or `90` as a number of seconds (JMeterPluginsUtils.getSecondsForShortString); what is no
/// time stays as it is.
fn short_seconds(text: &str) -> String {
    let (mut total, mut number) = (0_u64, String::new());
    for c in text.chars() {
        let unit = match c.to_ascii_lowercase() {
            '0'..='9' => {
                number.push(c);
                continue;
            }
            's' => 1,
            'm' => 60,
            'h' => 3_600,
            'd' => 86_400,
            _ => return text.to_owned(),
        };
        let Ok(value) = number.parse::<u64>() else { return text.to_owned() };
        total = total.saturating_add(value.saturating_mul(unit));
        number.clear();
    }
    match number.parse::<u64>() {
        Ok(seconds) => total.saturating_add(seconds).to_string(),
        Err(_) if text.is_empty() => String::new(),
        Err(_) => total.to_string(),
    }
}
