//! What the operators mean in each language.

use super::arguments::Arguments;
use super::compare::{compare, equal, javascript_number, jexl_number};
use super::number::Decimal;
use super::syntax::{Language, Operator};
use super::text;
use super::value::Value;

type Outcome = Result<Value, String>;

pub(super) fn apply(language: Language, operator: Operator, left: Value, right: Value) -> Outcome {
    use Operator::*;
    match operator {
        Add => add(language, left, right),
        Subtract | Multiply | Divide | Remainder | Power => arithmetic(language, operator, left, right),
        Equal => Ok(Value::Bool(equal(language, &left, &right)?)),
        NotEqual => Ok(Value::Bool(!equal(language, &left, &right)?)),
        Identical => Ok(Value::Bool(identical(language, &left, &right)?)),
        NotIdentical => Ok(Value::Bool(!identical(language, &left, &right)?)),
        Less | LessOrEqual | Greater | GreaterOrEqual => {
            let order = compare(language, &left, &right)?;
            Ok(Value::Bool(order.is_some_and(|order| match operator {
                Less => order.is_lt(),
                LessOrEqual => order.is_le(),
                Greater => order.is_gt(),
                _ => order.is_ge(),
            })))
        }
        Compare => {
            let order = compare(language, &left, &right)?.ok_or("NaN can't be compared")?;
            Ok(Value::Int(order as i32))
        }
        Find => {
            let matcher = super::value::Matcher::of(&left.to_text(language), &right.to_text(language))?;
            Ok(Value::Matcher(std::rc::Rc::new(matcher)))
        }
        And | Or | Xor | ShiftRight => bits(operator, &left, &right),
        ShiftLeft => match &left {
            Value::Int(_) | Value::Long(_) | Value::Double(_) => bits(operator, &left, &right),
            Value::Text(text) | Value::JavaText(text) => Ok((text.clone() + &right.to_text(language)).into()),
            other => {
                let arguments = Arguments { language, values: std::slice::from_ref(&right) };
                super::call::method(other, "leftShift", &arguments)
            }
        },
        Matches | NotMatches => matching(language, operator, &left, &right),
        StartsWith | EndsWith => {
            let (whole, part) = (left.to_text(language), right.to_text(language));
            Ok(Value::Bool(if operator == StartsWith {
                whole.starts_with(&part)
            } else {
                whole.ends_with(&part)
            }))
        }
        In => match &right {
            Value::Map(entries) => Ok(Value::Bool(entries.get(&left).is_some())),
            Value::List(values) => {
                let values = values.all();
                let found = values.iter().map(|value| equal(language, &left, value));
                Ok(Value::Bool(found.collect::<Result<Vec<_>, _>>()?.contains(&true)))
            }
            _ => Err("`in` needs a list".to_owned()),
        },
    }
}

/// Of whole numbers and, but for shifts, truth values.
fn bits(operator: Operator, left: &Value, right: &Value) -> Outcome {
    if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
        return Ok(Value::Bool(match operator {
            Operator::And => a & b,
            Operator::Or => a | b,
            _ => a ^ b,
        }));
    }
    let (Some(a), Some(b)) = (left.to_i64(), right.to_i64()) else {
        return Err("bits need whole numbers".to_owned());
    };
    let is_int = matches!((left, right), (Value::Int(_), Value::Int(_)));
    let places = (b & if is_int { 31 } else { 63 }) as u32;
    let result = match operator {
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::ShiftRight => a >> places,
        _ => a.wrapping_shl(places),
    };
    Ok(match (left, is_int) {
        (Value::Double(_), _) => Value::Double(result as f64),
        (_, true) => Value::Int(result as i32),
        _ => Value::Long(result),
    })
}

fn matching(language: Language, operator: Operator, left: &Value, right: &Value) -> Outcome {
    if language.is_jexl()
        && let Value::List(values) = right
    {
        let values = values.all();
        let found = values.iter().map(|value| equal(language, left, value));
        let found = found.collect::<Result<Vec<_>, _>>()?.contains(&true);
        return Ok(Value::Bool(found == (operator != Operator::NotMatches)));
    }
    let (whole, pattern) = (left.to_text(language), right.to_text(language));
    let found = text::matches(&whole, &pattern)?;
    Ok(Value::Bool(found == (operator != Operator::NotMatches)))
}

fn add(language: Language, left: Value, right: Value) -> Outcome {
    // Their text is what is joined.
    let is_text = |value: &Value| value.as_str().is_some() || matches!(value, Value::File(_));
    let joins = match language {
        Language::Jexl2 => [&left, &right].into_iter().any(|value| is_text(value) && !numeric(value)),
        _ => is_text(&left) || is_text(&right),
    };
    if let (Value::List(values), Language::Groovy) = (&left, language) {
        let mut values = values.all();
        match right {
            Value::List(more) => values.extend(more.all()),
            one => values.push(one),
        }
        return Ok(Value::list(values));
    }
    if let (Value::Map(_), Value::Map(_), Language::Groovy) = (&left, &right, language) {
        let arguments = Arguments { language, values: std::slice::from_ref(&right) };
        return super::call::method(&left, "plus", &arguments);
    }
    if !joins {
        return arithmetic(language, Operator::Add, left, right);
    }
    if language.is_jexl() && (left.is_nothing() || right.is_nothing()) {
        return Err("a value is missing in a sum".to_owned());
    }
    if language == Language::Groovy && matches!(left, Value::Bool(_)) {
        return Err("a truth value has no sum".to_owned());
    }
    let joined = left.to_text(language) + &right.to_text(language);
    text::bounded(joined.len())?;
    Ok(if language == Language::JavaScript { Value::Text(joined) } else { Value::JavaText(joined) })
}

fn numeric(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().parse::<f64>().is_ok())
}

fn arithmetic(language: Language, operator: Operator, left: Value, right: Value) -> Outcome {
    match language {
        Language::JavaScript => {
            let (a, b) = (javascript_number(&left), javascript_number(&right));
            Ok(Value::Double(floating(operator, a, b)))
        }
        Language::Jexl2 | Language::Jexl3 => {
            let (left, right) = (jexl_number(left)?, jexl_number(right)?);
            Ok(narrowed(numbers(language, operator, left, right)?))
        }
        Language::Groovy => match (&left, &right, operator) {
            (Value::Text(a) | Value::JavaText(a), b, Operator::Subtract) => {
                Ok(Value::JavaText(a.replacen(&b.to_text(language), "", 1)))
            }
            (Value::Text(a) | Value::JavaText(a), Value::Int(times), Operator::Multiply) => {
                let times = usize::try_from(*times).map_err(|_| "a text times a negative number")?;
                if a.len().saturating_mul(times) > text::LENGTH_MAX {
                    return Err("the text gets too long".to_owned());
                }
                Ok(Value::JavaText(a.repeat(times)))
            }
            (Value::List(_), _, Operator::Subtract) => {
                let arguments = Arguments { language, values: std::slice::from_ref(&right) };
                super::call::method(&left, "minus", &arguments)
            }
            (Value::Date(ms), days, Operator::Add | Operator::Subtract) => {
                let days = days.to_i64().ok_or("only days are added to a date")?;
                let days = if operator == Operator::Add { days } else { -days };
                Ok(Value::Date(ms.saturating_add(days.saturating_mul(86_400_000))))
            }
            _ => numbers(language, operator, left, right),
        },
        Language::BeanShell => numbers(language, operator, left, right),
    }
}

fn numbers(language: Language, operator: Operator, left: Value, right: Value) -> Outcome {
    let not = || format!("{operator:?} needs two numbers").to_lowercase();
    if !left.is_number() || !right.is_number() {
        return Err(not());
    }
    let (a, b) = (&left, &right);
    if matches!(a, Value::Double(_)) || matches!(b, Value::Double(_)) {
        let (a, b) = (a.to_f64().ok_or_else(not)?, b.to_f64().ok_or_else(not)?);
        return Ok(Value::Double(floating(operator, a, b)));
    }
    let is_decimal = matches!(a, Value::Decimal(_)) || matches!(b, Value::Decimal(_));
    if is_decimal || (operator == Operator::Divide && language == Language::Groovy) {
        return decimals(operator, a, b);
    }
    let is_long = matches!(a, Value::Long(_)) || matches!(b, Value::Long(_)) || language.is_jexl();
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
    Ok(if is_long { Value::Long(result) } else { Value::Int(result as i32) })
}

fn decimals(operator: Operator, a: &Value, b: &Value) -> Outcome {
    let decimal = |value: &Value| match value {
        Value::Decimal(decimal) => Some(*decimal),
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
        .map(Value::Decimal)
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
fn narrowed(value: Value) -> Value {
    match value {
        Value::Long(n) => i32::try_from(n).map_or(Value::Long(n), Value::Int),
        other => other,
    }
}

fn identical(language: Language, left: &Value, right: &Value) -> Result<bool, String> {
    if language == Language::JavaScript {
        // A text that Java made is an object, and never the same as a text of the script.
        return Ok(match (left, right) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (a, b) if a.is_number() && b.is_number() => a.to_f64() == b.to_f64(),
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Null, Value::Null) | (Value::Undefined, Value::Undefined) => true,
            _ => false,
        });
    }
    Err("`===` is not known here".to_owned())
}
