//! Values as texts, numbers and truths, by the rules of each language.

use super::collection::deeper;
use super::number::{Decimal, java_double, javascript_number};
use super::syntax::Language;
use super::value::{Items, MapEntries, MapEntry, Type, Value};
use crate::template::java_date;
use std::rc::Rc;

impl Value {
    pub(super) fn list(values: Vec<Value>) -> Value {
        Value::List(Items::of(values))
    }

    pub(super) fn map(entries: Vec<(Value, Value)>) -> Value {
        Value::Map(MapEntries::of(entries))
    }

    pub(super) fn entry((key, value): (Value, Value)) -> Value {
        Value::Entry(Rc::new(MapEntry { key, value }))
    }

    pub(super) fn bytes(bytes: Vec<u8>) -> Value {
        Value::Bytes(bytes.into())
    }

    pub(super) fn count(number: usize) -> Value {
        Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::JavaText(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Value::Null | Value::Undefined)
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Long(_) | Value::Double(_) | Value::Decimal(_))
    }

    pub(super) fn to_i64(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(i64::from(*n)),
            Value::Long(n) => Some(*n),
            Value::Double(n) => Some(*n as i64),
            Value::Decimal(n) => i64::try_from(n.truncated()).ok(),
            _ => None,
        }
    }

    pub(super) fn to_f64(&self) -> Option<f64> {
        match self {
            Value::Int(n) => Some(f64::from(*n)),
            Value::Long(n) => Some(*n as f64),
            Value::Double(n) => Some(*n),
            Value::Decimal(n) => n.to_string().parse().ok(),
            _ => None,
        }
    }

    /// As the language writes it into a text.
    pub fn to_text(&self, language: Language) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Undefined => "undefined".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Long(n) => n.to_string(),
            Value::Double(n) if language == Language::JavaScript => javascript_number(*n),
            Value::Double(n) => java_double(*n),
            Value::Decimal(n) => n.to_string(),
            Value::Text(text) | Value::JavaText(text) => text.clone(),
            Value::List(values) => {
                let text = |v: &Value| deeper("…".to_owned(), || v.to_text(language));
                let texts: Vec<String> = values.all().iter().map(text).collect();
                match language {
                    Language::JavaScript => texts.join(","),
                    _ => format!("[{}]", texts.join(", ")),
                }
            }
            Value::Map(_) if language == Language::JavaScript => "[object Object]".to_owned(),
            Value::Map(entries) => {
                let pair = |(key, value): &(Value, Value)| {
                    let value = deeper("…".to_owned(), || value.to_text(language));
                    // Groovy's own way (FormatHelper), Java's has braces.
                    match language {
                        Language::Groovy => format!("{}:{value}", key.to_text(language)),
                        _ => format!("{}={value}", key.to_text(language)),
                    }
                };
                let pairs: Vec<String> = entries.all().iter().map(pair).collect();
                match language {
                    Language::Groovy if pairs.is_empty() => "[:]".to_owned(),
                    Language::Groovy => format!("[{}]", pairs.join(", ")),
                    _ => format!("{{{}}}", pairs.join(", ")),
                }
            }
            Value::Entry(entry) if entry.key == Value::Instance("JsonBuilder") => {
                super::json::write(&entry.value, language, false)
            }
            Value::Entry(entry) if entry.key == Value::Text("exception".to_owned()) => {
                format!("java.lang.Exception: {}", entry.value.to_text(language))
            }
            Value::Entry(entry) => {
                format!("{}={}", entry.key.to_text(language), entry.value.to_text(language))
            }
            Value::Bytes(bytes) => {
                let numbers: Vec<String> = bytes.iter().map(|byte| (*byte as i8).to_string()).collect();
                format!("[{}]", numbers.join(", "))
            }
            Value::Buffer(text) => text.borrow().clone(),
            Value::Closure(_) => "a closure".to_owned(),
            Value::Matcher(matcher) => matcher.to_text(),
            Value::File(path) => path.to_string(),
            Value::Writer(writer) => writer.to_text(),
            Value::Instance(class) => (*class).to_owned(),
            Value::Date(ms) => java_date("EEE MMM dd HH:mm:ss zzz yyyy", *ms),
            Value::DateFormat(format) => format.pattern.clone(),
            Value::Object(object) => format!("{object:?}"),
        }
    }

    /// What `if` makes of it.
    pub(super) fn truth(&self, language: Language) -> Result<bool, String> {
        Ok(match (self, language) {
            (Value::Bool(value), _) => *value,
            (_, Language::BeanShell) => return Err("a condition is no truth value".to_owned()),
            (Value::Null | Value::Undefined, Language::Jexl2 | Language::Jexl3) => {
                return Err("a condition has no value".to_owned());
            }
            (Value::Null | Value::Undefined, _) => false,
            (Value::Int(n), _) => *n != 0,
            (Value::Long(n), _) => *n != 0,
            (Value::Double(n), _) => *n != 0.0 && !n.is_nan(),
            (Value::Decimal(n), _) => !n.is_zero(),
            (Value::Text(text) | Value::JavaText(text), Language::Jexl3) => {
                !text.is_empty() && text != "false"
            }
            (Value::Text(text) | Value::JavaText(text), Language::Jexl2) => text.eq_ignore_ascii_case("true"),
            // An object, whatever is in it.
            (Value::JavaText(_), Language::JavaScript) => true,
            (Value::Text(text) | Value::JavaText(text), _) => !text.is_empty(),
            (Value::List(values), Language::Groovy) => !values.is_empty(),
            (Value::Map(entries), Language::Groovy) => entries.len() > 0,
            (Value::Bytes(bytes), Language::Groovy) => !bytes.is_empty(),
            (Value::Buffer(text), Language::Groovy) => !text.borrow().is_empty(),
            // Looks for the next match (StringGroovyMethods.asBoolean).
            (Value::Matcher(matcher), Language::Groovy) => matcher.find(),
            _ => true,
        })
    }

    /// The value as this type; `cast`: by `as` or a cast in parentheses, which reads texts as numbers in Groovy.
    pub(super) fn into_type(self, kind: Type, language: Language, cast: bool) -> Result<Value, String> {
        if kind == Type::Any || (self.is_nothing() && !matches!(kind, Type::Bool)) {
            return Ok(self);
        }
        if let (Type::Int | Type::Long | Type::Double | Type::Decimal, Some(text)) = (kind, self.as_str()) {
            return match cast && language == Language::Groovy {
                true => parse_number(text.trim(), kind),
                false => Err(format!("the text `{text}` is no number")),
            };
        }
        let wrong = || format!("{} does not fit its type", self.to_text(language));
        Ok(match kind {
            Type::Int => Value::Int(self.to_i64().ok_or_else(wrong)? as i32),
            Type::Long => Value::Long(self.to_i64().ok_or_else(wrong)?),
            Type::Double => Value::Double(self.to_f64().ok_or_else(wrong)?),
            Type::Decimal => Value::Decimal(Decimal::parse(&self.to_text(language)).ok_or_else(wrong)?),
            Type::Bool => Value::Bool(self.truth(language)?),
            Type::Text if self.as_str().is_some() => self,
            Type::Text if language == Language::Groovy => Value::JavaText(self.to_text(language)),
            Type::List if matches!(self, Value::List(_)) => self,
            Type::List => match self {
                Value::Map(ref entries) => Value::list(entries.all().into_iter().map(Value::entry).collect()),
                Value::Bytes(ref bytes) => {
                    Value::list(bytes.iter().map(|byte| Value::Int((*byte as i8).into())).collect())
                }
                _ => return Err(wrong()),
            },
            Type::Map if matches!(self, Value::Map(_)) => self,
            Type::Closure if matches!(self, Value::Closure(_)) => self,
            Type::Date if matches!(self, Value::Date(_)) => self,
            Type::Bytes => match self {
                Value::Bytes(_) => self,
                Value::List(ref values) => {
                    let byte = |value: &Value| value.to_i64().map(|number| number as u8);
                    let bytes: Option<Vec<u8>> = values.all().iter().map(byte).collect();
                    Value::bytes(bytes.ok_or_else(wrong)?)
                }
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        })
    }
}

/// As Java's `Integer.parseInt` and its like.
pub(super) fn parse_number(text: &str, kind: Type) -> Result<Value, String> {
    let wrong = || format!("`{text}` is no number");
    Ok(match kind {
        Type::Int => Value::Int(text.parse().map_err(|_| wrong())?),
        Type::Long => Value::Long(text.parse().map_err(|_| wrong())?),
        Type::Decimal => Value::Decimal(Decimal::parse(text).ok_or_else(wrong)?),
        _ => Value::Double(text.trim().trim_end_matches(['d', 'D', 'f', 'F']).parse().map_err(|_| wrong())?),
    })
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::JavaText(text)
    }
}
