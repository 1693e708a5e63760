//! Processes that send the figures of this command's runs elsewhere. What becomes of them changes no run and no exit code.

use super::super::export::follow;
use crate::message;
use std::path::Path;
use std::process::Child;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After the last run: longer than an export tries by itself.
const WAIT: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub struct Exports {
    urls: Vec<String>,
    children: Mutex<Vec<Child>>,
}

impl Exports {
    /// They have been checked.
    pub fn to(urls: &[String]) -> Exports {
        Exports { urls: urls.to_vec(), children: Mutex::default() }
    }

    /// For a run whose file is there.
    pub fn start(&self, run: &Path) {
        if self.urls.is_empty() {
            return;
        }
        match follow(run, &self.urls) {
            Ok(child) => self.children.lock().unwrap_or_else(PoisonError::into_inner).push(child),
            Err(error) => warn(&format!("failed to start the export of {}: {error}", run.display())),
        }
    }

    /// Until all have ended; each has said itself what it could not deliver.
    pub fn wait(&self) {
        let until = Instant::now() + WAIT;
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        while Instant::now() < until {
            children.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
            if children.is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        warn("the export of the run still goes on; it ends by itself");
    }
}

fn warn(text: &str) {
    message::warning(text, Some("`plimsoll export RUN --to URL` sends a run that is over"));
}
