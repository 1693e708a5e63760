//! What scripts can reach by name: JMeter's objects, Java's classes, JavaScript's functions.

use super::call::Arguments;
use super::parse::{Parser, Read};
use super::sample;
use super::syntax::{Expression, Language, Object};
use super::value::{Type, Value, parse_number};
use crate::template::{Surroundings, random_uuid};

type Outcome = Result<Value, String>;

/// JMeter's object of this name (the Bindings of Groovy.java, Jexl3Function.java, JavaScript.java, BeanShell.java).
pub(super) fn object(language: Language, name: &str) -> Option<Object> {
    let rhino_or_jexl = language.is_jexl() || language == Language::JavaScript;
    Some(match name {
        "vars" => Object::Variables,
        "props" => Object::Properties,
        "ctx" => Object::Context,
        "log" => Object::Log,
        "OUT" if language == Language::Groovy || language.is_jexl() => Object::Output,
        "prev" if matches!(language, Language::Groovy | Language::BeanShell) => Object::Sample,
        "SampleResult" if matches!(language, Language::Groovy | Language::BeanShell) => Object::Made,
        "AssertionResult" if language == Language::Groovy => Object::Verdict,
        "sampleResult" if rhino_or_jexl => Object::Sample,
        "sampler" if language != Language::BeanShell => Object::Sampler,
        "Sampler" if language == Language::BeanShell => Object::Sampler,
        _ => return None,
    })
}

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

/// Functions without a receiver.
pub(super) fn function(language: Language, name: &str) -> Option<&'static str> {
    const JAVASCRIPT: [&str; 5] = ["parseInt", "parseFloat", "Number", "isNaN", "String"];
    const JEXL: [&str; 2] = ["empty", "size"];
    let known: &[&'static str] = match language {
        Language::JavaScript => &JAVASCRIPT,
        Language::Jexl2 | Language::Jexl3 => &JEXL,
        _ => &[],
    };
    known.iter().copied().find(|known| *known == name)
}

pub(super) fn call_function(name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let first = arguments.get(0)?;
    Ok(match name {
        "parseInt" => Value::Double(leading_number(&first.to_text(language), false)),
        "parseFloat" => Value::Double(leading_number(&first.to_text(language), true)),
        "Number" => Value::Double(super::operator::javascript_number(first)),
        "isNaN" => Value::Bool(super::operator::javascript_number(first).is_nan()),
        "String" => Value::Text(first.to_text(language)),
        "empty" => Value::Bool(match first {
            Value::List(values) => values.is_empty(),
            value => value.is_nothing() || value.as_str().is_some_and(str::is_empty),
        }),
        "size" => Value::Int(match first {
            Value::List(values) => i32::try_from(values.len()).unwrap_or(i32::MAX),
            value => value.as_str().map_or(0, super::text::length),
        }),
        _ => return Err(format!("`{name}` is not known")),
    })
}

/// What a text begins with, as JavaScript's `parseInt` and `parseFloat` read it.
fn leading_number(text: &str, fraction: bool) -> f64 {
    let text = text.trim_start();
    let mut point = !fraction;
    let length = text.char_indices().take_while(|(at, c)| match c {
        '0'..='9' => true,
        '+' | '-' => *at == 0,
        '.' => !std::mem::replace(&mut point, true),
        _ => false,
    });
    let length = length.count();
    text[..length].trim_end_matches('.').parse().unwrap_or(f64::NAN)
}

/// The method of JMeter's object, if it is one of those performed.
pub(super) fn check_method(object: Object, method: &str) -> Result<(), String> {
    let known: &[&str] = match object {
        Object::Variables => &["get", "put", "getObject", "remove", "containsKey"],
        Object::Properties => &["get", "put", "getProperty", "setProperty", "containsKey", "getOrDefault"],
        Object::Context => &[
            "getThreadNum",
            "getThreadGroup",
            "getThread",
            "getCurrentSampler",
            "getPreviousResult",
            "getVariables",
            "getProperties",
        ],
        Object::Sample => &sample::GETTERS,
        Object::Made => return sample::check_method(method),
        Object::Verdict => {
            &["setFailure", "setError", "setFailureMessage", "isFailure", "isError", "getFailureMessage"]
        }
        Object::Log => &["info", "warn", "error", "debug", "trace"],
        Object::Sampler | Object::ThreadGroup => &["getName"],
        Object::Thread => &["getThreadName", "getName", "getThreadNum"],
        Object::FileServer => &["getBaseDir"],
        Object::Output => &["println", "print"],
        Object::Random => &["nextInt", "nextDouble", "nextBoolean", "nextLong"],
    };
    match known.contains(&method) {
        true => Ok(()),
        false => {
            Err(format!("the method `{method}` of {object:?} is not supported").replace("Variables", "vars"))
        }
    }
}

/// The object that a call gives, where that is known from its name.
pub(super) fn chain(receiver: &Expression, method: &str) -> Option<Object> {
    Some(match (receiver, method) {
        (Expression::Object(Object::Context), "getThreadGroup") => Object::ThreadGroup,
        (Expression::Object(Object::Context), "getThread") => Object::Thread,
        (Expression::Object(Object::Context), "getCurrentSampler") => Object::Sampler,
        (Expression::Object(Object::Context), "getPreviousResult") => Object::Sample,
        (Expression::Object(Object::Context), "getVariables") => Object::Variables,
        (Expression::Object(Object::Context), "getProperties") => Object::Properties,
        (Expression::Class("FileServer"), "getFileServer") => Object::FileServer,
        (Expression::Class("JMeterContextService"), "getContext") => Object::Context,
        (Expression::Class("ThreadLocalRandom"), "current") => Object::Random,
        (Expression::Class("Thread"), "currentThread") => Object::Thread,
        _ => return None,
    })
}

/// The method behind a property: `prev.responseCode`, `ctx.threadNum`.
pub(super) fn getter(language: Language, object: Object, property: &str) -> Option<String> {
    if language == Language::BeanShell || matches!(object, Object::Variables | Object::Properties) {
        return None;
    }
    let mut rest = property.chars();
    let name = format!("{}{}", rest.next()?.to_uppercase(), rest.as_str());
    let names = [format!("get{name}"), format!("is{name}")];
    names.into_iter().find(|method| check_method(object, method).is_ok())
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

fn property(around: &dyn Surroundings, name: &str) -> Value {
    around.property(name).map_or(Value::Null, |text| text.into_owned().into())
}

/// A method of JMeter's object.
pub(super) fn call_object(
    object: Object,
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn Surroundings,
) -> Outcome {
    let nothing = match arguments.language {
        Language::JavaScript => Value::Undefined,
        _ => Value::Null,
    };
    let variable = |around: &dyn Surroundings, name: &str| {
        around.variable_named(name).map_or(Value::Null, |text| text.to_owned().into())
    };
    Ok(match (object, method) {
        (Object::Variables, "put") => {
            around.set_variable(&arguments.text(0)?, arguments.text(1)?);
            nothing
        }
        (Object::Variables, "remove") => {
            let before = variable(around, &arguments.text(0)?);
            around.remove_variable(&arguments.text(0)?);
            before
        }
        (Object::Variables, "containsKey") => {
            Value::Bool(around.variable_named(&arguments.text(0)?).is_some())
        }
        (Object::Variables, _) => variable(around, &arguments.text(0)?),
        (Object::Properties, "put" | "setProperty") => {
            let before = property(around, &arguments.text(0)?);
            around.set_property(&arguments.text(0)?, arguments.text(1)?);
            before
        }
        (Object::Properties, "containsKey") => Value::Bool(around.property(&arguments.text(0)?).is_some()),
        (Object::Properties, _) => match (property(around, &arguments.text(0)?), arguments.values.get(1)) {
            (Value::Null, Some(default)) => default.clone(),
            (value, _) => value,
        },
        (Object::Context, "getThreadNum") | (Object::Thread, "getThreadNum") => {
            Value::Int(around.user_number() as i32 - 1)
        }
        (Object::Context, "getThreadGroup") => Value::Object(Object::ThreadGroup),
        (Object::Context, "getThread") => Value::Object(Object::Thread),
        (Object::Context, "getCurrentSampler") => Value::Object(Object::Sampler),
        (Object::Context, "getPreviousResult") => Value::Object(Object::Sample),
        (Object::Context, "getVariables") => Value::Object(Object::Variables),
        (Object::Context, _) => Value::Object(Object::Properties),
        (Object::Sampler, _) => around.request_name().into(),
        (Object::ThreadGroup, _) => around.scenario_name().to_owned().into(),
        (Object::Thread, _) => around.thread_name().into(),
        (Object::Log | Object::Output, _) => nothing,
        (Object::FileServer, _) => around.origin().folder.display().to_string().into(),
        (Object::Random, _) => random(method, arguments, around.random())?,
        (Object::Sample, _) => sample::read(method, around)?,
        (Object::Made, _) => sample::made(method, arguments, around)?,
        (Object::Verdict, _) => sample::verdict(method, arguments, around)?,
    })
}

fn random(method: &str, arguments: &Arguments<'_>, random: &mut fastrand::Rng) -> Outcome {
    let places = || -> Result<(i64, i64), String> {
        let (low, high) = match arguments.values.len() {
            1 => (0, arguments.whole(0)?),
            _ => (arguments.whole(0)?, arguments.whole(1)?),
        };
        if low < high { Ok((low, high)) } else { Err("the bound must be positive".to_owned()) }
    };
    Ok(match (method, arguments.values.len()) {
        ("nextInt", 0) => Value::Int(random.i32(..)),
        ("nextLong", 0) => Value::Long(random.i64(..)),
        ("nextInt", _) => {
            let (low, high) = places()?;
            Value::Int(random.i64(low..high) as i32)
        }
        ("nextLong", _) => {
            let (low, high) = places()?;
            Value::Long(random.i64(low..high))
        }
        ("nextBoolean", _) => Value::Bool(random.bool()),
        _ => Value::Double(random.f64()),
    })
}
