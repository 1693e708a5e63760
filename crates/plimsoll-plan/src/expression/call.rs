//! Methods of values: those of numbers and dates, and what leads to the others.

use super::arguments::{Arguments, outside};
use super::compare;
use super::map_method;
use super::number::round;
use super::operator;
use super::syntax::ScriptLanguage;
use super::text_method::{java_text, javascript_text};
use super::value::{DateFormat, ScriptValue, Type};
use crate::template::{java_date, java_date_in, java_date_parsed, moved_to_day};

type Outcome = Result<ScriptValue, String>;

pub(super) fn method(receiver: &ScriptValue, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    match (receiver, name) {
        (ScriptValue::Null | ScriptValue::Undefined, _) => Err(format!("`{name}` of null")),
        (ScriptValue::Entry(entry), "toPrettyString") => {
            Ok(super::json::write(&entry.value, language, true).into())
        }
        (_, "toString") if arguments.values.is_empty() => Ok(receiver.to_text(language).into()),
        (_, "equals") => {
            let other = arguments.get(0)?;
            let same = match (receiver.as_str(), other.as_str()) {
                (Some(a), Some(b)) => a == b,
                _ => receiver == other,
            };
            Ok(ScriptValue::Bool(same))
        }
        (ScriptValue::Text(text), _) if language == ScriptLanguage::JavaScript => {
            javascript_text(text, name, arguments)
        }
        (ScriptValue::Text(text) | ScriptValue::JavaText(text), _) => java_text(text, name, arguments),
        (ScriptValue::List(items), _) => super::list_method::list(items, name, arguments),
        (ScriptValue::Map(entries), _) => map_method::map(entries, name, arguments),
        (ScriptValue::Entry(_), _) => map_method::entry(receiver, name),
        (ScriptValue::Bytes(bytes), _) => map_method::byte_array(bytes, name, arguments),
        (ScriptValue::Buffer(text), _) => map_method::buffer(text, name, arguments),
        (ScriptValue::Matcher(matcher), _) => matcher.method(name, arguments),
        (ScriptValue::Instance(class), _) => instance(class, name, arguments),
        (ScriptValue::Date(ms), _) => date(*ms, name, arguments),
        (ScriptValue::DateFormat(format), _) => date_format(format, name, arguments),
        (ScriptValue::Bool(value), "booleanValue") => Ok(ScriptValue::Bool(*value)),
        _ if receiver.is_number() => number(receiver, name, arguments),
        _ => Err(format!("`{name}` is not known of {}", receiver.to_text(language))),
    }
}

fn instance(class: &str, name: &str, arguments: &Arguments<'_>) -> Outcome {
    match (class, name) {
        ("JsonSlurper", "parseText") => super::json::parse(&arguments.text(0)?),
        ("JsonSlurper", "parse") => {
            let bytes = super::bytes::of(arguments.get(0)?)?;
            super::json::parse(&String::from_utf8_lossy(&bytes))
        }
        ("JsonOutput", "toJson") => {
            Ok(super::json::write(arguments.get(0)?, arguments.language, false).into())
        }
        ("JsonOutput", "prettyPrint") => super::json::pretty(&arguments.text(0)?).map(ScriptValue::from),
        ("JsonSlurper" | "JsonOutput", _) => Err(format!("`{class}.{name}` is not known here")),
        _ => super::bytes::coder(class, name, arguments),
    }
}

fn date_format(format: &DateFormat, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let zone = format.zone.borrow().clone();
    match (name, arguments.get(0)?) {
        ("format", ScriptValue::Date(ms)) => Ok(java_date_in(&format.pattern, *ms, zone.as_deref()).into()),
        ("format", value) if value.is_number() => {
            Ok(java_date_in(&format.pattern, arguments.whole(0)?, zone.as_deref()).into())
        }
        ("parse", _) => {
            let text = arguments.text(0)?;
            let parsed = java_date_parsed(&format.pattern, &text, zone.as_deref());
            parsed.map(ScriptValue::Date).ok_or_else(|| format!("Unparseable date: \"{text}\""))
        }
        ("setTimeZone", _) => {
            *format.zone.borrow_mut() = Some(arguments.text(0)?);
            Ok(ScriptValue::Null)
        }
        _ => Err(format!("`{name}` is not known of a date format")),
    }
}

/// What a method of java.util.Date that changes it makes of it.
pub(super) fn changed_date(ms: i64, name: &str, values: &[ScriptValue]) -> Option<i64> {
    let number = values.first().and_then(ScriptValue::to_i64)?;
    match name {
        "setTime" => Some(number),
        "setDate" => moved_to_day(ms, number),
        _ => None,
    }
}

fn number(of: &ScriptValue, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let cast = |kind| of.clone().into_type(kind, language, false);
    match name {
        "intValue" | "toInteger" => cast(Type::Int),
        "longValue" | "toLong" => cast(Type::Long),
        "doubleValue" | "toDouble" => cast(Type::Double),
        "toBigDecimal" => cast(Type::Decimal),
        "intdiv" => match (of, arguments.get(0)?) {
            (ScriptValue::Int(a), ScriptValue::Int(b)) => {
                a.checked_div(*b).map(ScriptValue::Int).ok_or_else(|| "a division by zero".to_owned())
            }
            (a, b) => {
                let (Some(a), Some(b)) = (a.to_i64(), b.to_i64()) else { return Err(outside()) };
                a.checked_div(b).map(ScriptValue::Long).ok_or_else(|| "a division by zero".to_owned())
            }
        },
        "plus" => {
            operator::apply(language, super::syntax::Operator::Add, of.clone(), arguments.get(0)?.clone())
        }
        "minus" => operator::apply(
            language,
            super::syntax::Operator::Subtract,
            of.clone(),
            arguments.get(0)?.clone(),
        ),
        "multiply" => operator::apply(
            language,
            super::syntax::Operator::Multiply,
            of.clone(),
            arguments.get(0)?.clone(),
        ),
        "mod" => operator::apply(
            language,
            super::syntax::Operator::Remainder,
            of.clone(),
            arguments.get(0)?.clone(),
        ),
        "abs" => Ok(match of {
            ScriptValue::Int(n) => ScriptValue::Int(n.wrapping_abs()),
            ScriptValue::Long(n) => ScriptValue::Long(n.wrapping_abs()),
            ScriptValue::Double(n) => ScriptValue::Double(n.abs()),
            other => other.clone(),
        }),
        "round" => match (of, arguments.values.len()) {
            (ScriptValue::Decimal(n), 0) => Ok(ScriptValue::Long(n.rounded(0).truncated() as i64)),
            (ScriptValue::Decimal(n), _) => {
                Ok(ScriptValue::Decimal(n.rounded(u32::try_from(arguments.whole(0)?).unwrap_or(0))))
            }
            (ScriptValue::Double(n), 0) => Ok(ScriptValue::Long(round(*n) as i64)),
            _ => Err("this rounding is not supported".to_owned()),
        },
        "toFixed" => {
            let places = usize::try_from(arguments.whole(0)?).unwrap_or(0).min(20);
            Ok(ScriptValue::Text(format!("{:.places$}", of.to_f64().unwrap_or(f64::NAN))))
        }
        "compareTo" => {
            let order = compare::compare(language, of, arguments.get(0)?)?;
            Ok(ScriptValue::Int(order.map_or(0, |order| order as i32)))
        }
        _ => Err(format!("`{name}` is no method of a number")),
    }
}

fn date(ms: i64, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let other = || match arguments.get(0)? {
        ScriptValue::Date(other) => Ok(*other),
        _ => Err("an argument is no date".to_owned()),
    };
    Ok(match name {
        "getTime" => ScriptValue::Long(ms),
        "getDate" => ScriptValue::Int(java_date("d", ms).parse().unwrap_or(1)),
        "format" if arguments.language == ScriptLanguage::Groovy => {
            let zone = arguments.values.get(1).map(|_| arguments.text(1)).transpose()?;
            java_date_in(&arguments.text(0)?, ms, zone.as_deref()).into()
        }
        "before" => ScriptValue::Bool(ms < other()?),
        "after" => ScriptValue::Bool(ms > other()?),
        "compareTo" => ScriptValue::Int(ms.cmp(&other()?) as i32),
        "plus" => ScriptValue::Date(ms.saturating_add(arguments.whole(0)?.saturating_mul(86_400_000))),
        "minus" => ScriptValue::Date(ms.saturating_sub(arguments.whole(0)?.saturating_mul(86_400_000))),
        _ => return Err(format!("`{name}` is no method of a date")),
    })
}
