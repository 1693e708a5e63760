//! The engine against real peers: the built-in targets, servers that misbehave, nginx, and plans that
//! nobody here wrote.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod arrivals;
mod jmeter_plans;
mod nginx;
mod peers;
mod performing;
mod targets;
