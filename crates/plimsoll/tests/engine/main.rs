//! The engine against real peers: the built-in targets, servers that misbehave, nginx, and plans that
//! nobody here wrote.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod grpc;
mod http2;
mod http2_peers;
mod jmeter_plans;
mod nginx;
mod peers;
mod performing;
mod servers;
mod targets;
