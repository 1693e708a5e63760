//! Guessing passwords takes its time: after five wrong ones of a name or an address within five minutes the next is not
//! even looked at.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const WRONG_MAX: usize = 5;
const WITHIN: Duration = Duration::from_secs(300);
/// Names and addresses that are remembered; the oldest go first.
const NAMES_MAX: usize = 10_000;

#[derive(Debug, Default)]
pub struct Throttle {
    wrong: Mutex<HashMap<String, Vec<Instant>>>,
}

impl Throttle {
    /// How long to wait, if at all.
    pub fn wait(&self, name: &str, now: Instant) -> Option<Duration> {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let times = wrong.get(name)?;
        let recent: Vec<&Instant> = times.iter().filter(|at| now.duration_since(**at) < WITHIN).collect();
        let first = recent.len().checked_sub(WRONG_MAX)?;
        Some(WITHIN.saturating_sub(now.duration_since(*recent[first])))
    }

    pub fn note_wrong(&self, name: &str, now: Instant) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() >= NAMES_MAX {
            wrong.retain(|_, times| times.iter().any(|at| now.duration_since(*at) < WITHIN));
        }
        if wrong.len() >= NAMES_MAX {
            wrong.clear();
        }
        let times = wrong.entry(name.to_owned()).or_default();
        times.retain(|at| now.duration_since(*at) < WITHIN);
        times.push(now);
    }

    pub fn forget(&self, name: &str) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_wrong_passwords_are_enough_for_five_minutes() {
        let (throttle, start) = (Throttle::default(), Instant::now());
        (0..5).for_each(|_| {
            assert_eq!(throttle.wait("anna", start), None);
            throttle.note_wrong("anna", start);
        });
        assert_eq!(throttle.wait("anna", start), Some(WITHIN));
        assert_eq!(throttle.wait("bert", start), None);
        assert_eq!(throttle.wait("anna", start + WITHIN), None);
        throttle.forget("anna");
        assert_eq!(throttle.wait("anna", start), None);
    }
}
