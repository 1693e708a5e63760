//! What a reader could not read.

use crate::line::LINE_BYTES_MAX;
use plimsoll_run::PassedOver;
use std::fmt;

/// One located message; the reader went on after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1; 0 when it is about the whole input or the input has no lines.
    pub line: u64,
    pub kind: ProblemKind,
}

/// What was wrong. The text is a lowercase fragment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    #[error("a line of more than {} MB was left out", LINE_BYTES_MAX >> 20)]
    LineTooLong,
    #[error("a row of {found} columns under a header of {expected}")]
    Columns { found: usize, expected: usize },
    #[error("{column}: {value:?} is not a number")]
    Number { column: String, value: String },
    #[error("{column}: {value:?} can't be; the row is left out")]
    Impossible { column: String, value: String },
    #[error("{value:?} is not a time")]
    Time { value: String },
    #[error("{time} has not come yet; the row is left out")]
    Future { time: String },
    #[error("not a line of this format: {start:?}")]
    Unrecognised { start: String },
    #[error("a row before any header")]
    NoHeader,
    #[error("the input ends inside {what}")]
    Truncated { what: &'static str },
    #[error(
        "it ends without its closing tag </{element}>: it may be cut off, or was copied while it was written"
    )]
    Unclosed { element: &'static str },
    #[error("{what} of more than {max_bytes} bytes was left out")]
    TooLarge { what: &'static str, max_bytes: usize },
    #[error("more than {max} different series; what belongs to further ones is left out")]
    TooManySeries { max: usize },
    #[error("not JSON: {cause}")]
    Json { cause: String },
    #[error("{text}")]
    Malformed { text: String },
    /// Something that the row has is not taken, and all else of it is.
    #[error("{}", passed_over(.0))]
    PassedOver(PassedOver),
}

fn passed_over(what: &PassedOver) -> String {
    match what {
        PassedOver::Unnamed { value } => format!(
            "{value} behind the usual fields is passed over: if it is a response time, name the server's format (apache, \
             nginx, tomcat, tomcat10, undertow) and its pattern, which say the unit"
        ),
        PassedOver::NoUnit { name, value } => format!(
            "{name} {value} has no sure unit, so response times are left out: the pattern \"duration={name}:ms\" (or s, us, ns) \
             says it"
        ),
    }
}

impl ProblemKind {
    pub fn number(column: impl Into<String>, value: &[u8]) -> ProblemKind {
        ProblemKind::Number { column: column.into(), value: crate::line::start_of(value) }
    }

    pub fn impossible(column: impl Into<String>, value: &[u8]) -> ProblemKind {
        ProblemKind::Impossible { column: column.into(), value: crate::line::start_of(value) }
    }

    pub fn unrecognised(line: &[u8]) -> ProblemKind {
        ProblemKind::Unrecognised { start: crate::line::start_of(line) }
    }

    /// What would help, if anything is known to.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            ProblemKind::Future { .. } => {
                Some("set this machine's clock, or name the time zone with --timezone")
            }
            ProblemKind::NoHeader => Some("name the columns in their order"),
            ProblemKind::Unrecognised { .. } => Some("name the format, and for an access log its pattern"),
            ProblemKind::TooManySeries { .. } => {
                Some("leave out metrics with a label that is never the same")
            }
            _ => None,
        }
    }
}

impl Problem {
    /// `vmstat.log:84: message`.
    pub fn in_file<'a>(&'a self, file: &'a str) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self.line {
            0 => write!(f, "{file}: {}", self.kind),
            line => write!(f, "{file}:{line}: {}", self.kind),
        })
    }
}

/// The first problems of an input and the number of the others: a file of the wrong kind has one in every line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadProblems {
    pub first: Vec<Problem>,
    pub further: u64,
}

impl ReadProblems {
    pub const FIRST_MAX: usize = 100;

    pub fn push(&mut self, problem: Problem) {
        if self.first.len() < ReadProblems::FIRST_MAX {
            self.first.push(problem);
        } else {
            self.further += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_file_and_line_and_the_list_is_bounded() {
        let kind = ProblemKind::number("wa", b"x");
        let mut problems = ReadProblems::default();
        for line in 0..150 {
            problems.push(Problem { line, kind: kind.clone() });
        }
        assert_eq!((problems.first.len(), problems.further), (100, 50));
        assert_eq!(problems.first[0].in_file("v.log").to_string(), "v.log: wa: \"x\" is not a number");
        assert_eq!(problems.first[3].in_file("v.log").to_string(), "v.log:3: wa: \"x\" is not a number");
    }
}
