//! Events that never arrived have no time, and are over every limit.

use super::window::Window;
use plimsoll_run::{Completion, ErrorKind, Run, TransactionKey, TransactionKind};

/// Of a step's as large a share as of its requests ended in the window. A request that failed may have sent one that arrived.
/// While a run goes on they may still arrive.
pub(super) fn count<'a>(window: &mut Window<'a>, run: &'a Run) {
    let is_of_step = |completion: &&Completion| completion.step == window.step.number;
    let of_step: Vec<&Completion> =
        run.completions.iter().filter(is_of_step).filter(|_| run.end.is_some()).collect();
    for completion in of_step {
        let missing = (completion.sent + completion.failed).saturating_sub(completion.arrived);
        let unsent = missing.min(completion.failed);
        let share = share_of_step(window, run);
        let of_window = |count: u64| (share * count as f64).round() as u64;
        let counts = [
            (ErrorKind::Child, of_window(unsent)),
            (ErrorKind::ResponseTimeout, of_window(missing - unsent)),
        ];
        if counts.iter().all(|(_, count)| *count == 0) {
            continue;
        }
        let Some(key) = key_of(&completion.name, run) else { continue };
        let interval = window.transactions.entry(key).or_default();
        for (kind, count) in counts {
            interval.requests += count;
            (0..count).for_each(|_| interval.fail_untimed(kind, ""));
        }
    }
}

fn share_of_step(window: &Window, run: &Run) -> f64 {
    let in_step = run.seconds_of(window.step.number).flat_map(|second| &second.transactions);
    let requests = in_step.filter(|(transaction, _)| transaction.kind == TransactionKind::Request);
    let all: u64 = requests.map(|(_, interval)| interval.requests).sum();
    window.total.requests as f64 / all.max(1) as f64
}

/// Where none arrived in a step, others know its name.
fn key_of<'a>(name: &str, run: &'a Run) -> Option<&'a TransactionKey> {
    let mut keys = run.seconds.iter().flat_map(|second| second.transactions.keys());
    keys.find(|key| key.kind == TransactionKind::Completion && key.name == name)
}
