//! What each claim says of itself, in its detector's file.

use super::next_step::NextStep;
use super::severity::Severity;

pub(crate) trait Claimed {
    /// `None`: that of its detector.
    fn severity(&self) -> Option<Severity> {
        None
    }

    fn next_step(&self) -> NextStep;

    /// The load generator was the limit, or the run did not end by itself: to be said before any figure.
    fn makes_figures_unusable(&self) -> bool {
        false
    }

    /// Of one that is critical: nobody should plan for such a load, whatever the requirements say.
    fn failed_in(&self) -> Option<FailedIn> {
        None
    }

    /// Of one that is critical: it is named beside the verdict, though it speaks against no load by itself.
    fn is_in_headline(&self) -> bool {
        false
    }

    /// Steps in which backlog grew: what they brought can't be kept up.
    fn backlog_in(&self) -> &[u32] {
        &[]
    }

    /// The step in which the load or its mix moved while it was measured: its figures are of no one load.
    fn load_moves_in(&self) -> Option<u32> {
        None
    }
}

/// When a server failed.
pub(crate) enum FailedIn {
    Steps(Vec<u32>),
    /// Since the start of the run.
    Time {
        from_s: f64,
        to_s: f64,
    },
}
