//! What is taken out of an answer, and what must hold of it.

use super::stage::{AsWritten, TextForm, TextMap, VariableUse};
use crate::expression::ScriptLanguage;
use crate::template::Template;

/// Where an extractor or a check looks (JMeter's field to check).
#[derive(Clone, Debug, PartialEq)]
pub enum ResponseField<S: TextForm = AsWritten> {
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
    Variable(S::Variable),
}

/// Which answers of one request are looked at: that of the request itself (the last of its redirects), or
/// those that led to it too (JMeter's sub-samples: each redirect, each embedded resource).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SampleScope {
    #[default]
    Main,
    All,
    /// Only those beside the request's own. A request without redirects and resources has none.
    SubSamples,
}

/// Takes a value out of an answer into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Extractor<S: TextForm = AsWritten> {
    /// With an empty name for a script that is not asked for a value.
    pub variable: S::Variable,
    pub source: ResponseField<S>,
    pub scope: SampleScope,
    pub kind: ExtractorKind<S>,
    /// JMeter's match number: n > 0 the nth match, 0 a random one, −1 all (`name_1`, `name_2`, `name_matchNr`).
    pub match_number: i32,
    /// Assigned when nothing matches; `None` leaves the variable as it was.
    pub default: Option<S::Text>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExtractorKind<S: TextForm = AsWritten> {
    /// Perl-like; `template` such as `$1$` says what is kept of the match.
    Regex {
        pattern: S::Regex,
        template: String,
    },
    JsonPath(S::JsonPath),
    /// All matches together are put into `name_ALL` too, between commas. For all matches only.
    JsonPathJoined(S::JsonPath),
    JmesPath(S::JmesPath),
    Boundary {
        left: S::Text,
        right: S::Text,
    },
    XPath(XPath<S>),
    /// CSS selector; the attribute's value is taken, or without one the element's text.
    Css {
        selector: S::Selector,
        attribute: S::Text,
    },
    /// What a script makes of the answer. Without a name of a variable it is performed for what it does to
    /// variables and properties. One that fails does nothing more.
    Script {
        language: ScriptLanguage,
        text: S::Text,
    },
}

/// An XPath 1.0 expression and how the document is read for it.
#[derive(Clone, Debug, PartialEq)]
pub struct XPath<S: TextForm = AsWritten> {
    pub expression: S::Text,
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
pub enum Check<S: TextForm = AsWritten> {
    Text(TextCheck<S>),
    /// The whole exchange within this many milliseconds.
    MaxDurationMs(S::Text),
    Size(SizeCheck<S>),
    Json {
        path: S::JsonPath,
        value: JsonExpectation<S>,
    },
    /// As `Json`, by JMESPath.
    JmesPath {
        path: S::JmesPath,
        value: JsonExpectation<S>,
    },
    XPath {
        source: ResponseField<S>,
        xpath: XPath<S>,
        negate: bool,
    },
    /// The body is well-formed XML without a document type.
    WellFormed,
    /// The body is XML that fits the schema in this file.
    Schema(S::Text),
    /// The body, read as HTML, has no more mistakes than this.
    Html {
        errors_max: u64,
    },
    /// The MD5 sum of the body, in hexadecimal digits.
    Md5(S::Text),
    /// A script that says itself what is wrong.
    Script {
        language: ScriptLanguage,
        text: S::Text,
    },
    /// Another check (text, size, duration, XPath) of those answers.
    Of(SampleScope, Box<Check<S>>),
}

/// What a value found in JSON must be.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonExpectation<S: TextForm = AsWritten> {
    /// `None`: it need only be there.
    pub expected: Option<S::Text>,
    /// `expected` is a regular expression.
    pub regex: bool,
    /// A value `null` is as good as the expected one.
    pub or_null: bool,
    pub negate: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TextCheck<S: TextForm = AsWritten> {
    pub source: ResponseField<S>,
    pub comparison: TextComparison,
    pub negate: bool,
    /// One pattern is enough; otherwise all must hold.
    pub any: bool,
    pub patterns: Vec<S::Regex>,
    /// Treat the answer as successful before checking (for checks of error statuses).
    pub assume_success: bool,
    /// Shown instead of the built-in failure text.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextComparison {
    /// The regular expression matches the whole text.
    Matches,
    /// The regular expression is found in the text.
    Contains,
    Equals,
    Substring,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SizeCheck<S: TextForm = AsWritten> {
    pub part: SizePart<S>,
    pub operator: SizeOperator,
    pub bytes: S::Text,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SizePart<S: TextForm = AsWritten> {
    Whole,
    Headers,
    Body,
    /// Characters of the status code.
    StatusCode,
    /// Characters of the text behind it.
    StatusMessage,
    /// The number in a variable.
    Variable(S::Variable),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeOperator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
}

impl Extractor {
    /// A script that is performed for what it does.
    pub fn script(language: ScriptLanguage, text: Template) -> Self {
        Extractor {
            variable: String::new(),
            source: ResponseField::Body,
            scope: SampleScope::Main,
            kind: ExtractorKind::Script { language, text },
            match_number: 1,
            default: None,
        }
    }

    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Extractor<M::To> {
        let used = if self.variable.is_empty() { VariableUse::Read } else { VariableUse::SetWithParts };
        Extractor {
            variable: map.variable(&self.variable, used),
            source: self.source.map_texts(map),
            scope: self.scope,
            kind: self.kind.map_texts(map),
            match_number: self.match_number,
            default: map.optional(&self.default),
        }
    }
}

impl ExtractorKind {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ExtractorKind<M::To> {
        match self {
            ExtractorKind::Regex { pattern, template } => ExtractorKind::Regex {
                pattern: map.pattern(pattern, TextComparison::Contains),
                template: template.clone(),
            },
            ExtractorKind::JsonPath(path) => ExtractorKind::JsonPath(map.json_path(path)),
            ExtractorKind::JsonPathJoined(path) => ExtractorKind::JsonPathJoined(map.json_path(path)),
            ExtractorKind::JmesPath(path) => ExtractorKind::JmesPath(map.jmes_path(path)),
            ExtractorKind::Boundary { left, right } => {
                ExtractorKind::Boundary { left: map.text(left), right: map.text(right) }
            }
            ExtractorKind::XPath(xpath) => ExtractorKind::XPath(xpath.map_texts(map)),
            ExtractorKind::Css { selector, attribute } => {
                ExtractorKind::Css { selector: map.selector(selector), attribute: map.text(attribute) }
            }
            ExtractorKind::Script { language, text } => {
                ExtractorKind::Script { language: *language, text: map.script(*language, text) }
            }
        }
    }
}

impl XPath {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> XPath<M::To> {
        let XPath { document, fragment, .. } = *self;
        let namespaces = self.namespaces.clone();
        XPath { expression: map.xpath(&self.expression), document, namespaces, fragment }
    }
}

impl ResponseField {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ResponseField<M::To> {
        match self {
            ResponseField::Body => ResponseField::Body,
            ResponseField::UnescapedBody => ResponseField::UnescapedBody,
            ResponseField::DocumentText => ResponseField::DocumentText,
            ResponseField::ResponseHeaders => ResponseField::ResponseHeaders,
            ResponseField::RequestHeaders => ResponseField::RequestHeaders,
            ResponseField::Url => ResponseField::Url,
            ResponseField::StatusCode => ResponseField::StatusCode,
            ResponseField::StatusMessage => ResponseField::StatusMessage,
            ResponseField::RequestData => ResponseField::RequestData,
            ResponseField::Variable(name) => ResponseField::Variable(map.variable(name, VariableUse::Read)),
        }
    }
}

impl<S: TextForm> ResponseField<S> {
    pub fn is_of_body(&self) -> bool {
        matches!(self, ResponseField::Body | ResponseField::UnescapedBody | ResponseField::DocumentText)
    }
}

impl Check {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Check<M::To> {
        match self {
            Check::Text(check) => Check::Text(check.map_texts(map)),
            Check::MaxDurationMs(limit) => Check::MaxDurationMs(map.text(limit)),
            Check::Size(check) => Check::Size(SizeCheck {
                part: check.part.map_texts(map),
                operator: check.operator,
                bytes: map.text(&check.bytes),
            }),
            Check::Json { path, value } => {
                Check::Json { path: map.json_path(path), value: value.map_texts(map) }
            }
            Check::JmesPath { path, value } => {
                Check::JmesPath { path: map.jmes_path(path), value: value.map_texts(map) }
            }
            Check::XPath { source, xpath, negate } => {
                Check::XPath { source: source.map_texts(map), xpath: xpath.map_texts(map), negate: *negate }
            }
            Check::WellFormed => Check::WellFormed,
            Check::Schema(path) => Check::Schema(map.text(path)),
            Check::Html { errors_max } => Check::Html { errors_max: *errors_max },
            Check::Md5(sum) => Check::Md5(map.text(sum)),
            Check::Script { language, text } => {
                Check::Script { language: *language, text: map.check_script(*language, text) }
            }
            Check::Of(scope, check) => Check::Of(*scope, Box::new(check.map_texts(map))),
        }
    }
}

impl TextCheck {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> TextCheck<M::To> {
        TextCheck {
            source: self.source.map_texts(map),
            comparison: self.comparison,
            negate: self.negate,
            any: self.any,
            patterns: self.patterns.iter().map(|pattern| map.pattern(pattern, self.comparison)).collect(),
            assume_success: self.assume_success,
            message: self.message.clone(),
        }
    }
}

impl JsonExpectation {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> JsonExpectation<M::To> {
        let JsonExpectation { regex, or_null, negate, .. } = *self;
        JsonExpectation { expected: map.optional(&self.expected), regex, or_null, negate }
    }
}

impl SizePart {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> SizePart<M::To> {
        match self {
            SizePart::Whole => SizePart::Whole,
            SizePart::Headers => SizePart::Headers,
            SizePart::Body => SizePart::Body,
            SizePart::StatusCode => SizePart::StatusCode,
            SizePart::StatusMessage => SizePart::StatusMessage,
            SizePart::Variable(name) => SizePart::Variable(map.variable(name, VariableUse::Read)),
        }
    }
}

impl<S: TextForm> Check<S> {
    /// What of the answer it looks at, unless that is always kept.
    pub fn source(&self) -> Option<&ResponseField<S>> {
        match self {
            Check::Text(check) => Some(&check.source),
            Check::XPath { source, .. } => Some(source),
            Check::MaxDurationMs(_) | Check::Size(_) => None,
            Check::Of(_, check) => check.source(),
            _ => Some(&ResponseField::Body),
        }
    }

    pub fn is_script(&self) -> bool {
        matches!(self, Check::Script { .. })
    }

    /// It looks at more than the request's own answer.
    pub fn sees_sub_samples(&self) -> bool {
        matches!(self, Check::Of(scope, _) if *scope != SampleScope::Main)
    }

    /// Failing statuses are no failures.
    pub fn assumes_success(&self) -> bool {
        match self {
            Check::Text(check) => check.assume_success,
            Check::Of(_, check) => check.assumes_success(),
            _ => false,
        }
    }
}

impl SizeOperator {
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            SizeOperator::Equal => left == right,
            SizeOperator::NotEqual => left != right,
            SizeOperator::Greater => left > right,
            SizeOperator::Less => left < right,
            SizeOperator::GreaterOrEqual => left >= right,
            SizeOperator::LessOrEqual => left <= right,
        }
    }
}
