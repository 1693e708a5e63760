//! The languages of a report: the catalogue of each, a folder with a file for each area of the report, and what its numbers
//! look like.

use fluent_bundle::FluentValue;
use std::str::FromStr;
use thiserror::Error;

macro_rules! catalogues {
    ($dollar:tt $($area:literal),* $(,)?) => {
        /// An area is the first word of its messages' ids.
        #[cfg(test)]
        pub const AREAS: &[&str] = &[$($area),*];

        /// The messages of the language with this tag.
        macro_rules! catalogue {
            ($dollar tag:literal) => {
                &[$(include_str!(concat!("../../locales/", $dollar tag, "/", $area, ".ftl"))),*]
            };
        }
    };
}

catalogues![
    $
    "appendix",
    "capacity",
    "compare",
    "conclusion",
    "detector",
    "evidence",
    "experiment",
    "figure",
    "finding",
    "format",
    "label",
    "limit",
    "load",
    "note",
    "number",
    "panel",
    "run",
    "scalability",
    "search",
    "server",
    "statistic",
    "step",
    "style",
    "terminal",
    "validity",
    "verdict",
];

macro_rules! languages {
    ($($(#[$default:meta])? $name:ident $tag:literal $decimal_point:literal $thousands:literal;)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Language {
            $($(#[$default])? $name),*
        }

        impl Language {
            pub const ALL: [Language; [$($tag),*].len()] = [$(Language::$name),*];

            /// The tag of BCP 47: of the `lang` attribute, of study files and of the command line.
            pub fn tag(self) -> &'static str {
                match self {
                    $(Language::$name => $tag),*
                }
            }

            pub(crate) fn decimal_point(self) -> char {
                match self {
                    $(Language::$name => $decimal_point),*
                }
            }

            pub(crate) fn thousands(self) -> char {
                match self {
                    $(Language::$name => $thousands),*
                }
            }

            /// Its catalogue, an area each.
            pub(super) fn sources(self) -> &'static [&'static str] {
                match self {
                    $(Language::$name => catalogue!($tag)),*
                }
            }

            /// How it writes the counts of messages.
            pub(super) fn formatter<M>(self) -> fn(&FluentValue<'_>, &M) -> Option<String> {
                match self {
                    $(Language::$name => |value, _| counted(value, Language::$name)),*
                }
            }
        }
    };
}

// Name, tag and folder of its catalogue, decimal point, mark between thousands.
languages! {
    #[default]
    English "en" '.' ',';
    Danish "da" ',' '.';
    German "de" ',' '.';
    Turkish "tr" ',' '.';
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("find a language named {name:?}; there are {}", Language::tags())]
pub struct UnknownLanguage {
    pub name: String,
}

impl Language {
    /// `en, da, de, tr`
    fn tags() -> String {
        Language::ALL.map(Language::tag).join(", ")
    }

    /// `93,822`
    pub(super) fn count(self, value: u64) -> String {
        self.number(&value.to_string())
    }

    /// A number as Rust writes it, with the language's marks.
    pub(super) fn number(self, number: &str) -> String {
        let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("−", rest));
        let (whole, fraction) = number.split_once('.').map_or((number, None), |(w, f)| (w, Some(f)));
        let mut text = sign.to_owned();
        for (i, digit) in whole.chars().enumerate() {
            if i > 0 && (whole.len() - i).is_multiple_of(3) {
                text.push(self.thousands());
            }
            text.push(digit);
        }
        if let Some(fraction) = fraction {
            text.push(self.decimal_point());
            text.push_str(fraction);
        }
        text
    }

    /// The first letter as a sentence begins with it; Turkish has its own capital of i.
    pub(crate) fn capital(self, first: char) -> String {
        match (self, first) {
            (Language::Turkish, 'i') => "İ".to_owned(),
            _ => first.to_uppercase().collect(),
        }
    }
}

/// A number of things, with the language's thousands.
fn counted(value: &FluentValue<'_>, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(language.count(number.value as u64)),
        _ => None,
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
