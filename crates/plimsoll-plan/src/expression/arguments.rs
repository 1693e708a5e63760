//! The arguments of a call.

use super::syntax::ScriptLanguage;
use super::value::ScriptValue;

/// The arguments of a call.
pub(super) struct Arguments<'a> {
    pub language: ScriptLanguage,
    pub values: &'a [ScriptValue],
}

impl Arguments<'_> {
    pub fn get(&self, index: usize) -> Result<&ScriptValue, String> {
        self.values.get(index).ok_or_else(|| "an argument is missing".to_owned())
    }

    pub fn text(&self, index: usize) -> Result<String, String> {
        let value = self.get(index)?;
        match value.as_str() {
            Some(text) => Ok(text.to_owned()),
            // Rhino makes a text of any simple value.
            None if self.language == ScriptLanguage::JavaScript && !value.is_nothing() => {
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

pub(super) fn outside() -> String {
    "the place is outside of the text".to_owned()
}
