//! Tests that measure time, on machines that stall now and then.

#![expect(clippy::print_stderr, reason = "a test that is done again says so")]

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A machine that is only busy lets a thread wait for less.
const STALL: Duration = Duration::from_millis(80);
const ATTEMPTS: usize = 5;

/// Does a test that measures time; again when it failed and the machine stalled meanwhile. The last attempt counts
/// whatever the machine did.
pub fn retry_if_stalled(test: impl Fn()) {
    for _ in 1..ATTEMPTS {
        let watch = Watch::start();
        let outcome = catch_unwind(AssertUnwindSafe(&test));
        let longest = watch.end();
        match outcome {
            Ok(()) => return,
            Err(panic) if longest < STALL => resume_unwind(panic),
            Err(_) => eprintln!("again: the machine stalled for {longest:?}"),
        }
    }
    test();
}

/// How late a thread comes that wants to run every few milliseconds.
struct Watch {
    ended: Arc<AtomicBool>,
    thread: JoinHandle<Duration>,
}

impl Watch {
    fn start() -> Watch {
        let ended = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&ended);
        let watch = move || {
            let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
            while !seen.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
                longest = longest.max(last.elapsed());
                last = Instant::now();
            }
            longest
        };
        Watch { ended, thread: std::thread::spawn(watch) }
    }

    fn end(self) -> Duration {
        self.ended.store(true, Ordering::Relaxed);
        self.thread.join().expect("it only sleeps")
    }
}
