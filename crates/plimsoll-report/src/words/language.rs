//! The languages of a report, and what the numbers of each look like.

use std::str::FromStr;
use thiserror::Error;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    #[default]
    English,
    Danish,
    Turkish,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("find a language named {name:?}; there are en, da and tr")]
pub struct UnknownLanguage {
    pub name: String,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::Danish, Language::Turkish];

    /// The tag of BCP 47: of the `lang` attribute, of study files and of the command line.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Danish => "da",
            Language::Turkish => "tr",
        }
    }

    pub(crate) fn decimal_point(self) -> char {
        match self {
            Language::English => '.',
            Language::Danish | Language::Turkish => ',',
        }
    }

    pub(crate) fn thousands(self) -> char {
        match self {
            Language::English => ',',
            Language::Danish | Language::Turkish => '.',
        }
    }

    /// The first letter as a sentence begins with it; Turkish has its own capital of i.
    pub(crate) fn capital(self, first: char) -> String {
        match (self, first) {
            (Language::Turkish, 'i') => "İ".to_owned(),
            _ => first.to_uppercase().collect(),
        }
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL
            .into_iter()
            .find(|language| language.tag() == text)
            .ok_or_else(|| UnknownLanguage { name: text.to_owned() })
    }
}
