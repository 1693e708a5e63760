//! Which methods and properties values have here.

use super::syntax::{Expression, ScriptLanguage};
use super::{class, closure_method, library, static_method};

/// The methods that some kind of value has here, beside those that take a closure.
const METHODS: [&str; 147] = [
    "abs",
    "add",
    "addAll",
    "after",
    "append",
    "asList",
    "before",
    "booleanValue",
    "call",
    "capitalize",
    "charAt",
    "clear",
    "clone",
    "compareTo",
    "compareToIgnoreCase",
    "concat",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "count",
    "createNewFile",
    "decode",
    "decodeBase64",
    "delete",
    "deleteCharAt",
    "doubleValue",
    "drop",
    "encode",
    "encodeBase64",
    "encodeBase64Url",
    "encodeHex",
    "encodeToString",
    "endsWith",
    "entrySet",
    "equals",
    "equalsIgnoreCase",
    "exists",
    "find",
    "findAll",
    "first",
    "flatten",
    "flush",
    "close",
    "format",
    "get",
    "getAt",
    "getBytes",
    "getAbsolutePath",
    "getKey",
    "getMessage",
    "getName",
    "getOrDefault",
    "getParent",
    "getPath",
    "getText",
    "getTime",
    "getDate",
    "getValue",
    "group",
    "groupCount",
    "hasGroup",
    "head",
    "includes",
    "indexOf",
    "insert",
    "intValue",
    "intdiv",
    "intern",
    "isBlank",
    "isDirectory",
    "isEmpty",
    "isFile",
    "isInteger",
    "isNumber",
    "join",
    "keySet",
    "last",
    "lastIndexOf",
    "leftShift",
    "length",
    "longValue",
    "lines",
    "matcher",
    "matches",
    "max",
    "min",
    "minus",
    "mod",
    "multiply",
    "negate",
    "newLine",
    "nextBoolean",
    "nextDouble",
    "nextInt",
    "nextLong",
    "padLeft",
    "padRight",
    "parse",
    "parseText",
    "plus",
    "pop",
    "print",
    "printStackTrace",
    "println",
    "push",
    "put",
    "putAll",
    "putAt",
    "readLines",
    "remove",
    "removeAll",
    "removeAt",
    "repeat",
    "replace",
    "replaceAll",
    "replaceFirst",
    "reset",
    "reverse",
    "round",
    "set",
    "setDate",
    "setLength",
    "setText",
    "setTime",
    "setTimeZone",
    "shift",
    "size",
    "slice",
    "sort",
    "split",
    "startsWith",
    "strip",
    "subList",
    "substr",
    "substring",
    "sum",
    "tail",
    "take",
    "toArray",
    "toBigDecimal",
    "toBoolean",
    "toDouble",
    "toFixed",
    "toFloat",
    "toInteger",
    "toJson",
];
const MORE: [&str; 20] = [
    "toList",
    "toLong",
    "toLowerCase",
    "toPrettyString",
    "prettyPrint",
    "toSet",
    "toSorted",
    "toString",
    "toUpperCase",
    "tokenize",
    "trim",
    "unique",
    "values",
    "withIndex",
    "withoutPadding",
    "write",
    "writeLine",
    "toCharArray",
    "uncapitalize",
    "getYear",
];

/// Properties that values have by themselves; those of maps have any name.
const PROPERTIES: [&str; 12] = [
    "length",
    "time",
    "empty",
    "bytes",
    "key",
    "value",
    "message",
    "text",
    "name",
    "count",
    "size",
    "absolutePath",
];

/// Whether a call or a property can be performed on any kind of value; why not. `has_maps`: there are values whose parts
/// have names of their own.
pub(super) fn check(language: ScriptLanguage, expression: &Expression, has_maps: bool) -> Result<(), String> {
    match expression {
        Expression::Call { receiver, method, arguments, .. } => match &**receiver {
            Expression::Object(object) => library::check_method(*object, method),
            Expression::Class(class) => static_method::check(class, method, arguments.len()),
            Expression::Call { receiver: inner, method: before, .. }
                if library::chain(inner, before).is_some() =>
            {
                library::check_method(library::chain(inner, before).expect("just looked at"), method)
            }
            _ if method == "size" && language == ScriptLanguage::JavaScript => {
                Err("the method `size` is not supported; `length` is".to_owned())
            }
            _ if is_method(language, method) => Ok(()),
            _ => Err(unknown_method(method)),
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
            _ if language.is_jexl() => Err(format!("the property `{name}` is not supported")),
            _ if name == "length" || name == "empty" => Ok(()),
            _ if language == ScriptLanguage::Groovy && PROPERTIES.contains(&name.as_str()) => Ok(()),
            _ if has_maps && language != ScriptLanguage::BeanShell => Ok(()),
            _ => Err(format!("the property `{name}` is not supported; those of maps and of JSON are")),
        },
        _ => Ok(()),
    }
}

fn is_method(language: ScriptLanguage, name: &str) -> bool {
    let with_closure =
        !language.is_jexl() && language != ScriptLanguage::BeanShell && closure_method::is_known(name);
    METHODS.contains(&name) || MORE.contains(&name) || with_closure
}

/// Of an unknown method: the closest that is known.
fn unknown_method(name: &str) -> String {
    let all = METHODS.into_iter().chain(MORE).chain(closure_method::METHODS);
    match crate::diagnostic::closest(name, all) {
        Some(close) => format!("the method `{name}` is not supported; `{close}` is"),
        None => format!("the method `{name}` is not supported"),
    }
}

/// Whether a brace behind a method begins its closure.
pub(super) fn takes_closure(name: &str) -> bool {
    closure_method::is_known(name)
}
