//! `answer-sizes`: answers of a transaction become smaller or larger with load, or within a step, though none of them failed. A system under load may answer with a
//! page that says so, or leave parts out; what becomes larger takes longer by itself.

use crate::findings::prelude::*;
use crate::step::Window;
use plimsoll_run::record::Second;
use plimsoll_run::{TransactionKey, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "answer-sizes",
    severities: &[Severity::Critical, Severity::Warning, Severity::Information],
    when: "of a transaction (of the 100 with most requests) of which < 0.5 % failed, 50 requests each: the mean size of an answer at a higher load is < 0.8 times that at the lowest, or > 1.25 times, and at the highest load too, \
        by five standard errors (of the seconds' sums) or more. The same of the last third of a step of 30 s or more against its first, unless it is found of loads. Smaller ones are critical below 0.7 times where the median of their times is 0.8 times as long at most, else a warning; larger ones information",
    requires: "sizes of answers",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("answer-sizes", Limits {
    /// times the size at the lowest load: smaller
    smaller = 0.8,
    /// times the size at the lowest load: far smaller
    far_smaller = 0.7,
    /// times the size at the lowest load: larger
    larger = 1.25,
    /// standard errors that the sizes differ by
    standard_errors = 5.0,
    /// requests of it at each of both loads
    requests = 50.0,
});

/// Answers that are smaller, or larger, with more load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerSizes {
    /// That whose size changes most first.
    pub transactions: Vec<AnswerSize>,
    pub smaller: bool,
    /// Not with load: while it stayed the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub within_step: bool,
    /// Answers of these steps are far smaller, and come faster: they are others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspect_steps: Vec<u32>,
}

/// Of one transaction, in bytes on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerSize {
    pub transaction: String,
    /// The lowest load, and the one at which it differs most.
    pub from_step: u32,
    pub to_step: u32,
    pub from_bytes: f64,
    pub to_bytes: f64,
    /// Within one step: since the run's start, when they changed; `None`: they did all the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_s: Option<f64>,
}

impl AnswerSize {
    fn times(&self) -> f64 {
        self.to_bytes / self.from_bytes
    }
}

impl Claimed for AnswerSizes {
    fn severity(&self) -> Option<Severity> {
        Some(match (self.smaller, self.suspect_steps.is_empty()) {
            (true, false) => Severity::Critical,
            (true, true) => Severity::Warning,
            (false, _) => Severity::Information,
        })
    }

    fn next_step(&self) -> NextStep {
        if self.smaller { NextStep::CheckAnswers } else { NextStep::LookAtGrowth }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.suspect_steps.clone())).filter(|_| !self.suspect_steps.is_empty())
    }
}

/// With more failures an answer is another one.
const FAILING_PERCENT: f64 = 0.5;
/// The median is so many times that of before, at most: answers come faster.
const FASTER: f64 = 0.8;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if evidence.run.header.means_only || evidence.run.header.lengths_made_up {
        return Vec::new();
    }
    // Where the load is computed from what was measured, it follows from the answers.
    let counts = |row: &StepRow| row.is_of_one_system() && row.carries_claims() && !row.is_at_work;
    let mut steps: Vec<(&StepRow, &Window)> =
        evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| counts(row)).collect();
    steps.sort_by(|a, b| a.0.load().value().total_cmp(&b.0.load().value()));
    let Some((&(low, base), higher)) = steps.split_first() else { return Vec::new() };
    let is_more = |row: &StepRow| row.load().value() > low.load().value();
    let higher: Vec<&(&StepRow, &Window)> = higher.iter().filter(|(row, _)| is_more(row)).collect();
    let (mut found, mut suspects): (Vec<AnswerSize>, Vec<Suspect>) = (Vec::new(), Vec::new());
    for key in busiest(base) {
        let Some(from) = Size::of(base, key, limits) else { continue };
        let changed = higher.iter().filter_map(|(row, window)| {
            let to = Size::of(window, key, limits)?;
            from.differs(&to, limits).then_some((*row, *window, to))
        });
        let changed: Vec<(&StepRow, &Window, Size)> = changed.collect();
        // What only differs at a load in between is not the load's.
        let last = higher.last().map(|(row, _)| row.load());
        if !changed.iter().any(|(row, ..)| Some(row.load()) == last) {
            continue;
        }
        let far = |a: &&(&StepRow, &Window, Size), b: &&(&StepRow, &Window, Size)| {
            let times = |of: &Size| (of.bytes / from.bytes).ln().abs();
            times(&a.2).total_cmp(&times(&b.2))
        };
        let Some((row, _, to)) = changed.iter().max_by(far) else { continue };
        let size = AnswerSize {
            transaction: key.name.clone(),
            from_step: low.number,
            to_step: row.number,
            from_bytes: from.bytes,
            to_bytes: to.bytes,
            at_s: None,
        };
        let others =
            changed.iter().filter(|(_, window, to)| is_other(key, (base, &from), (window, to), limits));
        suspects.extend(others.map(|(row, ..)| Suspect { step: row.number, size: size.clone() }));
        found.push(size);
    }
    let of_loads = claims(found, &suspects, false);
    let is_said = |claim: &AnswerSizes| of_loads.iter().any(|of| of.smaller == claim.smaller);
    let within = within_steps(&steps, limits).into_iter().filter(|claim| !is_said(claim)).collect::<Vec<_>>();
    of_loads.into_iter().chain(within).map(as_found).collect()
}

/// Answers of that step are far smaller, and faster.
struct Suspect {
    step: u32,
    size: AnswerSize,
}

fn is_other(key: &TransactionKey, from: (&Window, &Size), to: (&Window, &Size), limits: Limits) -> bool {
    let median = |of: &Window| of.transactions.get(key).and_then(|of| of.response.quantile_us(0.5));
    let times = median(to.0).zip(median(from.0));
    let is_faster = times.is_some_and(|(to, from)| to as f64 <= FASTER * from as f64);
    to.1.bytes < limits.far_smaller * from.1.bytes && is_faster
}

/// Smaller ones, of these only the suspects where there are some, and larger ones.
fn claims(found: Vec<AnswerSize>, suspects: &[Suspect], within_step: bool) -> Vec<AnswerSizes> {
    let (mut smaller, mut larger): (Vec<_>, Vec<_>) = found.into_iter().partition(|of| of.times() < 1.0);
    if !suspects.is_empty() {
        smaller.retain(|of| suspects.iter().any(|suspect| suspect.size.transaction == of.transaction));
    }
    smaller.sort_by(|a, b| a.times().total_cmp(&b.times()));
    larger.sort_by(|a, b| b.times().total_cmp(&a.times()));
    let of_smaller =
        suspects.iter().filter(|of| smaller.iter().any(|s| s.transaction == of.size.transaction));
    let mut suspect_steps: Vec<u32> = of_smaller.map(|suspect| suspect.step).collect();
    suspect_steps.sort_unstable();
    suspect_steps.dedup();
    let claims = [
        AnswerSizes { transactions: smaller, smaller: true, within_step, suspect_steps },
        AnswerSizes { transactions: larger, smaller: false, within_step, suspect_steps: Vec::new() },
    ];
    claims.into_iter().filter(|claim| !claim.transactions.is_empty()).collect()
}

/// A shorter step has no thirds.
const STEP_S: usize = 30;

/// Of each transaction the step in which its answers change most.
fn within_steps(steps: &[(&StepRow, &Window)], limits: Limits) -> Vec<AnswerSizes> {
    let (mut found, mut suspects): (BTreeMap<&str, AnswerSize>, Vec<Suspect>) = (BTreeMap::new(), Vec::new());
    for (row, window) in steps.iter().filter(|(_, window)| window.whole_seconds_count() >= STEP_S) {
        let length = window.whole_seconds_count() as u32;
        let (first, last) = (window.part(0..length / 3), window.part(length - length / 3..length));
        for key in busiest(window) {
            let sizes = Size::of(&first, key, limits).zip(Size::of(&last, key, limits));
            let Some((from, to)) = sizes.filter(|(from, to)| from.differs(to, limits)) else { continue };
            let size = AnswerSize {
                transaction: key.name.clone(),
                from_step: row.number,
                to_step: row.number,
                from_bytes: from.bytes,
                to_bytes: to.bytes,
                at_s: changed_at(window, key, (from.bytes, to.bytes)),
            };
            if is_other(key, (&first, &from), (&last, &to), limits) {
                suspects.push(Suspect { step: row.number, size: size.clone() });
            }
            let of = found.entry(&key.name).or_insert_with(|| size.clone());
            if size.times().ln().abs() > of.times().ln().abs() {
                *of = size;
            }
        }
    }
    claims(found.into_values().collect(), &suspects, true)
}

/// So many of the seconds before a change and after it are on their side of the middle.
const ON_SIDE: f64 = 0.9;

/// The second of a change from the one size to the other that is one, since the run's start.
fn changed_at(window: &Window, key: &TransactionKey, (from, to): (f64, f64)) -> Option<f64> {
    let middle = f64::midpoint(from, to);
    let of_second = |(at, second): (usize, &Second)| {
        let of = second.transactions.get(key).filter(|of| of.requests > 0)?;
        Some((at, (of.bytes_received as f64 / of.requests as f64 > middle) == (to > from)))
    };
    let is_changed: Vec<(usize, bool)> = window.whole_seconds().filter_map(of_second).collect();
    let all = is_changed.iter().filter(|(_, changed)| *changed).count();
    // As many as possible are unchanged before it and changed from it on.
    let (mut changed_before, mut best) = (0, (0, 0));
    for (place, (_, changed)) in is_changed.iter().enumerate() {
        best = best.max(((place - changed_before) + (all - changed_before), place));
        changed_before += usize::from(*changed);
    }
    let (fits, place) = best;
    (fits as f64 >= ON_SIDE * is_changed.len() as f64).then(|| window.run_s(is_changed[place].0))
}

fn as_found(claim: AnswerSizes) -> Found {
    let first = &claim.transactions[0];
    let item = |bytes, step| EvidenceItem::load(LoadMeasure::AnswerSize, Unit::Bytes, bytes).in_step(step);
    let items = vec![item(first.from_bytes, first.from_step), item(first.to_bytes, first.to_step)];
    Found::new(claim, items)
}

/// Of very many names each second would be looked through for each.
const TRANSACTIONS_MAX: usize = 100;

/// The transactions of which there are most requests.
fn busiest<'a>(window: &Window<'a>) -> Vec<&'a TransactionKey> {
    let requests = window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
    let mut all: Vec<(u64, &TransactionKey)> = requests.map(|(key, of)| (of.requests, *key)).collect();
    all.sort_by_key(|(requests, _)| std::cmp::Reverse(*requests));
    all.truncate(TRANSACTIONS_MAX);
    all.into_iter().map(|(_, key)| key).collect()
}

/// The mean size of a transaction's answers in a window, and its standard error.
struct Size {
    bytes: f64,
    error: f64,
}

impl Size {
    /// A ratio of sums; its error by the linearised variance of the seconds (Cochran 1977).
    fn of(window: &Window, key: &TransactionKey, limits: Limits) -> Option<Size> {
        let all = window.transactions.get(key)?;
        let failed = 100.0 * all.errors_total() as f64 / all.requests.max(1) as f64;
        if (all.requests as f64) < limits.requests || failed > FAILING_PERCENT || all.bytes_received == 0 {
            return None;
        }
        let bytes = all.bytes_received as f64 / all.requests as f64;
        let of_seconds = window.seconds.iter().filter_map(|second| second.transactions.get(key));
        let squares: f64 =
            of_seconds.map(|of| (of.bytes_received as f64 - bytes * of.requests as f64).powi(2)).sum();
        Some(Size { bytes, error: squares.sqrt() / all.requests as f64 })
    }

    fn differs(&self, to: &Size, limits: Limits) -> bool {
        let times = to.bytes / self.bytes;
        let surely = (to.bytes - self.bytes).abs() > limits.standard_errors * self.error.hypot(to.error);
        surely && (times < limits.smaller || times > limits.larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_run::{ErrorKind, Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// In steps of 4, 8 and 16 users answers have so many bytes, and take so long; so many of 50 in each second fail.
    fn found(of_steps: [(u64, u64, u64); 3]) -> Vec<(Severity, AnswerSizes)> {
        let mut made = run(&Spec { loads: vec![(4, 1), (8, 1), (16, 1)], measured_s: 20, ..Spec::default() });
        for second in &mut made.seconds {
            let Some((bytes, us, failed)) = of_steps.get(second.step.max(1) as usize - 1) else { continue };
            let bytes_received = 50 * (bytes + u64::from(second.second % 7));
            let response = Latencies::from_counts([(*us, 50)]);
            let mut interval = Interval { requests: 50, bytes_received, response, ..Interval::default() };
            if *failed > 0 {
                interval.errors.insert((ErrorKind::Status, "503".to_owned()), *failed);
            }
            second.transactions = [(request("GET /"), interval)].into();
        }
        let analysis = crate::analyse(&[made], &[], 42);
        let findings = analysis.runs[0].findings.iter();
        let of = findings.filter_map(|finding| match &finding.claim {
            Claim::AnswerSizes(claim) => Some((finding.severity, claim.clone())),
            _ => None,
        });
        of.collect()
    }

    #[test]
    fn answers_that_become_smaller_with_load_are_said_and_faster_ones_are_suspect() {
        let sick = found([(2_000, 50_000, 0), (2_000, 50_000, 0), (900, 2_000, 0)]);
        let [(Severity::Critical, claim)] = sick.as_slice() else { panic!("{sick:?}") };
        let size = &claim.transactions[0];
        assert_eq!((size.from_step, size.to_step, claim.suspect_steps.as_slice()), (1, 3, [3].as_slice()));
        let slower = found([(2_000, 50_000, 0), (1_600, 60_000, 0), (900, 90_000, 0)]);
        assert!(matches!(slower.as_slice(), [(Severity::Warning, _)]), "{slower:?}");
    }

    #[test]
    fn answers_that_become_others_within_a_step_are_said_with_the_moment() {
        let mut made = run(&Spec { loads: vec![(4, 1)], measured_s: 60, ..Spec::default() });
        let first = made.steps[0].measured_from_us.div_ceil(1_000_000) as u32;
        for second in &mut made.seconds {
            let (bytes, us) = if second.second < first + 25 { (1_478, 41_000) } else { (170, 300) };
            let bytes_received = 50 * (bytes + u64::from(second.second % 7));
            let response = Latencies::from_counts([(us, 50)]);
            let interval = Interval { requests: 50, bytes_received, response, ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        let findings = crate::analyse(&[made], &[], 42).runs.remove(0).findings;
        let of = findings.iter().find_map(|finding| match &finding.claim {
            Claim::AnswerSizes(claim) => Some((finding.severity, claim.clone())),
            _ => None,
        });
        let (severity, claim) = of.expect("it is found");
        assert_eq!((severity, claim.within_step, claim.suspect_steps.len()), (Severity::Critical, true, 1));
        assert_eq!(claim.transactions[0].at_s, Some(f64::from(first) + 25.0));
        let is_nagle = |finding: &crate::findings::Finding| matches!(finding.claim, Claim::NagleDelay(_));
        assert!(!findings.iter().any(is_nagle), "{findings:?}");
    }

    #[test]
    fn larger_answers_are_said_and_equal_or_failing_ones_are_not() {
        let larger = found([(2_000, 50_000, 0), (2_600, 60_000, 0), (4_000, 90_000, 0)]);
        let [(Severity::Information, claim)] = larger.as_slice() else { panic!("{larger:?}") };
        assert_eq!((claim.smaller, claim.transactions[0].to_step), (false, 3));
        assert_eq!(found([(2_000, 50_000, 0), (1_800, 60_000, 0), (2_200, 90_000, 0)]), []);
        assert_eq!(
            found([(2_000, 50_000, 0), (2_000, 60_000, 0), (900, 2_000, 20)]),
            [],
            "failures are known"
        );
    }
}
