//! Other load generators: a command for each step, its results to the run file. What a tool is, is [`ToolSpec`]; those that are
//! known by name are in `known.rs`.
//!
//! Start reading at [`ToolGenerator`].

mod command;
mod generator;
mod known;
mod process;
mod spec;
mod step;

pub use generator::ToolGenerator;
pub use known::{KnownTool, TOOLS, known};
pub use process::ToolError;
pub use spec::{GeneratorSpec, ResultFormat, SummaryReader, ToolSpec, ToolSummary};
