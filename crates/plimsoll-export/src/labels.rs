//! What is said of every figure of a run: which run, study, variant and repeat, and what its makers say it is of.

use plimsoll_run::{RunHeader, visible_line};
use std::borrow::Cow;

/// Names that are ours.
const OWN: [&str; 10] =
    ["run", "study", "variant", "repeat", "step", "transaction", "kind", "error", "scenario", "le"];
/// Of a value; receivers have bounds of their own.
const CHARS_MAX: usize = 500;

pub type SeriesLabel = (Cow<'static, str>, String);

/// Ascending by name, each name once, none without a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeriesLabels(Vec<SeriesLabel>);

impl SeriesLabels {
    pub fn of_run(header: &RunHeader, given: &[(String, String)]) -> SeriesLabels {
        let mut labels = SeriesLabels::default();
        for (name, value) in header.labels.iter().chain(given) {
            let name = label_name(name);
            let name = if OWN.contains(&name.as_str()) { format!("label_{name}") } else { name };
            labels.set(Cow::Owned(name), value);
        }
        labels.set("run".into(), &run_name(header));
        labels.set("study".into(), &header.name);
        labels.set("variant".into(), &header.variant.name);
        labels.set("repeat".into(), &header.repeat.to_string());
        labels
    }

    /// The same with further ones.
    pub fn with(&self, further: &[(&'static str, &str)]) -> SeriesLabels {
        let mut labels = self.clone();
        for (name, value) in further {
            labels.set(Cow::Borrowed(name), value);
        }
        labels
    }

    fn set(&mut self, name: Cow<'static, str>, value: &str) {
        let value: String = visible_line(value).chars().take(CHARS_MAX).collect();
        match self.0.binary_search_by(|label| label.0.cmp(&name)) {
            Ok(place) if value.is_empty() => drop(self.0.remove(place)),
            Ok(place) => self.0[place].1 = value,
            Err(_) if value.is_empty() => (),
            Err(place) => self.0.insert(place, (name, value)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value.as_str()))
    }
}

/// When it was started, UTC: `2026-11-24T14:05:09.250Z`. The start tells the runs of a study apart, and sorts.
fn run_name(header: &RunHeader) -> String {
    let at = jiff::Timestamp::from_microsecond(header.started_unix_us).unwrap_or_default();
    at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// Letters, digits and `_`, as Prometheus has them.
fn label_name(name: &str) -> String {
    let mut word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if word.starts_with(|c: char| c.is_ascii_digit()) || word.starts_with("__") {
        word.insert_str(0, "label_");
    }
    word
}

/// Whether somebody may give a label of this name; the error is a sentence.
pub fn check_label(name: &str) -> Result<(), String> {
    if OWN.contains(&name) {
        return Err(format!("the label `{name}` is said of every figure already; give another name"));
    }
    if name != label_name(name) {
        return Err(format!(
            "`{name}` is no name of a label: letters, digits and `_`, no digit first, no `__`"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_named_by_its_start() {
        let name = |us| run_name(&RunHeader { started_unix_us: us, ..RunHeader::default() });
        assert_eq!(name(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(name(1_709_210_096_250_000), "2024-02-29T12:34:56.250Z");
        assert_eq!(name(1_767_225_599_999_999), "2025-12-31T23:59:59.999Z");
    }

    #[test]
    fn labels_are_sorted_and_nobodys_label_takes_the_place_of_ours() {
        let header = RunHeader {
            name: "shop".to_owned(),
            labels: vec![("commit".to_owned(), "a1".to_owned()), ("run".to_owned(), "x".to_owned())],
            ..RunHeader::default()
        };
        let labels = SeriesLabels::of_run(&header, &[("commit".to_owned(), "b2".to_owned())]);
        let labels = labels.with(&[("step", "3"), ("kind", "request")]);
        let names: Vec<&str> = labels.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["commit", "kind", "label_run", "repeat", "run", "step", "study"]);
        assert!(labels.iter().any(|label| label == ("commit", "b2")));
        assert!(check_label("le").is_err() && check_label("a-b").is_err() && check_label("team").is_ok());
    }
}
