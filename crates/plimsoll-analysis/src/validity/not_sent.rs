//! `generator-not-sent`: more than 1 % of the intended arrivals (sent/intended < 0.99) neither began nor found
//! all users at work. An arrival that waited or was dropped for want of a free user is not the generator's fault;
//! see the finding `arrivals-not-started`.
//!
//! Intended is what was due; and what the asked rate comes to, if that is more than chance explains: arrivals
//! of a Poisson process scatter by √n, so four times that is allowed.

use super::StepProblem;
use crate::step::StepRow;

pub const NOT_SENT_PERCENT_MAX: f64 = 1.0;

/// At the edges of a window an arrival can be due on one side and begin on the other.
const EDGES: u64 = 2;

const CHANCE: f64 = 4.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
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
