//! Methods of texts: of Java's `String`, what Groovy adds to it, and JavaScript's own.

use super::arguments::{Arguments, outside};
use super::compare;
use super::conversion::parse_number;
use super::syntax::ScriptLanguage;
use super::text;
use super::value::{ScriptValue, Type};

type Outcome = Result<ScriptValue, String>;

pub(super) fn java_text(of: &str, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let flag = |flag: bool| Ok(ScriptValue::Bool(flag));
    let groovy = arguments.language == ScriptLanguage::Groovy;
    Ok(match name {
        "equalsIgnoreCase" => {
            // Null is another text, not a mistake.
            let other = arguments.get(0)?.as_str().map(str::to_lowercase);
            return flag(other.is_some_and(|other| other == of.to_lowercase()));
        }
        "contains" => return flag(of.contains(&arguments.text(0)?)),
        "startsWith" => return flag(of.starts_with(&arguments.text(0)?)),
        "endsWith" => return flag(of.ends_with(&arguments.text(0)?)),
        "isEmpty" => return flag(of.is_empty()),
        "isBlank" => return flag(of.trim().is_empty()),
        "matches" => return flag(text::matches(of, &arguments.text(0)?)?),
        "length" => ScriptValue::Int(text::length(of)),
        "size" if groovy => ScriptValue::Int(text::length(of)),
        "substring" => {
            let end = arguments.values.get(1).map(|_| arguments.whole(1)).transpose()?;
            text::substring(of, arguments.whole(0)?, end).ok_or_else(outside)?.into()
        }
        "charAt" | "getAt" => {
            let at = arguments.whole(0)?;
            let at = if at < 0 && name == "getAt" { at + i64::from(text::length(of)) } else { at };
            text::substring(of, at, Some(at.saturating_add(1))).ok_or_else(outside)?.into()
        }
        "getBytes" => {
            let encoding = arguments.values.first().map(|_| arguments.text(0)).transpose()?;
            ScriptValue::bytes(super::bytes::encode(of, encoding.as_deref())?)
        }
        "toCharArray" => ScriptValue::list(of.chars().map(|c| c.to_string().into()).collect()),
        // A text may stand for the pattern that was made of it.
        "matcher" => {
            let matcher = super::value::Matcher::of(&arguments.text(0)?, of)?;
            ScriptValue::Matcher(std::rc::Rc::new(matcher))
        }
        "indexOf" => {
            let from = arguments.values.get(1).map_or(Ok(0), |_| arguments.whole(1))?;
            ScriptValue::Int(text::index_of(of, &arguments.text(0)?, from))
        }
        "lastIndexOf" => ScriptValue::Int(text::last_index_of(of, &arguments.text(0)?)),
        "trim" => of.trim_matches(|c: char| c <= ' ').to_owned().into(),
        "strip" => of.trim().to_owned().into(),
        "intern" => ScriptValue::Text(of.to_owned()),
        "toUpperCase" => of.to_uppercase().into(),
        "toLowerCase" => of.to_lowercase().into(),
        "concat" => (of.to_owned() + &arguments.text(0)?).into(),
        "replace" => text::replace_plain(of, &arguments.text(0)?, &arguments.text(1)?)?.into(),
        "replaceAll" => text::replace(of, &arguments.text(0)?, &arguments.text(1)?, true)?.into(),
        "replaceFirst" => text::replace(of, &arguments.text(0)?, &arguments.text(1)?, false)?.into(),
        "repeat" => {
            let times = usize::try_from(arguments.whole(0)?).map_err(|_| outside())?;
            if of.len().saturating_mul(times) > text::LENGTH_MAX {
                return Err("the text gets too long".to_owned());
            }
            of.repeat(times).into()
        }
        "split" => {
            let limit = arguments.values.get(1).map_or(Ok(0), |_| arguments.whole(1))?;
            let parts = text::split(of, &arguments.text(0)?, limit)?;
            ScriptValue::list(parts.into_iter().map(ScriptValue::from).collect())
        }
        "compareTo" => {
            let other = arguments.text(0)?;
            ScriptValue::Int(compare_units(of, &other))
        }
        "compareToIgnoreCase" => {
            ScriptValue::Int(compare_units(&of.to_lowercase(), &arguments.text(0)?.to_lowercase()))
        }
        _ if groovy => return groovy_text(of, name, arguments),
        _ => return Err(format!("`{name}` is no method of a text")),
    })
}

/// `String.compareTo`: the difference of the first units that differ, or of the lengths.
fn compare_units(a: &str, b: &str) -> i32 {
    let differ = a.encode_utf16().zip(b.encode_utf16()).find(|(a, b)| a != b);
    differ.map_or(text::length(a) - text::length(b), |(a, b)| i32::from(a) - i32::from(b))
}

/// What Groovy adds to `String`.
fn groovy_text(of: &str, name: &str, arguments: &Arguments<'_>) -> Outcome {
    Ok(match name {
        "toInteger" => parse_number(of.trim(), Type::Int)?,
        "toLong" => parse_number(of.trim(), Type::Long)?,
        "toDouble" | "toFloat" => parse_number(of.trim(), Type::Double)?,
        "toBigDecimal" => parse_number(of.trim(), Type::Decimal)?,
        "toBoolean" => {
            let text = of.trim();
            ScriptValue::Bool(["true", "y", "1"].iter().any(|yes| yes.eq_ignore_ascii_case(text)))
        }
        "isInteger" => ScriptValue::Bool(of.trim().parse::<i32>().is_ok()),
        "isNumber" => ScriptValue::Bool(of.trim().parse::<f64>().is_ok()),
        "reverse" => of.chars().rev().collect::<String>().into(),
        "capitalize" => {
            let mut characters = of.chars();
            let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
            (first + characters.as_str()).into()
        }
        "plus" => (of.to_owned() + &arguments.get(0)?.to_text(arguments.language)).into(),
        "minus" => of.replacen(&arguments.text(0)?, "", 1).into(),
        "uncapitalize" => {
            let mut characters = of.chars();
            let first: String = characters.next().into_iter().flat_map(char::to_lowercase).collect();
            (first + characters.as_str()).into()
        }
        "decodeBase64" => ScriptValue::bytes(super::bytes::decoded(of)?),
        "readLines" | "lines" => ScriptValue::list(of.lines().map(|line| line.to_owned().into()).collect()),
        "toList" => ScriptValue::list(of.chars().map(|c| c.to_string().into()).collect()),
        "leftShift" => (of.to_owned() + &arguments.get(0)?.to_text(arguments.language)).into(),
        "count" => ScriptValue::count(of.matches(&arguments.text(0)?).count()),
        "multiply" => {
            let times = usize::try_from(arguments.whole(0)?).map_err(|_| outside())?;
            if of.len().saturating_mul(times) > text::LENGTH_MAX {
                return Err("the text gets too long".to_owned());
            }
            of.repeat(times).into()
        }
        "take" => {
            of.chars().take(usize::try_from(arguments.whole(0)?).unwrap_or(0)).collect::<String>().into()
        }
        "drop" => {
            of.chars().skip(usize::try_from(arguments.whole(0)?).unwrap_or(0)).collect::<String>().into()
        }
        "find" => {
            let found = super::matcher::matches_of(of, &arguments.text(0)?)?.into_iter().next();
            found.map_or(ScriptValue::Null, |(start, end, _)| of[start..end].to_owned().into())
        }
        "findAll" => {
            let found = super::matcher::matches_of(of, &arguments.text(0)?)?;
            ScriptValue::list(
                found.into_iter().map(|(start, end, _)| of[start..end].to_owned().into()).collect(),
            )
        }
        "tokenize" => {
            let marks = match arguments.values.is_empty() {
                true => " \t\n\r\u{c}".to_owned(),
                false => arguments.text(0)?,
            };
            let parts = of.split(|c| marks.contains(c)).filter(|part| !part.is_empty());
            ScriptValue::list(parts.map(|part| part.to_owned().into()).collect())
        }
        "padLeft" | "padRight" => {
            let width = usize::try_from(arguments.whole(0)?).unwrap_or(0).min(text::LENGTH_MAX);
            let fill = arguments.values.get(1).map_or(Ok(" ".to_owned()), |_| arguments.text(1))?;
            let missing = width.saturating_sub(of.chars().count());
            let fill: String = fill.chars().cycle().take(missing).collect();
            (if name == "padLeft" { fill + of } else { of.to_owned() + &fill }).into()
        }
        _ => return Err(format!("`{name}` is no method of a text")),
    })
}

/// Texts of JavaScript's own.
pub(super) fn javascript_text(of: &str, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let length = i64::from(text::length(of));
    let place = |index: usize, default: i64| match arguments.values.get(index) {
        None | Some(ScriptValue::Undefined) => default,
        Some(value) => compare::javascript_number(value) as i64,
    };
    let part = |start: i64, end: i64| text::substring(of, start, Some(end)).unwrap_or_default();
    let from_end = |at: i64| if at < 0 { (length + at).max(0) } else { at.min(length) };
    Ok(match name {
        "equalsIgnoreCase" => ScriptValue::Bool(of.eq_ignore_ascii_case(&arguments.text(0)?)),
        "includes" => ScriptValue::Bool(of.contains(&arguments.text(0)?)),
        "startsWith" => ScriptValue::Bool(of.starts_with(&arguments.text(0)?)),
        "endsWith" => ScriptValue::Bool(of.ends_with(&arguments.text(0)?)),
        "indexOf" => ScriptValue::Double(text::index_of(of, &arguments.text(0)?, place(1, 0)).into()),
        "lastIndexOf" => ScriptValue::Double(text::last_index_of(of, &arguments.text(0)?).into()),
        "toUpperCase" => ScriptValue::Text(of.to_uppercase()),
        "toLowerCase" => ScriptValue::Text(of.to_lowercase()),
        "trim" => ScriptValue::Text(of.trim().to_owned()),
        "concat" => ScriptValue::Text(of.to_owned() + &arguments.text(0)?),
        "charAt" => {
            let at = place(0, 0);
            ScriptValue::Text(part(at, at.saturating_add(1)))
        }
        "substring" => {
            let (a, b) = (place(0, 0).clamp(0, length), place(1, length).clamp(0, length));
            ScriptValue::Text(part(a.min(b), a.max(b)))
        }
        "slice" => ScriptValue::Text(part(from_end(place(0, 0)), from_end(place(1, length)))),
        "substr" => {
            let start = from_end(place(0, 0));
            ScriptValue::Text(part(start, start.saturating_add(place(1, length).max(0)).min(length)))
        }
        "replace" => ScriptValue::Text(of.replacen(&arguments.text(0)?, &arguments.text(1)?, 1)),
        "split" => {
            let mark = arguments.text(0)?;
            let parts: Vec<String> = match mark.is_empty() {
                true => of.chars().map(String::from).collect(),
                false => of.split(&mark).map(str::to_owned).collect(),
            };
            ScriptValue::list(parts.into_iter().map(ScriptValue::Text).collect())
        }
        _ => return Err(format!("`{name}` is no method of a text")),
    })
}
