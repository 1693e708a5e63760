//! The message catalogues: one folder for each language, one file for each area of the report.

use super::language::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

macro_rules! catalogues {
    ($($area:literal),* $(,)?) => {
        /// An area is the first word of its messages' ids.
        pub const AREAS: &[&str] = &[$($area),*];
        const ENGLISH: &[&str] = &[$(include_str!(concat!("../../locales/en/", $area, ".ftl"))),*];
        const DANISH: &[&str] = &[$(include_str!(concat!("../../locales/da/", $area, ".ftl"))),*];
        const TURKISH: &[&str] = &[$(include_str!(concat!("../../locales/tr/", $area, ".ftl"))),*];
    };
}

catalogues![
    "appendix",
    "capacity",
    "compare",
    "detector",
    "evidence",
    "figure",
    "finding",
    "format",
    "label",
    "limit",
    "load",
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

/// The catalogue of a language, an area each.
pub fn sources(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => ENGLISH,
        Language::Danish => DANISH,
        Language::Turkish => TURKISH,
    }
}

type Bundle = FluentBundle<FluentResource>;

/// What a report says, in one language: messages of the catalogues, numbers and times in its forms.
pub struct Words {
    language: Language,
    /// The language's own messages; then English, for one that is missing.
    bundles: Vec<Bundle>,
}

/// A value of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A text, or a number with its unit as [`Words`] wrote it.
    Text(String),
    /// A number of things: written with the language's thousands, and it selects the plural.
    Count(u64),
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Arg {
        Arg::Text(text.clone())
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}

impl From<u64> for Arg {
    fn from(count: u64) -> Arg {
        Arg::Count(count)
    }
}

impl From<u32> for Arg {
    fn from(count: u32) -> Arg {
        Arg::Count(u64::from(count))
    }
}

impl From<usize> for Arg {
    fn from(count: usize) -> Arg {
        Arg::Count(count as u64)
    }
}

/// `args![step, steps = words.steps(&found)]`: the values of a message by name.
macro_rules! args {
    ($($name:ident $(= $value:expr)?),* $(,)?) => {
        &[$((stringify!($name), $crate::words::arg!($name $(, $value)?))),*]
    };
}

macro_rules! arg {
    ($name:ident) => {
        $crate::words::Arg::from($name)
    };
    ($name:ident, $value:expr) => {
        $crate::words::Arg::from($value)
    };
}

pub(crate) use {arg, args};

impl Words {
    pub fn new(language: Language) -> Words {
        let mut bundles = vec![bundle(language)];
        if language != Language::English {
            bundles.push(bundle(Language::English));
        }
        Words { language, bundles }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// A message without values.
    pub(crate) fn text(&self, id: &str) -> String {
        self.say(id, &[])
    }

    /// A message with its values. One that the language lacks is said in English; a test keeps that from happening.
    pub(crate) fn say(&self, id: &str, args: &[(&str, Arg)]) -> String {
        let values: FluentArgs<'_> = args.iter().map(|(name, arg)| (*name, value(arg))).collect();
        for bundle in &self.bundles {
            let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else { continue };
            let mut errors: Vec<FluentError> = Vec::new();
            let text = bundle.format_pattern(pattern, Some(&values), &mut errors);
            debug_assert!(errors.is_empty(), "{id} in {:?}: {errors:?}", bundle.locales);
            // Lines of a catalogue are joined; a blank line between paragraphs is not used.
            return text.replace('\n', " ");
        }
        debug_assert!(false, "no message {id}");
        id.to_owned()
    }
}

fn value(arg: &Arg) -> FluentValue<'_> {
    match arg {
        Arg::Text(text) => FluentValue::from(text.as_str()),
        Arg::Count(count) => FluentValue::from(*count as f64),
    }
}

fn bundle(language: Language) -> Bundle {
    let locale: LanguageIdentifier = language.tag().parse().expect("two letters are a language");
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // Marks of direction are for scripts from right to left; in a plain text they are dirt.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match language {
        Language::English => |value, _| counted(value, Language::English),
        Language::Danish => |value, _| counted(value, Language::Danish),
        Language::Turkish => |value, _| counted(value, Language::Turkish),
    }));
    for source in sources(language) {
        // What a broken message leaves is the rest of the file; the test of the catalogues reads them strictly.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(rest, _)| rest);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

fn counted(value: &FluentValue<'_>, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(super::number::count(language, number.value as u64)),
        _ => None,
    }
}
