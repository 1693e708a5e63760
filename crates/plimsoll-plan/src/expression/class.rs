//! Java's classes that scripts can reach: by which names, their objects, constants and static methods.

use super::call::Arguments;
use super::library::property;
use super::parser::{Parser, Read};
use super::syntax::{Expression, Language, Object};
use super::value::{Type, Value, parse_number};
use crate::template::{Surroundings, random_uuid};

type Outcome = Result<Value, String>;

/// Simple name, package.
const CLASSES: [(&str, &str); 21] = [
    ("Integer", "java.lang"),
    ("Long", "java.lang"),
    ("Double", "java.lang"),
    ("Boolean", "java.lang"),
    ("String", "java.lang"),
    ("Math", "java.lang"),
    ("System", "java.lang"),
    ("Thread", "java.lang"),
    ("Random", "java.util"),
    ("Date", "java.util"),
    ("UUID", "java.util"),
    ("Objects", "java.util"),
    ("ThreadLocalRandom", "java.util.concurrent"),
    ("SimpleDateFormat", "java.text"),
    ("URLEncoder", "java.net"),
    ("URLDecoder", "java.net"),
    ("FileServer", "org.apache.jmeter.services"),
    ("JMeterUtils", "org.apache.jmeter.util"),
    ("JMeterContextService", "org.apache.jmeter.threads"),
    ("StringUtils", "org.apache.commons.lang3"),
    ("SystemUtils", "org.apache.commons.lang3"),
];

/// A class by its simple name where the language imports it, or by its whole name.
pub(super) fn class(parser: &mut Parser<'_>, name: &str) -> Option<&'static str> {
    let language = parser.language;
    let known = |simple: &str| CLASSES.into_iter().find(|(class, _)| *class == simple);
    if let Some((class, package)) = known(name) {
        let imported = parser.imports.iter().any(|import| {
            import.strip_suffix(".*") == Some(package)
                || import.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) == Some(class)
        });
        let by_itself = match language {
            Language::Groovy | Language::BeanShell => {
                matches!(package, "java.lang" | "java.util" | "java.net")
            }
            Language::JavaScript => matches!(class, "Math" | "String"),
            Language::Jexl2 | Language::Jexl3 => false,
        };
        return (imported || by_itself).then_some(class);
    }
    if language.is_jexl() || !matches!(name, "java" | "org" | "Packages" | "com") {
        return None;
    }
    let start = parser.position();
    let mut path = if name == "Packages" { String::new() } else { name.to_owned() };
    while parser.next_sign(".") {
        let Some(part) = parser.next_name() else { break };
        if part.starts_with(char::is_uppercase) {
            if let Some((class, package)) = known(&part)
                && package == path
            {
                return Some(class);
            }
            break;
        }
        path = if path.is_empty() { part } else { format!("{path}.{part}") };
    }
    parser.go_back(start);
    None
}

/// After `new`.
pub(super) fn construction(parser: &mut Parser<'_>) -> Read<Expression> {
    // JEXL's is a function: `new("java.util.Date")`.
    let Some(name) = parser.next_name() else { return parser.problem("`new` is not supported here") };
    let found = match class(parser, &name) {
        // JavaScript's own date is another thing than Java's.
        Some(class) if ["Random", "Date", "SimpleDateFormat", "String"].contains(&class) => class,
        _ => return parser.problem(format!("objects of `{name}` are not supported")),
    };
    parser.expect("(")?;
    let arguments = parser.arguments()?;
    let most = match found {
        "Random" => 0,
        "SimpleDateFormat" => 1,
        _ => 1,
    };
    if arguments.len() > most || (found == "SimpleDateFormat" && arguments.is_empty()) {
        return parser.problem(format!("this way to make a `{found}` is not supported"));
    }
    Ok(Expression::New(found, arguments))
}

pub(super) fn construct(class: &str, arguments: &Arguments<'_>, around: &dyn Surroundings) -> Outcome {
    Ok(match (class, arguments.values.len()) {
        ("Random", _) => Value::Object(Object::Random),
        ("Date", 0) => Value::Date(around.wall_ms()),
        ("Date", _) => Value::Date(arguments.whole(0)?),
        ("SimpleDateFormat", _) => Value::DateFormat(arguments.text(0)?),
        (_, 0) => String::new().into(),
        _ => arguments.text(0)?.into(),
    })
}

pub(super) fn constant(class: &str, name: &str) -> Option<Value> {
    Some(match (class, name) {
        ("Integer", "MAX_VALUE") => Value::Int(i32::MAX),
        ("Integer", "MIN_VALUE") => Value::Int(i32::MIN),
        ("Long", "MAX_VALUE") => Value::Long(i64::MAX),
        ("SystemUtils", "IS_OS_LINUX" | "IS_OS_UNIX") => Value::Bool(true),
        ("SystemUtils", "IS_OS_WINDOWS" | "IS_OS_MAC") => Value::Bool(false),
        ("Math", "PI") => Value::Double(std::f64::consts::PI),
        _ => return None,
    })
}

pub(super) fn check_static(class: &str, method: &str, count: usize) -> Result<(), String> {
    let known = match (class, method) {
        ("Integer", "parseInt" | "valueOf") | ("Long", "parseLong" | "valueOf") => count == 1,
        ("Double", "parseDouble" | "valueOf") | ("Boolean", "parseBoolean" | "valueOf") => count == 1,
        ("Integer" | "Long" | "Double" | "Boolean", "toString") | ("String", "valueOf") => count == 1,
        ("Math", "abs" | "round" | "floor" | "ceil" | "sqrt") => count == 1,
        ("Math", "max" | "min" | "pow") => count == 2,
        ("Math", "random") | ("System", "currentTimeMillis" | "nanoTime") | ("UUID", "randomUUID") => {
            count == 0
        }
        ("System", "getenv" | "getProperty") => count == 1,
        ("FileServer", "getFileServer") | ("JMeterContextService", "getContext") => count == 0,
        ("ThreadLocalRandom", "current") | ("Thread", "currentThread") => count == 0,
        ("JMeterUtils", "getProperty") => count == 1,
        ("JMeterUtils", "getPropDefault" | "setProperty") => count == 2,
        ("StringUtils", "isEmpty" | "isNotEmpty" | "isBlank" | "isNotBlank") => count == 1,
        ("URLEncoder" | "URLDecoder", "encode" | "decode") => (1..=2).contains(&count),
        ("Objects", "equals") => count == 2,
        _ => false,
    };
    if known { Ok(()) } else { Err(format!("`{class}.{method}` with {count} arguments is not supported")) }
}

pub(super) fn call_static(
    class: &str,
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn Surroundings,
) -> Outcome {
    let language = arguments.language;
    let is_empty = |blank: bool| -> Result<bool, String> {
        Ok(match arguments.get(0)?.as_str() {
            Some(text) if blank => text.trim().is_empty(),
            Some(text) => text.is_empty(),
            None => true,
        })
    };
    Ok(match (class, method) {
        (_, "toString" | "valueOf") if arguments.get(0)?.as_str().is_none() || class == "String" => {
            let kind = match (class, method) {
                (_, "toString") | ("String", _) => return Ok(arguments.get(0)?.to_text(language).into()),
                ("Integer", _) => Type::Int,
                ("Long", _) => Type::Long,
                ("Double", _) => Type::Double,
                _ => Type::Bool,
            };
            arguments.get(0)?.clone().into_type(kind, language, false)?
        }
        ("Integer", _) => parse_number(&arguments.text(0)?, Type::Int)?,
        ("Long", _) => parse_number(&arguments.text(0)?, Type::Long)?,
        ("Double", _) => parse_number(&arguments.text(0)?, Type::Double)?,
        ("Boolean", _) => Value::Bool(arguments.text(0)?.eq_ignore_ascii_case("true")),
        ("Math", _) => math(method, arguments, around)?,
        ("System", "currentTimeMillis") => Value::Long(around.wall_ms()),
        ("System", "nanoTime") => Value::Long(around.wall_ms().saturating_mul(1_000_000)),
        ("System", "getenv") => std::env::var(arguments.text(0)?).map_or(Value::Null, Value::from),
        ("System", "getProperty") => Value::Null,
        ("UUID", _) => random_uuid(around.random()).into(),
        ("FileServer", _) => Value::Object(Object::FileServer),
        ("JMeterContextService", _) => Value::Object(Object::Context),
        ("ThreadLocalRandom", _) => Value::Object(Object::Random),
        ("Thread", _) => Value::Object(Object::Thread),
        ("JMeterUtils", "getProperty") => property(around, &arguments.text(0)?),
        ("JMeterUtils", "getPropDefault") => {
            let found = around.property(&arguments.text(0)?).map(std::borrow::Cow::into_owned);
            found.map_or_else(|| Ok(arguments.get(1)?.clone()), |text| Ok::<_, String>(text.into()))?
        }
        ("JMeterUtils", _) => {
            around.set_property(&arguments.text(0)?, arguments.text(1)?);
            Value::Null
        }
        ("StringUtils", "isEmpty") => Value::Bool(is_empty(false)?),
        ("StringUtils", "isNotEmpty") => Value::Bool(!is_empty(false)?),
        ("StringUtils", "isBlank") => Value::Bool(is_empty(true)?),
        ("StringUtils", _) => Value::Bool(!is_empty(true)?),
        ("URLEncoder", _) => {
            url::form_urlencoded::byte_serialize(arguments.text(0)?.as_bytes()).collect::<String>().into()
        }
        ("URLDecoder", _) => crate::template::url_decode(&arguments.text(0)?).into(),
        ("Objects", _) => {
            Value::Bool(super::operator::equal(language, arguments.get(0)?, arguments.get(1)?)?)
        }
        _ => return Err(format!("`{class}.{method}` is not known")),
    })
}

fn math(method: &str, arguments: &Arguments<'_>, around: &mut dyn Surroundings) -> Outcome {
    if method == "random" {
        return Ok(Value::Double(around.random().f64()));
    }
    let first = arguments.get(0)?;
    let double = |value: f64| Ok(Value::Double(value));
    let script = arguments.language == Language::JavaScript;
    let number = |index: usize| match script {
        true => arguments.get(index).map(super::operator::javascript_number),
        false => arguments.double(index),
    };
    match method {
        "round" if script => double((number(0)? + 0.5).floor()),
        "round" => Ok(Value::Long((number(0)? + 0.5).floor() as i64)),
        "floor" => double(number(0)?.floor()),
        "ceil" => double(number(0)?.ceil()),
        "sqrt" => double(number(0)?.sqrt()),
        "pow" => double(number(0)?.powf(number(1)?)),
        "abs" => super::call::method(first, "abs", arguments),
        _ => {
            let takes_first = |first: bool| first == (method == "min");
            let (a, b) = (first, arguments.get(1)?);
            Ok(match (a, b) {
                (Value::Int(a), Value::Int(b)) => Value::Int(if takes_first(a <= b) { *a } else { *b }),
                (Value::Double(_) | Value::Decimal(_), _) | (_, Value::Double(_) | Value::Decimal(_)) => {
                    let (a, b) = (number(0)?, number(1)?);
                    Value::Double(if takes_first(a <= b) { a } else { b })
                }
                _ => {
                    let (a, b) = (arguments.whole(0)?, arguments.whole(1)?);
                    Value::Long(if takes_first(a <= b) { a } else { b })
                }
            })
        }
    }
}
