//! `answer-sizes`: answers of a transaction become smaller or larger with load, or within a step, though none of them failed. A system under load may answer with a
//! page that says so, or leave parts out; what becomes larger takes longer by itself.

use crate::findings::prelude::*;
use crate::statistics::one_change;
use crate::step::Window;
use plimsoll_run::{Design, Interval, Latencies, TransactionKey, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "answer-sizes",
    severities: &[Severity::Critical, Severity::Warning, Severity::Information],
    when: "of a transaction (of the 100 with most requests) of which < 0.5 % failed, 50 requests each: the mean size of an answer at a higher load is < 0.8 times that at the lowest, or > 1.25 times, and at the highest load too, of four loads or more each smaller (larger) than the one before (within 5 %), \
        by five standard errors (of the seconds' sums) or more. The same of the last third of a step of 30 s or more against its first; such a step is not compared with those of other loads. Smaller ones are critical below 0.7 times where the median of their times is 0.8 times as long at most and less than 5 % of those at the lowest load were as quick (those need no trend), else a warning; larger ones information",
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
    /// Of the requests of such a step, at most, those of the transactions whose answers are others.
    #[serde(skip_serializing_if = "is_zero")]
    pub suspect_percent: f64,
}

fn is_zero(percent: &f64) -> bool {
    *percent == 0.0
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
    let header = &evidence.run.header;
    if header.means_only || header.lengths_made_up || matches!(header.design, Design::Ramp { .. }) {
        return Vec::new();
    }
    // Where the load is computed from what was measured, it follows from the answers.
    let counts = |row: &StepRow| row.is_of_one_system() && row.carries_claims() && !row.is_at_work;
    let mut steps: Vec<(&StepRow, &Window)> =
        evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| counts(row)).collect();
    steps.sort_by(|a, b| a.0.load().value().total_cmp(&b.0.load().value()));
    let within = within_steps(&steps, limits);
    let of_loads = with_load(&steps, &within, limits);
    claims(of_loads, false).into_iter().chain(claims(within, true)).map(as_found).collect()
}

/// A transaction whose answers differ in a step from those of the lowest load, or from those at the step's beginning.
struct Change {
    step: u32,
    size: AnswerSize,
    /// They are far smaller, and faster.
    is_suspect: bool,
    /// Of the step's requests, in %.
    percent: f64,
}

impl Change {
    fn is_smaller(&self) -> bool {
        self.size.times() < 1.0
    }
}

fn with_load(steps: &[(&StepRow, &Window)], within: &[Change], limits: Limits) -> Vec<Change> {
    let Some((&(low, base), higher)) = steps.split_first() else { return Vec::new() };
    let is_more = |row: &StepRow| row.load().value() > low.load().value();
    let is_changing = |key: &TransactionKey, step: u32| {
        within.iter().any(|change| change.step == step && change.size.transaction == key.name)
    };
    let response = |window: &Window, key: &TransactionKey| {
        window.transactions.get(key).map(|of| of.response.clone()).unwrap_or_default()
    };
    let mut found = Vec::new();
    for key in busiest(base).into_iter().filter(|key| !is_changing(key, low.number)) {
        let Some(from) = Size::of(base, key, limits) else { continue };
        let sizes = higher.iter().filter(|(row, _)| is_more(row) && !is_changing(key, row.number));
        let sizes = sizes.filter_map(|(row, window)| Some((*row, *window, Size::of(window, key, limits)?)));
        let sizes: Vec<(&StepRow, &Window, Size)> = sizes.collect();
        // What only differs at a load in between, or the other way there, is not the load's.
        let Some((_, _, last)) = sizes.last().filter(|(.., to)| from.differs(to, limits)) else { continue };
        let is_smaller = last.bytes < from.bytes;
        let is_trend = is_trend(&from, &sizes);
        let is_so = |to: &Size| from.differs(to, limits) && (to.bytes < from.bytes) == is_smaller;
        found.extend(sizes.iter().filter(|(.., to)| is_so(to)).map(|(row, window, to)| Change {
            step: row.number,
            size: AnswerSize {
                transaction: key.name.clone(),
                from_step: low.number,
                to_step: row.number,
                from_bytes: from.bytes,
                to_bytes: to.bytes,
                at_s: None,
            },
            is_suspect: is_other((&response(base, key), from), (&response(window, key), *to), limits),
            percent: percent_of(window, key),
        }));
        found.retain(|change: &Change| is_trend || change.is_suspect || change.size.transaction != key.name);
    }
    found
}

/// Response times and size of both.
fn is_other(from: (&Latencies, Size), to: (&Latencies, Size), limits: Limits) -> bool {
    if to.1.bytes >= limits.far_smaller * from.1.bytes {
        return false;
    }
    let Some((quick_us, usual_us)) = to.0.quantile_us(0.5).zip(from.0.quantile_us(0.5)) else { return false };
    // A cache that is hit more often had hits before.
    let quick = from.0.count() - from.0.count_above_us(AS_QUICK * quick_us);
    let had_some = quick as f64 >= HAD_SOME * from.0.count() as f64;
    quick_us as f64 <= FASTER * usual_us as f64 && !had_some
}

/// Answers of before that took no more than so many times the median of those that came later …
const AS_QUICK: u64 = 2;
/// … were this part of them: the same kind of answers was there.
const HAD_SOME: f64 = 0.05;
/// A load that is not the first to differ may be the other way by so much.
const TREND: f64 = 1.05;

/// Four loads or more, at each of which they are smaller (or larger) than at the one before: a few may differ by their data.
fn is_trend(from: &Size, sizes: &[(&StepRow, &Window, Size)]) -> bool {
    let all: Vec<f64> = std::iter::once(from.bytes).chain(sizes.iter().map(|(.., of)| of.bytes)).collect();
    let is_smaller = all.last() < all.first();
    let goes_on = |pair: &[f64]| match is_smaller {
        true => pair[1] <= TREND * pair[0],
        false => TREND * pair[1] >= pair[0],
    };
    all.len() >= LOADS_MIN && all.windows(2).all(goes_on)
}

const LOADS_MIN: usize = 4;

fn percent_of(window: &Window, key: &TransactionKey) -> f64 {
    let requests = window.transactions.get(key).map_or(0, |of| of.requests);
    100.0 * requests as f64 / window.total.requests.max(1) as f64
}

/// Smaller ones, of these only the suspects where there are some, and larger ones; of each transaction its greatest change.
fn claims(changes: Vec<Change>, within_step: bool) -> Vec<AnswerSizes> {
    let (smaller, larger): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(Change::is_smaller);
    let are_suspect = smaller.iter().any(|change| change.is_suspect);
    let smaller: Vec<Change> = smaller.into_iter().filter(|of| of.is_suspect == are_suspect).collect();
    let mut suspect_steps: Vec<u32> = smaller.iter().filter(|of| of.is_suspect).map(|of| of.step).collect();
    suspect_steps.sort_unstable();
    suspect_steps.dedup();
    let percent = |step: u32| smaller.iter().filter(|of| of.step == step).map(|of| of.percent).sum::<f64>();
    let suspect_percent = suspect_steps.iter().map(|step| percent(*step)).fold(0.0, f64::max);
    let claim = |changes: Vec<Change>, is_smaller: bool| {
        let mut of_each: BTreeMap<String, AnswerSize> = BTreeMap::new();
        for Change { size, .. } in changes {
            let of = of_each.entry(size.transaction.clone()).or_insert_with(|| size.clone());
            if size.times().ln().abs() > of.times().ln().abs() {
                *of = size;
            }
        }
        let mut transactions: Vec<AnswerSize> = of_each.into_values().collect();
        transactions.sort_by(|a, b| b.times().ln().abs().total_cmp(&a.times().ln().abs()));
        let (suspect_steps, suspect_percent) =
            if is_smaller { (suspect_steps.clone(), suspect_percent) } else { (Vec::new(), 0.0) };
        AnswerSizes { transactions, smaller: is_smaller, within_step, suspect_steps, suspect_percent }
    };
    let claims = [claim(smaller, true), claim(larger, false)];
    claims.into_iter().filter(|claim| !claim.transactions.is_empty()).collect()
}

/// A shorter step has no thirds.
const STEP_S: usize = 30;

/// The last third of each step against its first; where that is one change, what comes from it on against what was before.
fn within_steps(steps: &[(&StepRow, &Window)], limits: Limits) -> Vec<Change> {
    let mut found = Vec::new();
    for (row, window) in steps.iter().filter(|(_, window)| window.whole_seconds_count() >= STEP_S) {
        let length = window.whole_seconds_count();
        for key in busiest(window) {
            let seconds: Vec<(usize, &Interval)> = window
                .whole_seconds()
                .filter_map(|(at, second)| Some((at, second.transactions.get(key)?)))
                .collect();
            let part = |from: usize, to: usize| {
                let place = |at: usize| seconds.partition_point(|(second, _)| *second < at);
                &seconds[place(from)..place(to)]
            };
            let (first, last) = (part(0, length / 3), part(length - length / 3, length));
            let sizes = Size::of_seconds(first, limits).zip(Size::of_seconds(last, limits));
            let Some((from, to)) = sizes.filter(|(from, to)| from.differs(to, limits)) else { continue };
            let at = changed_at(&seconds, (from.bytes, to.bytes));
            let parted = at.and_then(|at| {
                let (before, after) = (part(0, at), part(at, length));
                let sizes = Size::of_seconds(before, limits).zip(Size::of_seconds(after, limits))?;
                Some(((before, sizes.0), (after, sizes.1)))
            });
            let (before, after) = parted.unwrap_or(((first, from), (last, to)));
            let is_suspect = after.1.bytes < limits.far_smaller * before.1.bytes
                && is_other((&merged(before.0), before.1), (&merged(after.0), after.1), limits);
            let size = AnswerSize {
                transaction: key.name.clone(),
                from_step: row.number,
                to_step: row.number,
                from_bytes: before.1.bytes,
                to_bytes: after.1.bytes,
                at_s: at.map(|at| window.run_s(at)),
            };
            found.push(Change { step: row.number, size, is_suspect, percent: percent_of(window, key) });
        }
    }
    found
}

fn merged(seconds: &[(usize, &Interval)]) -> Latencies {
    let mut all = Latencies::default();
    seconds.iter().for_each(|(_, of)| all.merge(&of.response));
    all
}

/// So many of the seconds before a change and after it are on their side of the middle.
const ON_SIDE: f64 = 0.9;

/// The halves of what is before one change, and after it, differ by no more than this part of it.
const OF_JUMP: f64 = 0.25;

/// The second of the window with a change from the one size to the other that is one.
fn changed_at(seconds: &[(usize, &Interval)], (from, to): (f64, f64)) -> Option<usize> {
    let middle = f64::midpoint(from, to);
    let answered: Vec<(usize, &Interval)> =
        seconds.iter().filter(|(_, of)| of.requests > 0).copied().collect();
    let changed: Vec<bool> = answered
        .iter()
        .map(|(_, of)| (of.bytes_received as f64 / of.requests as f64 > middle) == (to > from))
        .collect();
    let (fits, place) = one_change(&changed);
    // What grows all the time is on both sides of its middle as well.
    let size = |part: &[(usize, &Interval)]| {
        let (bytes, n) =
            part.iter().fold((0, 0), |(bytes, n), (_, of)| (bytes + of.bytes_received, n + of.requests));
        bytes as f64 / n.max(1) as f64
    };
    let stays = |part: &[(usize, &Interval)]| {
        let (first, second) = part.split_at(part.len() / 2);
        (size(second) - size(first)).abs()
    };
    let (before, after) = answered.split_at(place);
    let jump = (size(after) - size(before)).abs();
    let is_one = fits as f64 >= ON_SIDE * answered.len() as f64
        && !before.is_empty()
        && !after.is_empty()
        && stays(before).max(stays(after)) <= OF_JUMP * jump;
    is_one.then(|| answered[place].0)
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
#[derive(Clone, Copy)]
struct Size {
    bytes: f64,
    error: f64,
}

impl Size {
    fn of(window: &Window, key: &TransactionKey, limits: Limits) -> Option<Size> {
        let seconds = window.seconds.iter().filter_map(|second| second.transactions.get(key));
        Size::of_intervals(seconds, limits)
    }

    fn of_seconds(seconds: &[(usize, &Interval)], limits: Limits) -> Option<Size> {
        Size::of_intervals(seconds.iter().map(|(_, of)| *of), limits)
    }

    /// A ratio of sums; its error by the linearised variance of the seconds (Cochran 1977).
    fn of_intervals<'a>(all: impl Iterator<Item = &'a Interval> + Clone, limits: Limits) -> Option<Size> {
        let (mut requests, mut failed, mut bytes) = (0.0, 0.0, 0.0);
        for of in all.clone() {
            requests += of.requests as f64;
            failed += of.errors_total() as f64;
            bytes += of.bytes_received as f64;
        }
        if requests < limits.requests || 100.0 * failed > FAILING_PERCENT * requests || bytes == 0.0 {
            return None;
        }
        let mean = bytes / requests;
        let squares: f64 = all.map(|of| (of.bytes_received as f64 - mean * of.requests as f64).powi(2)).sum();
        Some(Size { bytes: mean, error: squares.sqrt() / requests })
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
    use plimsoll_run::ErrorKind;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// In steps of 4, 8, 16 … users answers have so many bytes, and take so long; so many of 50 in each second fail.
    fn found<const N: usize>(of_steps: [(u64, u64, u64); N]) -> Vec<(Severity, AnswerSizes)> {
        let loads = (0..N as u32).map(|step| (4 << step, 1)).collect();
        let mut made = run(&Spec { loads, measured_s: 20, ..Spec::default() });
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
        assert_eq!(slower, [], "three loads may differ by their data");
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
        assert_eq!(larger, [], "three loads may differ by their data");
        let sizes = |bytes: [u64; 4]| found(bytes.map(|bytes| (bytes, 60_000, 0)));
        let larger = sizes([2_000, 2_600, 3_000, 4_000]);
        let [(Severity::Information, claim)] = larger.as_slice() else { panic!("{larger:?}") };
        assert_eq!((claim.smaller, claim.transactions[0].to_step), (false, 4));
        let smaller = sizes([4_000, 3_600, 3_000, 2_000]);
        assert!(matches!(smaller.as_slice(), [(Severity::Warning, _)]), "{smaller:?}");
        assert_eq!(sizes([2_000, 4_000, 2_600, 3_500]), [], "other data");
        assert_eq!(found([(2_000, 50_000, 0), (1_800, 60_000, 0), (2_200, 90_000, 0)]), []);
        assert_eq!(
            found([(2_000, 50_000, 0), (2_000, 60_000, 0), (900, 2_000, 20)]),
            [],
            "failures are known"
        );
    }

    #[test]
    fn a_step_whose_answers_change_within_it_is_no_effect_of_load() {
        let mut made = run(&Spec { loads: vec![(4, 1), (8, 1), (16, 1)], measured_s: 90, ..Spec::default() });
        let begins = made.steps[2].measured_from_us.div_ceil(1_000_000) as u32;
        for second in &mut made.seconds {
            let is_later = second.step == 3 && second.second >= begins + 18;
            let (bytes, us) = if is_later { (170, 300) } else { (1_478, 41_000) };
            let bytes_received = 50 * (bytes + u64::from(second.second % 7));
            let response = Latencies::from_counts([(us, 50)]);
            let interval = Interval { requests: 50, bytes_received, response, ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        let findings = crate::analyse(&[made], &[], 42).runs.remove(0).findings;
        let claims: Vec<&AnswerSizes> = findings
            .iter()
            .filter_map(|finding| match &finding.claim {
                Claim::AnswerSizes(claim) => Some(claim),
                _ => None,
            })
            .collect();
        let [claim] = claims.as_slice() else { panic!("{claims:?}") };
        let size = &claim.transactions[0];
        assert_eq!((claim.within_step, claim.suspect_steps.as_slice()), (true, [3].as_slice()));
        assert_eq!((size.from_bytes.round(), size.to_bytes.round()), (1_481.0, 173.0), "{claim:?}");
        assert!((claim.suspect_percent - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_cache_that_is_hit_more_often_is_no_other_answer() {
        let mut made = run(&Spec { loads: vec![(4, 1), (8, 1), (16, 1)], measured_s: 20, ..Spec::default() });
        for second in &mut made.seconds {
            let hits = [10, 10, 60, 90][second.step.min(3) as usize];
            let response = Latencies::from_counts([(300, hits), (41_000, 100 - hits)]);
            let bytes_received = 170 * hits + 1_478 * (100 - hits);
            let interval = Interval { requests: 100, bytes_received, response, ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        let findings = crate::analyse(&[made], &[], 42).runs.remove(0).findings;
        assert!(
            !findings.iter().any(|finding| matches!(finding.claim, Claim::AnswerSizes(_))),
            "{findings:?}"
        );
    }
}
