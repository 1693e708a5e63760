//! What looking at one answer may cost. Extractors and checks ask between two pieces of work whether there is still time, and
//! for the room of what they take out; when there is none they stop, and the sample fails for that.

use crate::bounds::TaskBounds;
use crate::clock::RunClock;
use crate::clock::thread_cpu_us;
use std::cell::{Cell, RefCell};

/// Time on the clock up to which nobody asks for the CPU time, which takes a system call, microseconds.
const UNMEASURED_US: u64 = 20_000;

/// One answer's, then the next one's. Shared by all that look at it, so that what is lent of the answer need not be given back
/// to ask.
#[derive(Debug)]
pub struct LookBudget {
    clock: RunClock,
    bounds: TaskBounds,
    began_us: Cell<u64>,
    /// The thread's CPU time when it was first asked for.
    cpu_us: Cell<Option<u64>>,
    bytes_left: Cell<usize>,
    problem: RefCell<Option<String>>,
    has_problem: Cell<bool>,
    /// Somebody has looked at an answer for long since this was last asked.
    was_long: Cell<bool>,
}

impl LookBudget {
    pub fn new(clock: RunClock, bounds: TaskBounds) -> LookBudget {
        LookBudget {
            clock,
            bounds,
            began_us: Cell::new(clock.now_us()),
            cpu_us: Cell::new(None),
            bytes_left: Cell::new(bounds.taken_bytes),
            problem: RefCell::new(None),
            has_problem: Cell::new(false),
            was_long: Cell::new(false),
        }
    }

    /// For the next answer.
    pub fn begin(&self, now_us: u64) {
        self.began_us.set(now_us);
        self.cpu_us.set(None);
        self.bytes_left.set(self.bounds.taken_bytes);
        if self.has_problem.replace(false) {
            self.problem.take();
        }
    }

    /// All have looked at the answer.
    pub fn end(&self, now_us: u64) {
        if now_us.saturating_sub(self.began_us.get()) >= UNMEASURED_US {
            self.was_long.set(true);
        }
    }

    /// Whether an answer took long since this was last asked, so that there may be something else to see to.
    pub fn was_long(&self) -> bool {
        self.was_long.replace(false)
    }

    /// Whether there is time for another piece of work. Time that the machine gave to others is not counted.
    pub fn goes_on(&self) -> bool {
        if self.has_problem.get() {
            return false;
        }
        if self.clock.now_us().saturating_sub(self.began_us.get()) < UNMEASURED_US {
            return true;
        }
        let now_us = thread_cpu_us();
        let Some(since_us) = self.cpu_us.get() else {
            self.cpu_us.set(Some(now_us.saturating_sub(UNMEASURED_US)));
            return true;
        };
        if now_us.saturating_sub(since_us) < self.bounds.look_us {
            return true;
        }
        let ms = self.bounds.look_us / 1_000;
        self.refuse(format!("extractors and checks took more than {ms} ms for this answer"));
        false
    }

    /// Whether there is room for another value of so many bytes, and time.
    pub fn takes(&self, bytes: usize) -> bool {
        let Some(left) = self.bytes_left.get().checked_sub(bytes) else {
            let mb = self.bounds.taken_bytes >> 20;
            self.refuse(format!("extractors took more than {mb} MB out of this answer"));
            return false;
        };
        self.bytes_left.set(left);
        self.goes_on()
    }

    /// Whether the text may be read as a document.
    pub fn reads(&self, text: &str) -> Result<(), String> {
        if text.len() <= self.bounds.document_bytes {
            return Ok(());
        }
        let mb = self.bounds.document_bytes >> 20;
        let problem = format!("the text is longer than the {mb} MB that are read as a document");
        self.refuse(problem.clone());
        Err(problem)
    }

    /// The sample is to fail for this; the first reason stays.
    pub fn refuse(&self, problem: String) {
        self.has_problem.set(true);
        self.problem.borrow_mut().get_or_insert(problem);
    }

    /// Why the look at the answer was given up.
    pub fn problem(&self) -> Option<String> {
        if self.has_problem.get() { self.problem.borrow().clone() } else { None }
    }
}
