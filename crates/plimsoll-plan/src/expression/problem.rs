//! Why a script is not performed.

use std::fmt;

/// Why a script is not performed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptProblem {
    /// From 1, within the script.
    pub line: usize,
    pub column: usize,
    /// What was not understood.
    pub reason: String,
}

impl fmt::Display for ScriptProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScriptProblem { line, column, reason } = self;
        match line {
            1 => write!(f, "column {column} of the script: {reason}"),
            _ => write!(f, "line {line}, column {column} of the script: {reason}"),
        }
    }
}

impl ScriptProblem {
    pub(super) fn at(script: &str, at: usize, reason: impl Into<String>) -> Self {
        let before = &script[..at.min(script.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ScriptProblem {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }
}
