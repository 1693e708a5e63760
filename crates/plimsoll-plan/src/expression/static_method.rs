//! Static methods of Java's classes.

use super::arguments::Arguments;
use super::bytes;
use super::compare;
use super::conversion::parse_number;
use super::library::property;
use super::number::round;
use super::syntax::{Object, ScriptLanguage};
use super::value::Matcher;
use super::value::{ScriptValue, Type};
use super::{json, list_method};
use crate::template::{EvaluationContext, random_uuid};
use std::rc::Rc;

type Outcome = Result<ScriptValue, String>;

pub(super) fn check(class: &str, method: &str, count: usize) -> Result<(), String> {
    let known = match (class, method) {
        ("Integer", "parseInt" | "valueOf") | ("Long", "parseLong" | "valueOf") => count == 1,
        ("Double" | "Float", "parseDouble" | "parseFloat" | "valueOf") => count == 1,
        ("Boolean", "parseBoolean" | "valueOf") => count == 1,
        ("Integer" | "Long" | "Double" | "Boolean", "toString") => count == 1,
        ("String", "valueOf") => count == 1,
        ("String", "join") => count >= 1,
        ("String", "format") => count >= 1,
        ("Math", "abs" | "round" | "floor" | "ceil" | "sqrt" | "log" | "log10" | "exp") => count == 1,
        ("Math", "max" | "min" | "pow" | "floorMod") => count == 2,
        ("Math", "random") | ("System", "currentTimeMillis" | "nanoTime" | "lineSeparator") => count == 0,
        ("UUID", "randomUUID") => count == 0,
        ("System", "getenv") => count == 1,
        ("System", "getProperty") => (1..=2).contains(&count),
        ("FileServer", "getFileServer") | ("JMeterContextService", "getContext") => count == 0,
        ("ThreadLocalRandom", "current") | ("Thread", "currentThread") => count == 0,
        ("JMeterUtils", "getProperty") => count == 1,
        ("JMeterUtils", "getPropDefault" | "setProperty") => count == 2,
        ("StringUtils", "isEmpty" | "isNotEmpty" | "isBlank" | "isNotBlank") => count == 1,
        (
            "StringUtils",
            "substringBefore" | "substringAfter" | "substringBeforeLast" | "substringAfterLast",
        ) => count == 2,
        ("StringUtils", "substringBetween") => count == 3,
        ("URLEncoder" | "URLDecoder", "encode" | "decode") => (1..=2).contains(&count),
        ("Objects", "equals") => count == 2,
        ("Base64", "getEncoder" | "getDecoder" | "getUrlEncoder" | "getUrlDecoder") => count == 0,
        ("Base64", "getMimeDecoder") => count == 0,
        (
            "codec.Base64",
            "encodeBase64"
            | "encodeBase64String"
            | "encodeBase64URLSafe"
            | "encodeBase64URLSafeString"
            | "decodeBase64",
        ) => count == 1,
        ("DigestUtils", "md5Hex" | "sha1Hex" | "shaHex" | "sha256Hex" | "sha384Hex" | "sha512Hex") => {
            count == 1
        }
        ("TimeZone", "getTimeZone") => count == 1,
        ("JsonOutput", "toJson" | "prettyPrint") => count == 1,
        ("JSON", "parse" | "stringify") => count == 1,
        ("JsonPath", "read") => count == 2,
        ("Pattern", "compile" | "quote") => count == 1,
        ("Pattern", "matches") => count == 2,
        ("Arrays", "asList") | ("List", "of") => true,
        ("Arrays", "toString") => count == 1,
        ("Collections", "shuffle" | "sort" | "reverse") => count == 1,
        ("RandomStringUtils", "randomAlphabetic" | "randomAlphanumeric" | "randomNumeric") => count == 1,
        ("RandomStringUtils", "random") => count == 3,
        _ => false,
    };
    if known { Ok(()) } else { Err(unknown(class, method, count)) }
}

fn unknown(class: &str, method: &str, count: usize) -> String {
    let why = match (class, method) {
        ("Thread", "sleep") => ": it would hold up all users; a timer or a pause in the plan does the same",
        _ => "",
    };
    let count = if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
    let class = class.rsplit('.').next().unwrap_or(class);
    format!("`{class}.{method}` with {count} is not supported{why}")
}

pub(super) fn call(
    class: &str,
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    let language = arguments.language;
    let first = || arguments.get(0);
    Ok(match (class, method) {
        ("Integer" | "Long" | "Double" | "Boolean" | "String" | "Float", _) => {
            of_box(class, method, arguments)?
        }
        ("Math", _) => math(method, arguments, around)?,
        ("System" | "JMeterUtils", _) => of_system(class, method, arguments, around)?,
        ("UUID", _) => random_uuid(around.random()).into(),
        ("FileServer", _) => ScriptValue::Object(Object::FileServer),
        ("JMeterContextService", _) => ScriptValue::Object(Object::Context),
        ("ThreadLocalRandom", _) => ScriptValue::Object(Object::Random),
        ("Thread", _) => ScriptValue::Object(Object::Thread),
        ("StringUtils", _) => of_texts(method, arguments)?,
        ("URLEncoder", _) => {
            url::form_urlencoded::byte_serialize(arguments.text(0)?.as_bytes()).collect::<String>().into()
        }
        ("URLDecoder", _) => crate::template::url_decode(&arguments.text(0)?).into(),
        ("Objects", _) => ScriptValue::Bool(compare::equal(language, first()?, arguments.get(1)?)?),
        ("Base64", "getEncoder") => ScriptValue::Instance("Encoder"),
        ("Base64", "getUrlEncoder") => ScriptValue::Instance("UrlEncoder"),
        ("Base64", _) => ScriptValue::Instance("Decoder"),
        ("codec.Base64", _) => bytes::commons(method, arguments)?,
        ("DigestUtils", _) => {
            let algorithm = match method {
                "md5Hex" => "MD5",
                "sha256Hex" => "SHA-256",
                "sha384Hex" => "SHA-384",
                "sha512Hex" => "SHA-512",
                _ => "SHA-1",
            };
            crate::template::hex_digest(algorithm, &bytes::of(first()?)?).into()
        }
        ("TimeZone", _) => arguments.text(0)?.into(),
        ("JsonOutput", "prettyPrint") => json::pretty(&arguments.text(0)?)?.into(),
        ("JsonOutput" | "JSON", "toJson" | "stringify") => json::write(first()?, language, false).into(),
        ("JSON", _) => json::parse(&arguments.text(0)?)?,
        ("JsonPath", _) => json_path(arguments, around)?,
        ("Pattern", "compile") => first()?.clone(),
        ("Pattern", "quote") => fancy_regex::escape(&arguments.text(0)?).into_owned().into(),
        ("Pattern", _) => {
            let matcher = Matcher::of(&arguments.text(1)?, &arguments.text(0)?)?;
            ScriptValue::Matcher(Rc::new(matcher)).truth(ScriptLanguage::Groovy).map(ScriptValue::Bool)?
        }
        ("Arrays", "toString") => first()?.to_text(ScriptLanguage::BeanShell).into(),
        ("Arrays" | "List", _) => match arguments.values {
            [ScriptValue::List(values)] => ScriptValue::list(values.all()),
            values => ScriptValue::list(values.to_vec()),
        },
        ("Collections", _) => {
            let ScriptValue::List(items) = first()? else { return Err("an argument is no list".to_owned()) };
            let mut values = items.all();
            match method {
                "shuffle" => around.random().shuffle(&mut values),
                "reverse" => values.reverse(),
                _ => list_method::sort(language, &mut values)?,
            }
            items.replace(values);
            ScriptValue::Null
        }
        ("RandomStringUtils", _) => random_text(method, arguments, around)?,
        _ => return Err(format!("`{class}.{method}` is not known")),
    })
}

fn of_box(class: &str, method: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    if method == "join" {
        let values = match &arguments.values[1..] {
            [ScriptValue::List(values)] => values.all(),
            values => values.to_vec(),
        };
        let texts: Vec<String> = values.iter().map(|value| value.to_text(language)).collect();
        return Ok(texts.join(&arguments.text(0)?).into());
    }
    if method == "format" {
        return super::text::format(&arguments.text(0)?, &arguments.values[1..], language)
            .map(ScriptValue::from);
    }
    let first = arguments.get(0)?;
    if matches!(method, "toString" | "valueOf") && (first.as_str().is_none() || class == "String") {
        let kind = match (class, method) {
            (_, "toString") | ("String", _) => return Ok(first.to_text(language).into()),
            ("Integer", _) => Type::Int,
            ("Long", _) => Type::Long,
            ("Double" | "Float", _) => Type::Double,
            _ => Type::Bool,
        };
        return first.clone().into_type(kind, language, false);
    }
    match class {
        "Integer" => parse_number(&arguments.text(0)?, Type::Int),
        "Long" => parse_number(&arguments.text(0)?, Type::Long),
        "Boolean" => Ok(ScriptValue::Bool(arguments.text(0)?.eq_ignore_ascii_case("true"))),
        _ => parse_number(&arguments.text(0)?, Type::Double),
    }
}

fn of_system(
    class: &str,
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    Ok(match (class, method) {
        (_, "currentTimeMillis") => ScriptValue::Long(around.wall_ms()),
        (_, "nanoTime") => ScriptValue::Long(around.wall_ms().saturating_mul(1_000_000)),
        (_, "lineSeparator") => "\n".to_owned().into(),
        (_, "getenv") => std::env::var(arguments.text(0)?).map_or(ScriptValue::Null, ScriptValue::from),
        ("System", _) => match (system_property(&arguments.text(0)?), arguments.values.get(1)) {
            (Some(text), _) => text.into(),
            (None, Some(default)) => default.clone(),
            (None, None) => ScriptValue::Null,
        },
        (_, "getProperty") => property(around, &arguments.text(0)?),
        (_, "getPropDefault") => {
            let found = around.property(&arguments.text(0)?).map(std::borrow::Cow::into_owned);
            found.map_or_else(|| Ok(arguments.get(1)?.clone()), |text| Ok::<_, String>(text.into()))?
        }
        _ => {
            around.set_property(&arguments.text(0)?, arguments.text(1)?);
            ScriptValue::Null
        }
    })
}

/// Those of Java's system properties that say something of the machine (java.lang.System.getProperties).
fn system_property(name: &str) -> Option<String> {
    let shown = |path: std::path::PathBuf| path.display().to_string();
    match name {
        "file.separator" => Some("/".to_owned()),
        "path.separator" => Some(":".to_owned()),
        "line.separator" => Some("\n".to_owned()),
        "os.name" => Some("Linux".to_owned()),
        "user.dir" => std::env::current_dir().ok().map(shown),
        "java.io.tmpdir" => Some(shown(std::env::temp_dir())),
        "user.home" => std::env::var("HOME").ok(),
        "user.name" => std::env::var("USER").ok(),
        _ => None,
    }
}

fn of_texts(method: &str, arguments: &Arguments<'_>) -> Outcome {
    let first = arguments.get(0)?.as_str();
    let text = first.unwrap_or_default();
    let mark = || arguments.text(1);
    Ok(match method {
        "isEmpty" => ScriptValue::Bool(text.is_empty()),
        "isNotEmpty" => ScriptValue::Bool(!text.is_empty()),
        "isBlank" => ScriptValue::Bool(text.trim().is_empty()),
        "isNotBlank" => ScriptValue::Bool(!text.trim().is_empty()),
        _ if first.is_none() => ScriptValue::Null,
        "substringBefore" => text.split_once(&mark()?).map_or(text, |(before, _)| before).to_owned().into(),
        "substringAfter" => text.split_once(&mark()?).map_or("", |(_, after)| after).to_owned().into(),
        "substringBeforeLast" => {
            text.rsplit_once(&mark()?).map_or(text, |(before, _)| before).to_owned().into()
        }
        "substringAfterLast" => text.rsplit_once(&mark()?).map_or("", |(_, after)| after).to_owned().into(),
        _ => {
            let inner =
                text.split_once(&mark()?).and_then(|(_, rest)| rest.split_once(&arguments.text(2).ok()?));
            inner.map_or(ScriptValue::Null, |(inner, _)| inner.to_owned().into())
        }
    })
}

/// com.jayway.jsonpath.JsonPath, by whoever runs the plan.
fn json_path(arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    let text = match arguments.get(0)? {
        value if value.as_str().is_some() => arguments.text(0)?,
        value => json::write(value, arguments.language, false),
    };
    json::parse(&around.json_at(&text, &arguments.text(1)?)?)
}

fn random_text(method: &str, arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    let length = usize::try_from(arguments.whole(0)?).map_err(|_| super::arguments::outside())?;
    let flag = |at: usize| arguments.values.get(at) == Some(&ScriptValue::Bool(true));
    let (letters, digits) = match method {
        "randomAlphabetic" => (true, false),
        "randomNumeric" => (false, true),
        "random" => (flag(1), flag(2)),
        _ => (true, true),
    };
    let mut signs: Vec<char> = Vec::new();
    if letters {
        signs.extend(('a'..='z').chain('A'..='Z'));
    }
    if digits {
        signs.extend('0'..='9');
    }
    if signs.is_empty() || length > super::text::LENGTH_MAX {
        return Err("this random text is not supported".to_owned());
    }
    let random = around.random();
    Ok((0..length).map(|_| signs[random.usize(..signs.len())]).collect::<String>().into())
}

fn math(method: &str, arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    if method == "random" {
        return Ok(ScriptValue::Double(around.random().f64()));
    }
    let first = arguments.get(0)?;
    let double = |value: f64| Ok(ScriptValue::Double(value));
    let script = arguments.language == ScriptLanguage::JavaScript;
    let number = |index: usize| match script {
        true => arguments.get(index).map(compare::javascript_number),
        false => arguments.double(index),
    };
    match method {
        "round" if script => double(round(number(0)?)),
        "round" => Ok(ScriptValue::Long(round(number(0)?) as i64)),
        "floor" => double(number(0)?.floor()),
        "ceil" => double(number(0)?.ceil()),
        "sqrt" => double(number(0)?.sqrt()),
        "log" => double(number(0)?.ln()),
        "log10" => double(number(0)?.log10()),
        "exp" => double(number(0)?.exp()),
        "pow" => double(number(0)?.powf(number(1)?)),
        "floorMod" => {
            let (a, b) = (arguments.whole(0)?, arguments.whole(1)?);
            let found = a.checked_rem_euclid(b).ok_or("a division by zero")?;
            Ok(ScriptValue::Long(if b < 0 && found != 0 { found + b } else { found }))
        }
        "abs" => super::call::method(first, "abs", arguments),
        _ => {
            let takes_first = |first: bool| first == (method == "min");
            let (a, b) = (first, arguments.get(1)?);
            Ok(match (a, b) {
                (ScriptValue::Int(a), ScriptValue::Int(b)) => {
                    ScriptValue::Int(if takes_first(a <= b) { *a } else { *b })
                }
                (ScriptValue::Double(_) | ScriptValue::Decimal(_), _)
                | (_, ScriptValue::Double(_) | ScriptValue::Decimal(_)) => {
                    let (a, b) = (number(0)?, number(1)?);
                    ScriptValue::Double(if takes_first(a <= b) { a } else { b })
                }
                _ => {
                    let (a, b) = (arguments.whole(0)?, arguments.whole(1)?);
                    ScriptValue::Long(if takes_first(a <= b) { a } else { b })
                }
            })
        }
    }
}
