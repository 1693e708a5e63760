//! What detectors look at.

use super::evidence_item::EvidenceItem;
use super::thresholds::Settings;
use crate::analysis::RunAnalysis;
use crate::servers::Observations;
use crate::servers::readings::Readings;
use crate::step::StepRow;
use crate::window::Window;
use plimsoll_run::Run;
use std::sync::LazyLock;

/// Steps named in one finding, at most.
const STEPS_MAX: usize = 8;

/// One run.
pub(crate) struct Evidence<'a> {
    pub recorded: &'a Run,
    pub run: &'a RunAnalysis,
    pub windows: &'a [Window<'a>],
    pub observed: &'a Observations,
}

impl<'a> Evidence<'a> {
    /// Of these steps, the first eight.
    pub fn items(&self, steps: &[u32], item: impl Fn(&StepRow) -> EvidenceItem) -> Vec<EvidenceItem> {
        steps.iter().filter_map(|step| self.run.step(*step)).take(STEPS_MAX).map(item).collect()
    }

    pub fn settings(&self) -> &Settings {
        &self.run.header.detectors
    }

    pub fn readings(&self) -> Readings<'a> {
        Readings::of(self.observed)
    }
}

/// Several runs.
pub(crate) struct MultiRun<'a> {
    /// In the order in which they were made.
    pub runs: &'a [RunAnalysis],
    pub observed: &'a [Observations],
}

static NO_SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::new);

impl<'a> MultiRun<'a> {
    /// Those of the first run: runs of one study have the same.
    pub fn settings(&self) -> &'a Settings {
        self.runs.first().map_or(&NO_SETTINGS, |run| &run.header.detectors)
    }

    /// In the order of the runs.
    pub fn variants(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for run in self.runs {
            let name = run.header.variant.name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
