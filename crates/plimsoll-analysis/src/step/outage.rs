//! An outage: for two seconds or longer nothing succeeded, nearly all failures of its step lie in that time, and before or after it much
//! succeeded. It may go on over the end of a step into the next.

use super::slowdown::CountsBySecond;
use super::window::Window;
use plimsoll_run::SECOND_US;
use serde::Serialize;
use std::ops::Range;

/// For so long nothing succeeded in a step, and before or after it much did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outage {
    pub step: u32,
    /// It ended in the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_step: Option<u32>,
    /// After the run's start.
    pub from_s: f64,
    pub duration_s: f64,
}

/// Of the failures.
const IN_OUTAGE: f64 = 0.9;
/// Of what the median second brings: less is nothing.
const NOTHING: f64 = 0.05;
const OUTAGE_S: f64 = 2.0;

impl Outage {
    /// In all of these, which are one step or two in a row.
    pub(crate) fn of(windows: &[&Window]) -> Option<Outage> {
        let (step, to_step, from_s, to_s) = match windows {
            [window] => {
                let seconds = SecondsOf::new(window)?;
                let dark = seconds.longest_dark()?;
                (window.step.number, None, seconds.begins_s(dark.start), seconds.ends_s(dark.end))
            }
            [first, second] if first.step.number + 1 == second.step.number => {
                let (before, after) = (SecondsOf::new(first)?, SecondsOf::new(second)?);
                let (from, to) = (before.dark_end()?, after.dark_beginning()?);
                let to_step = Some(second.step.number);
                (first.step.number, to_step, before.begins_s(from), after.ends_s(to))
            }
            _ => return None,
        };
        let duration_s = to_s - from_s;
        (duration_s >= OUTAGE_S).then_some(Outage { step, to_step, from_s, duration_s })
    }

    /// The whole seconds of a window that it lies in.
    pub(crate) fn seconds_in(window: &Window) -> Option<Range<u32>> {
        let seconds = SecondsOf::new(window)?;
        let dark = seconds.longest_dark().filter(|dark| dark.len() as f64 >= OUTAGE_S)?;
        let around = seconds.around(&dark);
        Some(around.start as u32..around.end as u32)
    }
}

struct SecondsOf {
    counts: CountsBySecond,
    /// Of the first whole second, after the run's start.
    first_s: f64,
    /// What succeeds in the median one.
    usual: f64,
}

impl SecondsOf {
    fn new(window: &Window) -> Option<SecondsOf> {
        let counts = CountsBySecond::of(window);
        let mut sorted = counts.succeeded.clone();
        sorted.sort_by(f64::total_cmp);
        let usual = sorted.get(sorted.len() / 2).copied().filter(|usual| *usual > 1.0)?;
        Some(SecondsOf { counts, first_s: window.from_us.div_ceil(SECOND_US) as f64, usual })
    }

    fn is_dark(&self, at: usize) -> bool {
        self.counts.succeeded[at] <= NOTHING * self.usual
    }

    fn longest_dark(&self) -> Option<Range<usize>> {
        let dark: Vec<usize> = (0..self.counts.succeeded.len()).filter(|at| self.is_dark(*at)).collect();
        let stretches = dark.chunk_by(|a, b| a + 1 == *b).map(|run| run[0]..run[run.len() - 1] + 1);
        let longest = stretches.rev().max_by_key(ExactSizeIterator::len)?;
        self.has_nearly_all(&longest).then_some(longest)
    }

    /// The second from which it lasted to the end of the window, or the one after the last.
    fn dark_end(&self) -> Option<usize> {
        let length = self.counts.succeeded.len();
        let from = (0..length).rev().take_while(|at| self.is_dark(*at)).last().unwrap_or(length);
        self.has_nearly_all(&(from..length)).then_some(from)
    }

    /// The second to which it lasted from the beginning of the window on.
    fn dark_beginning(&self) -> Option<usize> {
        let to = (0..self.counts.succeeded.len()).take_while(|at| self.is_dark(*at)).count();
        self.has_nearly_all(&(0..to)).then_some(to)
    }

    /// With the seconds within which it begins and ends.
    fn around(&self, dark: &Range<usize>) -> Range<usize> {
        dark.start.saturating_sub(1)..(dark.end + 1).min(self.counts.failed.len())
    }

    fn has_nearly_all(&self, dark: &Range<usize>) -> bool {
        let inside: f64 = self.counts.failed[self.around(dark)].iter().sum();
        inside > 0.0 && inside >= IN_OUTAGE * self.counts.failed.iter().sum::<f64>()
    }

    /// Of a second with failures, what is missing of the usual.
    fn missing(&self, at: Option<usize>) -> f64 {
        let at = at.filter(|at| self.counts.failed.get(*at).is_some_and(|failed| *failed > 0.0));
        at.map_or(0.0, |at| (1.0 - self.counts.succeeded[at] / self.usual).clamp(0.0, 1.0))
    }

    fn begins_s(&self, dark: usize) -> f64 {
        self.first_s + dark as f64 - self.missing(dark.checked_sub(1))
    }

    fn ends_s(&self, dark: usize) -> f64 {
        self.first_s + dark as f64 + self.missing(Some(dark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{ErrorKind, Interval, Latencies, Run};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// Two steps of 20 s of 100 requests a second, of which those within these seconds of the run fail.
    fn failing(from_s: f64, to_s: f64) -> Run {
        let mut run = run(&Spec { loads: vec![(4, 1), (8, 1)], measured_s: 20, ..Spec::default() });
        for second in &mut run.seconds {
            let at = f64::from(second.second);
            let share = ((at + 1.0).min(to_s) - at.max(from_s)).max(0.0);
            let failed = (100.0 * share).round() as u64;
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

    fn windows(run: &Run) -> Vec<Window<'_>> {
        run.steps.iter().map(|step| Window::of(run, step)).collect()
    }

    #[test]
    fn an_outage_is_found_with_the_parts_of_seconds() {
        let begins_s = |run: &Run| run.steps[0].measured_from_us.div_ceil(SECOND_US) as f64;
        let first_s = begins_s(&failing(0.0, 0.0));
        let run = failing(first_s + 5.3, first_s + 9.6);
        let windows = windows(&run);
        let found = Outage::of(&[&windows[0]]).expect("an outage");
        assert!((found.from_s - first_s - 5.3).abs() < 0.05 && (found.duration_s - 4.3).abs() < 0.05);
        assert_eq!(Outage::seconds_in(&windows[0]), Some(5..10));
        assert_eq!((Outage::of(&[&windows[1]]), Outage::seconds_in(&windows[1])), (None, None));
    }

    #[test]
    fn it_may_go_on_in_the_next_step() {
        let run = failing(0.0, 0.0);
        let second_s = run.steps[1].measured_from_us.div_ceil(SECOND_US) as f64;
        let run = failing(second_s - 4.5, second_s + 0.5);
        let windows = windows(&run);
        let found = Outage::of(&[&windows[0], &windows[1]]).expect("an outage");
        assert!((found.duration_s - 5.0).abs() < 0.6 && found.to_step == Some(2), "{found:?}");
        let apart = failing(second_s - 12.0, second_s - 8.0);
        let windows: Vec<Window> = apart.steps.iter().map(|step| Window::of(&apart, step)).collect();
        assert_eq!(Outage::of(&[&windows[0], &windows[1]]), None, "within the first");
    }
}
