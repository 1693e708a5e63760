//! Which values are equal, and their order.

use super::syntax::Language;
use super::value::Value;
use std::cmp::Ordering;

type Outcome = Result<Value, String>;

/// JEXL reads texts as numbers.
pub(super) fn jexl_number(value: Value) -> Outcome {
    Ok(match value {
        Value::Bool(value) => Value::Int(value.into()),
        Value::Text(text) | Value::JavaText(text) => match text.parse::<i64>() {
            Ok(number) => Value::Long(number),
            Err(_) => Value::Double(text.parse().map_err(|_| format!("`{text}` is no number"))?),
        },
        value if value.is_number() => value,
        _ => return Err("a number is missing".to_owned()),
    })
}

pub(super) fn javascript_number(value: &Value) -> f64 {
    match value {
        Value::Null => 0.0,
        Value::Bool(value) => f64::from(u8::from(*value)),
        Value::Text(text) | Value::JavaText(text) => match text.trim() {
            "" => 0.0,
            text => text.parse().unwrap_or(f64::NAN),
        },
        other => other.to_f64().unwrap_or(f64::NAN),
    }
}

pub(super) fn equal(language: Language, left: &Value, right: &Value) -> Result<bool, String> {
    if left.is_nothing() || right.is_nothing() {
        return Ok(left.is_nothing() && right.is_nothing());
    }
    if let (Some(a), Some(b)) = (left.as_str(), right.as_str()) {
        // BeanShell compares where the texts are kept: only literals are kept once.
        let retained_once = matches!((left, right), (Value::Text(_), Value::Text(_)));
        return Ok(a == b && (retained_once || language != Language::BeanShell));
    }
    if left.is_number() && right.is_number() {
        return Ok(compare(language, left, right)? == Some(Ordering::Equal));
    }
    match language {
        Language::JavaScript => {
            if let (Value::List(_), Some(text)) = (left, right.as_str()) {
                return Ok(left.to_text(language) == text);
            }
            let simple = |v: &Value| v.is_number() || v.as_str().is_some() || matches!(v, Value::Bool(_));
            Ok(simple(left) && simple(right) && javascript_number(left) == javascript_number(right))
        }
        Language::Jexl2 | Language::Jexl3 => match (left, right) {
            (Value::Bool(a), b) | (b, Value::Bool(a)) => Ok(b.truth(language)? == *a),
            _ => Ok(compare(language, left, right)? == Some(Ordering::Equal)),
        },
        _ => Ok(left == right),
    }
}

/// `None`: one of them is NaN.
pub(super) fn compare(language: Language, left: &Value, right: &Value) -> Result<Option<Ordering>, String> {
    if let (Some(a), Some(b)) = (left.as_str(), right.as_str()) {
        return match language {
            Language::BeanShell => Err("texts have no order".to_owned()),
            // By UTF-16 units in Java; the same but for characters beyond the basic plane.
            _ => Ok(Some(a.encode_utf16().cmp(b.encode_utf16()))),
        };
    }
    if let (Value::Decimal(a), Value::Decimal(b)) = (left, right) {
        return a.compare(*b).map(Some).ok_or_else(|| "a number has too many digits".to_owned());
    }
    let (a, b) = match language {
        Language::JavaScript => return Ok(javascript_number(left).partial_cmp(&javascript_number(right))),
        Language::Jexl2 | Language::Jexl3 => (jexl_number(left.clone())?, jexl_number(right.clone())?),
        _ => (left.clone(), right.clone()),
    };
    match (&a, &b) {
        (Value::Date(a), Value::Date(b)) => Ok(Some(a.cmp(b))),
        (Value::Int(_) | Value::Long(_), Value::Int(_) | Value::Long(_)) => {
            Ok(a.to_i64().partial_cmp(&b.to_i64()))
        }
        _ => match (a.to_f64(), b.to_f64()) {
            (Some(a), Some(b)) => Ok(a.partial_cmp(&b)),
            _ => Err("values of different kinds have no order".to_owned()),
        },
    }
}
