//! Whether enough was sent, and answered, to say anything.

use crate::step::{FailingEnd, Hang, StepRow};
use plimsoll_run::StepProblem;

pub const NOT_SENT_PERCENT_MAX: f64 = 1.0;

/// At the edges of a window an arrival can be due on one side and begin on the other.
const EDGES: u64 = 2;

const CHANCE: f64 = 4.0;

/// `generator-not-sent`: more than 1 % of the intended arrivals (sent/intended < 0.99) neither began nor found all
/// users at work. An arrival that waited or was dropped for want of a free user is not the generator's fault; see the
/// finding `arrivals-not-started`. Intended is what was due; and what the asked rate comes to, if that is more than
/// chance explains: arrivals of a Poisson process scatter by √n, so four times that is allowed.
pub(super) fn not_sent(row: &StepRow) -> Option<StepProblem> {
    let arrivals = row.arrivals.as_ref()?;
    let handled = (arrivals.started + arrivals.dropped + arrivals.waiting_at_end)
        .saturating_sub(arrivals.waiting_before);
    let asked = arrivals.asked.unwrap_or(0.0);
    let surely_asked = (asked - CHANCE * asked.sqrt()).max(0.0) as u64;
    let intended = if surely_asked > arrivals.due { asked.round() as u64 } else { arrivals.due };
    let not_sent = intended.saturating_sub(handled);
    let allowed = (intended as f64 * NOT_SENT_PERCENT_MAX / 100.0).max(EDGES as f64);
    (not_sent as f64 > allowed).then_some(StepProblem::GeneratorNotSent { intended, not_sent })
}

/// `no-requests`: nothing ended in the window. `nothing-succeeded`: no request succeeded, and not by the load
/// generator's own failures alone.
pub(super) fn nothing(row: &StepRow) -> Option<StepProblem> {
    if row.requests == 0 && !(row.is_from_table && row.throughput_per_s.value > 0.0) {
        return Some(StepProblem::NoRequests);
    }
    nothing_succeeded(row).then_some(StepProblem::NothingSucceeded { requests: row.requests })
}

/// `hung`: from some second to the end of the step no request ended, for at least 5 s in which by the rate before 50 would have,
/// and users waited. A mean over such a step is of two systems, one of which does nothing.
pub(super) fn hung(row: &StepRow) -> Option<StepProblem> {
    row.hung.map(|Hang { from_s, to_s, users }| StepProblem::Hung { from_s, to_s, users })
}

/// `failed-to-the-end`: from some second to the end of the step every request failed, for at least 5 s in which by the rate before
/// 50 would have succeeded. What answered before is gone, or refuses everything: a mean over both is of neither.
pub(super) fn failed_to_the_end(row: &StepRow) -> Option<StepProblem> {
    row.failing_end.map(|FailingEnd { from_s, to_s, failed }| StepProblem::FailedToTheEnd {
        from_s,
        to_s,
        failed,
    })
}

/// `mostly-failed`: surely more than half of the requests failed. Failures are answered faster, or slower, than work is done, and
/// users who are refused at once come back at once: its throughput and times are of another system.
pub(super) fn mostly_failed(row: &StepRow) -> Option<StepProblem> {
    let is_so = row.mostly_fails() && !nothing_succeeded(row) && row.failing_end.is_none();
    is_so.then_some(StepProblem::MostlyFailed { requests: row.requests, failed: row.errors })
}

fn nothing_succeeded(row: &StepRow) -> bool {
    row.errors > 0 && row.errors + row.generator_errors >= row.requests
}

/// Nothing succeeded, and mostly not by the load generator's own failures. Users who are refused at once come back at
/// once: that the generator is busy with it, or late, says nothing more.
pub(super) fn failed_altogether(row: &StepRow) -> bool {
    nothing_succeeded(row) && row.errors >= row.generator_errors
}

/// A step that was broken off needs at least this much to say anything.
pub const CUT_SHORT_SECONDS_MIN: f64 = 10.0;

/// `cut-short`: the step was broken off before it had measured for 10 s.
pub(super) fn cut_short(row: &StepRow) -> Option<StepProblem> {
    let broken_off = row.cut_short || row.ended_unix_us.is_none();
    let measured = row.requests > 0 && !nothing_succeeded(row);
    (measured && broken_off && row.measured_s < CUT_SHORT_SECONDS_MIN)
        .then_some(StepProblem::CutShort { measured_s: row.measured_s })
}
