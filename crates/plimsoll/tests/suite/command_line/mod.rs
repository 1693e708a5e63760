//! The program as its users meet it: exit codes, messages, files.

mod capacity;
mod importing;
mod outputs;
mod refusing;
mod running;
