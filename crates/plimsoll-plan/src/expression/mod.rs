//! Scripts of a few lines in Groovy, JEXL, JavaScript and BeanShell: read once, then evaluated for each user.
//!
//! A script is understood as a whole or not at all: conditions, loops, functions and closures, arithmetic, texts, lists and
//! maps, JSON, the calls of Java's library that plans make, JMeter's `vars`, `props`, `ctx`, `prev`. Classes and
//! everything else of the languages is refused with its place. The languages differ in what their operators mean;
//! `operator` has that. One use of a script is bounded in its steps, its depth and its time (`run`).
//!
//! Start reading at [`Script::parse`] and [`Script::evaluate`].

mod arguments;
mod bytes;
mod cache;
mod call;
mod class;
mod closure;
mod closure_method;
mod collection;
mod command;
mod compare;
mod conversion;
mod effect;
mod evaluate;
mod file;
mod json;
mod known_method;
mod library;
mod list_method;
mod literal;
mod map_method;
mod matcher;
mod number;
mod operator;
mod parse;
mod parser;
mod precedence;
mod problem;
mod run;
mod sample;
mod statement;
mod static_method;
mod syntax;
mod text;
mod text_method;
mod token;
mod type_name;
mod value;

pub use cache::ScriptCache;
pub use number::java_double;
pub use problem::ScriptProblem;
pub use syntax::{Object, Script, ScriptLanguage};
pub(crate) use text::{LookTime, regex};
pub use value::ScriptValue;

/// What scripts keep for one another under names, beside the texts of variables (JMeterVariables.putObject).
pub type Objects = std::collections::HashMap<String, ScriptValue>;
