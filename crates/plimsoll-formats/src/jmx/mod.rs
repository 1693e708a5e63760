//! JMeter plans: the tree as written (`xml`, `element`), then lowered with its scoping resolved.

mod check;
mod condition;
mod context;
mod controller;
mod data;
mod database;
mod element;
mod embedded;
mod expansion;
mod extractor;
mod group;
mod http;
mod http_body;
mod kind;
mod local;
mod login;
mod lowering;
mod manager;
mod markup;
mod placeholder;
mod report;
mod result;
mod rewrite;
mod scope;
mod script;
mod session;
mod structure;
mod tcp;
mod timer;
mod variable;
mod xml;

pub use lowering::read_jmx;
pub use rewrite::{EXTRA, JmeterPlan};
