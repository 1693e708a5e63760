//! The load that this lab started, as far as it is its child.

use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With the id of the test that it is of.
#[derive(Default)]
pub struct StartedLoad {
    child: Mutex<Option<(String, Child)>>,
}

impl StartedLoad {
    pub fn child(&self) -> MutexGuard<'_, Option<(String, Child)>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
