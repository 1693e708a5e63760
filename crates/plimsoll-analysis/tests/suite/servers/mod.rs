//! Detectors of what servers did: what must trigger them, what comes near, and what must not.

mod drift;
mod heap;
mod instance;
mod machine;
mod queue;
pub mod watched;
