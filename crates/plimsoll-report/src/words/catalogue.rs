//! The message catalogues: one folder for each language, one file for each area of the report.

use super::language::LanguageForms;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::AppliedLoad;
use plimsoll_run::{Language, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use unic_langid::LanguageIdentifier;

type Bundle = FluentBundle<FluentResource>;

/// What a report says, in one language: messages of the catalogues, numbers and times in its forms.
pub struct Words {
    language: Language,
    /// The language's own messages; then English, for one that is missing.
    bundles: Arc<Vec<Bundle>>,
    /// Of the run that is spoken of: a step is named with its load.
    pub(super) step_loads: BTreeMap<u32, AppliedLoad>,
    /// Of the same run: sources that a host's name alone would not tell apart.
    pub(super) alike: BTreeSet<Source>,
}

/// Values that name a step by its number.
const STEP_VALUES: [&str; 6] = ["step", "base", "least_step", "from_step", "to_step", "worst_step"];
/// Messages of a step that say its load themselves, or stand beside it.
const WITH_OWN_LOAD: [&str; 8] = [
    "capacity-place",
    "capacity-place-nodes",
    "capacity-place-rate",
    "figure-series-step",
    "figure-series-step-service",
    "finding-knee-below-range",
    "finding-knee-below-range-one",
    "label-step-number",
];
/// Messages that stand in parentheses, or have them around the step.
const IN_PARENTHESES: [&str; 4] = [
    "verdict-judged-best",
    "verdict-nothing-over-longest",
    "finding-unequal-repeats-not-recovered",
    "finding-next-not-recovered",
];

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
        Words { language, bundles: Arc::new(bundles), step_loads: BTreeMap::new(), alike: BTreeSet::new() }
    }

    /// The same for sentences on this run, whose steps are named with their loads.
    pub(crate) fn of_run(&self, run: &RunAnalysis) -> Words {
        let step_loads = run.steps.iter().map(|step| (step.number, step.load())).collect();
        let sources: BTreeSet<&Source> = run.telemetry.series.iter().map(|of| &of.series.source).collect();
        let alike = super::sources::alike(&sources);
        Words { language: self.language, bundles: Arc::clone(&self.bundles), step_loads, alike }
    }

    /// A run is spoken of that has no steps, or none.
    pub(crate) fn knows_no_step(&self) -> bool {
        self.step_loads.is_empty()
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
        let values: FluentArgs<'_> = args
            .iter()
            .map(|(name, arg)| match self.step_with_load(id, name, arg) {
                Some(text) => (*name, FluentValue::from(text)),
                None => (*name, value(arg)),
            })
            .collect();
        for bundle in self.bundles.iter() {
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

    /// `4 (32 users)` for the value of a message that names a step of the run that is spoken of.
    fn step_with_load(&self, id: &str, name: &str, arg: &Arg) -> Option<String> {
        let Arg::Count(number) = arg else { return None };
        let load = self.step_loads.get(&u32::try_from(*number).ok()?).filter(|load| load.is_known())?;
        if !STEP_VALUES.contains(&name) || WITH_OWN_LOAD.contains(&id) {
            return None;
        }
        let (step, load) = (number.to_string(), super::load::load(self, load));
        let form = if IN_PARENTHESES.contains(&id) { "number-step-comma" } else { "number-step-load" };
        Some(self.say(form, args![step, load]))
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
    bundle.set_formatter(Some(language.formatter()));
    for source in language.sources() {
        // What a broken message leaves is the rest of the file; the test of the catalogues reads them strictly.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(rest, _)| rest);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::language::AREAS;
    use fluent_bundle::FluentResource;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every message as it is written, by id.
    fn messages(language: Language) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for (area, source) in AREAS.iter().zip(language.sources()) {
            if let Err((_, errors)) = FluentResource::try_new((*source).to_owned()) {
                panic!("{language:?}, {area}: {errors:?}");
            }
            let mut id = String::new();
            for line in source.lines().filter(|line| !line.starts_with('#')) {
                if let Some((name, text)) =
                    line.split_once(" =").filter(|_| line.starts_with(char::is_alphabetic))
                {
                    assert!(name.starts_with(&format!("{area}-")), "{name} is not of {area}");
                    id = name.to_owned();
                    assert!(
                        found.insert(id.clone(), text.to_owned()).is_none(),
                        "{id} twice in {language:?}"
                    );
                } else if let Some(text) = found.get_mut(&id) {
                    text.push_str(line);
                }
            }
        }
        found
    }

    /// Values that are written, and those that only choose between forms.
    fn values(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
        let (mut written, mut choosing) = (BTreeSet::new(), BTreeSet::new());
        for part in text.split('$').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let rest = part[name.len()..].trim_start();
            if rest.starts_with("->") {
                choosing.insert(name)
            } else {
                written.insert(name)
            };
        }
        (written, choosing)
    }

    /// What the source names: every string literal that begins with an area.
    fn named_in_source() -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = std::fs::read_to_string(&path).expect("a source");
                    named.extend(text.split('"').filter(|part| is_id(part)).map(str::to_owned));
                }
            }
        }
        named
    }

    fn is_id(text: &str) -> bool {
        let area = text.split_once('-').is_some_and(|(area, rest)| AREAS.contains(&area) && !rest.is_empty());
        area && !text.ends_with('-')
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    }

    #[test]
    fn every_language_has_every_message_with_the_same_values() {
        let english = messages(Language::English);
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let other = messages(language);
            let ids = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<BTreeSet<_>>();
            let missing: Vec<_> = ids(&english).difference(&ids(&other)).cloned().collect();
            let more: Vec<_> = ids(&other).difference(&ids(&english)).cloned().collect();
            assert!(
                missing.is_empty() && more.is_empty(),
                "{language:?} lacks {missing:?}, only it has {more:?}"
            );
            for (id, text) in &english {
                let ((written, choosing), (translated, chosen)) = (values(text), values(&other[id]));
                let needed: BTreeSet<_> = written.difference(&choosing).cloned().collect();
                let known: BTreeSet<_> = written.union(&choosing).cloned().collect();
                assert!(needed.is_subset(&translated), "{id} in {language:?} leaves out one of {needed:?}");
                let all: BTreeSet<_> = translated.union(&chosen).cloned().collect();
                assert!(all.is_subset(&known), "{id} in {language:?} asks for more than {known:?}");
            }
        }
    }

    #[test]
    fn every_message_that_the_source_names_exists_and_none_is_unused() {
        let (english, named) = (messages(Language::English), named_in_source());
        let unknown: Vec<_> = named.iter().filter(|id| !english.contains_key(*id)).collect();
        let unused: Vec<_> = english.keys().filter(|id| !named.contains(*id)).collect();
        assert!(unknown.is_empty() && unused.is_empty(), "unknown: {unknown:?}; unused: {unused:?}");
    }

    #[test]
    fn counts_select_their_plural_and_have_thousands() {
        let said = |language, n: u64| Words::new(language).say("load-users", args![n]);
        assert_eq!(
            (said(Language::English, 1), said(Language::English, 1_200)),
            ("1 user".into(), "1,200 users".into())
        );
        assert_eq!(
            (said(Language::Danish, 1), said(Language::Danish, 1_200)),
            ("1 bruger".into(), "1.200 brugere".into())
        );
        assert_eq!(said(Language::Turkish, 1_200), "1.200 kullanıcı");
    }
}
