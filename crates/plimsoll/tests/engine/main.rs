//! The engine against real peers: the built-in targets, servers that misbehave, nginx, and plans that
//! nobody here wrote.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod answers;
mod arrivals;
#[path = "../calm/mod.rs"]
mod calm;
mod chosen;
mod daemons;
mod databases;
mod embedded;
mod grpc;
mod http1;
mod http2;
mod http2_peers;
mod jmeter_plans;
mod login;
mod nginx;
mod node;
mod peers;
mod performing;
#[path = "../ports/mod.rs"]
mod ports;
#[path = "../programs/mod.rs"]
mod programs;
mod proxy;
mod scripted;
mod scripts;
mod servers;
mod sql_servers;
mod sse;
mod structure;
mod targets;
mod tcp;
mod timers;
mod tls;
mod truth;
mod websocket;
