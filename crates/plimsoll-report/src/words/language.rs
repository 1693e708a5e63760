//! The languages of a report: the catalogue of each, a folder with a file for each area of the report, and what its numbers
//! look like.

use fluent_bundle::FluentValue;
use plimsoll_run::Language;

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
    "explain",
    "figure",
    "finding",
    "format",
    "import",
    "label",
    "limit",
    "load",
    "next",
    "note",
    "number",
    "panel",
    "predict",
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

/// What a language's reports look like.
pub(crate) trait LanguageForms {
    fn decimal_point(self) -> char;

    /// Between thousands.
    fn thousands(self) -> char;

    /// Its catalogue, an area each.
    fn sources(self) -> &'static [&'static str];

    /// How it writes the counts of messages.
    fn formatter<M>(self) -> fn(&FluentValue<'_>, &M) -> Option<String>;

    /// `93,822`
    fn count(self, value: u64) -> String;

    /// A number as Rust writes it, with the language's marks.
    fn number(self, number: &str) -> String;

    /// The first letter as a sentence begins with it.
    fn capital(self, first: char) -> String;
}

macro_rules! languages {
    ($($name:ident $tag:literal $decimal_point:literal $thousands:literal;)*) => {
        impl LanguageForms for Language {
            fn decimal_point(self) -> char {
                match self {
                    $(Language::$name => $decimal_point),*
                }
            }

            fn thousands(self) -> char {
                match self {
                    $(Language::$name => $thousands),*
                }
            }

            fn sources(self) -> &'static [&'static str] {
                match self {
                    $(Language::$name => catalogue!($tag)),*
                }
            }

            fn formatter<M>(self) -> fn(&FluentValue<'_>, &M) -> Option<String> {
                match self {
                    $(Language::$name => |value, _| counted(value, Language::$name)),*
                }
            }

            fn count(self, value: u64) -> String {
                self.number(&value.to_string())
            }

            fn number(self, number: &str) -> String {
                marked(number, self.decimal_point(), self.thousands())
            }

            fn capital(self, first: char) -> String {
                capital(self, first)
            }
        }
    };
}

// Name, folder of its catalogue, decimal point, mark between thousands.
languages! {
    English "en" '.' ',';
    Danish "da" ',' '.';
    German "de" ',' '.';
    Turkish "tr" ',' '.';
}

fn marked(number: &str, decimal_point: char, thousands: char) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("−", rest));
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(w, f)| (w, Some(f)));
    let mut text = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(thousands);
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push(decimal_point);
        text.push_str(fraction);
    }
    text
}

/// Turkish has its own capital of i.
fn capital(language: Language, first: char) -> String {
    match (language, first) {
        (Language::Turkish, 'i') => "İ".to_owned(),
        _ => first.to_uppercase().collect(),
    }
}

/// A number of things, with the language's thousands.
fn counted(value: &FluentValue<'_>, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(language.count(number.value as u64)),
        _ => None,
    }
}
