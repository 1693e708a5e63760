//! A sentence in every language of reports: each page shows its reader's.

use plimsoll_report::{Language, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| Language::ALL.map(Words::new).into());

/// By the tag of the language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Translations(BTreeMap<String, String>);

impl Translations {
    /// With spaces that break.
    pub fn of(said: impl Fn(&Words) -> String) -> Translations {
        let one = |words: &Words| (words.language().tag().to_owned(), said(words).replace('\u{a0}', " "));
        Translations(WORDS.iter().map(one).collect())
    }

    pub fn english(&self) -> &str {
        self.of_language(Language::English)
    }

    pub fn of_language(&self, language: Language) -> &str {
        self.0.get(language.tag()).map_or("", String::as_str)
    }

    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.0.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_own() {
        let found = Translations::of(|words| format!("{}\u{a0}!", words.language().tag()));
        assert_eq!(found.english(), "en !");
        assert_eq!(found.all().map(String::as_str).collect::<Vec<_>>(), ["da !", "de !", "en !", "tr !"]);
        assert_eq!(Translations::default().english(), "");
    }
}
