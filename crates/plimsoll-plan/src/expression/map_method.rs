//! Methods of maps and their entries, of exceptions, text buffers and byte arrays.

use super::arguments::Arguments;
use super::bytes;
use super::syntax::ScriptLanguage;
use super::text;
use super::value::MapEntries;
use super::value::ScriptValue;
use std::cell::RefCell;
use std::rc::Rc;

type Outcome = Result<ScriptValue, String>;

pub(super) fn map(entries: &MapEntries, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let nothing = |found: Option<ScriptValue>| found.unwrap_or(ScriptValue::Null);
    Ok(match name {
        "get" | "getAt" => nothing(entries.get(arguments.get(0)?)),
        "getOrDefault" => entries.get(arguments.get(0)?).map_or_else(|| arguments.get(1).cloned(), Ok)?,
        "put" | "putAt" => nothing(entries.put(arguments.get(0)?.clone(), arguments.get(1)?.clone())),
        "putAll" => {
            if let ScriptValue::Map(more) = arguments.get(0)? {
                more.all().into_iter().for_each(|(key, value)| _ = entries.put(key, value));
            }
            ScriptValue::Null
        }
        "remove" => nothing(entries.remove(arguments.get(0)?)),
        "containsKey" | "has" | "hasOwnProperty" => {
            ScriptValue::Bool(entries.get(arguments.get(0)?).is_some())
        }
        "containsValue" => {
            let wanted = arguments.get(0)?;
            let is_it = |value: &ScriptValue| {
                value == wanted || (value.as_str().is_some() && value.as_str() == wanted.as_str())
            };
            ScriptValue::Bool(entries.all().iter().any(|(_, value)| is_it(value)))
        }
        "keySet" => ScriptValue::list(entries.all().into_iter().map(|(key, _)| key).collect()),
        "values" => ScriptValue::list(entries.all().into_iter().map(|(_, value)| value).collect()),
        "entrySet" => ScriptValue::list(entries.all().into_iter().map(ScriptValue::entry).collect()),
        "size" => ScriptValue::count(entries.len()),
        "isEmpty" => ScriptValue::Bool(entries.len() == 0),
        "clear" => {
            entries.clear();
            ScriptValue::Null
        }
        "plus" => {
            let joined = MapEntries::of(entries.all());
            if let ScriptValue::Map(more) = arguments.get(0)? {
                more.all().into_iter().for_each(|(key, value)| _ = joined.put(key, value));
            }
            ScriptValue::Map(joined)
        }
        "clone" => ScriptValue::map(entries.all()),
        _ => return Err(format!("`{name}` is no method of a map")),
    })
}

/// A part that a value has by a name of its own.
pub(super) fn part(value: &ScriptValue, name: &str) -> Option<ScriptValue> {
    match (value, name) {
        (ScriptValue::Entry(entry), "key") => Some(entry.key.clone()),
        (ScriptValue::Entry(entry), "value" | "message") => Some(entry.value.clone()),
        _ => None,
    }
}

pub(super) fn entry(of: &ScriptValue, name: &str) -> Outcome {
    let named = match name {
        "getKey" => part(of, "key"),
        "getValue" | "getMessage" | "getLocalizedMessage" => part(of, "value"),
        // What is printed goes nowhere.
        "printStackTrace" | "getCause" => Some(ScriptValue::Null),
        _ => None,
    };
    named.ok_or_else(|| format!("`{name}` is no method of an entry or an exception"))
}

/// java.lang.StringBuilder and its like.
pub(super) fn buffer(of: &Rc<RefCell<String>>, name: &str, arguments: &Arguments<'_>) -> Outcome {
    let language = arguments.language;
    let itself = || ScriptValue::Buffer(Rc::clone(of));
    match name {
        "append" | "leftShift" | "write" | "print" | "println" => {
            let text = arguments.values.first().map_or_else(String::new, |value| value.to_text(language));
            let end = if name == "println" { "\n" } else { "" };
            if of.borrow().len() + text.len() > text::LENGTH_MAX {
                return Err("the text gets too long".to_owned());
            }
            of.borrow_mut().push_str(&(text + end));
            return Ok(itself());
        }
        "reverse" => {
            let reversed: String = of.borrow().chars().rev().collect();
            *of.borrow_mut() = reversed;
            return Ok(itself());
        }
        "setLength" | "deleteCharAt" | "delete" | "insert" => {
            let whole = of.borrow().clone();
            let part = |from: i64, to: Option<i64>| {
                text::substring(&whole, from, to).ok_or_else(super::arguments::outside)
            };
            let at = arguments.whole(0)?;
            let changed = match name {
                "setLength" => part(0, Some(at))?,
                "deleteCharAt" => part(0, Some(at))? + &part(at + 1, None)?,
                "delete" => {
                    let end = arguments.whole(1)?.min(i64::from(text::length(&whole)));
                    part(0, Some(at))? + &part(end, None)?
                }
                _ => part(0, Some(at))? + &arguments.get(1)?.to_text(language) + &part(at, None)?,
            };
            *of.borrow_mut() = changed;
            return Ok(itself());
        }
        _ => {}
    }
    let text = of.borrow().clone();
    super::text_method::java_text(&text, name, arguments)
}

pub(super) fn byte_array(of: &[u8], name: &str, arguments: &Arguments<'_>) -> Outcome {
    Ok(match name {
        "encodeBase64" | "encodeBase64Url" => bytes::encoded(of, name == "encodeBase64Url").into(),
        "encodeHex" => of.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        "size" | "getSize" => ScriptValue::count(of.len()),
        "getAt" => {
            let at = usize::try_from(arguments.whole(0)?).map_err(|_| super::arguments::outside())?;
            of.get(at)
                .map(|byte| ScriptValue::Int((*byte as i8).into()))
                .ok_or_else(super::arguments::outside)?
        }
        "isEmpty" => ScriptValue::Bool(of.is_empty()),
        "collect" | "toList" => {
            ScriptValue::list(of.iter().map(|byte| ScriptValue::Int((*byte as i8).into())).collect())
        }
        _ if arguments.language == ScriptLanguage::Groovy || name == "length" => {
            return Err(format!("`{name}` is no method of an array of bytes"));
        }
        _ => return Err(format!("`{name}` is not known of bytes")),
    })
}
