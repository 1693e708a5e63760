//! What is taken out of an answer, and what must hold of it.

use crate::template::Template;

/// Where an extractor or a check looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Body,
    ResponseHeaders,
    RequestHeaders,
    Url,
    StatusCode,
    StatusMessage,
    /// Query string or body as sent.
    RequestData,
    Variable(String),
}

/// Takes a value out of an answer into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Extractor {
    pub variable: String,
    pub source: Source,
    pub pattern: Pattern,
    /// JMeter's match number: n > 0 the nth match, 0 a random one, −1 all (`name_1`, `name_2`, `name_matchNr`).
    pub match_number: i32,
    /// Assigned when nothing matches; `None` leaves the variable as it was.
    pub default: Option<Template>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// Perl-like; `template` such as `$1$` says what is kept of the match.
    Regex {
        pattern: Template,
        template: String,
    },
    JsonPath(Template),
    Boundary {
        left: Template,
        right: Template,
    },
}

/// What must hold of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    Text(TextCheck),
    /// The whole exchange within this many milliseconds.
    MaxDurationMs(Template),
    Size(SizeCheck),
    /// The path must be found and, when given, have this value (a regular expression if `regex`).
    Json {
        path: Template,
        expected: Option<Template>,
        regex: bool,
        negate: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct TextCheck {
    pub source: Source,
    pub comparison: Comparison,
    pub negate: bool,
    /// One pattern is enough; otherwise all must hold.
    pub any: bool,
    pub patterns: Vec<Template>,
    /// Treat the answer as successful before checking (for checks of error statuses).
    pub assume_success: bool,
    /// Shown instead of the built-in failure text.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The regular expression matches the whole text.
    Matches,
    /// The regular expression is found in the text.
    Contains,
    Equals,
    Substring,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SizeCheck {
    pub part: SizePart,
    pub operator: Operator,
    pub bytes: Template,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizePart {
    Whole,
    Headers,
    Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
}

impl Operator {
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Operator::Equal => left == right,
            Operator::NotEqual => left != right,
            Operator::Greater => left > right,
            Operator::Less => left < right,
            Operator::GreaterOrEqual => left >= right,
            Operator::LessOrEqual => left <= right,
        }
    }
}
