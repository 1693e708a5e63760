//! `no-requests`: nothing ended in the window. `nothing-succeeded`: no request succeeded, and not by the load
//! generator's own failures alone.

use super::StepProblem;
use crate::step::StepRow;
use plimsoll_run::ErrorKind;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    if row.requests == 0 {
        return Some(StepProblem::NoRequests);
    }
    nothing_succeeded(row).then_some(StepProblem::NothingSucceeded { requests: row.requests })
}

pub(super) fn nothing_succeeded(row: &StepRow) -> bool {
    row.errors > 0 && row.errors + row.generator_errors >= row.requests
}

/// Users who are refused at once come back at once: that the generator is busy with it says nothing more.
pub(super) fn all_refused(row: &StepRow) -> bool {
    let before_connected = |kind| {
        matches!(
            kind,
            ErrorKind::NameResolution
                | ErrorKind::ConnectRefused
                | ErrorKind::ConnectFailed
                | ErrorKind::ConnectTimeout
        )
    };
    nothing_succeeded(row) && row.error_details.iter().all(|error| before_connected(error.kind))
}
