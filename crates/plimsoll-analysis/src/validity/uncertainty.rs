//! How far the load generator itself may have moved a step's figures.
//!
//! A timer that fires late is in the response time of the arrival it was to start, and an answer that waits for the end of a
//! turn may be in its service time: what was measured is never too short by that, and too long by no more than the timers
//! were late. In a closed model a late timer is also think time that nobody planned: users came less often, and a system
//! that is saturated then answers sooner by as much (R = N/X − Z). So lateness is an interval around the figures. It takes
//! them away only where a claim would be another one at the interval's other end.

use super::cpu::{self, RUN_DELAY_PERCENT_UNCERTAIN};
use super::timing::{TIMING_UNCERTAINTY_US_MIN, timing_uncertainty_us};
use crate::step::{StepRow, TimingUncertainty, Window};
use plimsoll_run::SECOND_US;

/// `None`: what the timers and the scheduler of a general operating system deliver.
pub(crate) fn timing_uncertainty(row: &StepRow, window: &Window) -> Option<TimingUncertainty> {
    let state = &row.generator;
    let above = |us: Option<u64>| us.zip(timing_uncertainty_us(row)).is_some_and(|(us, limit)| us > limit);
    let delayed = state
        .most_delayed()
        .is_some_and(|worker| worker.run_delay_percent_mean > RUN_DELAY_PERCENT_UNCERTAIN);
    let stopped_us = stopped_us(window);
    let is_late = above(state.lateness_p99_us) || above(state.turn_us_p90);
    if !is_late && !delayed && stopped_us == 0 && cpu::cpu(row).is_none() {
        return None;
    }
    let mean_us = window.generator.lateness.mean_us().unwrap_or(0.0).max(mean_wait_for_turns_us(window));
    let of = |us: [Option<u64>; 2]| us.into_iter().flatten().max().unwrap_or(0);
    let longest_us = of([state.lateness_max_us, state.turn_us_max]);
    // What was due while it was stopped came later by half of that on average, and is missing among the timers.
    let of_stop_us = (stopped_us as f64).powi(2) / (2.0 * row.measured_s.max(1.0) * SECOND_US as f64);
    Some(TimingUncertainty {
        times_us: if stopped_us > 0 { longest_us } else { of([state.lateness_p99_us, state.turn_us_p90]) },
        mean_us: (mean_us + of_stop_us).round() as u64,
        longest_us,
        load: load_lost(row, mean_us, away_share(row, window), stopped_us),
        stopped_us,
    })
}

/// Of a closed model: each time around a user waits for a timer or a turn as late as they are on average. Where a time around
/// is shorter than such a wait, it has no wait of its own in each, and no more is lost than the time in which workers were away.
fn load_lost(row: &StepRow, mean_us: f64, away_share: f64, stopped_us: u64) -> f64 {
    let is_open = row.rate_per_s.is_some() || row.arrivals.is_some();
    let measured_us = row.measured_s * SECOND_US as f64;
    if is_open || measured_us <= 0.0 || row.requests == 0 {
        return 0.0;
    }
    let around_us = f64::from(row.users.max(1)) * measured_us / row.requests as f64;
    (stopped_us as f64 / measured_us + (mean_us / around_us.max(1.0)).min(away_share)).min(1.0)
}

/// In which a worker was not there for what was due, 0 to 1, by what shows most of it: the time that it waited for a CPU, its
/// longest turns, and the timers that were late (they are due at any time, so as many are late as time is lost).
fn away_share(row: &StepRow, window: &Window) -> f64 {
    let delayed = row.generator.most_delayed().map_or(0.0, |worker| worker.run_delay_percent_mean / 100.0);
    let lateness = &window.generator.lateness;
    let late = lateness.count_above_us(TIMING_UNCERTAINTY_US_MIN) as f64 / lateness.count().max(1) as f64;
    let of_turns = over_workers(window, |turn_us, wall_us| turn_us / wall_us);
    delayed.max(late).max(of_turns)
}

/// How long answers waited for the end of the longest turn of their second, on average over all answers: those that came
/// during it waited for half of it.
fn mean_wait_for_turns_us(window: &Window) -> f64 {
    over_workers(window, |turn_us, wall_us| turn_us * turn_us / 2.0 / wall_us)
}

/// The mean over all workers and seconds, of a second's longest turn and its length.
fn over_workers(window: &Window, value: impl Fn(f64, f64) -> f64) -> f64 {
    let workers = window.seconds.iter().flat_map(|second| second.generator.workers.values());
    let values = workers.filter(|worker| worker.wall_us > 0);
    let values = values.map(|worker| value(worker.turn_us_max as f64, worker.wall_us as f64));
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// A worker that does not come round for so long was stopped: a suspended machine, SIGSTOP, a turn that does not end.
pub const STOPPED_US_MIN: u64 = 500_000;

/// Time in which the load generator did not run: a beat of its own every 50 ms was later than [`STOPPED_US_MIN`]. One stop
/// is counted once, though workers and timers record it in the second in which it began or in the one in which it ended.
fn stopped_us(window: &Window) -> u64 {
    let (mut all_us, mut counted_to_us) = (0, 0);
    for second in &window.seconds {
        let from_us = u64::from(second.second) * SECOND_US;
        let late_us = second.generator.lateness.max_us().unwrap_or(0);
        if late_us >= STOPPED_US_MIN && from_us >= counted_to_us {
            all_us += late_us;
            counted_to_us = from_us + late_us + SECOND_US;
        }
    }
    all_us.min(window.to_us.saturating_sub(window.from_us))
}
