//! Whether a claim holds, by the run that was to decide it.

use super::change;
use super::expectation::{Expectation, expected, needs_change};
use super::labels::{CHANGED, label};
use crate::capacity::{BEST_OF_S, Capacity, gain_estimate};
use crate::findings::{
    Claim, DetectorState, EvidenceItem, Finding, Measure, NextStep, PoolExhausted, PoolUndersized,
};
use crate::requirements::Judgement;
use crate::run_analysis::RunAnalysis;
use crate::statistics::{Bounds, Estimate, mean_of_windows};
use crate::step::{AppliedLoad, StepRow};
use serde::Serialize;

/// A smaller rise of throughput does not matter; the margin that comparisons have, too.
pub const RISE_PERCENT_MIN: f64 = 5.0;

/// Findings of one kind: any of them says that memory leaks.
const LEAKS: [&str; 3] = ["leak-suspected", "memory-grows", "heap-exhaustion"];

/// What became of the claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum ClaimVerdict {
    Supported,
    Refuted,
    Undecided { reason: OpenReason },
}

/// Why it is not decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "open", rename_all = "kebab-case")]
pub enum OpenReason {
    /// The first run has no such finding (any more).
    NoFinding,
    /// The second run was cut off, interrupted or failed.
    NotComplete,
    /// Steps of the second run are invalid.
    Invalid { steps: Vec<u32> },
    /// Nobody said that the system was changed, and how.
    NotChanged,
    /// It is of the same size in the second run.
    SameSize { size: f64 },
    /// A run has no throughput that can be compared.
    NoThroughput,
    /// The loads were not the ones that it takes.
    OtherLoads,
    /// The interval holds both no change and one that matters.
    Uncertain,
    /// There is too little data for an interval.
    NoInterval,
    /// It could not be looked for in the second run.
    NotLooked,
    /// The requirement was not decided at the lower loads.
    RequirementOpen,
    /// What is not seen any more was under lower loads than before.
    LessLoad,
}

/// The figures behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "basis", rename_all = "kebab-case")]
pub enum ClaimBasis {
    /// The highest throughput of both runs, at loads that can be compared.
    Throughput {
        before_per_s: Estimate,
        after_per_s: Estimate,
        gain_percent: Estimate,
        /// What it would have gained in proportion to the change.
        proportional_percent: Option<f64>,
    },
    /// Whether the same is found again.
    Finding(Box<FoundAgain>),
    /// The requirement at lower loads than the one at which it failed.
    Requirement { requirement: String, failed_at: AppliedLoad, holds_at: Option<AppliedLoad> },
    /// There is nothing to compare.
    Nothing,
}

/// A finding of the run before, looked for in the run after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundAgain {
    pub seen: bool,
    /// Its first figure in both.
    pub before: Option<EvidenceItem>,
    pub after: Option<EvidenceItem>,
    /// Half the width of the interval of throughput, % of it, in both: where it was measured for longer.
    pub width_percent: Option<(f64, f64)>,
}

pub(super) struct JudgedFinding {
    pub finding: Option<usize>,
    pub expected: Option<Expectation>,
    pub basis: ClaimBasis,
    pub verdict: ClaimVerdict,
}

fn open(reason: OpenReason) -> ClaimVerdict {
    ClaimVerdict::Undecided { reason }
}

pub(super) fn judge(before: &RunAnalysis, claim: &str, after: &[&RunAnalysis]) -> JudgedFinding {
    let finding = before.findings.iter().position(|finding| finding.id == claim);
    let found = finding.map(|place| &before.findings[place]);
    let wanted = found.and_then(expected);
    let (basis, verdict) = match (found, wanted) {
        (Some(found), Some(wanted)) => {
            let pair = Pair { before, found, after };
            let (basis, verdict) = pair.judge(wanted);
            let obstacle = pair.obstacle(&basis);
            (basis, obstacle.map_or(verdict, open))
        }
        _ => (ClaimBasis::Nothing, open(OpenReason::NoFinding)),
    };
    JudgedFinding { finding, expected: wanted, basis, verdict }
}

/// Both runs; the one after may have repeats.
struct Pair<'a> {
    before: &'a RunAnalysis,
    found: &'a Finding,
    after: &'a [&'a RunAnalysis],
}

impl Pair<'_> {
    fn judge(&self, wanted: Expectation) -> (ClaimBasis, ClaimVerdict) {
        match wanted {
            Expectation::Rise => self.throughput(self.factor(), false),
            Expectation::Growth => self.throughput(None, true),
            Expectation::HoldsBelow => self.requirement(),
            Expectation::Again => self.seen(true),
            Expectation::Gone => self.seen(false),
        }
    }

    /// What forbids a verdict, whatever the figures.
    fn obstacle(&self, basis: &ClaimBasis) -> Option<OpenReason> {
        if self.after.iter().any(|run| !run.validity.complete) && self.found.next != NextStep::RunAgain {
            return Some(OpenReason::NotComplete);
        }
        if needs_change(&self.found.next) {
            if let Some(size) = self.same_size() {
                return Some(OpenReason::SameSize { size });
            }
            // What rose by itself proves nothing either.
            if self.after.iter().all(|run| label(&run.header, CHANGED).is_none()) {
                return Some(OpenReason::NotChanged);
            }
        }
        let all_invalid = |run: &&&RunAnalysis| run.steps.iter().all(|row| !row.is_valid());
        // What is seen in spite of that is seen.
        let is_seen = matches!(basis, ClaimBasis::Finding(found) if found.seen);
        let invalid = self.after.iter().find(all_invalid).filter(|_| !is_seen);
        invalid.map(|run| OpenReason::Invalid { steps: run.validity.invalid_steps.clone() })
    }

    fn factor(&self) -> Option<f64> {
        self.after.iter().find_map(|run| change::factor(label(&run.header, CHANGED)?))
    }

    /// The size of a pool that was to be another one and is not.
    fn same_size(&self) -> Option<f64> {
        let size = |finding: &Finding| match &finding.claim {
            Claim::PoolExhausted(PoolExhausted { pool, size, .. })
            | Claim::PoolUndersized(PoolUndersized { pool, size, .. }) => Some((pool.clone(), *size)),
            _ => None,
        };
        let before = size(self.found)?;
        let again = self.after.iter().flat_map(|run| &run.findings).filter_map(size);
        again.into_iter().find(|after| *after == before).map(|(_, size)| size)
    }

    /// `higher`: only loads above those of before can show it.
    fn throughput(&self, factor: Option<f64>, higher: bool) -> (ClaimBasis, ClaimVerdict) {
        let highest = highest_load(self.before);
        let is_maximum = matches!(
            self.before.capacity,
            Capacity::Maximum { .. }
                | Capacity::BelowAsked { .. }
                | Capacity::Refused { .. }
                | Capacity::Rate(_)
        );
        // Where more load might have brought more anyway, only the same loads can be compared.
        let most = (!is_maximum && !higher).then_some(highest).flatten();
        let after: Option<Vec<(f64, Estimate)>> =
            self.after.iter().map(|run| Some((1.0, peak(run, most)?))).collect();
        let Some((before, after)) = peak(self.before, None).zip(after) else {
            return (ClaimBasis::Nothing, open(OpenReason::NoThroughput));
        };
        let after = mean_of_windows(&after);
        let gain = gain_estimate(after, before);
        let basis = ClaimBasis::Throughput {
            before_per_s: before,
            after_per_s: after,
            gain_percent: gain,
            proportional_percent: factor.map(|factor| 100.0 * (factor - 1.0)),
        };
        let reached = self.after.iter().filter_map(|run| highest_load(run)).reduce(f64::max);
        let is_higher = reached.zip(highest).is_some_and(|(reached, highest)| reached > highest);
        if higher && !is_higher {
            return (basis, open(OpenReason::OtherLoads));
        }
        // Rates that are all carried say nothing of more.
        if !higher && !is_maximum && self.before.is_open() {
            return (basis, open(OpenReason::NoThroughput));
        }
        (basis, rise(gain))
    }

    fn requirement(&self) -> (ClaimBasis, ClaimVerdict) {
        let Claim::RequirementFailed(claim) = &self.found.claim else {
            return (ClaimBasis::Nothing, open(OpenReason::NoFinding));
        };
        let failed = claim.steps.iter().filter_map(|step| self.before.step(*step)).map(StepRow::load);
        let Some(failed_at) = failed.min_by(|a, b| a.value().total_cmp(&b.value())) else {
            return (ClaimBasis::Nothing, open(OpenReason::NoFinding));
        };
        let mut below: Vec<(AppliedLoad, Judgement)> = Vec::new();
        let mut is_lower = false;
        for run in self.after {
            let verdicts = run.verdicts.iter().filter(|verdict| verdict.requirement == claim.requirement);
            let lower = |row: &&StepRow| row.is_valid() && row.load().value() < failed_at.value();
            let rows: Vec<&StepRow> = run.steps.iter().filter(lower).collect();
            is_lower |= !rows.is_empty();
            let judged = rows.into_iter().filter_map(|row| {
                let judgement = verdicts.clone().find_map(|verdict| verdict.judgement_in(row.number))?;
                Some((row.load(), judgement))
            });
            below.extend(judged);
        }
        let holds =
            below.iter().filter(|(_, judgement)| *judgement == Judgement::Pass).map(|(load, _)| *load);
        let holds_at = holds.max_by(|a, b| a.value().total_cmp(&b.value()));
        let verdict = if holds_at.is_some() {
            ClaimVerdict::Supported
        } else if !is_lower {
            open(OpenReason::OtherLoads)
        } else if !below.is_empty() && below.iter().all(|(_, judgement)| *judgement == Judgement::Fail) {
            ClaimVerdict::Refuted
        } else {
            open(OpenReason::RequirementOpen)
        };
        (ClaimBasis::Requirement { requirement: claim.requirement.clone(), failed_at, holds_at }, verdict)
    }

    /// `again`: the claim is true if it is; else if it is not.
    fn seen(&self, again: bool) -> (ClaimBasis, ClaimVerdict) {
        let found = self.after.iter().flat_map(|run| &run.findings).find(|finding| self.is_same(finding));
        let again_found = FoundAgain {
            seen: found.is_some(),
            before: self.found.evidence.first().cloned(),
            after: found.and_then(|finding| finding.evidence.first().cloned()),
            width_percent: self.widths().filter(|_| self.found.next == NextStep::MeasureLonger),
        };
        let basis = ClaimBasis::Finding(Box::new(again_found));
        let verdict = match (found.is_some(), self.not_seen_because()) {
            (true, _) if again => ClaimVerdict::Supported,
            (true, _) => ClaimVerdict::Refuted,
            (false, Some(reason)) => open(reason),
            (false, None) if again => ClaimVerdict::Refuted,
            (false, None) => ClaimVerdict::Supported,
        };
        (basis, verdict)
    }

    fn widths(&self) -> Option<(f64, f64)> {
        let width = |run: &RunAnalysis| {
            let best = peak(run, None)?;
            best.bounds_95.map(|bounds| 50.0 * (bounds.high - bounds.low) / best.value)
        };
        let finite = |width: &f64| width.is_finite();
        let after = self.after.iter().filter_map(|run| width(run)).filter(finite).reduce(f64::max);
        width(self.before).filter(finite).zip(after)
    }

    /// The same finding, and of the same server where it is of one.
    fn is_same(&self, other: &Finding) -> bool {
        let source = |finding: &Finding| {
            finding.evidence.iter().find_map(|item| match &item.measure {
                Measure::Server { source, .. } => Some(source.clone()),
                _ => None,
            })
        };
        let is_kind =
            self.found.id == other.id || (LEAKS.contains(&self.found.id) && LEAKS.contains(&other.id));
        is_kind && source(self.found) == source(other)
    }

    /// Why it says nothing that the finding is not there.
    fn not_seen_because(&self) -> Option<OpenReason> {
        let state = |run: &&RunAnalysis| {
            run.detectors.iter().find(|report| report.id == self.found.id).map(|report| report.state.clone())
        };
        let looked = |run: &&RunAnalysis| {
            matches!(state(run), Some(DetectorState::Silent | DetectorState::Fired { .. }) | None)
        };
        if !self.after.iter().all(looked) {
            return Some(OpenReason::NotLooked);
        }
        let invalid: Vec<u32> =
            self.after.iter().flat_map(|run| run.validity.invalid_steps.iter().copied()).collect();
        if !invalid.is_empty() {
            return Some(OpenReason::Invalid { steps: invalid });
        }
        // Smaller loads are the experiment itself.
        let is_lower = self.found.next == NextStep::LoadLower;
        let (before, after) =
            (self.load_seen(), self.after.iter().filter_map(|run| highest_load(run)).reduce(f64::max));
        let is_less = before.zip(after).is_some_and(|(before, after)| after < 0.99 * before);
        (is_less && !is_lower).then_some(OpenReason::LessLoad)
    }

    /// The lowest load at which it was seen; of a requirement, at which no step held.
    fn load_seen(&self) -> Option<f64> {
        let value = |step: &u32| self.before.step(*step).map(|row| row.load().value());
        if let Claim::RequirementFailed(claim) = &self.found.claim {
            let verdict = self.before.verdicts.iter().find(|of| of.requirement == claim.requirement);
            let holds = |load: f64| {
                let same = self.before.steps.iter().filter(|row| row.load().value() == load);
                same.filter_map(|row| verdict?.judgement_in(row.number)).any(|of| of == Judgement::Pass)
            };
            let failed = || claim.steps.iter().filter_map(value);
            return failed()
                .filter(|load| !holds(*load))
                .reduce(f64::min)
                .or_else(|| failed().reduce(f64::max));
        }
        self.found.evidence.iter().filter_map(|item| value(&item.step?)).reduce(f64::min)
    }
}

/// Whether throughput rose by what matters, beyond chance.
fn rise(gain: Estimate) -> ClaimVerdict {
    match gain.bounds_95 {
        None => open(OpenReason::NoInterval),
        Some(Bounds { low, .. }) if low > 0.0 && gain.value >= RISE_PERCENT_MIN => ClaimVerdict::Supported,
        Some(Bounds { high, .. }) if high < RISE_PERCENT_MIN => ClaimVerdict::Refuted,
        Some(_) => open(OpenReason::Uncertain),
    }
}

fn highest_load(run: &RunAnalysis) -> Option<f64> {
    run.steps.iter().filter(|row| row.is_valid()).map(|row| row.load().value()).reduce(f64::max)
}

/// The highest throughput, at loads up to `most`.
fn peak(run: &RunAnalysis, most: Option<f64>) -> Option<Estimate> {
    let Some(most) = most else { return run.capacity.best().map(|best| best.throughput_per_s) };
    let fits =
        |row: &&StepRow| row.is_valid() && !row.mostly_fails() && row.load().value() <= most * (1.0 + 1e-9);
    let rows: Vec<&StepRow> = run.steps.iter().filter(fits).collect();
    let has_long = rows.iter().any(|row| row.measured_s >= BEST_OF_S);
    let long = rows.into_iter().filter(|row| !has_long || row.measured_s >= BEST_OF_S);
    long.map(|row| row.throughput_per_s).max_by(|a, b| a.value.total_cmp(&b.value))
}
