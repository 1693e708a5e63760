//! How a run ended for whoever asked: what the exit code says, and how much failed, in the measured windows and outside of them.

use crate::capacity::{Capacity, RateResult};
use crate::requirements::{Judgement, Verdict};
use crate::statistics::wilson;
use crate::step::{StepRow, Window};
use plimsoll_run::{Design, ErrorCount, ErrorKind, Run, RunHeader, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// Surely (Wilson) more than this share of the requests failed, and nobody said how many may.
pub const FAILED_PERCENT_MAX: f64 = 5.0;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every requirement holds, or there was none, and the runs are complete and valid.
    Holds,
    RequirementFailed,
    /// The system stopped working in every step; or no requirement was given, and nothing was answered (or no more, to the end
    /// of a step), or surely more than 5 % of the requests failed.
    RequestsFailed,
    /// A requirement could not be decided, or a run is incomplete or invalid.
    Inconclusive,
}

impl Outcome {
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Holds => 0,
            Outcome::RequirementFailed | Outcome::RequestsFailed => 3,
            Outcome::Inconclusive => 4,
        }
    }
}

pub(crate) fn outcome(
    header: &RunHeader,
    verdicts: &[Verdict],
    complete: bool,
    (steps, outside): (&[StepRow], &OutsideWindows),
    capacity: &Capacity,
) -> Outcome {
    let any = |judgement| verdicts.iter().any(|v| v.judgement == judgement);
    // Only the steps that a verdict rests on must be valid, and those it takes are.
    let sound = match capacity {
        Capacity::Rate(search) => complete && search.result != RateResult::Inconclusive,
        _ if !verdicts.is_empty() => complete,
        // A step that was made again is not missed.
        _ => complete && steps.iter().all(|row| has_valid(steps, row)),
    };
    let unreachable = matches!(capacity, Capacity::Rate(search) if search.result == RateResult::NotReachable);
    if any(Judgement::Fail) || unreachable {
        Outcome::RequirementFailed
    } else if broke(steps)
        || verdicts.is_empty() && requests_failed(header, (steps, outside), capacity, complete)
    {
        Outcome::RequestsFailed
    } else if any(Judgement::Inconclusive) || !sound || steps.is_empty() {
        Outcome::Inconclusive
    } else {
        Outcome::Holds
    }
}

/// The system stopped working in every step: what was answered before holds no requirement.
fn broke(steps: &[StepRow]) -> bool {
    !steps.is_empty() && steps.iter().all(StepRow::broke)
}

/// A step of the same load is valid.
fn has_valid(steps: &[StepRow], row: &StepRow) -> bool {
    steps.iter().any(|other| other.is_valid() && other.load() == row.load())
}

/// Of a climb, which ends where nothing more is gained, only its best step counts. How much fails in a run that was broken off
/// says when that was; only where nothing succeeded it says more.
fn requests_failed(
    header: &RunHeader,
    (steps, outside): (&[StepRow], &OutsideWindows),
    capacity: &Capacity,
    complete: bool,
) -> bool {
    let is_climb = matches!(header.design, Design::Climb { .. });
    let best = capacity.best().map(|best| best.step).filter(|_| is_climb);
    let counts = |row: &&StepRow| best.is_none_or(|best| best == row.number);
    let (errors, answered) = failed_and_answered(steps.iter().filter(counts));
    if steps.iter().filter(counts).any(StepRow::broke) {
        return true;
    }
    let failed = too_many(errors, answered) || !is_climb && too_many_outside(steps, outside);
    failed && (complete || errors >= answered && answered > 0)
}

/// Where requests begin to fail: in all steps from one on many did, and in none before it more than a few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailingFrom {
    pub step: u32,
    /// From it on, of those that were answered.
    pub failed: u64,
    pub answered: u64,
    pub is_first: bool,
}

/// Of the requests of a step that is no failing one.
const FEW_PERCENT: f64 = 1.0;

/// Refused users come again at once: how many requests failed says where the failures begin, and little of how many users had one.
pub(crate) fn failing_from(steps: &[StepRow]) -> Option<FailingFrom> {
    let fails = |row: &StepRow| row.errors_percent >= FAILED_PERCENT_MAX;
    let first = steps.iter().position(fails).filter(|first| *first > 0)?;
    let (before, from) = steps.split_at(first);
    if !from.iter().all(fails) || before.iter().any(|row| row.errors_percent >= FEW_PERCENT) {
        return None;
    }
    let (failed, answered) = failed_and_answered(from.iter());
    Some(FailingFrom {
        step: from[0].number,
        failed,
        answered,
        is_first: before.iter().all(|row| row.errors == 0),
    })
}

fn failed_and_answered<'a>(rows: impl Iterator<Item = &'a StepRow>) -> (u64, u64) {
    rows.fold((0, 0), |(errors, answered), row| {
        (errors + row.errors, answered + row.requests.saturating_sub(row.generator_errors))
    })
}

fn too_many(errors: u64, answered: u64) -> bool {
    answered > 0 && 100.0 * wilson(errors, answered).low > FAILED_PERCENT_MAX
}

/// So much failed outside of all windows that surely more than the same share of all requests did.
fn too_many_outside(steps: &[StepRow], outside: &OutsideWindows) -> bool {
    let (errors, _) = failed_and_answered(steps.iter());
    too_many(errors + outside.failed(), outside.of_requests)
}

/// Requests that failed and all that were answered: in the windows, or everywhere where it is outside of them that so much failed.
pub(crate) fn failed_of_all(steps: &[StepRow], outside: &OutsideWindows) -> (u64, u64) {
    let (errors, answered) = failed_and_answered(steps.iter());
    match !too_many(errors, answered) && too_many_outside(steps, outside) {
        true => (errors + outside.failed(), outside.of_requests),
        false => (errors, answered),
    }
}

/// What was recorded in no measured window: while the load rose, between steps, after the last one. No figure of a step holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutsideWindows {
    /// Requests that ended there.
    pub requests: u64,
    /// Those of them that failed.
    pub errors: u64,
    /// All that were recorded.
    pub of_requests: u64,
    pub of_errors: u64,
    /// What failed there of the system, the most frequent first; a few of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<ErrorCount>,
}

impl OutsideWindows {
    pub(crate) fn of(run: &Run, windows: &[Window]) -> OutsideWindows {
        let recorded = run.seconds.iter().flat_map(|second| &second.transactions);
        let recorded = recorded.filter(|(transaction, _)| transaction.kind == TransactionKind::Request);
        let (mut of_requests, mut of_errors) = (0, 0);
        let mut failures: BTreeMap<(ErrorKind, &str), u64> = BTreeMap::new();
        recorded.for_each(|(_, interval)| {
            of_requests += interval.requests;
            of_errors += interval.errors_total();
            for ((kind, detail), count) in &interval.errors {
                *failures.entry((*kind, detail)).or_default() += count;
            }
        });
        for ((kind, detail), count) in windows.iter().flat_map(|window| &window.total.errors) {
            if let Some(left) = failures.get_mut(&(*kind, detail.as_str())) {
                *left = left.saturating_sub(*count);
            }
        }
        let inside = |figure: fn(&Window) -> u64| windows.iter().map(figure).sum::<u64>();
        OutsideWindows {
            requests: of_requests.saturating_sub(inside(|window| window.total.requests)),
            errors: of_errors.saturating_sub(inside(|window| window.total.errors_total())),
            of_requests,
            of_errors,
            failures: most_frequent(failures),
        }
    }

    /// Requests that the system let fail there, of those that are listed.
    pub fn failed(&self) -> u64 {
        self.failures.iter().map(|error| error.count).sum()
    }
}

fn most_frequent(failures: BTreeMap<(ErrorKind, &str), u64>) -> Vec<ErrorCount> {
    const LISTED: usize = 10;
    let of_system = failures.into_iter().filter(|((kind, _), count)| !kind.is_generators() && *count > 0);
    let mut found: Vec<ErrorCount> = of_system
        .map(|((kind, detail), count)| ErrorCount { kind, detail: detail.to_owned(), count })
        .collect();
    found.sort_by_key(|error| std::cmp::Reverse(error.count));
    found.truncate(LISTED);
    found
}
