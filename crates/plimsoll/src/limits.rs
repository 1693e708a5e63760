//! What the system allows this process: as many open files as it may have, and a file that gets too long is an error of the write.

use nix::sys::signal::{SigSet, Signal};
use plimsoll_plan::Plan;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files that no user has: the run file, the workers' own, standard streams.
const OWN_FILES: u64 = 128;

/// Before any thread is started, so that all have the same.
pub fn prepare() {
    let limit = getrlimit(Resource::Nofile);
    // The soft limit is for programs that can't take many (select(2)). Where it can't be raised the report says so.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    // Otherwise a file beyond `ulimit -f` ends the program without a word; blocked, it makes the write fail (setrlimit(2)).
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    let _ = signals.thread_block();
}

/// How many users the plan has at a time beside how many files may be open, when that is too few for a connection each.
pub fn shortage(plan: &Plan) -> Option<(u64, u64)> {
    let users: u64 = plan.main().map(|scenario| u64::from(scenario.load.users_max())).sum();
    let files = getrlimit(Resource::Nofile).current?;
    (users + OWN_FILES > files).then_some((users, files))
}
