//! Every reader: what it reads, and what it does with what is damaged.

mod corpora;
mod damage;
mod fixtures;
mod forms;
mod future;
mod hosts;
mod inputs;
mod jvm;
mod tools;
