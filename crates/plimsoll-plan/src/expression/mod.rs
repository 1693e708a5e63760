//! Scripts of a few lines in Groovy, JEXL, JavaScript and BeanShell: read once, then evaluated for each user.
//!
//! A script is understood as a whole or not at all: conditions, arithmetic, text, the calls of Java's library
//! that plans make, JMeter's `vars`, `props`, `ctx`, `prev`. Loops, closures, classes and everything else of the
//! languages is refused with its place. The languages differ in what their operators mean; `operator` has that.
//!
//! Start reading at [`Script::parse`] and [`Script::evaluate`].

mod cache;
mod call;
mod class;
mod effect;
mod evaluate;
mod library;
mod literal;
mod number;
mod operator;
mod parse;
mod parser;
mod problem;
mod sample;
mod statement;
mod syntax;
mod text;
mod text_method;
mod token;
mod value;

pub use cache::ScriptCache;
pub use number::java_double;
pub use problem::ScriptProblem;
pub use syntax::{Language, Object, Script};
pub(crate) use text::regex;
pub use value::Value;
