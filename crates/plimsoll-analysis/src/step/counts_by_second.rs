//! What ended in each second of a window.

use super::slowdown::{LEVEL_OF_USERS_S, PAUSE};
use super::window::{Window, sum_us};
use plimsoll_run::TransactionKind;

/// Of every whole second of a window.
pub(crate) struct CountsBySecond {
    pub succeeded: Vec<f64>,
    pub ended: Vec<f64>,
    pub failed: Vec<f64>,
    /// Of those with a response time, and these times summed.
    pub timed: Vec<f64>,
    pub times_us: Vec<f64>,
}

impl CountsBySecond {
    /// In one pass: a window may be a day of many transactions.
    pub fn of(window: &Window) -> CountsBySecond {
        let zeros = vec![0.0; window.whole_seconds_count()];
        let [succeeded, ended, failed, timed, times_us] = std::array::from_fn(|_| zeros.clone());
        let mut counts = CountsBySecond { succeeded, ended, failed, timed, times_us };
        for (at, second) in window.whole_seconds() {
            for (_, interval) in
                second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request)
            {
                counts.succeeded[at] += interval.succeeded() as f64;
                counts.ended[at] += interval.requests as f64;
                counts.failed[at] += Window::errors(interval).0 as f64;
                counts.timed[at] += interval.response.count() as f64;
                counts.times_us[at] += sum_us(&interval.response);
            }
        }
        counts
    }

    /// Sums of so many seconds each; what is left over at the end is in none.
    pub fn in_parts(&self, seconds: usize) -> CountsBySecond {
        let of = |values: &[f64]| values.chunks_exact(seconds).map(|part| part.iter().sum()).collect();
        self.each(of)
    }

    fn each(&self, of: impl Fn(&[f64]) -> Vec<f64>) -> CountsBySecond {
        CountsBySecond {
            succeeded: of(&self.succeeded),
            ended: of(&self.ended),
            failed: of(&self.failed),
            timed: of(&self.timed),
            times_us: of(&self.times_us),
        }
    }
}

/// Pauses of so many seconds or longer are no part of the levels around them, if they are few: more are how the system is.
const PAUSE_S: usize = 2;
const PAUSES_MAX: usize = 3;

impl CountsBySecond {
    /// Those of a window, and where in it they are.
    pub(super) fn without_pauses(&self) -> (CountsBySecond, Vec<usize>) {
        let length = self.succeeded.len();
        let mut sorted = self.succeeded.clone();
        sorted.sort_by(f64::total_cmp);
        let usual = sorted.get(length / 2).copied().unwrap_or(0.0);
        let all: Vec<usize> = (0..length).collect();
        let is_pause = |at: usize| self.succeeded[at] < PAUSE * usual;
        let runs: Vec<&[usize]> = all.chunk_by(|a, b| is_pause(*a) == is_pause(*b)).collect();
        // What goes on to the end is how it was then.
        let ends = |run: &[usize]| run.last().is_some_and(|last| last + LEVEL_OF_USERS_S >= length);
        let is_left_out = |run: &[usize]| is_pause(run[0]) && run.len() >= PAUSE_S && !ends(run);
        let left_out = runs.iter().filter(|run| is_left_out(run)).count();
        let is_few = left_out <= PAUSES_MAX;
        let parts = runs.into_iter().filter(|run| !(is_few && is_left_out(run)));
        let at: Vec<usize> = parts.flatten().copied().collect();
        let counts = self.each(|values| at.iter().map(|at| values[*at]).collect());
        (counts, at)
    }
}
