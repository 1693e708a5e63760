//! `cut-short`: the step was broken off before it had measured for 10 s.

use super::StepProblem;
use super::nothing::nothing_succeeded;
use crate::step::StepRow;

/// A step that was broken off needs at least this much to say anything.
pub const CUT_SHORT_SECONDS_MIN: f64 = 10.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let broken_off = row.cut_short || row.ended_unix_us.is_none();
    let measured = row.requests > 0 && !nothing_succeeded(row);
    (measured && broken_off && row.measured_s < CUT_SHORT_SECONDS_MIN)
        .then_some(StepProblem::CutShort { measured_s: row.measured_s })
}
