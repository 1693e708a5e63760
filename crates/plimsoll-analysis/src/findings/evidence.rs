//! What detectors look at.

use super::evidence_item::EvidenceItem;
use super::finding::Finding;
use super::thresholds::Settings;
use crate::measured::{Measured, MeasuredRun};
use crate::requirements::{Judgement, Requirement, Verdict, judge_windows};
use crate::servers::Observations;
use crate::statistics::resampling_seed;
use crate::step::{StepRow, Window};
use plimsoll_run::Telemetry;
use std::ops::Deref;
use std::sync::LazyLock;

/// Steps named in one finding, at most.
const STEPS_MAX: usize = 8;

/// Of resampling; a judgement that surely fails does not hang on it.
const SEED: u64 = 1;

/// One run.
pub(crate) type Evidence<'a> = Measured<'a>;

impl Measured<'_> {
    /// Of these steps, the first eight.
    pub fn items(&self, steps: &[u32], item: impl Fn(&StepRow) -> EvidenceItem) -> Vec<EvidenceItem> {
        steps.iter().filter_map(|step| self.run.step(*step)).take(STEPS_MAX).map(item).collect()
    }

    /// Requirements that the step as a whole does not fail, and of which this is so.
    pub fn not_failed_in(&self, row: &StepRow, is_so: impl Fn(&Requirement) -> bool) -> Vec<String> {
        let is_hidden = |verdict: &&Verdict| {
            let has_failed = verdict.judgement_in(row.number) == Some(Judgement::Fail);
            !has_failed && Requirement::parse(&verdict.requirement).is_ok_and(|found| is_so(&found))
        };
        self.run.verdicts.iter().filter(is_hidden).map(|verdict| verdict.requirement.clone()).collect()
    }

    /// Whether it surely fails in this part of the step.
    pub fn fails_in(&self, requirement: &Requirement, row: &StepRow, part: &Window) -> bool {
        let seed = resampling_seed(SEED, u64::from(row.number));
        judge_windows(requirement, &[part], None, row.uncertainty, seed).0 == Judgement::Fail
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
