//! Response times that rise in nearly every step while its load stays the same: a system that becomes slower with time or with what
//! it has done. Its steps are not of one system, so that no law, no knee and no capacity follows from them.
//!
//! Whether they rise is tested in all steps together, each by itself (the seasonal Kendall test, Hirsch & Slack 1982).

use super::counts_by_second::CountsBySecond;
use super::mix::{mix_differs, mix_of};
use super::row::StepRow;
use super::window::Window;
use crate::statistics::{middle_means, seasonal_kendall};
use plimsoll_run::{Design, RunHeader};
use serde::Serialize;

/// They rose while the load stayed the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RisingTimes {
    /// Those in which they rose.
    pub steps: Vec<RisingStep>,
    /// Of so many valid ones.
    pub of_steps: usize,
    /// Of the test on all of them.
    pub p: f64,
    /// Each step began about as fast as the one before had begun: what makes it slow passes between them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub recovers: bool,
}

/// The mean response time in the first and the last quarter of its window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RisingStep {
    pub step: u32,
    pub first_us: f64,
    pub last_us: f64,
}

impl RisingTimes {
    pub fn has(&self, step: u32) -> bool {
        self.steps.iter().any(|of| of.step == step)
    }

    /// By how much they rose in the step in which they rose most.
    pub fn most(&self) -> Option<&RisingStep> {
        self.steps.iter().max_by(|a, b| a.times().total_cmp(&b.times()))
    }
}

impl RisingStep {
    pub fn times(&self) -> f64 {
        self.last_us / self.first_us
    }
}

/// What is a rise.
struct Bounds {
    /// Fewer seconds have no trend.
    seconds: usize,
    p: f64,
    /// They rise all over a window: of all pairs of seconds the later one is the slower one by so much more often. One change of level
    /// in its middle has 0.55.
    tau: f64,
    /// In all steps together they become so many times as long, and in each of them so many on average (geometric mean).
    times: f64,
    times_on_average: f64,
}

/// After which steps cannot be compared any more.
const LARGE: Bounds = Bounds { seconds: 6, p: 0.002, tau: 0.65, times: 1.25, times_on_average: 1.1 };
/// What is as sure and does not change what is said of the loads.
const SLIGHT: Bounds = Bounds { seconds: 28, p: 0.0005, tau: 0.8, times: 1.1, times_on_average: 1.05 };

/// Of a longer window: what is short passes.
const PARTS: usize = 12;
/// Of the steps.
const MOST: f64 = 0.8;
/// In a step they become so many times as long.
const TIMES_IN_STEP: f64 = 1.03;
/// Less is nothing to look for, and in whole milliseconds perhaps only rounded.
const LONGER_US: f64 = 500.0;
/// Users of a closed model need some rounds until they wait as long as they will.
const ROUNDS: f64 = 5.0;
/// Of the requests of a second, on average: fewer have a mean by chance.
const PER_SECOND: f64 = 5.0;
/// With more failures times say little.
const FAILING_PERCENT: f64 = 5.0;

impl RisingTimes {
    pub(crate) fn of(rows: &[StepRow], windows: &[Window], header: &RunHeader) -> Option<RisingTimes> {
        RisingTimes::within(&LARGE, rows, windows, header)
    }

    /// Too little to make other loads of the steps; steps of half a minute or longer show it.
    pub(crate) fn slight(rows: &[StepRow], windows: &[Window], header: &RunHeader) -> Option<RisingTimes> {
        RisingTimes::within(&SLIGHT, rows, windows, header)
    }

    fn within(
        bounds: &Bounds,
        rows: &[StepRow],
        windows: &[Window],
        header: &RunHeader,
    ) -> Option<RisingTimes> {
        if header.means_only || matches!(header.design, Design::Ramp { .. } | Design::Capacity { .. }) {
            return None;
        }
        let of_steps = rows.iter().filter(|row| row.is_valid()).count();
        let pairs = rows.iter().zip(windows);
        let timed: Vec<(&StepRow, &Window, Vec<f64>)> =
            pairs.filter_map(|(row, window)| Some((row, window, times(window, bounds.seconds)?))).collect();
        // Whether a load is steady takes long to say of a day.
        let rising = timed.iter().filter(|(row, _, values)| RisingStep::of(row.number, values).is_some());
        if (rising.count() as f64) < MOST * of_steps as f64 {
            return None;
        }
        let steady = timed.into_iter().filter(|(row, window, _)| is_steady_load(row, window));
        let series: Vec<(u32, Vec<f64>)> = steady.map(|(row, _, values)| (row.number, values)).collect();
        let values: Vec<&[f64]> = series.iter().map(|(_, values)| values.as_slice()).collect();
        let trend = seasonal_kendall(&values);
        let steps: Vec<RisingStep> =
            series.iter().filter_map(|(step, values)| RisingStep::of(*step, values)).collect();
        let times: f64 = steps.iter().map(RisingStep::times).product();
        let is_longer = times >= bounds.times.max(bounds.times_on_average.powi(steps.len() as i32));
        let rises = trend.p < bounds.p && trend.tau >= bounds.tau && is_longer && is_gradual(&values);
        let in_most = steps.len() as f64 >= MOST * of_steps as f64;
        (rises && in_most).then(|| RisingTimes { recovers: recover(&steps), steps, of_steps, p: trend.p })
    }
}

impl RisingStep {
    fn of(step: u32, values: &[f64]) -> Option<RisingStep> {
        let quarter = (values.len() / 4).max(2);
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let (first_us, last_us) = (mean(&values[..quarter]), mean(&values[values.len() - quarter..]));
        let rising = RisingStep { step, first_us, last_us };
        let is_longer = last_us - first_us >= LONGER_US && first_us > 0.0;
        (is_longer && rising.times() >= TIMES_IN_STEP).then_some(rising)
    }
}

/// Of what it became slower by, so much is there at most when the next step begins; in so many of them.
const LEFT: f64 = 0.5;

fn recover(steps: &[RisingStep]) -> bool {
    let recovers = |pair: &&[RisingStep]| {
        let [before, after] = pair else { return false };
        after.first_us < before.first_us + LEFT * (before.last_us - before.first_us)
    };
    let pairs = steps.len().saturating_sub(1);
    pairs > 0 && steps.windows(2).filter(recovers).count() as f64 >= MOST * pairs as f64
}

/// Lines leave less of the series' squares than one change of level in each does, wherever it fits best.
fn is_gradual(series: &[&[f64]]) -> bool {
    let squares = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
    };
    let left = |values: &&[f64]| {
        let all = squares(values).max(f64::MIN_POSITIVE);
        let split = (1..values.len()).map(|at| squares(&values[..at]) + squares(&values[at..]));
        (of_line(values) / all, split.fold(all, f64::min) / all)
    };
    let (of_lines, of_splits) =
        series.iter().map(left).fold((0.0, 0.0), |(a, b), (line, split)| (a + line, b + split));
    of_lines < of_splits
}

/// What the line of least squares leaves of the squares.
fn of_line(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let (centre, mean) = ((n - 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let apart = |(at, value): (usize, &f64)| (at as f64 - centre, value - mean);
    let sums = values
        .iter()
        .enumerate()
        .map(apart)
        .fold((0.0, 0.0, 0.0), |(xx, xy, yy), (x, y)| (xx + x * x, xy + x * y, yy + y * y));
    sums.2 - sums.1 * sums.1 / sums.0.max(f64::MIN_POSITIVE)
}

/// Nothing but the system can have changed in it.
fn is_steady_load(row: &StepRow, window: &Window) -> bool {
    let waits = row.arrivals.as_ref().is_some_and(|of| of.falls_behind() || of.backlog_grows());
    let is_sound = row.is_valid() && row.stuck.is_none() && row.load_moved.is_none();
    // Of users that come and go, or are not known, the load may have moved.
    let is_known = row.rate_per_s.is_some() || !row.is_at_work && row.mean_users.is_none();
    if waits || !is_sound || !is_known || row.errors_percent > FAILING_PERCENT {
        return false;
    }
    let is_closed = row.rate_per_s.is_none();
    let round_s = row.load().value() * row.measured_s / row.requests.max(1) as f64;
    if is_closed && row.measured_s < ROUNDS * round_s {
        return false;
    }
    let middle = window.whole_seconds_count() as u32 / 2;
    let (first, later) = (window.part(0..middle), window.part(middle..2 * middle));
    mix_differs(&mix_of(&first.seconds), &mix_of(&later.seconds)).is_none()
}

/// Of every second, or of parts of a longer window.
fn times(window: &Window, seconds_min: usize) -> Option<Vec<f64>> {
    let counts = CountsBySecond::of(window);
    let timed = counts.timed.iter().zip(&counts.times_us).filter(|(count, _)| **count > 0.0);
    let means: Vec<f64> = timed.map(|(count, sum_us)| sum_us / count).collect();
    let is_busy = counts.timed.iter().sum::<f64>() >= PER_SECOND * counts.timed.len() as f64;
    if !is_busy || means.len() < seconds_min || means.iter().all(|us| *us <= 0.0) {
        return None;
    }
    Some(if means.len() < PARTS { means } else { middle_means(&means, PARTS)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::SECOND_US;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// In so many steps: the mean response time in ms at each second from the beginning on, from which the users' rate follows.
    fn found(steps: u32, seconds: u32, us: impl Fn(u32, u32) -> u64) -> Option<RisingTimes> {
        within(&LARGE, steps, seconds, us)
    }

    fn within(
        bounds: &Bounds,
        steps: u32,
        seconds: u32,
        us: impl Fn(u32, u32) -> u64,
    ) -> Option<RisingTimes> {
        let loads = (1..=steps).map(|users| (4 * users, 1)).collect();
        let mut run = run(&Spec { loads, measured_s: seconds, ..Spec::default() });
        let begins: Vec<(u32, u64, u32)> =
            run.steps.iter().map(|step| (step.number, step.measured_from_us, step.threads)).collect();
        for second in &mut run.seconds {
            let Some((step, from_us, users)) = begins.iter().find(|of| of.0 == second.step) else { continue };
            let at = second.second.saturating_sub((*from_us / SECOND_US) as u32);
            let us = us(*step, at);
            let requests = u64::from(*users) * SECOND_US / us;
            let mut interval = plimsoll_run::Interval { requests, ..Default::default() };
            interval.response = plimsoll_run::Latencies::from_counts([(us, requests)]);
            second.transactions = [(request("GET /"), interval)].into();
        }
        let windows: Vec<Window> = run.steps.iter().map(|step| Window::of(&run, step)).collect();
        let rows = crate::analyse(std::slice::from_ref(&run), &[], 42).runs.remove(0).steps.clone();
        RisingTimes::within(bounds, &rows, &windows, &run.header)
    }

    #[test]
    fn what_grows_in_every_step_is_found_in_short_ones_too() {
        let grows = found(5, 8, |step, at| 20_000 + 1_000 * u64::from(8 * step + at)).expect("rising");
        assert_eq!((grows.steps.len(), grows.of_steps, grows.recovers), (5, 5, false), "{grows:?}");
        let again = found(5, 8, |_, at| 20_000 + 1_500 * u64::from(at)).expect("rising");
        assert!(again.recovers, "each begins as the first did: {again:?}");
        let one = found(1, 30, |_, at| 20_000 + 400 * u64::from(at)).expect("rising");
        assert!((1.3..1.6).contains(&one.steps[0].times()), "{one:?}");
    }

    #[test]
    fn what_rises_slowly_is_seen_in_long_steps() {
        let slowly = |_, at: u32| 20_000 + 20 * u64::from(at) + u64::from(37 * at % 200);
        assert!(within(&SLIGHT, 1, 180, slowly).is_some(), "by a sixth in three minutes");
        assert_eq!(found(1, 180, slowly), None, "which does not change the loads");
        assert_eq!(
            within(&SLIGHT, 1, 24, |_, at| 20_000 + 200 * u64::from(at)),
            None,
            "in less than half a minute"
        );
        let hardly = |_, at: u32| 20_000 + 5 * u64::from(at) + u64::from(37 * at % 200);
        assert_eq!(within(&SLIGHT, 3, 180, hardly), None, "by a twentieth");
    }

    #[test]
    fn what_changes_once_or_passes_is_not() {
        assert_eq!(found(3, 30, |_, _| 20_000), None, "steady");
        assert_eq!(found(3, 30, |_, at| if at < 14 { 10_000 } else { 100_000 }), None, "one change in each");
        let late = |_, at: u32| 10_000 + u64::from(30 * (at % 7)) + if at < 20 { 0 } else { 7_000 };
        assert_eq!(found(3, 30, late), None, "one change in the last third");
        assert_eq!(found(3, 30, |_, at| 20_000 + 500 * u64::from(at % 6)), None, "a wave");
        assert_eq!(found(5, 30, |step, at| 20_000 + if step == 3 { 900 * u64::from(at) } else { 0 }), None);
        let hardly = found(8, 30, |_, at| 50_300 + 65 * u64::from(at));
        assert_eq!(hardly, None, "by 3.5 % in each of many steps");
        assert_eq!(found(3, 30, |_, at| 40_000 - 500 * u64::from(at)), None, "it becomes faster");
        assert_eq!(found(1, 30, |_, at| 20_000 + 100 * u64::from(at)), None, "by a tenth");
    }
}
