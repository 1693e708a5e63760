//! Why a script is not performed.

use super::syntax::ScriptLanguage;
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

/// What to say of a name that means nothing here.
pub(super) fn unknown_name(language: ScriptLanguage, name: &str) -> String {
    let known = match language {
        _ if name.starts_with(char::is_uppercase) => {
            "of Java's classes those are known that plans use often: texts, numbers, dates, files, JSON, Base64"
        }
        ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => {
            "`vars`, `props`, `ctx`, `log` are, and variables that the script sets"
        }
        _ => "`vars`, `props`, `ctx`, `prev`, `log` are, and what the script declares",
    };
    format!("`{name}` is not known; {known}")
}

/// What to say of objects that can't be made.
pub(super) fn unknown_class(name: &str) -> String {
    format!(
        "objects of `{name}` are not supported; `JsonSlurper`, `JsonBuilder`, `Random`, `Date`, `SimpleDateFormat`, lists, maps, \
         `StringBuilder`, files and writers are"
    )
}
