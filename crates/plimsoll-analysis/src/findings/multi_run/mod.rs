//! Detectors that look at several runs together.

pub(super) mod not_comparable;
pub(super) mod not_proportional;
pub(super) mod runs_in_order;
pub(super) mod shared_ceiling;

use super::thresholds::Settings;
use crate::findings::Finding;
use crate::measured::MeasuredRun;
use crate::servers::Observations;
use plimsoll_run::Telemetry;
use std::ops::Deref;
use std::sync::LazyLock;

/// What detectors of several runs look at.
pub(crate) struct MultiRun<'a> {
    /// In the order in which they were made.
    pub runs: Vec<ComparedRun<'a>>,
    pub observed: &'a [Observations],
}

/// A run with what was found in it.
#[derive(Clone, Copy)]
pub(crate) struct ComparedRun<'a> {
    pub measured: &'a MeasuredRun,
    pub findings: &'a [Finding],
    pub telemetry: &'a Telemetry,
}

impl Deref for ComparedRun<'_> {
    type Target = MeasuredRun;

    fn deref(&self) -> &MeasuredRun {
        self.measured
    }
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
