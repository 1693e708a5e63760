//! What is started here: one load at a time on this machine, each a process of its own that outlives the lab.

mod command;
mod job;
mod mail;
mod notify;
mod process;
mod queue;
mod signals;
mod started;

pub use command::{CheckRequest, check_arguments, run_arguments};
pub use job::{QueuedTest, TestRequest};
pub use process::run_short;
pub use queue::work;
pub use signals::ended_by_signal;
pub use started::StartedLoad;
