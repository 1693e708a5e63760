//! The system under test, where the study starts and stops it: commands, health checks, what it really runs with.

mod health;
mod running;
mod shell;
mod spec;
mod watch;

pub use running::{RunningSystem, SystemError, SystemSetup};
pub(crate) use shell::{CommandEnd, Shell};
pub use spec::{Around, COMMAND_TIME, HealthCheck, Readiness, System};
