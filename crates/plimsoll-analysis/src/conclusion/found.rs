use super::pairs::pairs;
use super::recurrence::{Recurrence, recurrences};
use super::variant::VariantConclusion;
use crate::comparison::{Group, Options, RunWindows, VariantDifference, variant_differences};
use crate::run_analysis::RunAnalysis;
use crate::step::Window;
use plimsoll_run::Run;
use serde::Serialize;

/// What is said before anything else of several runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conclusion {
    /// A difference up to this does not matter.
    pub margin_percent: f64,
    /// The same of shares of errors, percentage points.
    pub errors_margin_points: f64,
    /// In the order of the runs.
    pub variants: Vec<VariantConclusion>,
    /// Variants against each other: the first against each other one, or where their names are those of a grid
    /// (`2 columns, morning`, `A GET`) those that differ in one part.
    pub differences: Vec<VariantDifference>,
    /// What is found in every run of some variants and in none of others, or in every run; limiting factors first.
    pub recurrences: Vec<Recurrence>,
}

impl Conclusion {
    pub(crate) fn of(
        runs: &[Run],
        windows: &[Vec<Window>],
        analysed: &[RunAnalysis],
        seed: u64,
    ) -> Conclusion {
        let groups = groups(analysed);
        let options = Options { seed, ..Options::default() };
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        let compared: Vec<(&Group, &Group)> =
            pairs(&names).into_iter().map(|(a, b)| (&groups[a], &groups[b])).collect();
        let measured: Vec<RunWindows> = runs
            .iter()
            .zip(windows)
            .zip(analysed)
            .map(|((run, windows), analysis)| RunWindows { run, windows, analysis: &analysis.measured })
            .collect();
        Conclusion {
            margin_percent: 100.0 * options.margin,
            errors_margin_points: options.errors_margin_points,
            variants: groups.iter().map(|group| VariantConclusion::of(group, analysed)).collect(),
            differences: variant_differences(&measured, &compared, options),
            recurrences: recurrences(&groups, analysed),
        }
    }
}

/// The runs of each variant.
fn groups(analysed: &[RunAnalysis]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, run) in analysed.iter().enumerate() {
        let name = &run.header.variant.name;
        match groups.iter_mut().find(|group| group.name == *name) {
            Some(group) => group.runs.push(place),
            None => groups.push(Group { name: name.clone(), runs: vec![place] }),
        }
    }
    groups
}
