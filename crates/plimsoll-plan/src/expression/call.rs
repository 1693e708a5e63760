//! Methods of values: which there are, and those of numbers, lists and dates.

use super::class;
use super::library;
use super::operator;
use super::syntax::{Expression, Language};
use super::text_method::{java_text, javascript_text};
use super::value::{Type, Value};
use crate::template::java_date;

type Outcome = Result<Value, String>;

/// The methods that some kind of value has here.
const METHODS: [&str; 66] = [
    "abs",
    "after",
    "before",
    "booleanValue",
    "capitalize",
    "charAt",
    "compareTo",
    "compareToIgnoreCase",
    "concat",
    "contains",
    "doubleValue",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "first",
    "format",
    "get",
    "getTime",
    "includes",
    "indexOf",
    "intValue",
    "intdiv",
    "intern",
    "isBlank",
    "isEmpty",
    "isInteger",
    "isNumber",
    "join",
    "last",
    "lastIndexOf",
    "length",
    "longValue",
    "matches",
    "minus",
    "multiply",
    "negate",
    "nextBoolean",
    "nextDouble",
    "nextInt",
    "nextLong",
    "padLeft",
    "padRight",
    "plus",
    "repeat",
    "replace",
    "replaceAll",
    "replaceFirst",
    "reverse",
    "round",
    "size",
    "slice",
    "split",
    "startsWith",
    "strip",
    "substr",
    "substring",
    "toBigDecimal",
    "toBoolean",
    "toDouble",
    "toFixed",
    "toFloat",
    "toInteger",
    "toLong",
    "toLowerCase",
    "toString",
    "toUpperCase",
];
const MORE: [&str; 2] = ["trim", "tokenize"];

/// Whether a call or a property can be performed on any kind of value; why not.
pub(super) fn check(language: Language, expression: &Expression) -> Result<(), String> {
    match expression {
        Expression::Call { receiver, method, arguments, .. } => match &**receiver {
            Expression::Object(object) => library::check_method(*object, method),
            Expression::Class(class) => class::check_static(class, method, arguments.len()),
            Expression::Call { receiver: inner, method: before, .. }
                if library::chain(inner, before).is_some() =>
            {
                library::check_method(library::chain(inner, before).expect("just looked at"), method)
            }
            _ if method == "size" && language == Language::JavaScript => {
                Err("the method `size` is not supported".to_owned())
            }
            _ if METHODS.contains(&method.as_str()) || MORE.contains(&method.as_str()) => Ok(()),
            _ => Err(format!("the method `{method}` is not supported")),
        },
        Expression::Property { receiver, name, .. } => match &**receiver {
            Expression::Object(object) => match library::getter(language, *object, name) {
                Some(_) => Ok(()),
                None => Err(format!("the property `{name}` is not supported")),
            },
            Expression::Class(class) => match class::constant(class, name) {
                Some(_) => Ok(()),
                None => Err(format!("`{class}.{name}` is not supported")),
            },
            _ if matches!(name.as_str(), "length" | "time" | "empty") && !language.is_jexl() => Ok(()),
            _ => Err(format!("the property `{name}` is not supported")),
        },
        _ => Ok(()),
    }
}

/// The arguments of a call.
pub(super) struct Arguments<'a> {
    pub language: Language,
    pub values: &'a [Value],
}

impl Arguments<'_> {
    pub fn get(&self, index: usize) -> Result<&Value, String> {
        self.values.get(index).ok_or_else(|| "an argument is missing".to_owned())
    }

    pub fn text(&self, index: usize) -> Result<String, String> {
        let value = self.get(index)?;
        match value.as_str() {
            Some(text) => Ok(text.to_owned()),
            // Rhino makes a text of any simple value.
            None if self.language == Language::JavaScript && !value.is_nothing() => {
                Ok(value.to_text(self.language))
            }
            None => Err("an argument is no text".to_owned()),
        }
    }

    pub fn whole(&self, index: usize) -> Result<i64, String> {
        self.get(index)?.to_i64().ok_or_else(|| "an argument is no whole number".to_owned())
    }

    pub fn double(&self, index: usize) -> Result<f64, String> {
        self.get(index)?.to_f64().ok_or_else(|| "an argument is no number".to_owned())
    }
}

pub(super) fn method(receiver: &Value, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    match (receiver, name) {
        (Value::Null | Value::Undefined, _) => Err(format!("`{name}` of null")),
        (_, "toString") => Ok(receiver.to_text(language).into()),
        (_, "equals") => {
            let other = arguments.get(0)?;
            let same = match (receiver.as_str(), other.as_str()) {
                (Some(a), Some(b)) => a == b,
                _ => receiver == other,
            };
            Ok(Value::Bool(same))
        }
        (Value::Text(text), _) if language == Language::JavaScript => javascript_text(text, name, arguments),
        (Value::Text(text) | Value::JavaText(text), _) => java_text(text, name, arguments),
        (Value::List(values), _) => list(values, name, arguments),
        (Value::Date(ms), _) => date(*ms, name, arguments),
        (Value::DateFormat(pattern), "format") => match arguments.get(0)? {
            Value::Date(ms) => Ok(java_date(pattern, *ms).into()),
            _ => Err("only dates are formatted".to_owned()),
        },
        (Value::Bool(value), "booleanValue") => Ok(Value::Bool(*value)),
        _ if receiver.is_number() => number(receiver, name, arguments),
        _ => Err(format!("`{name}` is not known of {}", receiver.to_text(language))),
    }
}

pub(super) fn outside() -> String {
    "the place is outside of the text".to_owned()
}

fn number(of: &Value, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let cast = |kind| of.clone().into_type(kind, language, false);
    match name {
        "intValue" | "toInteger" => cast(Type::Int),
        "longValue" | "toLong" => cast(Type::Long),
        "doubleValue" | "toDouble" => cast(Type::Double),
        "toBigDecimal" => cast(Type::Decimal),
        "intdiv" => match (of, arguments.get(0)?) {
            (Value::Int(a), Value::Int(b)) => {
                a.checked_div(*b).map(Value::Int).ok_or_else(|| "a division by zero".to_owned())
            }
            (a, b) => {
                let (Some(a), Some(b)) = (a.to_i64(), b.to_i64()) else { return Err(outside()) };
                a.checked_div(b).map(Value::Long).ok_or_else(|| "a division by zero".to_owned())
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
        "abs" => Ok(match of {
            Value::Int(n) => Value::Int(n.wrapping_abs()),
            Value::Long(n) => Value::Long(n.wrapping_abs()),
            Value::Double(n) => Value::Double(n.abs()),
            other => other.clone(),
        }),
        "round" => match (of, arguments.values.len()) {
            (Value::Decimal(n), 0) => Ok(Value::Long(n.rounded(0).truncated() as i64)),
            (Value::Decimal(n), _) => {
                Ok(Value::Decimal(n.rounded(u32::try_from(arguments.whole(0)?).unwrap_or(0))))
            }
            (Value::Double(n), 0) => Ok(Value::Long((n + 0.5).floor() as i64)),
            _ => Err("this rounding is not supported".to_owned()),
        },
        "toFixed" => {
            let places = usize::try_from(arguments.whole(0)?).unwrap_or(0).min(20);
            Ok(Value::Text(format!("{:.places$}", of.to_f64().unwrap_or(f64::NAN))))
        }
        "compareTo" => {
            let order = operator::compare(language, of, arguments.get(0)?)?;
            Ok(Value::Int(order.map_or(0, |order| order as i32)))
        }
        _ => Err(format!("`{name}` is no method of a number")),
    }
}

fn list(values: &[Value], name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    match name {
        "size" => Ok(Value::Int(i32::try_from(values.len()).unwrap_or(i32::MAX))),
        "isEmpty" => Ok(Value::Bool(values.is_empty())),
        "get" => {
            let at = usize::try_from(arguments.whole(0)?).map_err(|_| outside())?;
            values.get(at).cloned().ok_or_else(outside)
        }
        "first" => values.first().cloned().ok_or_else(outside),
        "last" => values.last().cloned().ok_or_else(outside),
        "contains" | "indexOf" => {
            let wanted = arguments.get(0)?;
            let same =
                |v: &Value| v == wanted || v.as_str().is_some_and(|text| Some(text) == wanted.as_str());
            let found = values.iter().position(same);
            Ok(match name {
                "contains" => Value::Bool(found.is_some()),
                _ => Value::Int(found.map_or(-1, |at| i32::try_from(at).unwrap_or(i32::MAX))),
            })
        }
        "join" => {
            let texts: Vec<String> = values.iter().map(|value| value.to_text(language)).collect();
            let mark = match arguments.values.is_empty() {
                true if language == Language::JavaScript => ",".to_owned(),
                true => String::new(),
                false => arguments.text(0)?,
            };
            Ok(texts.join(&mark).into())
        }
        _ => Err(format!("`{name}` is no method of a list")),
    }
}

fn date(ms: i64, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let other = || match arguments.get(0)? {
        Value::Date(other) => Ok(*other),
        _ => Err("an argument is no date".to_owned()),
    };
    Ok(match name {
        "getTime" => Value::Long(ms),
        "format" if arguments.language == Language::Groovy => java_date(&arguments.text(0)?, ms).into(),
        "before" => Value::Bool(ms < other()?),
        "after" => Value::Bool(ms > other()?),
        "compareTo" => Value::Int(ms.cmp(&other()?) as i32),
        "plus" => Value::Date(ms.saturating_add(arguments.whole(0)?.saturating_mul(86_400_000))),
        "minus" => Value::Date(ms.saturating_sub(arguments.whole(0)?.saturating_mul(86_400_000))),
        _ => return Err(format!("`{name}` is no method of a date")),
    })
}
