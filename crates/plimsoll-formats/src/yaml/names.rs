//! The words that stand for the values of the model's enums.

use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::plan::{
    Among, ChoiceOrder, CookiePolicy, Dialect, DocumentKind, HttpVersion, Isolation, Leave, LoginScheme,
    NameCaching, OnError, Phase, Redirects, ResponseField, SampleScope, SizeOperator, SizePart, TlsVersion,
};
use plimsoll_plan::{AtEnd, Overload, Spacing};

/// The words of one enum.
pub struct Names<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Clone + PartialEq> Names<T> {
    pub fn read(&self, word: &str) -> Result<T, String> {
        if let Some((_, value)) = self.0.iter().find(|(name, _)| *name == word) {
            return Ok(value.clone());
        }
        let words = self.words();
        Err(match closest(word, words.iter().copied()) {
            Some(meant) => format!("`{word}` is not known; did you mean `{meant}`?"),
            None => format!("`{word}` is not known; known here: {}", words.join(", ")),
        })
    }

    pub fn words(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    pub fn write(&self, value: &T) -> Option<&'static str> {
        self.0.iter().find(|(_, v)| v == value).map(|(name, _)| *name)
    }
}

pub const PHASES: Names<Phase> =
    Names(&[("main", Phase::Main), ("set_up", Phase::SetUp), ("tear_down", Phase::TearDown)]);

pub const NAMES: Names<NameCaching> = Names(&[
    ("shared", NameCaching::Shared),
    ("by_user", NameCaching::ByUser),
    ("by_iteration", NameCaching::ByIteration),
]);

pub const DIALECTS: Names<Dialect> = Names(&[("standard", Dialect::Standard), ("jmeter", Dialect::JMeter)]);

pub const COOKIE_POLICIES: Names<CookiePolicy> = Names(&[
    ("standard", CookiePolicy::Standard),
    ("rfc2109", CookiePolicy::Rfc2109),
    ("ignore", CookiePolicy::Ignore),
]);

pub const ON_ERROR: Names<OnError> = Names(&[
    ("continue", OnError::Continue),
    ("start_next_iteration", OnError::StartNextIteration),
    ("stop_user", OnError::StopUser),
    ("stop_test", OnError::StopTest),
    ("stop_test_now", OnError::StopTestNow),
]);

pub const SPACINGS: Names<Spacing> =
    Names(&[("even", Spacing::Even), ("poisson", Spacing::Poisson), ("random", Spacing::Random)]);

/// Whether the messages of a WebSocket are compressed.
pub const COMPRESSIONS: Names<bool> = Names(&[("none", false), ("deflate", true)]);

/// Whether the messages of a gRPC call are sent compressed.
pub const GRPC_COMPRESSIONS: Names<bool> = Names(&[("none", false), ("gzip", true)]);

pub const AT_END: Names<AtEnd> = Names(&[("finish", AtEnd::Finish), ("give_up", AtEnd::GiveUp)]);

pub const AMONG: Names<Among> = Names(&[
    ("user", Among::User),
    ("active_users", Among::ActiveUsers),
    ("active_users_of_scenario", Among::ActiveUsersOfScenario),
    ("all_users", Among::AllUsers),
    ("scenario", Among::Scenario),
]);

pub const OVERLOADS: Names<Overload> =
    Names(&[("queue", Overload::Queue), ("drop", Overload::Drop), ("abort", Overload::Abort)]);

pub const HTTP_VERSIONS: Names<HttpVersion> =
    Names(&[("1.1", HttpVersion::Http1), ("2", HttpVersion::Http2), ("auto", HttpVersion::Auto)]);

pub const ORDERS: Names<ChoiceOrder> = Names(&[
    ("random", ChoiceOrder::Random),
    ("interleave", ChoiceOrder::Interleave),
    ("shuffle", ChoiceOrder::Shuffle),
]);

pub const LEAVES: Names<Leave> = Names(&[("pass", Leave::Pass), ("loop", Leave::Loop)]);
pub const ISOLATIONS: Names<Isolation> = Names(&[
    ("read_uncommitted", Isolation::ReadUncommitted),
    ("read_committed", Isolation::ReadCommitted),
    ("repeatable_read", Isolation::RepeatableRead),
    ("serializable", Isolation::Serializable),
]);

pub const LOGIN_SCHEMES: Names<LoginScheme> =
    Names(&[("basic", LoginScheme::Basic), ("digest", LoginScheme::Digest), ("any", LoginScheme::Any)]);

pub const REDIRECTS: Names<Redirects> = Names(&[
    ("follow", Redirects::Follow),
    ("follow_safe_methods", Redirects::FollowSafeMethods),
    ("keep", Redirects::Keep),
]);

pub const TLS_VERSIONS: Names<TlsVersion> = Names(&[("1.2", TlsVersion::V1_2), ("1.3", TlsVersion::V1_3)]);

/// All but [`ResponseField::Variable`], which is written as a mapping.
pub const SOURCES: Names<ResponseField> = Names(&[
    ("body", ResponseField::Body),
    ("unescaped_body", ResponseField::UnescapedBody),
    ("document_text", ResponseField::DocumentText),
    ("response_headers", ResponseField::ResponseHeaders),
    ("request_headers", ResponseField::RequestHeaders),
    ("url", ResponseField::Url),
    ("status", ResponseField::StatusCode),
    ("status_message", ResponseField::StatusMessage),
    ("request_data", ResponseField::RequestData),
]);

/// All but [`SizePart::Variable`], which is written as a mapping.
pub const SIZE_PARTS: Names<SizePart> = Names(&[
    ("whole", SizePart::Whole),
    ("headers", SizePart::Headers),
    ("body", SizePart::Body),
    ("status", SizePart::StatusCode),
    ("status_message", SizePart::StatusMessage),
]);

pub const PARTS: Names<SampleScope> = Names(&[
    ("main", SampleScope::Main),
    ("all", SampleScope::All),
    ("subordinate", SampleScope::SubSamples),
]);

pub const DOCUMENTS: Names<DocumentKind> = Names(&[
    ("xml", DocumentKind::Xml),
    ("xml_namespaces", DocumentKind::XmlNamespaces),
    ("xml_whole_text", DocumentKind::XmlWholeText),
    ("html", DocumentKind::Html),
]);

pub const OPERATORS: Names<SizeOperator> = Names(&[
    ("==", SizeOperator::Equal),
    ("!=", SizeOperator::NotEqual),
    (">", SizeOperator::Greater),
    ("<", SizeOperator::Less),
    (">=", SizeOperator::GreaterOrEqual),
    ("<=", SizeOperator::LessOrEqual),
]);
