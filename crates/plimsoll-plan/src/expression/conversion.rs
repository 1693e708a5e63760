//! Values as texts, numbers and truths, by the rules of each language.

use super::collection::deeper;
use super::number::{Decimal, java_double, javascript_number};
use super::syntax::ScriptLanguage;
use super::value::{Items, MapEntries, MapEntry, ScriptValue, Type};
use crate::template::java_date;
use std::rc::Rc;

impl ScriptValue {
    pub(super) fn list(values: Vec<ScriptValue>) -> ScriptValue {
        ScriptValue::List(Items::of(values))
    }

    pub(super) fn map(entries: Vec<(ScriptValue, ScriptValue)>) -> ScriptValue {
        ScriptValue::Map(MapEntries::of(entries))
    }

    pub(super) fn entry((key, value): (ScriptValue, ScriptValue)) -> ScriptValue {
        ScriptValue::Entry(Rc::new(MapEntry { key, value }))
    }

    pub(super) fn bytes(bytes: Vec<u8>) -> ScriptValue {
        ScriptValue::Bytes(bytes.into())
    }

    pub(super) fn count(number: usize) -> ScriptValue {
        ScriptValue::Int(i32::try_from(number).unwrap_or(i32::MAX))
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            ScriptValue::Text(text) | ScriptValue::JavaText(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, ScriptValue::Null | ScriptValue::Undefined)
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(
            self,
            ScriptValue::Int(_) | ScriptValue::Long(_) | ScriptValue::Double(_) | ScriptValue::Decimal(_)
        )
    }

    pub(super) fn to_i64(&self) -> Option<i64> {
        match self {
            ScriptValue::Int(n) => Some(i64::from(*n)),
            ScriptValue::Long(n) => Some(*n),
            ScriptValue::Double(n) => Some(*n as i64),
            ScriptValue::Decimal(n) => i64::try_from(n.truncated()).ok(),
            _ => None,
        }
    }

    pub(super) fn to_f64(&self) -> Option<f64> {
        match self {
            ScriptValue::Int(n) => Some(f64::from(*n)),
            ScriptValue::Long(n) => Some(*n as f64),
            ScriptValue::Double(n) => Some(*n),
            ScriptValue::Decimal(n) => n.to_string().parse().ok(),
            _ => None,
        }
    }

    /// As the language writes it into a text.
    pub fn to_text(&self, language: ScriptLanguage) -> String {
        match self {
            ScriptValue::Null => "null".to_owned(),
            ScriptValue::Undefined => "undefined".to_owned(),
            ScriptValue::Bool(value) => value.to_string(),
            ScriptValue::Int(n) => n.to_string(),
            ScriptValue::Long(n) => n.to_string(),
            ScriptValue::Double(n) if language == ScriptLanguage::JavaScript => javascript_number(*n),
            ScriptValue::Double(n) => java_double(*n),
            ScriptValue::Decimal(n) => n.to_string(),
            ScriptValue::Text(text) | ScriptValue::JavaText(text) => text.clone(),
            ScriptValue::List(values) => {
                let text = |v: &ScriptValue| deeper("…".to_owned(), || v.to_text(language));
                let texts: Vec<String> = values.all().iter().map(text).collect();
                match language {
                    ScriptLanguage::JavaScript => texts.join(","),
                    _ => format!("[{}]", texts.join(", ")),
                }
            }
            ScriptValue::Map(_) if language == ScriptLanguage::JavaScript => "[object Object]".to_owned(),
            ScriptValue::Map(entries) => {
                let pair = |(key, value): &(ScriptValue, ScriptValue)| {
                    let value = deeper("…".to_owned(), || value.to_text(language));
                    // Groovy's own way (FormatHelper), Java's has braces.
                    match language {
                        ScriptLanguage::Groovy => format!("{}:{value}", key.to_text(language)),
                        _ => format!("{}={value}", key.to_text(language)),
                    }
                };
                let pairs: Vec<String> = entries.all().iter().map(pair).collect();
                match language {
                    ScriptLanguage::Groovy if pairs.is_empty() => "[:]".to_owned(),
                    ScriptLanguage::Groovy => format!("[{}]", pairs.join(", ")),
                    _ => format!("{{{}}}", pairs.join(", ")),
                }
            }
            ScriptValue::Entry(entry) if entry.key == ScriptValue::Instance("JsonBuilder") => {
                super::json::write(&entry.value, language, false)
            }
            ScriptValue::Entry(entry) if entry.key == ScriptValue::Text("exception".to_owned()) => {
                format!("java.lang.Exception: {}", entry.value.to_text(language))
            }
            ScriptValue::Entry(entry) => {
                format!("{}={}", entry.key.to_text(language), entry.value.to_text(language))
            }
            ScriptValue::Bytes(bytes) => {
                let numbers: Vec<String> = bytes.iter().map(|byte| (*byte as i8).to_string()).collect();
                format!("[{}]", numbers.join(", "))
            }
            ScriptValue::Buffer(text) => text.borrow().clone(),
            ScriptValue::Closure(_) => "a closure".to_owned(),
            ScriptValue::Matcher(matcher) => matcher.to_text(),
            ScriptValue::File(path) => path.to_string(),
            ScriptValue::Writer(writer) => writer.to_text(),
            ScriptValue::Instance(class) => (*class).to_owned(),
            ScriptValue::Date(ms) => java_date("EEE MMM dd HH:mm:ss zzz yyyy", *ms),
            ScriptValue::DateFormat(format) => format.pattern.clone(),
            ScriptValue::Object(object) => format!("{object:?}"),
        }
    }

    /// What `if` makes of it.
    pub(super) fn truth(&self, language: ScriptLanguage) -> Result<bool, String> {
        Ok(match (self, language) {
            (ScriptValue::Bool(value), _) => *value,
            (_, ScriptLanguage::BeanShell) => return Err("a condition is no truth value".to_owned()),
            (ScriptValue::Null | ScriptValue::Undefined, ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3) => {
                return Err("a condition has no value".to_owned());
            }
            (ScriptValue::Null | ScriptValue::Undefined, _) => false,
            (ScriptValue::Int(n), _) => *n != 0,
            (ScriptValue::Long(n), _) => *n != 0,
            (ScriptValue::Double(n), _) => *n != 0.0 && !n.is_nan(),
            (ScriptValue::Decimal(n), _) => !n.is_zero(),
            (ScriptValue::Text(text) | ScriptValue::JavaText(text), ScriptLanguage::Jexl3) => {
                !text.is_empty() && text != "false"
            }
            (ScriptValue::Text(text) | ScriptValue::JavaText(text), ScriptLanguage::Jexl2) => {
                text.eq_ignore_ascii_case("true")
            }
            // An object, whatever is in it.
            (ScriptValue::JavaText(_), ScriptLanguage::JavaScript) => true,
            (ScriptValue::Text(text) | ScriptValue::JavaText(text), _) => !text.is_empty(),
            (ScriptValue::List(values), ScriptLanguage::Groovy) => !values.is_empty(),
            (ScriptValue::Map(entries), ScriptLanguage::Groovy) => entries.len() > 0,
            (ScriptValue::Bytes(bytes), ScriptLanguage::Groovy) => !bytes.is_empty(),
            (ScriptValue::Buffer(text), ScriptLanguage::Groovy) => !text.borrow().is_empty(),
            // Looks for the next match (StringGroovyMethods.asBoolean).
            (ScriptValue::Matcher(matcher), ScriptLanguage::Groovy) => matcher.find(),
            _ => true,
        })
    }

    /// The value as this type; `cast`: by `as` or a cast in parentheses, which reads texts as numbers in Groovy.
    pub(super) fn into_type(
        self,
        kind: Type,
        language: ScriptLanguage,
        cast: bool,
    ) -> Result<ScriptValue, String> {
        if kind == Type::Any || (self.is_nothing() && !matches!(kind, Type::Bool)) {
            return Ok(self);
        }
        if let (Type::Int | Type::Long | Type::Double | Type::Decimal, Some(text)) = (kind, self.as_str()) {
            return match cast && language == ScriptLanguage::Groovy {
                true => parse_number(text.trim(), kind),
                false => Err(format!("the text `{text}` is no number")),
            };
        }
        let wrong = || format!("{} does not fit its type", self.to_text(language));
        Ok(match kind {
            Type::Int => ScriptValue::Int(self.to_i64().ok_or_else(wrong)? as i32),
            Type::Long => ScriptValue::Long(self.to_i64().ok_or_else(wrong)?),
            Type::Double => ScriptValue::Double(self.to_f64().ok_or_else(wrong)?),
            Type::Decimal => ScriptValue::Decimal(Decimal::parse(&self.to_text(language)).ok_or_else(wrong)?),
            Type::Bool => ScriptValue::Bool(self.truth(language)?),
            Type::Text if self.as_str().is_some() => self,
            Type::Text if language == ScriptLanguage::Groovy => ScriptValue::JavaText(self.to_text(language)),
            Type::List if matches!(self, ScriptValue::List(_)) => self,
            Type::List => match self {
                ScriptValue::Map(ref entries) => {
                    ScriptValue::list(entries.all().into_iter().map(ScriptValue::entry).collect())
                }
                ScriptValue::Bytes(ref bytes) => ScriptValue::list(
                    bytes.iter().map(|byte| ScriptValue::Int((*byte as i8).into())).collect(),
                ),
                _ => return Err(wrong()),
            },
            Type::Map if matches!(self, ScriptValue::Map(_)) => self,
            Type::Closure if matches!(self, ScriptValue::Closure(_)) => self,
            Type::Date if matches!(self, ScriptValue::Date(_)) => self,
            Type::Bytes => match self {
                ScriptValue::Bytes(_) => self,
                ScriptValue::List(ref values) => {
                    let byte = |value: &ScriptValue| value.to_i64().map(|number| number as u8);
                    let bytes: Option<Vec<u8>> = values.all().iter().map(byte).collect();
                    ScriptValue::bytes(bytes.ok_or_else(wrong)?)
                }
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        })
    }
}

/// As Java's `Integer.parseInt` and its like.
pub(super) fn parse_number(text: &str, kind: Type) -> Result<ScriptValue, String> {
    let wrong = || format!("`{text}` is no number");
    Ok(match kind {
        Type::Int => ScriptValue::Int(text.parse().map_err(|_| wrong())?),
        Type::Long => ScriptValue::Long(text.parse().map_err(|_| wrong())?),
        Type::Decimal => ScriptValue::Decimal(Decimal::parse(text).ok_or_else(wrong)?),
        _ => ScriptValue::Double(
            text.trim().trim_end_matches(['d', 'D', 'f', 'F']).parse().map_err(|_| wrong())?,
        ),
    })
}

impl From<String> for ScriptValue {
    fn from(text: String) -> Self {
        ScriptValue::JavaText(text)
    }
}
