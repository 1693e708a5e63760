//! The tree.

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Json {
    /// 1-based.
    pub line: u32,
    pub value: JsonValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum JsonValue {
    Null,
    Bool(bool),
    /// As written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// In the order of the document.
    Map(Vec<(String, Json)>),
}

impl Json {
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// What stands under keys within keys.
    pub fn at(&self, keys: &[&str]) -> Option<&Json> {
        keys.iter().try_fold(self, |value, key| value.get(key))
    }

    pub fn entries(&self) -> &[(String, Json)] {
        match &self.value {
            JsonValue::Map(entries) => entries,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Json] {
        match &self.value {
            JsonValue::List(items) => items,
            _ => &[],
        }
    }

    /// The items of a list under a key.
    pub fn list(&self, key: &str) -> &[Json] {
        self.get(key).map_or(&[], Json::items)
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            JsonValue::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Json::as_str)
    }

    pub fn flag(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.value == JsonValue::Bool(true))
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        match &self.get(key)?.value {
            JsonValue::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// A scalar as people write it; anything else as JSON in one line.
    pub fn plain(&self) -> String {
        match &self.value {
            JsonValue::Null => String::new(),
            JsonValue::Bool(flag) => flag.to_string(),
            JsonValue::Number(text) | JsonValue::Text(text) => text.clone(),
            _ => self.to_serde().to_string(),
        }
    }

    pub fn is_map(&self) -> bool {
        matches!(self.value, JsonValue::Map(_))
    }

    pub fn to_serde(&self) -> serde_json::Value {
        match &self.value {
            JsonValue::Null => serde_json::Value::Null,
            JsonValue::Bool(flag) => (*flag).into(),
            JsonValue::Number(text) => {
                text.parse::<serde_json::Number>().map_or_else(|_| text.as_str().into(), Into::into)
            }
            JsonValue::Text(text) => text.as_str().into(),
            JsonValue::List(items) => items.iter().map(Json::to_serde).collect(),
            JsonValue::Map(entries) => {
                let pairs = entries.iter().map(|(key, value)| (key.clone(), value.to_serde()));
                serde_json::Value::Object(pairs.collect())
            }
        }
    }
}
