//! Why a run ends with the limiting factor that it names, or with none: the chain of the conclusion in the order in which a
//! reader can follow it, what speaks against it, what else was considered, and what nobody watched.
//!
//! Nothing is concluded here: each step leads to what other modules found.

mod alternatives;
mod objections;
mod unwatched;

pub use alternatives::{Alternative, BehindBecause};
pub use objections::Objection;
pub use unwatched::UnwatchedPart;

use crate::advice::Advice;
use crate::bottleneck::{LimitVerdict, LimitingFactor, NotKnown};
use crate::findings::{Claim, Finding, StationWidth};
use crate::measured::MeasuredRun;
use crate::step::StepRow;
use serde::Serialize;

/// The chain of a conclusion.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// In the order in which they follow from each other.
    pub chain: Vec<ReasoningStep>,
    /// What speaks against the conclusion.
    pub against: Vec<Objection>,
    /// Causes that come after the one that is named, and why.
    pub alternatives: Vec<Alternative>,
    /// Of which resources nothing is known: a limit that lies there can't be named. Where the load says most, first.
    pub unwatched: Vec<UnwatchedPart>,
}

/// One step of the chain; its figures are here, or where it says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum ReasoningStep {
    /// Which steps may be believed: `validity` of the run.
    Validity,
    /// Throughput grew with the load.
    Growth(LoadContrast),
    /// More load brought little, or nothing.
    Levelling(LoadContrast),
    /// The load did not change from step to step.
    OneLoad { step: u32 },
    /// How many requests are served at a time (the finding `station-width`, by its place among the run's).
    Width { finding: usize },
    /// `capacity` of the run.
    Capacity,
    /// The cause that is named: the first of `limiting_factor`.
    Cause,
    /// None is named, and why: `limiting_factor`.
    NoCause,
    /// A requirement that was judged, by its place among the run's `verdicts`.
    Requirement { verdict: usize },
    /// What follows from it: `recommended` of the run.
    Recommendation,
}

/// Two loads beside each other; each factor is the higher load's value over the lower one's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadContrast {
    pub from_step: u32,
    pub to_step: u32,
    pub load_factor: f64,
    pub throughput_factor: f64,
    /// Of mean response times; `None`: not known.
    pub response_factor: Option<f64>,
}

/// Fewer failures than these change no mean that is worth a word.
const FAILED_PERCENT_FEW: f64 = 1.0;

impl LoadContrast {
    fn of(from: &StepRow, to: &StepRow) -> Option<LoadContrast> {
        let factor = |of: fn(&StepRow) -> Option<f64>| {
            Some(of(to)? / of(from)?).filter(|factor| factor.is_finite() && *factor > 0.0)
        };
        Some(LoadContrast {
            from_step: from.number,
            to_step: to.number,
            load_factor: factor(|row| Some(row.load().value())).filter(|factor| *factor > 1.0)?,
            throughput_factor: factor(|row| Some(row.throughput_per_s.value))?,
            // Failures are answered in times of their own.
            response_factor: factor(StepRow::mean_of_all_us)
                .filter(|_| [from, to].iter().all(|row| row.errors_percent < FAILED_PERCENT_FEW)),
        })
    }

    /// More than what the finding `knee` calls little.
    fn grows(&self) -> bool {
        const EFFICIENCY_MIN: f64 = 0.6;
        self.throughput_factor - 1.0 >= EFFICIENCY_MIN * (self.load_factor - 1.0)
    }
}

impl Explanation {
    pub(crate) fn of(
        run: &MeasuredRun,
        factor: &LimitingFactor,
        findings: &[Finding],
        advice: &Advice,
    ) -> Explanation {
        let width = findings.iter().position(|finding| matches!(finding.claim, Claim::StationWidth(_)));
        let mut chain = vec![ReasoningStep::Validity];
        let stands = width.and_then(|place| match &findings[place].claim {
            Claim::StationWidth(StationWidth { steps, .. }) => steps.first().copied(),
            _ => None,
        });
        chain.extend(contrasts(run, knee(&factor.verdict).or(stands)));
        chain.extend(width.map(|finding| ReasoningStep::Width { finding }));
        chain.push(ReasoningStep::Capacity);
        chain.push(match &factor.verdict {
            LimitVerdict::Causes { .. } => ReasoningStep::Cause,
            LimitVerdict::NotKnown { .. } => ReasoningStep::NoCause,
        });
        chain.extend((0..run.verdicts.len()).map(|verdict| ReasoningStep::Requirement { verdict }));
        chain.extend(advice.recommended.as_ref().map(|_| ReasoningStep::Recommendation));
        let is_wide = width.is_some_and(|place| match &findings[place].claim {
            Claim::StationWidth(StationWidth { width, .. }) => *width > 1.5,
            _ => false,
        });
        Explanation {
            chain,
            against: objections::of(run, factor),
            alternatives: alternatives::of(factor),
            unwatched: unwatched::of(factor, is_wide),
        }
    }
}

/// How throughput grew until it did not, in the valid steps of all servers.
fn contrasts(run: &MeasuredRun, knee: Option<u32>) -> Vec<ReasoningStep> {
    let mut rows: Vec<&StepRow> = run.steps.iter().filter(|row| row.is_of_one_system()).collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    // What follows from throughput is no load that was set.
    if rows.iter().any(|row| row.is_at_work) {
        return Vec::new();
    }
    if first.load().value() >= last.load().value() {
        return vec![ReasoningStep::OneLoad { step: last.number }];
    }
    let knee = knee.and_then(|step| run.step(step)).map(|row| row.load().value());
    let below = knee.map(|knee| rows.iter().rfind(|row| row.load().value() < knee).copied().unwrap_or(first));
    // Where no step is known in which it levelled off, the whole says which it was.
    let grew = LoadContrast::of(first, below.unwrap_or(last)).map(|contrast| {
        match below.is_some() || contrast.grows() {
            true => ReasoningStep::Growth(contrast),
            false => ReasoningStep::Levelling(contrast),
        }
    });
    let levelled =
        below.and_then(|below| LoadContrast::of(below, last)).map(|contrast| match contrast.grows() {
            true => ReasoningStep::Growth(contrast),
            false => ReasoningStep::Levelling(contrast),
        });
    grew.into_iter().chain(levelled).collect()
}

/// The step in which throughput levelled off.
fn knee(verdict: &LimitVerdict) -> Option<u32> {
    match verdict {
        LimitVerdict::Causes { at_step, bent: true, .. }
        | LimitVerdict::NotKnown {
            reason:
                NotKnown::NothingSaturated { at_step, .. }
                | NotKnown::Refused { at_step, .. }
                | NotKnown::ServersLost { at_step, .. },
        } => Some(*at_step),
        _ => None,
    }
}
