//! What is taken out of an answer, and what must hold of it.

use crate::template::Template;

/// Where an extractor or a check looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Body,
    /// The body with HTML entities replaced by what they stand for.
    UnescapedBody,
    /// The text in a document: HTML and XML without their markup.
    DocumentText,
    ResponseHeaders,
    RequestHeaders,
    Url,
    StatusCode,
    StatusMessage,
    /// Query string or body as sent.
    RequestData,
    Variable(String),
}

/// Which answers of one request are looked at: that of the request itself (the last of its redirects), or
/// those that led to it too (JMeter's sub-samples: each redirect, each embedded resource).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    #[default]
    Main,
    All,
    /// Only those beside the request's own. A request without redirects and resources has none.
    Subordinate,
}

/// Takes a value out of an answer into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Extractor {
    pub variable: String,
    pub source: Source,
    pub parts: Parts,
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
    /// All matches together are put into `name_ALL` too, between commas. For all matches only.
    JsonPathJoined(Template),
    JmesPath(Template),
    Boundary {
        left: Template,
        right: Template,
    },
    XPath(XPath),
    /// CSS selector; the attribute's value is taken, or without one the element's text.
    Css {
        selector: Template,
        attribute: Template,
    },
}

/// An XPath 1.0 expression and how the document is read for it.
#[derive(Clone, Debug, PartialEq)]
pub struct XPath {
    pub expression: Template,
    pub document: DocumentKind,
    /// Prefixes that the expression may use beside those of the document's root element.
    pub namespaces: Vec<(String, String)>,
    /// The whole node is taken as XML, not its text.
    pub fragment: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// Well-formed XML, prefixes being part of the names.
    Xml,
    /// Well-formed XML with namespaces.
    XmlNamespaces,
    /// As `XmlNamespaces`, and the text of an element is all text in it (JMeter's XPath2 elements).
    XmlWholeText,
    /// Anything: what is not well-formed XML is read as browsers read HTML.
    Html,
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
        /// A value `null` is as good as the expected one.
        or_null: bool,
        negate: bool,
    },
    /// As `Json`, by JMESPath.
    JmesPath {
        path: Template,
        expected: Option<Template>,
        regex: bool,
        negate: bool,
    },
    XPath {
        source: Source,
        xpath: XPath,
        negate: bool,
    },
    /// The body is well-formed XML without a document type.
    WellFormed,
    /// The body is XML that fits the schema in this file.
    Schema(Template),
    /// The body, read as HTML, has no more mistakes than this.
    Html {
        errors_max: u64,
    },
    /// The MD5 sum of the body, in hexadecimal digits.
    Md5(Template),
    /// Another check of those answers (text, size, duration, XPath).
    Of(Parts, Box<Check>),
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizePart {
    Whole,
    Headers,
    Body,
    /// Characters of the status code.
    StatusCode,
    /// Characters of the text behind it.
    StatusMessage,
    /// The number in a variable.
    Variable(String),
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
