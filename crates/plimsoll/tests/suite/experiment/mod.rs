//! Studies through the program, on built-in servers that the studies start, kill and ask.

mod bench;
mod completion;
mod jobs;
mod mixes;
mod next;
mod systems;
mod units;
