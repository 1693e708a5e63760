//! The program as its users meet it: exit codes, messages, files.

mod answers;
mod capacity;
mod environments;
mod examples;
mod first_contact;
mod importing;

mod limits;
mod outputs;
mod refusing;
mod running;
mod secrets;
mod trial;
mod urls;
