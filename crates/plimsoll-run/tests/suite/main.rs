//! The run file, from outside.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod crash;
mod disk_full;
mod examples;
mod finished;
mod fixture;
mod queries;
mod refusal;
mod round_trip;
mod telemetry;
