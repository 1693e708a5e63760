//! Which values are equal, and their order.

use super::syntax::ScriptLanguage;
use super::value::ScriptValue;
use std::cmp::Ordering;

type Outcome = Result<ScriptValue, String>;

/// JEXL reads texts as numbers.
pub(super) fn jexl_number(value: ScriptValue) -> Outcome {
    Ok(match value {
        ScriptValue::Bool(value) => ScriptValue::Int(value.into()),
        ScriptValue::Text(text) | ScriptValue::JavaText(text) => match text.parse::<i64>() {
            Ok(number) => ScriptValue::Long(number),
            Err(_) => ScriptValue::Double(text.parse().map_err(|_| format!("`{text}` is no number"))?),
        },
        value if value.is_number() => value,
        _ => return Err("a number is missing".to_owned()),
    })
}

pub(super) fn javascript_number(value: &ScriptValue) -> f64 {
    match value {
        ScriptValue::Null => 0.0,
        ScriptValue::Bool(value) => f64::from(u8::from(*value)),
        ScriptValue::Text(text) | ScriptValue::JavaText(text) => match text.trim() {
            "" => 0.0,
            text => text.parse().unwrap_or(f64::NAN),
        },
        other => other.to_f64().unwrap_or(f64::NAN),
    }
}

pub(super) fn equal(
    language: ScriptLanguage,
    left: &ScriptValue,
    right: &ScriptValue,
) -> Result<bool, String> {
    if left.is_nothing() || right.is_nothing() {
        return Ok(left.is_nothing() && right.is_nothing());
    }
    if let (Some(a), Some(b)) = (left.as_str(), right.as_str()) {
        // BeanShell compares where the texts are kept: only literals are kept once.
        let retained_once = matches!((left, right), (ScriptValue::Text(_), ScriptValue::Text(_)));
        return Ok(a == b && (retained_once || language != ScriptLanguage::BeanShell));
    }
    if left.is_number() && right.is_number() {
        return Ok(compare(language, left, right)? == Some(Ordering::Equal));
    }
    match language {
        ScriptLanguage::JavaScript => {
            if let (ScriptValue::List(_), Some(text)) = (left, right.as_str()) {
                return Ok(left.to_text(language) == text);
            }
            let simple =
                |v: &ScriptValue| v.is_number() || v.as_str().is_some() || matches!(v, ScriptValue::Bool(_));
            Ok(simple(left) && simple(right) && javascript_number(left) == javascript_number(right))
        }
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => match (left, right) {
            (ScriptValue::Bool(a), b) | (b, ScriptValue::Bool(a)) => Ok(b.truth(language)? == *a),
            _ => Ok(compare(language, left, right)? == Some(Ordering::Equal)),
        },
        _ => Ok(left == right),
    }
}

/// `None`: one of them is NaN.
pub(super) fn compare(
    language: ScriptLanguage,
    left: &ScriptValue,
    right: &ScriptValue,
) -> Result<Option<Ordering>, String> {
    if let (Some(a), Some(b)) = (left.as_str(), right.as_str()) {
        return match language {
            ScriptLanguage::BeanShell => Err("texts have no order".to_owned()),
            // By UTF-16 units in Java; the same but for characters beyond the basic plane.
            _ => Ok(Some(a.encode_utf16().cmp(b.encode_utf16()))),
        };
    }
    if let (ScriptValue::Decimal(a), ScriptValue::Decimal(b)) = (left, right) {
        return a.compare(*b).map(Some).ok_or_else(|| "a number has too many digits".to_owned());
    }
    let (a, b) = match language {
        ScriptLanguage::JavaScript => {
            return Ok(javascript_number(left).partial_cmp(&javascript_number(right)));
        }
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => {
            (jexl_number(left.clone())?, jexl_number(right.clone())?)
        }
        _ => (left.clone(), right.clone()),
    };
    match (&a, &b) {
        (ScriptValue::Date(a), ScriptValue::Date(b)) => Ok(Some(a.cmp(b))),
        (ScriptValue::Int(_) | ScriptValue::Long(_), ScriptValue::Int(_) | ScriptValue::Long(_)) => {
            Ok(a.to_i64().partial_cmp(&b.to_i64()))
        }
        _ => match (a.to_f64(), b.to_f64()) {
            (Some(a), Some(b)) => Ok(a.partial_cmp(&b)),
            _ => Err("values of different kinds have no order".to_owned()),
        },
    }
}
