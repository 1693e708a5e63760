//! Ctrl-C and SIGTERM: the first ends the load in order, the second at once.

use crate::exit::Failure;
use crate::message;
use plimsoll_engine::{Control, StopMode};
use plimsoll_study::Steering;
use std::sync::atomic::{AtomicU32, Ordering};

/// From now on signals end the study.
pub fn stop_on_signal(steering: &Steering) -> Result<(), Failure> {
    let steering = steering.clone();
    let seen = AtomicU32::new(0);
    ctrlc::set_handler(move || match seen.fetch_add(1, Ordering::SeqCst) {
        0 => {
            message::say("\nending in order: requests in flight are finished; once more ends at once");
            steering.stop(StopMode::InOrder);
        }
        _ => steering.stop(StopMode::Now),
    })
    .map_err(|e| Failure::internal(format!("failed to listen for signals: {e}")))
}

/// As [`stop_on_signal`], for a command that has nothing to finish.
pub fn stop_quietly(control: &Control) -> Result<(), Failure> {
    let control = control.clone();
    ctrlc::set_handler(move || control.stop(StopMode::Now))
        .map_err(|e| Failure::internal(format!("failed to listen for signals: {e}")))
}
