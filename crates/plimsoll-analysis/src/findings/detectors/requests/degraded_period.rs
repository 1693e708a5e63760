//! `degraded-period`: within one load, for ten seconds or more, answers took far longer than before and after it, or far more of them
//! failed: another job on the machine, a cache that was emptied, an instance that restarted. Figures of the whole step mix both.

use super::{alternating_levels, interruption};
use crate::findings::prelude::*;
use crate::statistics::segments;
use crate::step::{CountsBySecond, Window, mix_differs, mix_of};
use plimsoll_run::{Design, Latencies, SECOND_US, TransactionKind, record::Second};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "degraded-period",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step of 30 s or more, for ten seconds in a row or longer and for 55 % of it at most (three times at most, or up to 50 times if that is a fifth of it in all or less, and most of these times are alike), the mean response time of the \
        seconds is at least twice that of the others, or a share of failures that is higher by five points and beyond chance (5 \
        standard errors); nine of ten other seconds, and three of ten of its own at most, are on the other side of the middle. Slow \
        answers only before and after others: what begins a step is its warm-up, what ends it no passing matter (`no-steady-state`). \
        Or failures that begin within the step and last to its end: from then on twice the share and two points more, beyond chance (6 \
        standard errors), seven of ten parts of 10 s or more with five failures each above the middle and nine of ten before it below; critical where a \
        requirement that does not fail over the whole step surely does from then on. \
        Not of more requests, of another mix, nor of ramps, nor where `alternating-levels` says it of several steps",
    requires: "values of every second, a step of 30 s; where fewer than five requests end in the median second, parts of up to a minute with ten requests on average, three in a row or more, whose mean response time is higher by six standard errors of the other parts' means. Of these, and of more than three times: with 2.5 times the median of the others, or half of the requests failing",
    needs: &[Need::Seconds, Need::StepOfSeconds(30)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("degraded-period", Limits {
    /// s in a row, at least
    seconds = 10.0,
    /// times the mean response time of the other seconds, at least
    times = 2.0,
    /// percentage points by which more requests fail, at least
    points = 5.0,
    /// percentage points by which more requests fail to the end, at least
    lasting_points = 2.0,
    /// requests in the median second, at least
    requests = 5.0,
});

/// For a while answers took far longer than in the rest of the step, or more of them failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DegradedPeriod {
    pub step: u32,
    /// From the run's start.
    pub from_s: f64,
    pub duration_s: f64,
    /// Mean response time in it, and in the rest of the window.
    pub mean_us: f64,
    pub usual_us: f64,
    /// Of the requests that ended.
    pub failed_percent: f64,
    pub usual_failed_percent: f64,
    /// It is by its failures that it was found; else by its response times.
    pub of_failures: bool,
    /// It lasts to the end of the window.
    pub to_end: bool,
    /// Stretches in all; the longest is this one.
    pub times: u64,
    /// Requirements that do not fail over the whole step and surely fail in this part of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<String>,
}

impl Claimed for DegradedPeriod {
    /// Who goes on with this load has what came last.
    fn severity(&self) -> Option<Severity> {
        let is_lasting = self.of_failures && self.to_end && !self.failing.is_empty();
        Some(if is_lasting { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtEvents
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }
}

/// So many of the seconds are as usual, or better.
const USUAL: f64 = 0.3;
/// Of a step: a larger part of it is no exception.
const PART_MAX: f64 = 0.55;
/// More stretches are no period that passes.
const STRETCHES_MAX: usize = 3;
/// … or of this part of the window in all, and so many, most of them of about the same length: something that comes now and then.
const RARE: f64 = 0.2;
const RARE_MAX: usize = 50;
/// Of its own seconds, and of the others, on their side of the middle.
const OWN_SHARE: f64 = 0.7;
const OTHERS_SHARE: f64 = 0.9;
/// Standard errors of a share: stretches are picked for being apart.
const CHANCE: f64 = 5.0;
/// As many requests more are another load.
const MORE_LOAD: f64 = 1.1;
/// At its edges a window is as it was before the stretch and after it.
const EDGE_S: usize = 5;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if matches!(evidence.run.header.design, Design::Ramp { .. }) || evidence.run.header.means_only {
        return Vec::new();
    }
    let sound = |row: &StepRow| row.is_valid() && !row.broke() && row.slowed.is_none();
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| sound(row));
    let alternating = alternating_levels::in_several(evidence);
    let rows = rows.filter(|(row, _)| !alternating.as_ref().is_some_and(|several| several.has(row.number)));
    rows.flat_map(|(row, window)| {
        let of =
            |(found, of_failures): (Stretches, bool)| found_in(evidence, row, window, &found, of_failures);
        in_window(evidence, window, limits).into_iter().map(of).collect::<Vec<_>>()
    })
    .collect()
}

/// It says what there is to say of this step.
pub(super) fn is_in(evidence: &Evidence, row: &StepRow, window: &Window) -> bool {
    row.slowed.is_none() && !in_window(evidence, window, Limits::of(evidence.settings())).is_empty()
}

/// Failures of a while, and slow answers of another; whether it is by failures.
fn in_window(evidence: &Evidence, window: &Window, limits: Limits) -> Vec<(Stretches, bool)> {
    let all = CountsBySecond::of(window);
    let Some((counts, part_s)) = in_parts(&all, limits).filter(|_| !interruption::is_in(window, evidence))
    else {
        return Vec::new();
    };
    let seconds = (limits.seconds / part_s as f64).max(PARTS_MIN);
    let limits = Limits { seconds, ..limits };
    // What fails at once is asked for again at once.
    let mut found: Vec<(Stretches, bool)> = Vec::new();
    let failing = failing_to_end(&counts, limits).or_else(|| failing(&counts, limits));
    found.extend(failing.map(|stretches| (stretches, true)));
    let slow = slow(&counts, limits).filter(|slow| !is_more_load(&counts, &slow.longest));
    let slow = slow.filter(|slow| part_s == 1 || slow.is_beyond_chance(&means(&counts)));
    let is_other = |slow: &Stretches| {
        let of_slow = &slow.longest;
        // What lasts to the end is most of the window: answers may be slow for a while within it.
        let is_apart =
            |other: &Stretches| other.longest.start >= of_slow.end || of_slow.start >= other.longest.end;
        found.iter().all(|(other, _)| other.lasting || is_apart(other))
    };
    let slow = slow.filter(is_other);
    found.extend(slow.map(|stretches| (stretches, false)));
    found.iter_mut().for_each(|(stretches, _)| stretches.put_in_seconds(part_s, all.ended.len()));
    found.retain(|(stretches, of_failures)| {
        let is_picked = part_s > 1 || stretches.all.len() > STRETCHES_MAX;
        !is_picked || stretches.is_of_most(window, &all, *of_failures)
    });
    found.retain(|(stretches, _)| is_same_mix(window, std::slice::from_ref(&stretches.longest)));
    found
}

fn found_in(
    evidence: &Evidence,
    row: &StepRow,
    window: &Window,
    found: &Stretches,
    of_failures: bool,
) -> Found {
    let part = window.part(found.longest.start as u32..found.longest.end as u32);
    let failing = evidence.not_failed_in(row, |requirement| evidence.fails_in(requirement, row, &part));
    let of_step = claim(window, found);
    let claim = DegradedPeriod { step: row.number, failing, of_failures, ..of_step };
    Found::new(claim, vec![EvidenceItem::throughput(row)])
}

/// Of a load with fewer requests than that a second, parts of so many seconds at most are looked at, …
const PART_S_MAX: usize = 60;
/// … of which so many in a row are a period.
const PARTS_MIN: f64 = 3.0;
/// So many parts say what is usual.
const PARTS: usize = 30;

/// Seconds, or the shortest parts in which as many requests end as are needed, and their length; `None`: there are too few of them.
fn in_parts(counts: &CountsBySecond, limits: Limits) -> Option<(CountsBySecond, usize)> {
    let is_busy =
        |counts: &CountsBySecond| quantile(&counts.ended, 0.5).is_some_and(|usual| usual >= limits.requests);
    let per_second = counts.ended.iter().sum::<f64>() / counts.ended.len().max(1) as f64;
    let part_s = (2.0 * limits.requests / per_second.max(1e-9)).ceil() as usize;
    match is_busy(counts) {
        true => Some((counts.in_parts(1), 1)),
        false if part_s <= PART_S_MAX && counts.ended.len() >= PARTS * part_s => {
            Some((counts.in_parts(part_s), part_s)).filter(|(counts, _)| is_busy(counts))
        }
        false => None,
    }
}

/// Stretches of seconds that are unlike the others.
struct Stretches {
    all: Vec<Range<usize>>,
    longest: Range<usize>,
    /// From its beginning to the end of the window it stays so.
    lasting: bool,
}

impl Stretches {
    /// Neighbours of those levels of a series that are so.
    fn of(
        levels: Vec<Range<usize>>,
        limits: Limits,
        is_so: impl Fn(&Range<usize>) -> bool,
    ) -> Option<Stretches> {
        let length = levels.last()?.end;
        let mut all: Vec<Range<usize>> = Vec::new();
        for level in levels.into_iter().filter(is_so) {
            match all.last_mut() {
                Some(before) if before.end == level.start => before.end = level.end,
                _ => all.push(level),
            }
        }
        let longest = all.iter().max_by_key(|stretch| stretch.len())?.clone();
        let seconds: usize = all.iter().map(ExactSizeIterator::len).sum();
        let is_period = longest.len() as f64 >= limits.seconds && seconds as f64 <= PART_MAX * length as f64;
        let is_another = |of: &&Range<usize>| of.len() as f64 >= ANOTHER * longest.len() as f64;
        let others = all.len() - all.iter().filter(is_another).count();
        let is_rare =
            seconds as f64 <= RARE * length as f64 && all.len() <= RARE_MAX && others * 2 <= all.len();
        (is_period && (all.len() <= STRETCHES_MAX || is_rare)).then_some(Stretches {
            all,
            longest,
            lasting: false,
        })
    }

    /// Of parts of so many seconds each; what lasts to the end does so to that of the window.
    fn put_in_seconds(&mut self, part_s: usize, length: usize) {
        let lasting = self.lasting;
        for range in self.all.iter_mut().chain([&mut self.longest]) {
            let end = if lasting { length } else { range.end * part_s };
            *range = range.start * part_s..end;
        }
    }

    /// Of many stretches, or short parts, some are slow by chance, for a few requests in them are: here most requests are slower, or fail.
    fn is_of_most(&self, window: &Window, counts: &CountsBySecond, of_failures: bool) -> bool {
        if of_failures {
            return self.failed(counts).0 >= MOST_FAIL_PERCENT;
        }
        let (mut own, mut others) = (Latencies::default(), Latencies::default());
        for (at, second) in window.whole_seconds() {
            let of = if self.has(at) { &mut own } else { &mut others };
            let requests = second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
            requests.for_each(|(_, interval)| of.merge(&interval.response));
        }
        let medians = own.quantile_us(0.5).zip(others.quantile_us(0.5));
        medians.is_some_and(|(own, others)| own as f64 >= MEDIAN_TIMES * others as f64)
    }

    /// Parts of a few requests differ by chance: their means do by more than that.
    fn is_beyond_chance(&self, means: &[f64]) -> bool {
        let (inside, outside): (Vec<usize>, Vec<usize>) = (0..means.len()).partition(|at| self.has(*at));
        let mean = |of: &[usize]| of.iter().map(|at| means[*at]).sum::<f64>() / of.len().max(1) as f64;
        let (own, others) = (mean(&inside), mean(&outside));
        let squares: f64 = outside.iter().map(|at| (means[*at] - others).powi(2)).sum();
        let variance = squares / outside.len().max(1) as f64;
        let error = (variance / inside.len().max(1) as f64 + variance / outside.len().max(1) as f64).sqrt();
        own - others > SLOW_CHANCE * error
    }

    fn has(&self, second: usize) -> bool {
        self.all.iter().any(|stretch| stretch.contains(&second))
    }

    /// Most of its seconds lie above the middle of its level and that of the others, and nearly all others below it.
    fn is_apart(&self, values: &[f64], own: f64, others: f64) -> bool {
        let middle = (own + others) / 2.0;
        let (inside, outside): (Vec<usize>, Vec<usize>) = (0..values.len()).partition(|at| self.has(*at));
        let above = inside.iter().filter(|at| values[**at] > middle).count();
        let below = outside.iter().filter(|at| values[**at] <= middle).count();
        above as f64 >= OWN_SHARE * inside.len() as f64 && below as f64 >= OTHERS_SHARE * outside.len() as f64
    }

    /// Sums over its seconds, and over all others.
    fn sums(&self, values: &[f64]) -> (f64, f64) {
        values.iter().enumerate().fold((0.0, 0.0), |(inside, outside), (at, value)| match self.has(at) {
            true => (inside + value, outside),
            false => (inside, outside + value),
        })
    }
}

fn slow(counts: &CountsBySecond, limits: Limits) -> Option<Stretches> {
    let means = means(counts);
    // It may be half of the window.
    let usual = quantile(&means, USUAL)?;
    // What varies by less than a tenth stands.
    let levels = segments(&means, limits.seconds as usize / 2, (0.1 * usual).powi(2));
    let is_slow = |level: &Range<usize>| {
        means[level.clone()].iter().sum::<f64>() >= limits.times * usual * level.len() as f64
    };
    let found = Stretches::of(levels, limits, is_slow)?;
    let (own_us, others_us) = found.means_us(counts);
    let is_inside = found.longest.start >= EDGE_S && found.longest.end + EDGE_S <= means.len();
    let is_slower = own_us >= limits.times * others_us && found.is_apart(&means, own_us, others_us);
    (is_inside && is_slower).then_some(found)
}

fn failing(counts: &CountsBySecond, limits: Limits) -> Option<Stretches> {
    let shares: Vec<f64> =
        counts.failed.iter().zip(&counts.ended).map(|(failed, of)| 100.0 * failed / of.max(1.0)).collect();
    let all = 100.0 * counts.failed.iter().sum::<f64>() / counts.ended.iter().sum::<f64>().max(1.0);
    // Of a few requests one that fails is a large share by chance.
    let of_part = quantile(&counts.ended, 0.5).unwrap_or(0.0);
    let chance = if of_part < FEW { all * (100.0 - all) / of_part.max(1.0) } else { 0.0 };
    let levels = segments(&shares, limits.seconds as usize / 2, chance.max(1.0));
    let is_failing = |level: &Range<usize>| {
        shares[level.clone()].iter().sum::<f64>() >= (all + limits.points / 2.0) * level.len() as f64
    };
    let found = Stretches::of(levels, limits, is_failing)?;
    let (own, others) = found.failed(counts);
    let (ended, _) = found.sums(&counts.ended);
    let share = (own / 100.0).clamp(0.0, 1.0);
    let error = 100.0 * (share * (1.0 - share) / ended.max(1.0)).sqrt();
    let is_more = own - others >= limits.points.max(CHANCE * error);
    (is_more && found.is_apart(&shares, own, others)).then_some(found)
}

/// Of the requests of a period that is one of many, or of short parts.
const MOST_FAIL_PERCENT: f64 = 50.0;
const MEDIAN_TIMES: f64 = 2.5;
/// The same of means of a few requests, whose times may vary by much.
const SLOW_CHANCE: f64 = 6.0;
/// Requests of a part whose share of failures is far from the usual by chance.
const FEW: f64 = 20.0;

/// Standard errors of the difference of two shares: of all moments the one is picked that parts them best.
const LASTING_CHANCE: f64 = 6.0;
/// Times the share before.
const LASTING_TIMES: f64 = 2.0;
/// Failures of a part that is looked at by itself, by what there is from the change on.
const OF_PART: f64 = 5.0;

/// Up to each second, from 0 on: a run of days is looked at from every moment.
fn running_sums(values: &[f64]) -> Vec<f64> {
    let sums = values.iter().scan(0.0, |sum, value| {
        *sum += value;
        Some(*sum)
    });
    std::iter::once(0.0).chain(sums).collect()
}

/// From some second on more fail, and it stays so.
fn failing_to_end(counts: &CountsBySecond, limits: Limits) -> Option<Stretches> {
    let length = counts.ended.len();
    let side = limits.seconds as usize;
    let (failed, ended) = (running_sums(&counts.failed), running_sums(&counts.ended));
    let share = |range: Range<usize>| {
        let of = (ended[range.end] - ended[range.start]).max(1.0);
        ((failed[range.end] - failed[range.start]) / of, of)
    };
    let (all, _) = share(0..length);
    let apart = |at: usize| {
        let ((before, of_before), (after, of_after)) = (share(0..at), share(at..length));
        let error = (all * (1.0 - all).max(0.0) * (1.0 / of_before + 1.0 / of_after)).sqrt();
        (after - before) / error.max(f64::MIN_POSITIVE)
    };
    let moments = side..(length + 1).saturating_sub(side);
    let at = moments.max_by(|a, b| apart(*a).total_cmp(&apart(*b)))?;
    let ((before, _), (after, of_after)) = (share(0..at), share(at..length));
    let is_more = 100.0 * (after - before) >= limits.lasting_points && after >= LASTING_TIMES * before;
    if !is_more || apart(at) < LASTING_CHANCE {
        return None;
    }
    let per_s = after * of_after / (length - at) as f64;
    let part_s = side.max((OF_PART / per_s).ceil() as usize);
    let middle = f64::midpoint(before, after);
    // Of whole parts, so many lie above it.
    let above = |range: Range<usize>| {
        let parts = range.clone().step_by(part_s).filter(|from| from + part_s <= range.end);
        let found: Vec<bool> = parts.map(|from| share(from..from + part_s).0 > middle).collect();
        (found.iter().filter(|is_above| **is_above).count() as f64, found.len() as f64)
    };
    let ((of_first, first), (of_later, later)) = (above(0..at), above(at..length));
    let is_lasting =
        later >= 2.0 && of_later >= OWN_SHARE * later && first - of_first >= OTHERS_SHARE * first;
    is_lasting.then(|| Stretches {
        all: std::iter::once(at..length).collect(),
        longest: at..length,
        lasting: true,
    })
}

/// A stretch of less than this part of the longest is no other time of the same.
const ANOTHER: f64 = 0.2;

impl Stretches {
    fn times(&self) -> u64 {
        let is_another = |of: &&Range<usize>| of.len() as f64 >= ANOTHER * self.longest.len() as f64;
        self.all.iter().filter(is_another).count() as u64
    }

    fn means_us(&self, counts: &CountsBySecond) -> (f64, f64) {
        let ((own_us, others_us), (own, others)) = (self.sums(&counts.times_us), self.sums(&counts.timed));
        (own_us / own.max(1.0), others_us / others.max(1.0))
    }

    /// In % of what ended.
    fn failed(&self, counts: &CountsBySecond) -> (f64, f64) {
        let ((own, others), (of_own, of_others)) = (self.sums(&counts.failed), self.sums(&counts.ended));
        (100.0 * own / of_own.max(1.0), 100.0 * others / of_others.max(1.0))
    }
}

fn claim(window: &Window, found: &Stretches) -> DegradedPeriod {
    let counts = &CountsBySecond::of(window);
    let (mean_us, usual_us) = found.means_us(counts);
    let (failed_percent, usual_failed_percent) = found.failed(counts);
    DegradedPeriod {
        step: 0,
        from_s: window.run_s(found.longest.start),
        duration_s: found.longest.len() as f64,
        mean_us,
        usual_us,
        failed_percent,
        usual_failed_percent,
        of_failures: false,
        to_end: found.lasting,
        times: found.times(),
        failing: Vec::new(),
    }
}

/// More requests are a load that moved for a while.
fn is_more_load(counts: &CountsBySecond, stretch: &Range<usize>) -> bool {
    let per_s = |inside: bool| {
        let seconds = (0..counts.ended.len()).filter(|at| stretch.contains(at) == inside);
        let ended: Vec<f64> = seconds.map(|at| counts.ended[at]).collect();
        ended.iter().sum::<f64>() / ended.len().max(1) as f64
    };
    per_s(true) > MORE_LOAD * per_s(false)
}

pub(super) fn is_same_mix(window: &Window, stretches: &[Range<usize>]) -> bool {
    let first = window.from_us.div_ceil(SECOND_US);
    let is_in = |second: &&Second| {
        let place = u64::from(second.second).checked_sub(first).map(|place| place as usize);
        place.is_some_and(|place| {
            // In their order.
            let next = stretches.partition_point(|stretch| stretch.end <= place);
            stretches.get(next).is_some_and(|stretch| stretch.contains(&place))
        })
    };
    let (inside, outside): (Vec<&Second>, Vec<&Second>) = window.seconds.iter().copied().partition(is_in);
    mix_differs(&mix_of(&inside), &mix_of(&outside)).is_none()
}

/// Mean response times of the seconds; where nothing was answered, that of the second before.
fn means(counts: &CountsBySecond) -> Vec<f64> {
    let mut last = 0.0;
    let of_second = |(sum, count): (&f64, &f64)| {
        last = if *count > 0.0 { sum / count } else { last };
        last
    };
    counts.times_us.iter().zip(&counts.timed).map(of_second).collect()
}

pub(super) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((share * sorted.len() as f64) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    /// Of seconds with so many requests, of which so many failed, and the time that they took, with a spread of a fifth.
    fn counts(levels: &[(usize, f64, f64, f64)]) -> CountsBySecond {
        let all: Vec<(f64, f64, f64)> = levels
            .iter()
            .flat_map(|(n, ended, failed, us)| std::iter::repeat_n((*ended, *failed, *us), *n))
            .collect();
        let spread = |at: usize| [0.9, 1.05, 0.98, 1.1, 0.97][at % 5];
        CountsBySecond {
            succeeded: all.iter().map(|(ended, failed, _)| ended - failed).collect(),
            ended: all.iter().map(|(ended, ..)| *ended).collect(),
            failed: all.iter().map(|(_, failed, _)| *failed).collect(),
            timed: all.iter().map(|(ended, ..)| *ended).collect(),
            times_us: all.iter().zip(0..).map(|((ended, _, us), at)| ended * us * spread(at)).collect(),
        }
    }

    fn limits() -> Limits {
        Limits::of(&Settings::new())
    }

    #[test]
    fn answers_that_are_slow_for_a_while_are_found() {
        let found = |levels: &[_]| {
            let counts = counts(levels);
            slow(&counts, limits()).map(|found| (found.longest.start, found.longest.len()))
        };
        assert_eq!(
            found(&[(100, 200.0, 0.0, 20e3), (40, 110.0, 0.0, 100e3), (160, 200.0, 0.0, 20e3)]),
            Some((100, 40))
        );
        assert_eq!(
            found(&[(100, 200.0, 0.0, 20e3), (6, 110.0, 0.0, 100e3), (160, 200.0, 0.0, 20e3)]),
            None,
            "short"
        );
        assert_eq!(
            found(&[(100, 200.0, 0.0, 20e3), (40, 190.0, 0.0, 30e3), (160, 200.0, 0.0, 20e3)]),
            None,
            "by half"
        );
        assert_eq!(found(&[(30, 110.0, 0.0, 100e3), (160, 200.0, 0.0, 20e3)]), None, "a warm-up");
        assert_eq!(found(&[(160, 200.0, 0.0, 20e3), (40, 110.0, 0.0, 100e3)]), None, "to the end");
        assert_eq!(found(&[(300, 200.0, 0.0, 20e3)]), None, "steady");
    }

    #[test]
    fn failures_of_a_while_are_found_wherever_they_are() {
        let found = |levels: &[_]| {
            let counts = counts(levels);
            failing(&counts, limits()).map(|found| (found.longest.start, found.longest.len()))
        };
        assert_eq!(found(&[(20, 200.0, 100.0, 20e3), (280, 200.0, 0.0, 20e3)]), Some((0, 20)));
        assert_eq!(
            found(&[(100, 200.0, 2.0, 20e3), (30, 200.0, 40.0, 20e3), (170, 200.0, 1.0, 20e3)]),
            Some((100, 30))
        );
        assert_eq!(
            found(&[(100, 200.0, 2.0, 20e3), (30, 200.0, 8.0, 20e3), (170, 200.0, 1.0, 20e3)]),
            None,
            "few more"
        );
        assert_eq!(found(&[(300, 200.0, 30.0, 20e3)]), None, "all over");
    }

    #[test]
    fn failures_that_begin_and_stay_are_found_with_their_beginning() {
        let found = |levels: &[_]| {
            failing_to_end(&counts(levels), limits()).map(|found| (found.longest.start, found.longest.end))
        };
        assert_eq!(found(&[(250, 50.0, 0.0, 20e3), (350, 50.0, 6.0, 20e3)]), Some((250, 600)));
        assert_eq!(found(&[(300, 50.0, 0.5, 20e3), (300, 50.0, 2.0, 20e3)]), Some((300, 600)));
        assert_eq!(found(&[(300, 50.0, 0.5, 20e3), (300, 50.0, 1.0, 20e3)]), None, "few more");
        let burst = [(250, 50.0, 0.0, 20e3), (60, 50.0, 30.0, 20e3), (290, 50.0, 0.0, 20e3)];
        assert_eq!(found(&burst), None, "a burst");
        assert_eq!(found(&[(20, 50.0, 30.0, 20e3), (580, 50.0, 1.0, 20e3)]), None, "at the beginning");
        assert_eq!(found(&[(600, 50.0, 5.0, 20e3)]), None, "all over");
    }
}
