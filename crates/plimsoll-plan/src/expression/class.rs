//! Java's classes that scripts can reach: by which names, their objects and constants.

use super::arguments::Arguments;
use super::bytes;
use super::closure;
use super::parser::{Parser, Read};
use super::syntax::{Expression, Object, ScriptLanguage};
use super::value::{DateFormat, ScriptValue, Type};
use crate::template::EvaluationContext;
use std::cell::RefCell;
use std::rc::Rc;

type Outcome = Result<ScriptValue, String>;

/// What it is called here, simple name, package. Of equal names the first is taken where none is imported by its name.
const CLASSES: [(&str, &str, &str); 54] = [
    ("Integer", "Integer", "java.lang"),
    ("Long", "Long", "java.lang"),
    ("Double", "Double", "java.lang"),
    ("Float", "Float", "java.lang"),
    ("Boolean", "Boolean", "java.lang"),
    ("String", "String", "java.lang"),
    ("Math", "Math", "java.lang"),
    ("System", "System", "java.lang"),
    ("Thread", "Thread", "java.lang"),
    ("Buffer", "StringBuilder", "java.lang"),
    ("Buffer", "StringBuffer", "java.lang"),
    ("Exception", "Exception", "java.lang"),
    ("Exception", "RuntimeException", "java.lang"),
    ("Exception", "IllegalStateException", "java.lang"),
    ("Exception", "IllegalArgumentException", "java.lang"),
    ("Exception", "AssertionError", "java.lang"),
    ("Exception", "Error", "java.lang"),
    ("Buffer", "StringWriter", "java.io"),
    ("File", "File", "java.io"),
    ("FileWriter", "FileWriter", "java.io"),
    ("BufferedWriter", "BufferedWriter", "java.io"),
    ("PrintWriter", "PrintWriter", "java.io"),
    ("Random", "Random", "java.util"),
    ("Date", "Date", "java.util"),
    ("UUID", "UUID", "java.util"),
    ("Objects", "Objects", "java.util"),
    ("Base64", "Base64", "java.util"),
    ("TimeZone", "TimeZone", "java.util"),
    ("List", "List", "java.util"),
    ("ArrayList", "ArrayList", "java.util"),
    ("ArrayList", "LinkedList", "java.util"),
    ("HashMap", "HashMap", "java.util"),
    ("HashMap", "LinkedHashMap", "java.util"),
    ("Arrays", "Arrays", "java.util"),
    ("Collections", "Collections", "java.util"),
    ("Pattern", "Pattern", "java.util.regex"),
    ("ThreadLocalRandom", "ThreadLocalRandom", "java.util.concurrent"),
    ("SimpleDateFormat", "SimpleDateFormat", "java.text"),
    ("URLEncoder", "URLEncoder", "java.net"),
    ("URLDecoder", "URLDecoder", "java.net"),
    ("JsonSlurper", "JsonSlurper", "groovy.json"),
    ("JsonSlurper", "JsonSlurperClassic", "groovy.json"),
    ("JsonOutput", "JsonOutput", "groovy.json"),
    ("JsonBuilder", "JsonBuilder", "groovy.json"),
    ("JsonPath", "JsonPath", "com.jayway.jsonpath"),
    ("FileServer", "FileServer", "org.apache.jmeter.services"),
    ("JMeterUtils", "JMeterUtils", "org.apache.jmeter.util"),
    ("JMeterContextService", "JMeterContextService", "org.apache.jmeter.threads"),
    ("StringUtils", "StringUtils", "org.apache.commons.lang3"),
    ("SystemUtils", "SystemUtils", "org.apache.commons.lang3"),
    ("RandomStringUtils", "RandomStringUtils", "org.apache.commons.lang3"),
    ("codec.Base64", "Base64", "org.apache.commons.codec.binary"),
    ("DigestUtils", "DigestUtils", "org.apache.commons.codec.digest"),
    ("StringUtils", "StringUtils", "org.apache.commons.lang"),
];

/// A class by its simple name where the language imports it, or by its whole name.
pub(super) fn class(parser: &mut Parser<'_>, name: &str) -> Option<&'static str> {
    let language = parser.language;
    if language.is_jexl() {
        return None;
    }
    if name == "JSON" && language == ScriptLanguage::JavaScript {
        return Some("JSON");
    }
    let named = || CLASSES.into_iter().filter(|(_, simple, _)| *simple == name);
    let imported = named().find(|(_, simple, package)| {
        parser.imports.iter().any(|import| {
            import.strip_suffix(".*") == Some(package)
                || import.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) == Some(simple)
        })
    });
    let by_itself = |(_, simple, package): &(&str, &str, &str)| match language {
        ScriptLanguage::Groovy | ScriptLanguage::BeanShell => {
            matches!(*package, "java.lang" | "java.util" | "java.net" | "java.io")
        }
        ScriptLanguage::JavaScript => matches!(*simple, "Math" | "String" | "Date"),
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => false,
    };
    if let Some((class, ..)) = imported.or_else(|| named().find(by_itself)) {
        return Some(class);
    }
    if !matches!(name, "java" | "org" | "Packages" | "com" | "groovy") {
        return None;
    }
    let start = parser.position();
    let mut path = if name == "Packages" { String::new() } else { name.to_owned() };
    while parser.next_sign(".") {
        let Some(part) = parser.next_name() else { break };
        if part.starts_with(char::is_uppercase) {
            let known = CLASSES.into_iter().find(|(_, simple, package)| *simple == part && *package == path);
            if let Some((class, ..)) = known {
                return Some(class);
            }
            break;
        }
        path = if path.is_empty() { part } else { format!("{path}.{part}") };
    }
    parser.go_back(start);
    None
}

/// Those of which objects can be made, and of how many arguments at most.
fn arguments_of(class: &str) -> Option<(usize, usize)> {
    Some(match class {
        "Random" => (0, 0),
        "Date" | "Exception" | "Buffer" | "ArrayList" | "HashMap" => (0, 1),
        "String" => (0, 2),
        "SimpleDateFormat" => (1, 2),
        "JsonSlurper" | "JsonOutput" => (0, 0),
        "JsonBuilder" | "BufferedWriter" | "PrintWriter" => (1, 1),
        "File" | "FileWriter" => (1, 2),
        _ => return None,
    })
}

/// After `new`.
pub(super) fn construction(parser: &mut Parser<'_>) -> Read<Expression> {
    // JEXL's is a function: `new("java.util.Date")`.
    let Some(name) = parser.next_name() else { return parser.problem("`new` is not supported here") };
    if let Some(array) = array(parser, &name)? {
        return Ok(array);
    }
    let found = class(parser, &name).and_then(|class| Some((class, arguments_of(class)?)));
    let Some((class, (least, most))) = found else {
        let name = whole_name(parser, name);
        return parser.problem(super::problem::unknown_class(&name));
    };
    super::type_name::skip_type_arguments(parser);
    parser.expect("(")?;
    let arguments = parser.arguments()?;
    if !(least..=most).contains(&arguments.len()) {
        return parser.problem(format!("this way to make a `{name}` is not supported"));
    }
    Ok(Expression::New(class, arguments))
}

/// As far as it goes on behind the current place, for a message.
fn whole_name(parser: &mut Parser<'_>, first: String) -> String {
    let mut name = first;
    while name.starts_with(char::is_lowercase) && parser.next_sign(".") {
        let Some(part) = parser.next_name() else { break };
        if part.starts_with(char::is_uppercase) {
            return part;
        }
        name = part;
    }
    name
}

/// `new byte[n]`, `new String[] {…}`.
fn array(parser: &mut Parser<'_>, kind: &str) -> Read<Option<Expression>> {
    if !parser.is_sign("[") {
        return Ok(None);
    }
    parser.next_sign("[");
    let cast = if kind == "byte" { Type::Bytes } else { Type::List };
    if parser.next_sign("]") {
        parser.skip_newlines();
        parser.expect("{")?;
        let values = closure::array(parser)?;
        return Ok(Some(Expression::Cast(cast, Box::new(values))));
    }
    let length = parser.inside("]", Parser::expression)?;
    let class = match kind {
        "byte" => "byte[]",
        "int" | "long" | "double" | "float" | "short" => "int[]",
        _ => "Object[]",
    };
    Ok(Some(Expression::New(class, vec![length])))
}

pub(super) fn construct(
    class: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    let language = arguments.language;
    let length = || {
        let length = usize::try_from(arguments.whole(0)?).ok().filter(|length| *length <= 1_000_000);
        length.ok_or_else(super::arguments::outside)
    };
    Ok(match (class, arguments.values.len()) {
        ("Random", _) => ScriptValue::Object(Object::Random),
        ("Date", 0) => ScriptValue::Date(around.wall_ms()),
        ("Date", _) => match arguments.get(0)? {
            ScriptValue::Date(ms) => ScriptValue::Date(*ms),
            _ => ScriptValue::Date(arguments.whole(0)?),
        },
        ("SimpleDateFormat", _) => {
            let pattern = arguments.text(0)?;
            ScriptValue::DateFormat(Rc::new(DateFormat { pattern, zone: RefCell::new(None) }))
        }
        ("Exception", 0) => {
            ScriptValue::entry((ScriptValue::Text("exception".to_owned()), ScriptValue::Null))
        }
        ("Exception", _) => {
            let message = arguments.get(0)?.to_text(language);
            ScriptValue::entry((ScriptValue::Text("exception".to_owned()), message.into()))
        }
        ("Buffer", _) => {
            let start = arguments.values.first().filter(|value| value.as_str().is_some());
            ScriptValue::Buffer(Rc::new(RefCell::new(
                start.map_or_else(String::new, |value| value.to_text(language)),
            )))
        }
        ("ArrayList", 1) if arguments.get(0)?.to_i64().is_none() => {
            ScriptValue::list(super::list_method::all(arguments.get(0)?)?)
        }
        ("ArrayList", _) => ScriptValue::list(Vec::new()),
        ("HashMap", 1) => match arguments.get(0)? {
            ScriptValue::Map(entries) => ScriptValue::map(entries.all()),
            _ => ScriptValue::map(Vec::new()),
        },
        ("HashMap", _) => ScriptValue::map(Vec::new()),
        ("byte[]", _) => ScriptValue::bytes(vec![0; length()?]),
        ("int[]", _) => ScriptValue::list(vec![ScriptValue::Int(0); length()?]),
        ("Object[]", _) => ScriptValue::list(vec![ScriptValue::Null; length()?]),
        ("JsonSlurper", _) => ScriptValue::Instance("JsonSlurper"),
        ("JsonOutput", _) => ScriptValue::Instance("JsonOutput"),
        ("JsonBuilder", _) => {
            let content = arguments.get(0)?.clone();
            ScriptValue::entry((ScriptValue::Instance("JsonBuilder"), content))
        }
        ("File", 1) => match arguments.get(0)? {
            file @ ScriptValue::File(_) => file.clone(),
            _ => ScriptValue::File(arguments.text(0)?.into()),
        },
        ("File", _) => {
            let folder = arguments.get(0)?.to_text(language);
            ScriptValue::File(format!("{}/{}", folder.trim_end_matches('/'), arguments.text(1)?).into())
        }
        ("FileWriter" | "BufferedWriter" | "PrintWriter", _) => {
            super::file::writer(class, arguments, around)?
        }
        (_, 0) => String::new().into(),
        ("String", count) => match arguments.get(0)? {
            ScriptValue::Bytes(bytes) => {
                let encoding = if count > 1 { arguments.get(1)?.as_str().map(str::to_owned) } else { None };
                bytes::text(bytes, encoding.as_deref())?.into()
            }
            _ => arguments.text(0)?.into(),
        },
        _ => return Err(format!("objects of `{class}` are not known")),
    })
}

pub(super) fn constant(class: &str, name: &str) -> Option<ScriptValue> {
    let text = |text: &str| Some(ScriptValue::Text(text.to_owned()));
    Some(match (class, name) {
        ("Integer", "MAX_VALUE") => ScriptValue::Int(i32::MAX),
        ("Integer", "MIN_VALUE") => ScriptValue::Int(i32::MIN),
        ("Long", "MAX_VALUE") => ScriptValue::Long(i64::MAX),
        ("Long", "MIN_VALUE") => ScriptValue::Long(i64::MIN),
        ("Double", "MAX_VALUE") => ScriptValue::Double(f64::MAX),
        ("Boolean", "TRUE") => ScriptValue::Bool(true),
        ("Boolean", "FALSE") => ScriptValue::Bool(false),
        ("SystemUtils", "IS_OS_LINUX" | "IS_OS_UNIX") => ScriptValue::Bool(true),
        ("SystemUtils", "IS_OS_WINDOWS" | "IS_OS_MAC" | "IS_OS_MAC_OSX") => ScriptValue::Bool(false),
        ("SystemUtils", "LINE_SEPARATOR") => return text("\n"),
        ("Math", "PI") => ScriptValue::Double(std::f64::consts::PI),
        ("Math", "E") => ScriptValue::Double(std::f64::consts::E),
        ("File" | "SystemUtils", "separator" | "separatorChar" | "FILE_SEPARATOR") => return text("/"),
        ("File" | "SystemUtils", "pathSeparator" | "pathSeparatorChar" | "PATH_SEPARATOR") => {
            return text(":");
        }
        _ => return None,
    })
}
