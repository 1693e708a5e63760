//! The engine against real peers: the built-in targets, servers that misbehave, databases, nginx, and plans that
//! nobody here wrote.

mod answers;
mod arrivals;
mod chosen;
mod databases;
mod embedded;
mod examples;
mod grpc;
mod hostile;
mod http1;
mod http2;
mod http2_peers;
mod jmeter_plans;
mod login;
mod mqtt;
mod node;
mod observing;
mod peers;
mod performing;
mod proxy;
mod scripted;
mod scripts;
mod servers;
mod sse;
mod structure;
mod targets;
mod tcp;
mod timers;
mod tls;
mod tracing;
mod truth;
mod websocket;
