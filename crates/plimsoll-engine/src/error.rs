//! Why a task can't be performed.

use crate::data::DataError;

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the plan has nothing to run: no scenario with users and steps")]
    NothingToRun,
    #[error("{}", joined(.0))]
    Data(Vec<DataError>),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Patterns(Vec<PatternProblem>),
    #[error("{}", .0.join("\n"))]
    Grpc(Vec<String>),
    #[error("{}", .0.join("\n"))]
    Databases(Vec<String>),
    #[error("{0}")]
    Bounds(String),
    #[error("no host of the plan has an address: {}", .0.join("; "))]
    UnknownHosts(Vec<String>),
    #[error("failed to set up TLS: {0}")]
    Tls(String),
    #[error("failed to start a worker")]
    Worker(#[source] std::io::Error),
    #[error("a worker panicked: {0}")]
    Panicked(String),
}

/// An expression of an extractor or a check that can't be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}request \"{request}\": the pattern `{pattern}` can't be used: {problem}", place(.file, *.line))]
pub struct PatternProblem {
    /// The plan's, without its folder.
    pub file: String,
    /// From 1; 0: it is not known.
    pub line: u32,
    /// The label of the step.
    pub request: String,
    pub pattern: String,
    pub problem: String,
    /// The plan can be performed: what uses the pattern finds nothing.
    pub is_tolerated: bool,
}

fn place(file: &str, line: u32) -> String {
    if line > 0 { format!("{file}:{line}: ") } else { String::new() }
}

fn joined(errors: &[DataError]) -> String {
    let chain = |error: &DataError| match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    errors.iter().map(chain).collect::<Vec<_>>().join("\n")
}
