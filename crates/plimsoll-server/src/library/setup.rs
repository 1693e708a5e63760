//! In what runs were set up differently: plan, properties, machine, configuration.

use plimsoll_run::RunHeader;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

#[derive(Debug, Serialize, JsonSchema)]
pub struct SetupDifferences {
    pub rows: Vec<SetupRow>,
    /// Of the plans' texts, where there are two runs and they differ, in the unified form.
    pub plan_diff: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SetupRow {
    pub area: &'static str,
    pub name: String,
    /// One for each run; `None` where it has none.
    pub values: Vec<Option<String>>,
    pub differs: bool,
}

/// Lines of a plan that are compared.
const LINES_MAX: usize = 4_000;
/// Lines around a difference.
const AROUND: usize = 3;
/// Texts without much in common are not compared to the last line.
const DIFF_MAX: Duration = Duration::from_millis(500);

pub fn differences(headers: &[&RunHeader]) -> SetupDifferences {
    let sides: Vec<BTreeMap<(&'static str, String), String>> =
        headers.iter().map(|header| settings(header)).collect();
    let names: BTreeSet<&(&'static str, String)> = sides.iter().flat_map(BTreeMap::keys).collect();
    let row = |key: &(&'static str, String)| {
        let values: Vec<Option<String>> = sides.iter().map(|side| side.get(key).cloned()).collect();
        let differs = values.iter().any(|value| *value != values[0]);
        SetupRow { area: key.0, name: key.1.clone(), values, differs }
    };
    let plan_diff = match headers {
        [a, b] if a.plan.text != b.plan.text => Some(diff(&a.plan.text, &b.plan.text)),
        _ => None,
    };
    SetupDifferences { rows: names.into_iter().map(row).collect(), plan_diff }
}

fn settings(header: &RunHeader) -> BTreeMap<(&'static str, String), String> {
    let mut all = BTreeMap::new();
    let mut put = |area, name: &str, value: &str| {
        all.insert((area, name.to_owned()), value.to_owned());
    };
    put("plan", "file", &header.plan.file);
    put("plan", "variant", &header.variant.name);
    put("plan", "requirements", &header.requirements.join("; "));
    put("machine", "version", &header.version);
    header.variant.properties.iter().for_each(|(name, value)| put("properties", name, value));
    header.environment.iter().for_each(|(name, value)| put("machine", name, value));
    header.configuration.iter().for_each(|(name, value)| put("configuration", name, value));
    header.about.iter().for_each(|(name, value)| put("about", name, value));
    header.labels.iter().for_each(|(name, value)| put("labels", name, value));
    all
}

/// Lines that only one of the texts has, with some around them.
fn diff(before: &str, after: &str) -> String {
    let begin = |text: &str| text.lines().take(LINES_MAX).map(|line| format!("{line}\n")).collect::<String>();
    let (before, after) = (begin(before), begin(after));
    let diff = similar::TextDiff::configure().timeout(DIFF_MAX).diff_lines(&before, &after);
    diff.unified_diff().context_radius(AROUND).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_differ_and_those_around_them_are_shown() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let after = "a\nb\nc\nd\nE\nf\nx\ng\nh\n";
        assert_eq!(diff(before, after), "@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n f\n+x\n g\n h\n");
    }
}
