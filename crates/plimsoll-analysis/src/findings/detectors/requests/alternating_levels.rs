//! `alternating-levels`: within one load the system is fast for some seconds and slow for some, in turn: a job that comes again and
//! again, a CPU quota, a cache that expires, one of several replicas. The medians of the seconds have two levels (two means of their
//! logarithms) and hardly a value between them.

use super::degraded_period::{self, is_same_mix, quantile};
use super::interruption;
use crate::findings::prelude::*;
use crate::statistics::one_change;
use crate::step::{CountsBySecond, Window, users_reported};
use plimsoll_run::{Design, Latencies, TransactionKind};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "alternating-levels",
    severities: &[Severity::Warning, Severity::Critical],
    when: "in a valid step of 12 s or more the median response times of its seconds have two levels, the higher one at least twice the \
        lower one and 10 ms more, with 15 % of the seconds or more on each and 10 % at most between them, and change between them four \
        times or more (nor does one change have 90 % of the seconds on their side), for two seconds or more each on average; or so over the seconds of all steps together that have both levels, two or more, where they change three times or more \
        within steps (then one finding on these). Critical where a requirement that does not fail over the whole step \
        surely does in the longest slow part. Means differ by half of that factor or more. Where requests arrive at a rate, or users come and go, not of levels within which the p90 of the seconds is more than 1.5 times their p10, and more than the root of what the levels differ by. Not of another mix, nor where `degraded-period` or `interruption` says it",
    requires: "values of every second, a step of 12 s",
    needs: &[Need::Seconds, Need::StepOfSeconds(12)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("alternating-levels", Limits {
    /// times the lower level
    times = 2.0,
    /// ms above the lower level
    ms = 10.0,
    /// % of the seconds on each level
    percent = 15.0,
    /// % of the seconds between the levels, at most
    between_percent = 10.0,
    /// changes of level
    changes = 4.0,
    /// requests in the median second, at least
    requests = 10.0,
});

/// Answers are fast for some seconds and slow for some, in turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlternatingLevels {
    pub steps: Vec<u32>,
    /// Median response times of both levels.
    pub fast_us: f64,
    pub slow_us: f64,
    /// Of a part, on average.
    pub fast_s: f64,
    pub slow_s: f64,
    pub slow_parts: u64,
    /// Of the seconds.
    pub slow_percent: f64,
    /// Requirements that do not fail over the whole step and surely fail in the longest slow part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<String>,
}

impl Claimed for AlternatingLevels {
    fn severity(&self) -> Option<Severity> {
        Some(if self.failing.is_empty() { Severity::Warning } else { Severity::Critical })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtEvents
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.steps.clone()))
    }
}

const SECONDS_MIN: usize = 12;
/// Of either level, on average.
const PART_S: usize = 2;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if matches!(evidence.run.header.design, Design::Ramp { .. }) || evidence.run.header.means_only {
        return Vec::new();
    }
    match in_several(evidence) {
        Some(several) => vec![several.found(evidence)],
        None => sound(evidence).filter_map(|(row, window)| in_step(evidence, row, window, limits)).collect(),
    }
}

fn sound<'a>(evidence: &'a Evidence) -> impl Iterator<Item = (&'a StepRow, &'a Window<'a>)> {
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    rows.filter(|(row, _)| row.is_valid() && !row.broke())
}

/// The same levels in several steps, at whatever load: parts may be longer than a step has room for.
pub(in crate::findings::detectors) struct InSeveral<'a> {
    levels: Levels,
    /// With their seconds among those of all of them.
    steps: Vec<(&'a StepRow, &'a Window<'a>, Range<usize>)>,
}

/// Steps that have both levels.
const STEPS_WITH_BOTH: usize = 2;
/// Changes of level within steps.
const INNER_CHANGES: usize = 3;

pub(in crate::findings::detectors) fn in_several<'a>(evidence: &'a Evidence) -> Option<InSeveral<'a>> {
    let limits = Limits::of(evidence.settings());
    if matches!(evidence.run.header.design, Design::Ramp { .. }) || evidence.run.header.means_only {
        return None;
    }
    let varies = |window: &Window| {
        let counts = CountsBySecond::of(window);
        is_busy(&counts, limits) && vary(&means(&counts), limits)
    };
    let of_steps: Vec<(&StepRow, &Window, Vec<f64>)> = sound(evidence)
        .filter(|(_, window)| varies(window) && !interruption::is_in(window, evidence))
        .map(|(row, window)| (row, window, medians(window, window.whole_seconds_count())))
        .collect();
    let middle = middle(&of_steps.iter().flat_map(|(.., medians)| medians.clone()).collect::<Vec<_>>())?;
    // A load that is slow all the time is no part of it.
    let has_both = |medians: &[f64]| {
        let slow = 100.0 * medians.iter().filter(|us| **us > middle).count() as f64 / medians.len() as f64;
        (limits.percent..=100.0 - limits.percent).contains(&slow)
    };
    let (mut steps, mut all, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    for (row, window, medians) in of_steps.into_iter().filter(|(.., medians)| has_both(medians)) {
        starts.push(all.len());
        steps.push((row, window, all.len()..all.len() + medians.len()));
        all.extend(medians);
    }
    let is_open = steps.iter().any(|(row, window, _)| is_open(row, window));
    let levels = Levels::of(&all, &starts, limits).filter(|levels| {
        steps.len() >= STEPS_WITH_BOTH
            && !(is_open && steps.iter().all(|(_, _, of)| levels.are_wide(&all, of)))
    })?;
    let inner = (levels.slow.len() + levels.fast.len()).saturating_sub(steps.len());
    let is_same = |window: &Window, of: &Range<usize>| is_same_mix(window, &levels.slow_in(of));
    let is_found = inner >= INNER_CHANGES && steps.iter().all(|(_, window, of)| is_same(window, of));
    is_found.then_some(InSeveral { levels, steps })
}

impl InSeveral<'_> {
    pub(in crate::findings::detectors) fn has(&self, step: u32) -> bool {
        self.steps.iter().any(|(row, ..)| row.number == step)
    }

    fn found(&self, evidence: &Evidence) -> Found {
        let mut failing: Vec<String> = Vec::new();
        for (row, window, of) in &self.steps {
            let slow = self.levels.slow_in(of);
            failing.extend(failing_in_longest(evidence, row, window, &slow));
        }
        failing.sort();
        failing.dedup();
        let steps: Vec<u32> = self.steps.iter().map(|(row, ..)| row.number).collect();
        let items = evidence.items(&steps, EvidenceItem::throughput);
        Found::new(self.levels.claim(steps, failing), items)
    }
}

fn failing_in_longest(
    evidence: &Evidence,
    row: &StepRow,
    window: &Window,
    slow: &[Range<usize>],
) -> Vec<String> {
    let Some(longest) = slow.iter().max_by_key(|part| part.len()) else { return Vec::new() };
    let part = window.part(longest.start as u32..longest.end as u32);
    evidence.not_failed_in(row, |requirement| evidence.fails_in(requirement, row, &part))
}

fn is_busy(counts: &CountsBySecond, limits: Limits) -> bool {
    let is_busy = quantile(&counts.ended, 0.5).is_some_and(|usual| usual >= limits.requests);
    counts.ended.len() >= SECONDS_MIN && is_busy
}

pub(super) fn is_in(evidence: &Evidence, row: &StepRow, window: &Window) -> bool {
    in_step(evidence, row, window, Limits::of(evidence.settings())).is_some()
}

fn in_step(evidence: &Evidence, row: &StepRow, window: &Window, limits: Limits) -> Option<Found> {
    let counts = CountsBySecond::of(window);
    // The medians of a day's seconds take long: first whether the means can have two levels.
    if !is_busy(&counts, limits) || !vary(&means(&counts), limits) {
        return None;
    }
    let medians = medians(window, counts.ended.len());
    let parts = Levels::of(&medians, &[], limits)?;
    if is_open(row, window) && parts.are_wide(&medians, &(0..medians.len())) {
        return None;
    }
    if !parts.differ_by_means(&counts, limits) {
        return None;
    }
    // Failures take other times.
    if degraded_period::is_in(evidence, row, window) || interruption::is_in(window, evidence) {
        return None;
    }
    // Other work takes other times.
    if !is_same_mix(window, &parts.slow) {
        return None;
    }
    let failing = failing_in_longest(evidence, row, window, &parts.slow);
    Some(Found::new(parts.claim(vec![row.number], failing), vec![EvidenceItem::throughput(row)]))
}

/// Of the seconds in which something was answered.
fn means(counts: &CountsBySecond) -> Vec<f64> {
    let timed = counts.timed.iter().zip(&counts.times_us).filter(|(n, _)| **n > 0.0);
    timed.map(|(n, us)| us / n).collect()
}

fn vary(means: &[f64], limits: Limits) -> bool {
    let of = |share: f64| quantile(means, share).unwrap_or(0.0);
    let edge = limits.percent / 200.0;
    of(1.0 - edge) >= limits.times * of(edge)
}

/// Of each second; where nothing was answered that of the one before.
fn medians(window: &Window, seconds: usize) -> Vec<f64> {
    let mut medians = vec![0.0; seconds];
    for (at, second) in window.whole_seconds() {
        let mut all = Latencies::default();
        let requests = second.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
        requests.for_each(|(_, interval)| all.merge(&interval.response));
        medians[at] = all.quantile_us(0.5).map_or(0.0, |us| us as f64);
    }
    let mut last = medians.iter().copied().find(|us| *us > 0.0).unwrap_or(1.0);
    for us in &mut medians {
        last = if *us > 0.0 { *us } else { last };
        *us = last;
    }
    medians
}

/// Seconds on either level.
struct Levels {
    slow: Vec<Range<usize>>,
    fast: Vec<Range<usize>>,
    slow_us: f64,
    fast_us: f64,
}

impl Levels {
    /// `starts`: of steps, over which no part goes on.
    fn of(medians: &[f64], starts: &[usize], limits: Limits) -> Option<Levels> {
        let middle = middle(medians)?;
        let (slow, fast): (Vec<f64>, Vec<f64>) = medians.iter().partition(|us| **us > middle);
        let (slow_us, fast_us) = (quantile(&slow, 0.5)?, quantile(&fast, 0.5)?);
        let is_apart =
            slow_us >= limits.times * fast_us && slow_us - fast_us >= 1_000.0 * limits.ms && fast_us > 0.0;
        // Thirds of the way from the one to the other, as times.
        let third = (slow_us / fast_us).cbrt();
        let is_between = |us: &&f64| (fast_us * third..slow_us / third).contains(*us);
        let of = |n: usize| 100.0 * n as f64 / medians.len() as f64;
        let are_levels = of(slow.len().min(fast.len())) >= limits.percent
            && of(medians.iter().filter(is_between).count()) <= limits.between_percent;
        if !is_apart || !are_levels || starts.is_empty() && is_one_change(medians, middle) {
            return None;
        }
        let of_level = (slow.len(), fast.len());
        let (slow, fast) = parts(medians, starts, middle);
        let is_alternating = (slow.len() + fast.len()) as f64 > limits.changes
            && of_level.0 >= PART_S * slow.len()
            && of_level.1 >= PART_S * fast.len();
        is_alternating.then_some(Levels { slow, fast, slow_us, fast_us })
    }

    /// Where half of the requests are of one kind and half of another, medians of seconds jump by chance, and means do not.
    fn differ_by_means(&self, counts: &CountsBySecond, limits: Limits) -> bool {
        let mean = |parts: &[Range<usize>]| {
            let at = || parts.iter().flat_map(Clone::clone);
            let sum = |values: &[f64]| at().filter_map(|at| values.get(at)).sum::<f64>();
            sum(&counts.times_us) / sum(&counts.timed).max(1.0)
        };
        mean(&self.slow) >= (1.0 + OF_TIMES * (limits.times - 1.0)) * mean(&self.fast)
    }

    /// Within either level seconds differ by as much as the levels do, nearly: one queue that becomes longer and shorter, and no two levels.
    fn are_wide(&self, medians: &[f64], of: &Range<usize>) -> bool {
        let spread = |parts: &[Range<usize>]| {
            let inside: Vec<f64> = parts
                .iter()
                .flat_map(|part| part.clone())
                .filter(|at| of.contains(at))
                .map(|at| medians[at])
                .collect();
            quantile(&inside, 0.9).zip(quantile(&inside, 0.1)).map_or(1.0, |(high, low)| high / low.max(1.0))
        };
        let allowed = (self.slow_us / self.fast_us).sqrt().max(SPREAD);
        spread(&self.slow) > allowed || spread(&self.fast) > allowed
    }

    /// Of some of the seconds, counted from the first of them.
    fn slow_in(&self, of: &Range<usize>) -> Vec<Range<usize>> {
        let within = |part: &Range<usize>| {
            part.start.max(of.start) - of.start..part.end.min(of.end).max(of.start) - of.start
        };
        let overlaps = |part: &&Range<usize>| part.start < of.end && of.start < part.end;
        self.slow.iter().filter(overlaps).map(within).collect()
    }

    fn claim(&self, steps: Vec<u32>, failing: Vec<String>) -> AlternatingLevels {
        let length = |parts: &[Range<usize>]| parts.iter().map(ExactSizeIterator::len).sum::<usize>() as f64;
        let (slow_s, fast_s) = (length(&self.slow), length(&self.fast));
        AlternatingLevels {
            steps,
            fast_us: self.fast_us,
            slow_us: self.slow_us,
            fast_s: fast_s / self.fast.len() as f64,
            slow_s: slow_s / self.slow.len() as f64,
            slow_parts: self.slow.len() as u64,
            slow_percent: 100.0 * slow_s / (slow_s + fast_s),
            failing,
        }
    }
}

/// Medians of seconds differ by so many times (the tenth and the ninetieth hundredth) on one level.
const SPREAD: f64 = 1.5;
/// Of the factor by which medians differ, means do by so much.
const OF_TIMES: f64 = 0.5;
/// Users who come and go: their numbers differ by so much of their mean.
const USERS_VARY: f64 = 0.5;

/// Requests arrive whether or not the system keeps up: near its limit its queue becomes long and short by chance.
fn is_open(row: &StepRow, window: &Window) -> bool {
    row.rate_per_s.is_some() || row.arrivals.is_some() || users_vary(window)
}

/// Users come and go all the time: an open load, whose users are those that are there.
pub(in crate::findings::detectors) fn users_vary(window: &Window) -> bool {
    let users: Vec<f64> = window.seconds.iter().filter_map(|second| users_reported(&[second])).collect();
    let of = |share| quantile(&users, share).unwrap_or(0.0);
    let mean = users.iter().sum::<f64>() / users.len().max(1) as f64;
    of(0.9) - of(0.1) > USERS_VARY * mean
}

/// Between the two means of the logarithms.
fn middle(medians: &[f64]) -> Option<f64> {
    const ROUNDS: usize = 20;
    let logarithms: Vec<f64> = medians.iter().map(|us| us.max(1.0).ln()).collect();
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, n) = values.fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| sum / f64::from(n))
    };
    let (low, high) = logarithms.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
    let mut middle = f64::midpoint(low, high);
    for _ in 0..ROUNDS {
        let slow = mean(&mut logarithms.iter().copied().filter(|x| *x > middle))?;
        let fast = mean(&mut logarithms.iter().copied().filter(|x| *x <= middle))?;
        middle = f64::midpoint(slow, fast);
    }
    Some(middle.exp())
}

/// Of a step's seconds: so many are as one change of level, wherever it fits best, has them.
const OF_ONE_CHANGE: f64 = 0.9;

fn is_one_change(medians: &[f64], middle: f64) -> bool {
    // Fast before a second and slow from it on; or the reverse.
    let fits = |is_so: fn(f64, f64) -> bool| {
        one_change(&medians.iter().map(|us| is_so(*us, middle)).collect::<Vec<_>>()).0
    };
    let most = fits(|us, middle| us > middle).max(fits(|us, middle| us <= middle));
    most as f64 >= OF_ONE_CHANGE * medians.len() as f64
}

/// Stretches of slow seconds, and of fast ones.
fn parts(medians: &[f64], starts: &[usize], middle: f64) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut slow, mut fast): (Vec<Range<usize>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    for (at, us) in medians.iter().enumerate() {
        let of = if *us > middle { &mut slow } else { &mut fast };
        match of.last_mut() {
            Some(part) if part.end == at && !starts.contains(&at) => part.end += 1,
            _ => of.push(at..at + 1),
        }
    }
    (slow, fast)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_run::Interval;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// 20 requests in each second, of so many ms each.
    fn found(ms: impl Fn(usize) -> u64) -> Option<AlternatingLevels> {
        found_of(|at| ("GET /", ms(at)))
    }

    /// The same, each second of one transaction.
    fn found_of(second_of: impl Fn(usize) -> (&'static str, u64)) -> Option<AlternatingLevels> {
        let mut run = run(&Spec { loads: vec![(4, 1)], measured_s: 30, ..Spec::default() });
        for (at, second) in run.seconds.iter_mut().enumerate() {
            let (name, ms) = second_of(at);
            let interval = Interval {
                requests: 20,
                response: Latencies::from_counts([(1_000 * ms, 20)]),
                ..Interval::default()
            };
            second.transactions.clear();
            second.transactions.insert(request(name), interval);
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::AlternatingLevels(claim) => Some(claim),
            _ => None,
        })
    }

    #[test]
    fn fast_and_slow_in_turn_are_said_with_their_lengths() {
        let claim = found(|at| if at % 8 < 4 { 10 } else { 100 }).expect("found");
        assert!((claim.slow_us / claim.fast_us - 10.0).abs() < 0.2, "{claim:?}");
        assert!((3.0..=4.5).contains(&claim.slow_s) && claim.slow_parts >= 3, "{claim:?}");
    }

    /// In three steps of 30 s of 4, 8 and 12 users.
    fn found_in_several(ms: impl Fn(u32, usize) -> u64) -> Vec<Claim> {
        let loads = vec![(4, 1), (8, 1), (12, 1)];
        let mut run = run(&Spec { loads, measured_s: 30, ..Spec::default() });
        for second in &mut run.seconds {
            let us = 1_000 * ms(second.step, second.second as usize);
            let requests = u64::from(second.step) * 400_000 / us;
            let response = Latencies::from_counts([(us, requests)]);
            let interval = Interval { requests, response, ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().map(|finding| finding.claim).collect()
    }

    #[test]
    fn parts_that_are_nearly_as_long_as_a_step_are_one_finding_on_all_steps() {
        let claims = found_in_several(|_, at| if at % 25 < 12 { 10 } else { 80 });
        let is_other = |claim: &&Claim| matches!(claim, Claim::NoSteadyState(_) | Claim::DegradedPeriod(_));
        assert_eq!(claims.iter().find(is_other), None);
        let found: Vec<_> = claims
            .iter()
            .filter_map(|claim| match claim {
                Claim::AlternatingLevels(claim) => Some(claim.steps.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(found, [vec![1, 2, 3]]);
    }

    #[test]
    fn a_load_that_makes_answers_slow_does_not_alternate() {
        let claims = found_in_several(|step, at| match (step, at) {
            (2, _) | (1, 12) | (3, 75) => 80,
            _ => 10,
        });
        assert!(!claims.iter().any(|claim| matches!(claim, Claim::AlternatingLevels(_))), "{claims:?}");
    }

    #[test]
    fn neither_noise_nor_one_change_nor_a_drift_alternates() {
        assert_eq!(found(|at| 10 + (at * at * 37 % 91) as u64), None, "noise");
        assert_eq!(found(|at| if at < 16 { 10 } else { 100 }), None, "one change");
        let with_strays = |at: usize| if (at < 18) == [10, 11, 24].contains(&at) { 100 } else { 10 };
        assert_eq!(found(with_strays), None, "one change, and a few seconds on the other side of it");
        assert_eq!(found(|at| 10 + 5 * at as u64), None, "a drift");
        assert_eq!(found(|at| if at % 8 < 4 { 10 } else { 15 }), None, "hardly slower");
        let in_turn = |at| if at % 8 < 4 { ("view", 10) } else { ("order", 100) };
        assert_eq!(found_of(in_turn), None, "other work in turn");
    }
}
