//! What scripts can reach by name: JMeter's objects, and functions. Java's classes are in `class`.

use super::arguments::Arguments;
use super::sample;
use super::syntax::{Expression, Object, ScriptLanguage};
use super::value::ScriptValue;
use crate::template::EvaluationContext;

type Outcome = Result<ScriptValue, String>;

/// JMeter's object of this name (the Bindings of Groovy.java, Jexl3Function.java, JavaScript.java, BeanShell.java).
pub(super) fn object(language: ScriptLanguage, name: &str) -> Option<Object> {
    let rhino_or_jexl = language.is_jexl() || language == ScriptLanguage::JavaScript;
    Some(match name {
        "vars" => Object::Variables,
        "props" => Object::Properties,
        "ctx" => Object::Context,
        "log" => Object::Log,
        "OUT" if language == ScriptLanguage::Groovy || language.is_jexl() => Object::Output,
        "prev" if matches!(language, ScriptLanguage::Groovy | ScriptLanguage::BeanShell) => Object::Sample,
        "SampleResult" if matches!(language, ScriptLanguage::Groovy | ScriptLanguage::BeanShell) => {
            Object::Made
        }
        "AssertionResult" if language == ScriptLanguage::Groovy => Object::Verdict,
        "sampleResult" if rhino_or_jexl => Object::Sample,
        "sampler" => Object::Sampler,
        "Sampler" if language == ScriptLanguage::BeanShell => Object::Sampler,
        _ => return None,
    })
}

/// Functions without a receiver.
pub(super) fn function(language: ScriptLanguage, name: &str) -> Option<&'static str> {
    const JAVASCRIPT: [&str; 5] = ["parseInt", "parseFloat", "Number", "isNaN", "String"];
    const JEXL: [&str; 2] = ["empty", "size"];
    const GROOVY: [&str; 2] = ["println", "print"];
    let known: &[&'static str] = match language {
        ScriptLanguage::JavaScript => &JAVASCRIPT,
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => &JEXL,
        ScriptLanguage::Groovy | ScriptLanguage::BeanShell => &GROOVY,
    };
    known.iter().copied().find(|known| *known == name)
}

pub(super) fn call_function(name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    if matches!(name, "println" | "print") {
        return Ok(ScriptValue::Null);
    }
    let first = arguments.get(0)?;
    Ok(match name {
        "parseInt" => ScriptValue::Double(leading_number(&first.to_text(language), false)),
        "parseFloat" => ScriptValue::Double(leading_number(&first.to_text(language), true)),
        "Number" => ScriptValue::Double(super::compare::javascript_number(first)),
        "isNaN" => ScriptValue::Bool(super::compare::javascript_number(first).is_nan()),
        "String" => ScriptValue::Text(first.to_text(language)),
        "empty" => ScriptValue::Bool(match first {
            ScriptValue::List(values) => values.is_empty(),
            value => value.is_nothing() || value.as_str().is_some_and(str::is_empty),
        }),
        "size" => ScriptValue::Int(match first {
            ScriptValue::List(values) => i32::try_from(values.len()).unwrap_or(i32::MAX),
            ScriptValue::Map(entries) => i32::try_from(entries.len()).unwrap_or(i32::MAX),
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
        Object::Variables => &["get", "put", "getObject", "putObject", "remove", "containsKey"],
        Object::Properties => {
            &["get", "put", "getProperty", "setProperty", "containsKey", "getOrDefault", "remove"]
        }
        Object::Context => &[
            "getThreadNum",
            "getThreadGroup",
            "getThread",
            "getCurrentSampler",
            "getPreviousResult",
            "getVariables",
            "getProperties",
        ],
        Object::Sample => return sample::check_last(method),
        Object::Made => return sample::check_method(method),
        Object::Verdict => {
            &["setFailure", "setError", "setFailureMessage", "isFailure", "isError", "getFailureMessage"]
        }
        Object::Log => &["info", "warn", "error", "debug", "trace", "isDebugEnabled", "isInfoEnabled"],
        Object::Sampler => &["getName", "getCookieManager"],
        Object::CookieManager => &["clear"],
        Object::ThreadGroup => &["getName"],
        Object::Thread => &["getThreadName", "getName", "getThreadNum", "stop"],
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
        (Expression::Object(Object::Sampler), "getCookieManager") => Object::CookieManager,
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
pub(super) fn getter(language: ScriptLanguage, object: Object, property: &str) -> Option<String> {
    if language == ScriptLanguage::BeanShell || matches!(object, Object::Variables | Object::Properties) {
        return None;
    }
    let mut rest = property.chars();
    let name = format!("{}{}", rest.next()?.to_uppercase(), rest.as_str());
    let names = [format!("get{name}"), format!("is{name}")];
    names.into_iter().find(|method| check_method(object, method).is_ok())
}

pub(super) fn property(around: &dyn EvaluationContext, name: &str) -> ScriptValue {
    around.property(name).map_or(ScriptValue::Null, |text| text.into_owned().into())
}

/// A method of JMeter's object.
pub(super) fn call_object(
    object: Object,
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    let nothing = match arguments.language {
        ScriptLanguage::JavaScript => ScriptValue::Undefined,
        _ => ScriptValue::Null,
    };
    let variable = |around: &dyn EvaluationContext, name: &str| {
        around.variable_named(name).map_or(ScriptValue::Null, |text| text.to_owned().into())
    };
    Ok(match (object, method) {
        (Object::Variables, "put") => {
            around.set_variable(&arguments.text(0)?, arguments.text(1)?);
            nothing
        }
        (Object::Variables, "putObject") => {
            let (name, value) = (arguments.text(0)?, arguments.get(1)?.clone());
            match value.as_str().map(str::to_owned) {
                Some(text) => around.set_variable(&name, text),
                None if matches!(value, ScriptValue::Closure(_)) => {
                    return Err("a closure can't be kept beyond its script".to_owned());
                }
                None => {
                    around.remove_variable(&name);
                    around.objects().insert(name, value);
                }
            }
            nothing
        }
        (Object::Variables, "getObject") => {
            let name = arguments.text(0)?;
            match variable(around, &name) {
                ScriptValue::Null => around.objects().get(&name).cloned().unwrap_or(ScriptValue::Null),
                text => text,
            }
        }
        (Object::Variables, "remove") => {
            let before = variable(around, &arguments.text(0)?);
            around.remove_variable(&arguments.text(0)?);
            around.objects().remove(&arguments.text(0)?);
            before
        }
        (Object::Variables, "containsKey") => {
            ScriptValue::Bool(around.variable_named(&arguments.text(0)?).is_some())
        }
        (Object::Variables, _) => variable(around, &arguments.text(0)?),
        (Object::Properties, "remove") => {
            let before = property(around, &arguments.text(0)?);
            around.set_property(&arguments.text(0)?, String::new());
            before
        }
        (Object::Properties, "put" | "setProperty") => {
            let before = property(around, &arguments.text(0)?);
            around.set_property(&arguments.text(0)?, arguments.text(1)?);
            before
        }
        (Object::Properties, "containsKey") => {
            ScriptValue::Bool(around.property(&arguments.text(0)?).is_some())
        }
        (Object::Properties, _) => match (property(around, &arguments.text(0)?), arguments.values.get(1)) {
            (ScriptValue::Null, Some(default)) => default.clone(),
            (value, _) => value,
        },
        (Object::Context, "getThreadNum") | (Object::Thread, "getThreadNum") => {
            ScriptValue::Int(around.user_number() as i32 - 1)
        }
        (Object::Context, "getThreadGroup") => ScriptValue::Object(Object::ThreadGroup),
        (Object::Context, "getThread") => ScriptValue::Object(Object::Thread),
        (Object::Context, "getCurrentSampler") => ScriptValue::Object(Object::Sampler),
        (Object::Context, "getPreviousResult") => ScriptValue::Object(Object::Sample),
        (Object::Context, "getVariables") => ScriptValue::Object(Object::Variables),
        (Object::Context, _) => ScriptValue::Object(Object::Properties),
        (Object::Sampler, "getCookieManager") => ScriptValue::Object(Object::CookieManager),
        (Object::Sampler, _) => around.request_name().into(),
        (Object::CookieManager, _) => {
            around.clear_cookies();
            nothing
        }
        (Object::Thread, "stop") => {
            around.end_user();
            nothing
        }
        (Object::ThreadGroup, _) => around.scenario_name().to_owned().into(),
        (Object::Thread, _) => around.thread_name().into(),
        (Object::Log, "isDebugEnabled" | "isInfoEnabled") => ScriptValue::Bool(method == "isInfoEnabled"),
        (Object::Log | Object::Output, _) => nothing,
        (Object::FileServer, _) => around.origin().folder.display().to_string().into(),
        (Object::Random, _) => random(method, arguments, around.random())?,
        (Object::Sample, _) if sample::is_verdict(method) => sample::judge(method, arguments, around)?,
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
        ("nextInt", 0) => ScriptValue::Int(random.i32(..)),
        ("nextLong", 0) => ScriptValue::Long(random.i64(..)),
        ("nextInt", _) => {
            let (low, high) = places()?;
            ScriptValue::Int(random.i64(low..high) as i32)
        }
        ("nextLong", _) => {
            let (low, high) = places()?;
            ScriptValue::Long(random.i64(low..high))
        }
        ("nextBoolean", _) => ScriptValue::Bool(random.bool()),
        _ => ScriptValue::Double(random.f64()),
    })
}
