//! What detectors look at.

use super::evidence_item::EvidenceItem;
use super::finding::Finding;
use super::thresholds::Settings;
use crate::measured::{Measured, MeasuredRun};
use crate::servers::Observations;
use crate::step::StepRow;
use plimsoll_run::Telemetry;
use std::ops::Deref;
use std::sync::LazyLock;

/// Steps named in one finding, at most.
const STEPS_MAX: usize = 8;

/// One run.
pub(crate) type Evidence<'a> = Measured<'a>;

impl Measured<'_> {
    /// Of these steps, the first eight.
    pub fn items(&self, steps: &[u32], item: impl Fn(&StepRow) -> EvidenceItem) -> Vec<EvidenceItem> {
        steps.iter().filter_map(|step| self.run.step(*step)).take(STEPS_MAX).map(item).collect()
    }
}

/// One of several runs, with what was found in it.
#[derive(Clone, Copy)]
pub(crate) struct RunFindings<'a> {
    pub measured: &'a MeasuredRun,
    pub findings: &'a [Finding],
    pub telemetry: &'a Telemetry,
}

impl Deref for RunFindings<'_> {
    type Target = MeasuredRun;

    fn deref(&self) -> &MeasuredRun {
        self.measured
    }
}

/// Several runs.
pub(crate) struct MultiRun<'a> {
    /// In the order in which they were made.
    pub runs: Vec<RunFindings<'a>>,
    pub observed: &'a [Observations],
}

static NO_SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::new);

impl<'a> MultiRun<'a> {
    /// Those of the first run: runs of one study have the same.
    pub fn settings(&self) -> &'a Settings {
        self.runs.first().map_or(&NO_SETTINGS, |run| &run.measured.header.detectors)
    }

    /// In the order of the runs.
    pub fn variants(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for run in &self.runs {
            let name = run.measured.header.variant.name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
