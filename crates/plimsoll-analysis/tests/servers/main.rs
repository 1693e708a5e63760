//! Detectors of what servers did: what must trigger them, what comes near, and what must not.

#[path = "../synthetic/lab.rs"]
mod lab;
#[path = "../synthetic/mod.rs"]
#[expect(dead_code, reason = "made for other tests too")]
mod synthetic;

mod drift;
mod heap;
mod instance;
mod machine;
mod queue;
mod watched;
