//! Studies through the program, on built-in servers that the studies start, kill and ask.

mod bench;
mod systems;
