//! What the operators mean in each language.

use super::arguments::Arguments;
use super::compare::{compare, equal, javascript_number, jexl_number};
use super::number::Decimal;
use super::syntax::{Operator, ScriptLanguage};
use super::text;
use super::value::ScriptValue;

type Outcome = Result<ScriptValue, String>;

pub(super) fn apply(
    language: ScriptLanguage,
    operator: Operator,
    left: ScriptValue,
    right: ScriptValue,
) -> Outcome {
    use Operator::*;
    match operator {
        Add => add(language, left, right),
        Subtract | Multiply | Divide | Remainder | Power => arithmetic(language, operator, left, right),
        Equal => Ok(ScriptValue::Bool(equal(language, &left, &right)?)),
        NotEqual => Ok(ScriptValue::Bool(!equal(language, &left, &right)?)),
        Identical => Ok(ScriptValue::Bool(identical(language, &left, &right)?)),
        NotIdentical => Ok(ScriptValue::Bool(!identical(language, &left, &right)?)),
        Less | LessOrEqual | Greater | GreaterOrEqual => {
            let order = compare(language, &left, &right)?;
            Ok(ScriptValue::Bool(order.is_some_and(|order| match operator {
                Less => order.is_lt(),
                LessOrEqual => order.is_le(),
                Greater => order.is_gt(),
                _ => order.is_ge(),
            })))
        }
        Compare => {
            let order = compare(language, &left, &right)?.ok_or("NaN can't be compared")?;
            Ok(ScriptValue::Int(order as i32))
        }
        Find => {
            let matcher = super::value::Matcher::of(&left.to_text(language), &right.to_text(language))?;
            Ok(ScriptValue::Matcher(std::rc::Rc::new(matcher)))
        }
        And | Or | Xor | ShiftRight => bits(operator, &left, &right),
        ShiftLeft => match &left {
            ScriptValue::Int(_) | ScriptValue::Long(_) | ScriptValue::Double(_) => {
                bits(operator, &left, &right)
            }
            ScriptValue::Text(text) | ScriptValue::JavaText(text) => {
                Ok((text.clone() + &right.to_text(language)).into())
            }
            other => {
                let arguments = Arguments { language, values: std::slice::from_ref(&right) };
                super::call::method(other, "leftShift", &arguments)
            }
        },
        Matches | NotMatches => matching(language, operator, &left, &right),
        StartsWith | EndsWith => {
            let (whole, part) = (left.to_text(language), right.to_text(language));
            Ok(ScriptValue::Bool(if operator == StartsWith {
                whole.starts_with(&part)
            } else {
                whole.ends_with(&part)
            }))
        }
        In => match &right {
            ScriptValue::Map(entries) => Ok(ScriptValue::Bool(entries.get(&left).is_some())),
            ScriptValue::List(values) => {
                let values = values.all();
                let found = values.iter().map(|value| equal(language, &left, value));
                Ok(ScriptValue::Bool(found.collect::<Result<Vec<_>, _>>()?.contains(&true)))
            }
            _ => Err("`in` needs a list".to_owned()),
        },
    }
}

/// Of whole numbers and, but for shifts, truth values.
fn bits(operator: Operator, left: &ScriptValue, right: &ScriptValue) -> Outcome {
    if let (ScriptValue::Bool(a), ScriptValue::Bool(b)) = (left, right) {
        return Ok(ScriptValue::Bool(match operator {
            Operator::And => a & b,
            Operator::Or => a | b,
            _ => a ^ b,
        }));
    }
    let (Some(a), Some(b)) = (left.to_i64(), right.to_i64()) else {
        return Err("bits need whole numbers".to_owned());
    };
    let is_int = matches!((left, right), (ScriptValue::Int(_), ScriptValue::Int(_)));
    let places = (b & if is_int { 31 } else { 63 }) as u32;
    let result = match operator {
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::ShiftRight => a >> places,
        _ => a.wrapping_shl(places),
    };
    Ok(match (left, is_int) {
        (ScriptValue::Double(_), _) => ScriptValue::Double(result as f64),
        (_, true) => ScriptValue::Int(result as i32),
        _ => ScriptValue::Long(result),
    })
}

fn matching(
    language: ScriptLanguage,
    operator: Operator,
    left: &ScriptValue,
    right: &ScriptValue,
) -> Outcome {
    if language.is_jexl()
        && let ScriptValue::List(values) = right
    {
        let values = values.all();
        let found = values.iter().map(|value| equal(language, left, value));
        let found = found.collect::<Result<Vec<_>, _>>()?.contains(&true);
        return Ok(ScriptValue::Bool(found == (operator != Operator::NotMatches)));
    }
    let (whole, pattern) = (left.to_text(language), right.to_text(language));
    let found = text::matches(&whole, &pattern)?;
    Ok(ScriptValue::Bool(found == (operator != Operator::NotMatches)))
}

fn add(language: ScriptLanguage, left: ScriptValue, right: ScriptValue) -> Outcome {
    // Their text is what is joined.
    let is_text = |value: &ScriptValue| value.as_str().is_some() || matches!(value, ScriptValue::File(_));
    let joins = match language {
        ScriptLanguage::Jexl2 => [&left, &right].into_iter().any(|value| is_text(value) && !numeric(value)),
        _ => is_text(&left) || is_text(&right),
    };
    if let (ScriptValue::List(values), ScriptLanguage::Groovy) = (&left, language) {
        let mut values = values.all();
        match right {
            ScriptValue::List(more) => values.extend(more.all()),
            one => values.push(one),
        }
        return Ok(ScriptValue::list(values));
    }
    if let (ScriptValue::Map(_), ScriptValue::Map(_), ScriptLanguage::Groovy) = (&left, &right, language) {
        let arguments = Arguments { language, values: std::slice::from_ref(&right) };
        return super::call::method(&left, "plus", &arguments);
    }
    if !joins {
        return arithmetic(language, Operator::Add, left, right);
    }
    if language.is_jexl() && (left.is_nothing() || right.is_nothing()) {
        return Err("a value is missing in a sum".to_owned());
    }
    if language == ScriptLanguage::Groovy && matches!(left, ScriptValue::Bool(_)) {
        return Err("a truth value has no sum".to_owned());
    }
    let joined = left.to_text(language) + &right.to_text(language);
    text::bounded(joined.len())?;
    Ok(if language == ScriptLanguage::JavaScript {
        ScriptValue::Text(joined)
    } else {
        ScriptValue::JavaText(joined)
    })
}

fn numeric(value: &ScriptValue) -> bool {
    value.as_str().is_some_and(|text| text.trim().parse::<f64>().is_ok())
}

fn arithmetic(
    language: ScriptLanguage,
    operator: Operator,
    left: ScriptValue,
    right: ScriptValue,
) -> Outcome {
    match language {
        ScriptLanguage::JavaScript => {
            let (a, b) = (javascript_number(&left), javascript_number(&right));
            Ok(ScriptValue::Double(floating(operator, a, b)))
        }
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => {
            let (left, right) = (jexl_number(left)?, jexl_number(right)?);
            Ok(narrowed(numbers(language, operator, left, right)?))
        }
        ScriptLanguage::Groovy => match (&left, &right, operator) {
            (ScriptValue::Text(a) | ScriptValue::JavaText(a), b, Operator::Subtract) => {
                Ok(ScriptValue::JavaText(a.replacen(&b.to_text(language), "", 1)))
            }
            (
                ScriptValue::Text(a) | ScriptValue::JavaText(a),
                ScriptValue::Int(times),
                Operator::Multiply,
            ) => {
                let times = usize::try_from(*times).map_err(|_| "a text times a negative number")?;
                if a.len().saturating_mul(times) > text::LENGTH_MAX {
                    return Err("the text gets too long".to_owned());
                }
                Ok(ScriptValue::JavaText(a.repeat(times)))
            }
            (ScriptValue::List(_), _, Operator::Subtract) => {
                let arguments = Arguments { language, values: std::slice::from_ref(&right) };
                super::call::method(&left, "minus", &arguments)
            }
            (ScriptValue::Date(ms), days, Operator::Add | Operator::Subtract) => {
                let days = days.to_i64().ok_or("only days are added to a date")?;
                let days = if operator == Operator::Add { days } else { -days };
                Ok(ScriptValue::Date(ms.saturating_add(days.saturating_mul(86_400_000))))
            }
            _ => numbers(language, operator, left, right),
        },
        ScriptLanguage::BeanShell => numbers(language, operator, left, right),
    }
}

fn numbers(language: ScriptLanguage, operator: Operator, left: ScriptValue, right: ScriptValue) -> Outcome {
    let not = || format!("{operator:?} needs two numbers").to_lowercase();
    if !left.is_number() || !right.is_number() {
        return Err(not());
    }
    let (a, b) = (&left, &right);
    if matches!(a, ScriptValue::Double(_)) || matches!(b, ScriptValue::Double(_)) {
        let (a, b) = (a.to_f64().ok_or_else(not)?, b.to_f64().ok_or_else(not)?);
        return Ok(ScriptValue::Double(floating(operator, a, b)));
    }
    let is_decimal = matches!(a, ScriptValue::Decimal(_)) || matches!(b, ScriptValue::Decimal(_));
    if is_decimal || (operator == Operator::Divide && language == ScriptLanguage::Groovy) {
        return decimals(operator, a, b);
    }
    let is_long =
        matches!(a, ScriptValue::Long(_)) || matches!(b, ScriptValue::Long(_)) || language.is_jexl();
    let (a, b) = (a.to_i64().ok_or_else(not)?, b.to_i64().ok_or_else(not)?);
    let by_zero = || "a division by zero".to_owned();
    let result = match operator {
        Operator::Add => a.wrapping_add(b),
        Operator::Subtract => a.wrapping_sub(b),
        Operator::Multiply => a.wrapping_mul(b),
        Operator::Power => {
            let exponent = u32::try_from(b).map_err(|_| "a negative power")?;
            a.checked_pow(exponent).ok_or("a power is too large")?
        }
        Operator::Remainder => a.checked_rem(b).ok_or_else(by_zero)?,
        _ => a.checked_div(b).ok_or_else(by_zero)?,
    };
    Ok(if is_long { ScriptValue::Long(result) } else { ScriptValue::Int(result as i32) })
}

fn decimals(operator: Operator, a: &ScriptValue, b: &ScriptValue) -> Outcome {
    let decimal = |value: &ScriptValue| match value {
        ScriptValue::Decimal(decimal) => Some(*decimal),
        other => other.to_i64().map(Decimal::of),
    };
    let (Some(a), Some(b)) = (decimal(a), decimal(b)) else { return Err("no number".to_owned()) };
    let result = match operator {
        Operator::Add => a.add(b),
        Operator::Subtract => a.add(b.negated()),
        Operator::Multiply => a.multiply(b),
        Operator::Divide => a.divide(b),
        Operator::Remainder => a.remainder(b),
        _ => None,
    };
    result
        .map(ScriptValue::Decimal)
        .ok_or_else(|| "a division by zero, or a number with too many digits".to_owned())
}

fn floating(operator: Operator, a: f64, b: f64) -> f64 {
    match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide => a / b,
        Operator::Power => a.powf(b),
        _ => a % b,
    }
}

/// JEXL keeps whole numbers in the smallest type.
fn narrowed(value: ScriptValue) -> ScriptValue {
    match value {
        ScriptValue::Long(n) => i32::try_from(n).map_or(ScriptValue::Long(n), ScriptValue::Int),
        other => other,
    }
}

fn identical(language: ScriptLanguage, left: &ScriptValue, right: &ScriptValue) -> Result<bool, String> {
    if language == ScriptLanguage::JavaScript {
        // A text that Java made is an object, and never the same as a text of the script.
        return Ok(match (left, right) {
            (ScriptValue::Text(a), ScriptValue::Text(b)) => a == b,
            (a, b) if a.is_number() && b.is_number() => a.to_f64() == b.to_f64(),
            (ScriptValue::Bool(a), ScriptValue::Bool(b)) => a == b,
            (ScriptValue::Null, ScriptValue::Null) | (ScriptValue::Undefined, ScriptValue::Undefined) => true,
            _ => false,
        });
    }
    Err("`===` is not known here".to_owned())
}
