//! The first and the last second of a load, which are seldom whole: where a step reaches to them, it begins with the first request
//! and ends with the last, and its real length divides.

use crate::seconds::SecondRate;
use plimsoll_run::LoadStep;
use std::ops::Range;

const SECOND_US: u64 = 1_000_000;
/// So near to the ends of a second they are these ends, as the time between two requests.
const WHOLE_US: u64 = 20_000;

/// `rates` are those of all seconds in which the steps were found.
pub(super) fn without_silence(steps: &mut [LoadStep], rates: &[SecondRate]) {
    let length_us = rates.len() as u64 * SECOND_US;
    let loaded = loaded_us(rates);
    let is_first = |step: &&mut LoadStep| step.started_us == 0 && step.measured_from_us == 0;
    if let Some(step) = steps.first_mut().filter(is_first) {
        (step.started_us, step.measured_from_us) = (loaded.start, loaded.start);
    }
    let is_last =
        |step: &&mut LoadStep| step.measured_to_us == Some(length_us) && step.ended_us == Some(length_us);
    if let Some(step) = steps.last_mut().filter(is_last) {
        (step.measured_to_us, step.ended_us) = (Some(loaded.end), Some(loaded.end));
    }
}

/// The first request and the end of the last are known.
pub(super) fn are_known(rates: &[SecondRate]) -> bool {
    rates.first().is_some_and(|first| first.first_start_us.is_some())
        && rates.last().is_some_and(|last| last.last_end_us.is_some())
}

/// How long a window of these seconds is measured.
pub(super) fn lasted_us(rates: &[SecondRate], window: &Range<usize>) -> u64 {
    let loaded = loaded_us(rates);
    let us = |second: usize| second as u64 * SECOND_US;
    us(window.end).min(loaded.end).saturating_sub(us(window.start).max(loaded.start))
}

/// From the first request to the end of the last; all of it, where either is not known. Of less than a second there is no rate: a second.
fn loaded_us(rates: &[SecondRate]) -> Range<u64> {
    let all = 0..rates.len() as u64 * SECOND_US;
    let (Some(first), Some(last)) = (rates.first(), rates.last()) else { return all };
    let (Some(start), Some(end)) = (first.first_start_us, last.last_end_us) else { return all };
    let (silent_before, silent_after) = (u64::from(start), SECOND_US.saturating_sub(u64::from(end).max(1)));
    let counts = |us: u64| if us > WHOLE_US { us } else { 0 };
    let start = counts(silent_before);
    let end = (all.end - counts(silent_after)).max(start + SECOND_US).min(all.end);
    start.min(end - SECOND_US)..end
}
