//! An outage: for two seconds or longer hardly anything succeeded, nearly all failures of its steps lie in that time, and before or after it
//! much succeeded. It may begin before a window, and go on over the end of a step into the next.

use super::row::StepRow;
use super::window::Window;
use plimsoll_run::record::Second;
use plimsoll_run::{SECOND_US, TransactionKind};
use serde::Serialize;
use std::ops::Range;

/// For so long hardly anything succeeded in a step, and before or after it much did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outage {
    pub step: u32,
    /// It ended in this later step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_step: Option<u32>,
    /// After the run's start.
    pub from_s: f64,
    pub duration_s: f64,
}

/// Of the failures.
const IN_OUTAGE: f64 = 0.9;
/// Of what is usual: less is nothing.
const NOTHING: f64 = 0.05;
const OUTAGE_S: f64 = 2.0;
/// More are no outages, but how the load or the system is.
const OUTAGES_MAX: usize = 20;
/// Seconds outside of all windows in which nothing failed, in a row: a pause of the load is no outage.
const SILENT_S: usize = 2;
/// Seconds in which something succeeded say what is usual, at least, and so many before it or after it.
const USUAL_S: usize = 4;
const AROUND_S: usize = 10;
/// Where fewer succeed in a second, parts of it say little.
const PER_SECOND: f64 = 20.0;

/// A month and more: of what lies beyond it nothing is said.
const SECONDS_MAX: usize = 3_000_000;

/// What ended in each second of a run, and where it was without success.
pub(crate) struct RunSeconds {
    succeeded: Vec<f64>,
    failed: Vec<f64>,
    /// The longest that a request of it took which failed, in whole seconds.
    failed_s: Vec<usize>,
    /// What usually succeeds; between windows the lower of both.
    usual: Vec<f64>,
    is_in_window: Vec<bool>,
    dark: Vec<Range<usize>>,
}

impl RunSeconds {
    pub fn of(windows: &[Window], recorded: &[Second]) -> RunSeconds {
        let length =
            recorded.iter().map(|second| second.second as usize + 1).max().unwrap_or(0).min(SECONDS_MAX);
        let mut seconds = RunSeconds {
            succeeded: vec![0.0; length],
            failed: vec![0.0; length],
            failed_s: vec![0; length],
            usual: vec![0.0; length],
            is_in_window: vec![false; length],
            dark: Vec::new(),
        };
        for second in recorded.iter().filter(|second| (second.second as usize) < length) {
            seconds.add(second);
        }
        seconds.find_usual(windows);
        seconds.dark = seconds.find_dark();
        seconds
    }

    fn add(&mut self, second: &Second) {
        let at = second.second as usize;
        for (_, interval) in second.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request)
        {
            self.succeeded[at] += interval.succeeded() as f64;
            self.failed[at] += Window::errors(interval).0 as f64;
            let longest_us = interval.failed.max_us().unwrap_or(0);
            self.failed_s[at] = self.failed_s[at].max(longest_us.div_ceil(SECOND_US) as usize);
        }
    }

    fn find_usual(&mut self, windows: &[Window]) {
        let length = self.usual.len();
        let spans: Vec<Range<usize>> = windows.iter().map(|window| whole_seconds(window, length)).collect();
        let known: Vec<Option<f64>> = spans.iter().map(|of| median(&self.succeeded[of.clone()])).collect();
        // Of a step without success it is that of those before and after it; without one after it, it did not come back.
        let usual = |at: usize| {
            let before = || known[..at].iter().rev().find_map(|of| *of);
            let after = || known[at + 1..].iter().find_map(|of| *of);
            known[at].or_else(|| Some(before()?.min(after()?))).unwrap_or(0.0)
        };
        let mut last = None;
        for (at, of) in spans.iter().enumerate() {
            let (from, before) = last.unwrap_or((0, usual(at)));
            self.usual[of.start.min(from)..of.start].fill(f64::min(before, usual(at)));
            self.usual[of.clone()].fill(usual(at));
            self.is_in_window[of.clone()].fill(true);
            last = Some((of.end, usual(at)));
        }
        if let Some((from, usual)) = last {
            self.usual[from..].fill(usual);
        }
    }

    fn is_dark(&self, at: usize) -> bool {
        self.usual[at] > 1.0 && self.succeeded[at] <= NOTHING * self.usual[at]
    }

    /// Seconds without success in a row, of which some failed; no pause of the load, nor the time before it.
    fn find_dark(&self) -> Vec<Range<usize>> {
        let dark: Vec<usize> = (0..self.usual.len()).filter(|at| self.is_dark(*at)).collect();
        let of_row = |run: &[usize]| {
            let is_silent = |at: &&usize| !self.is_in_window[**at] && self.failed[**at] <= 0.0;
            let at_begin = run.iter().take_while(is_silent).count();
            let at_end = run.iter().rev().take_while(is_silent).count();
            let run = run.get(at_begin..run.len().saturating_sub(at_end)).unwrap_or_default();
            let parts: Vec<&[usize]> = run.chunk_by(|a, b| is_silent(&a) == is_silent(&b)).collect();
            let is_pause = |part: &[usize]| part.len() > SILENT_S && is_silent(&&part[0]);
            // A pause of the load parts it.
            let between = parts.split(|part| is_pause(part));
            let ranges = between.filter_map(|parts| {
                let (first, last) = (parts.first()?.first()?, parts.last()?.last()?);
                Some(*first..*last + 1)
            });
            ranges.collect::<Vec<_>>()
        };
        dark.chunk_by(|a, b| a + 1 == *b).flat_map(of_row).collect()
    }

    /// With the seconds within which it begins and ends, and those in which the last that waited in it failed.
    fn around(&self, dark: &Range<usize>) -> Range<usize> {
        let last = (dark.end + 1).min(self.failed.len());
        let waited_s = self.failed_s[dark.start..last].iter().copied().max().unwrap_or(0);
        dark.start.saturating_sub(1)..(dark.end + 1 + waited_s).min(self.failed.len())
    }

    /// Those in which nearly all failures of these windows came; none where others failed at another time, or there are many.
    pub fn outages(&self, rows: &[(&StepRow, &Window)]) -> Vec<Outage> {
        let windows: Vec<(u32, Range<usize>)> =
            rows.iter().map(|(row, window)| (row.number, whole_seconds(window, self.usual.len()))).collect();
        let (mut found, mut is_out) = (Vec::new(), vec![false; self.usual.len()]);
        for dark in &self.dark {
            // With the seconds within which it begins and ends, as far as they failed.
            let failed = |at: usize| self.failed.get(at).is_some_and(|failed| *failed > 0.0);
            let from = dark.start - usize::from(dark.start > 0 && failed(dark.start - 1));
            let to = dark.end + usize::from(failed(dark.end));
            let of: Vec<u32> = windows
                .iter()
                .filter(|(_, of)| from < of.end && of.start < to)
                .map(|(number, _)| *number)
                .collect();
            let outage = of.first().and_then(|first| self.outage(*first, of.last().copied(), dark));
            if outage.is_some() {
                is_out[self.around(dark)].fill(true);
            }
            found.extend(outage);
        }
        let has_nearly_all = |of: &Range<usize>| {
            let all: f64 = self.failed[of.clone()].iter().sum();
            let out: f64 = of.clone().filter(|at| is_out[*at]).map(|at| self.failed[at]).sum();
            out >= IN_OUTAGE * all
        };
        let are_all = found.len() <= OUTAGES_MAX && windows.iter().all(|(_, of)| has_nearly_all(of));
        if are_all { found } else { Vec::new() }
    }

    /// Something failed in it, or what failed at its edges had waited for half of it: users who pause together are none.
    fn fails(&self, dark: &Range<usize>) -> bool {
        let around = self.around(dark);
        let waited = |at: usize| !dark.contains(&at) && 2 * self.failed_s[at] >= dark.len();
        self.failed[dark.clone()].iter().any(|failed| *failed > 0.0) || around.into_iter().any(waited)
    }

    fn outage(&self, step: u32, to_step: Option<u32>, dark: &Range<usize>) -> Option<Outage> {
        let before = dark.start.saturating_sub(AROUND_S)..dark.start.saturating_sub(1);
        let after = (dark.end + 1).min(self.usual.len())..(dark.end + AROUND_S).min(self.usual.len());
        let usual = |around: Range<usize>| median(&self.succeeded[around]).unwrap_or(self.usual[dark.start]);
        // Of a second with failures, what is missing of the usual.
        let missing = |at: Option<usize>, usual: f64| {
            let at = at.filter(|at| self.failed.get(*at).is_some_and(|failed| *failed > 0.0));
            at.map_or(0.0, |at| (1.0 - self.succeeded[at] / usual).clamp(0.0, 1.0))
        };
        let parts = match self.usual[dark.start] < PER_SECOND {
            true => (0.0, 0.0),
            false => {
                (missing(dark.start.checked_sub(1), usual(before)), missing(Some(dark.end), usual(after)))
            }
        };
        let from_s = dark.start as f64 - parts.0;
        let duration_s = dark.end as f64 + parts.1 - from_s;
        let to_step = to_step.filter(|to| *to != step);
        (self.fails(dark) && duration_s >= OUTAGE_S).then_some(Outage { step, to_step, from_s, duration_s })
    }
}

impl Outage {
    /// The whole seconds of a window that it lies in, or within which it begins or ends.
    pub(crate) fn seconds_in(&self, window: &Window) -> Range<u32> {
        let first_s = window.from_us.div_ceil(SECOND_US) as f64;
        let within = |at_s: f64| (at_s - first_s).clamp(0.0, window.whole_seconds_count() as f64) as u32;
        within(self.from_s.floor())..within((self.from_s + self.duration_s).ceil())
    }
}

fn whole_seconds(window: &Window, length: usize) -> Range<usize> {
    let first = (window.from_us.div_ceil(SECOND_US) as usize).min(length);
    first..(first + window.whole_seconds_count()).min(length)
}

/// Of the seconds in which something succeeded.
fn median(succeeded: &[f64]) -> Option<f64> {
    let mut some: Vec<f64> = succeeded.iter().copied().filter(|count| *count > 0.0).collect();
    some.sort_by(f64::total_cmp);
    some.get(some.len() / 2).copied().filter(|_| some.len() >= USUAL_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{ErrorKind, Interval, Latencies, Run};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// Three steps of 20 s of 100 requests a second, of which those within these seconds of the run fail.
    fn failing(times: &[(f64, f64)]) -> Run {
        let loads = vec![(4, 1), (8, 1), (16, 1)];
        let mut run = run(&Spec { loads, measured_s: 20, ..Spec::default() });
        for second in &mut run.seconds {
            let at = f64::from(second.second);
            let share = |(from_s, to_s): &(f64, f64)| ((at + 1.0).min(*to_s) - at.max(*from_s)).max(0.0);
            let failed = (100.0 * times.iter().map(share).sum::<f64>()).round() as u64;
            let response = Latencies::from_counts([(10_000, 100)]);
            let mut interval = Interval { requests: 100, response, ..Interval::default() };
            if failed > 0 {
                interval.errors.insert((ErrorKind::Status, "503".to_owned()), failed);
                interval.failed = Latencies::from_counts([(10_000, failed)]);
            }
            second.transactions = [(request("GET /"), interval)].into();
        }
        run
    }

    /// In these steps.
    fn outages(run: &Run, steps: &[usize]) -> Vec<(u32, Option<u32>, f64, f64)> {
        let rows = crate::analyse(std::slice::from_ref(run), &[], 42).runs.remove(0).steps.clone();
        let windows: Vec<Window> = run.steps.iter().map(|step| Window::of(run, step)).collect();
        let of: Vec<(&StepRow, &Window)> = steps.iter().map(|at| (&rows[*at], &windows[*at])).collect();
        let tenths = |value: f64| (10.0 * value).round() / 10.0;
        let found = RunSeconds::of(&windows, &run.seconds).outages(&of).into_iter();
        found.map(|of| (of.step, of.to_step, tenths(of.from_s), tenths(of.duration_s))).collect()
    }

    /// Of each step.
    fn begins_s() -> Vec<f64> {
        let run = failing(&[]);
        run.steps.iter().map(|step| Window::of(&run, step).from_us.div_ceil(SECOND_US) as f64).collect()
    }

    #[test]
    fn outages_are_found_with_the_parts_of_seconds() {
        let first_s = begins_s()[0];
        let run = failing(&[(first_s + 5.3, first_s + 9.6)]);
        assert_eq!(outages(&run, &[0]), [(1, None, first_s + 5.3, 4.3)]);
        let twice = failing(&[(first_s + 2.0, first_s + 5.0), (first_s + 10.5, first_s + 16.0)]);
        assert_eq!(outages(&twice, &[0]), [(1, None, first_s + 2.0, 3.0), (1, None, first_s + 10.5, 5.5)]);
        let long = failing(&[(first_s + 4.0, first_s + 17.0)]);
        assert_eq!(outages(&long, &[0]), [(1, None, first_s + 4.0, 13.0)], "for most of the step");
        let from_before = failing(&[(first_s - 1.0, first_s + 4.0)]);
        assert_eq!(outages(&from_before, &[0]), [(1, None, first_s - 1.0, 5.0)]);
    }

    #[test]
    fn users_who_pause_together_are_no_outage() {
        let mut run = failing(&[]);
        for second in &mut run.seconds {
            let is_pause = second.second % 5 != 0;
            for interval in second.transactions.values_mut() {
                if is_pause {
                    *interval = Interval::default();
                } else {
                    interval.errors.insert((ErrorKind::Status, "503".to_owned()), 6);
                    interval.failed = Latencies::from_counts([(10_000, 6)]);
                }
            }
        }
        assert_eq!(outages(&run, &[0, 1, 2]), []);
        // The same pause, of those who wait for a time-out.
        let first_s = begins_s()[0] as u32;
        let mut hangs = failing(&[]);
        for second in &mut hangs.seconds {
            let at = second.second - first_s.min(second.second);
            for interval in second.transactions.values_mut().filter(|_| (5..10).contains(&at)) {
                *interval = Interval::default();
                if at == 9 {
                    interval.requests = 4;
                    interval.errors.insert((ErrorKind::ResponseTimeout, String::new()), 4);
                    interval.failed = Latencies::from_counts([(5_000_000, 4)]);
                }
            }
        }
        assert_eq!(outages(&hangs, &[0]).len(), 1);
    }

    #[test]
    fn they_go_on_into_the_next_step_and_over_it() {
        let begins = begins_s();
        let over_end = failing(&[(begins[1] - 4.5, begins[1] + 0.5)]);
        assert_eq!(outages(&over_end, &[0, 1]), [(1, Some(2), begins[1] - 4.5, 5.0)]);
        let over_step = failing(&[(begins[1] - 4.0, begins[2] + 3.0)]);
        let length = begins[2] - begins[1] + 7.0;
        assert_eq!(outages(&over_step, &[0, 1, 2]), [(1, Some(3), begins[1] - 4.0, length)]);
        let to_end = failing(&[(begins[1] + 0.5, begins[2] + 60.0)]);
        assert_eq!(outages(&to_end, &[1, 2]), [], "it did not come back");
        let each = failing(&[(begins[0] + 3.0, begins[0] + 6.0), (begins[1] + 3.0, begins[1] + 7.0)]);
        assert_eq!(outages(&each, &[0, 1]).len(), 2);
    }

    #[test]
    fn failures_at_other_times_and_less_than_two_seconds_are_none() {
        let first_s = begins_s()[0];
        assert_eq!(outages(&failing(&[(first_s + 5.2, first_s + 6.9)]), &[0]), [], "short");
        let mut others = failing(&[(first_s + 5.0, first_s + 9.0)]);
        for second in others.seconds.iter_mut().filter(|of| f64::from(of.second) > first_s + 10.0) {
            for interval in second.transactions.values_mut() {
                interval.errors.insert((ErrorKind::Status, "500".to_owned()), 20);
            }
        }
        assert_eq!(outages(&others, &[0]), [], "others failed later");
    }
}
