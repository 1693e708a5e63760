//! Studies through the program, on built-in servers that the studies start, kill and ask.

mod bench;
#[path = "../calm/mod.rs"]
mod calm;
mod completion;
mod jobs;
mod mixes;
#[path = "../ports/mod.rs"]
mod ports;
mod systems;
mod units;
