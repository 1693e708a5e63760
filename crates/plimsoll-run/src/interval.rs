//! One second of one transaction.

use crate::as_pairs;
use crate::latencies::Latencies;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The length of an interval.
pub const SECOND_US: u64 = 1_000_000;

/// What one transaction did in one second of the run. A request belongs to the second in which it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// All that ended, failed ones too.
    pub requests: u64,
    /// Failures by kind and detail (a status, a message). At most [`DETAILS_MAX`] pairs, see [`Interval::fail`].
    #[serde(with = "as_pairs")]
    pub errors: BTreeMap<(ErrorKind, String), u64>,
    /// Response times of the failed requests alone; they are in `response` too.
    pub failed: Latencies,
    /// Bytes on the wire above TLS, headers included.
    pub bytes_received: u64,
    pub bytes_sent: u64,
    /// From the intended start of the request to its last byte. Requests without an intended start of their
    /// own (closed load without pacing; the second and later ones of an iteration) count from their start.
    pub response: Latencies,
    /// From the actual start of the request to its last byte. `None`: no request had an intended start of
    /// its own, so that it is the same as `response`; see [`Interval::service`].
    pub service: Option<Latencies>,
    /// From the actual start of the request to the first byte of the answer.
    pub first_byte: Latencies,
}

/// Distinct error details kept per interval; further ones count under an empty detail.
pub const DETAILS_MAX: usize = 64;

/// Characters of an error's detail; a server may send any number of them.
pub const DETAIL_CHARS_MAX: usize = 300;

/// The first so many characters; what is left out is said as a number.
pub(crate) fn cut(text: &str, chars_max: usize) -> Cow<'_, str> {
    if text.len() <= chars_max {
        return Cow::Borrowed(text);
    }
    let Some((end, _)) = text.char_indices().nth(chars_max) else { return Cow::Borrowed(text) };
    let rest = text[end..].chars().count();
    Cow::Owned(format!("{} … ({rest} more characters)", &text[..end]))
}

impl Interval {
    pub fn errors_total(&self) -> u64 {
        self.errors.values().sum()
    }

    /// What counts as throughput: a server that refuses quickly does not carry more.
    pub fn succeeded(&self) -> u64 {
        self.requests.saturating_sub(self.errors_total())
    }

    /// Service times: from the actual start of each request to its last byte.
    pub fn service(&self) -> &Latencies {
        self.service.as_ref().unwrap_or(&self.response)
    }

    pub fn fail(&mut self, kind: ErrorKind, detail: &str, response_us: u64) {
        self.failed.record_us(response_us);
        self.count_error(kind, &cut(detail, DETAIL_CHARS_MAX), 1);
    }

    /// The same where nobody knows how long it took.
    pub fn fail_untimed(&mut self, kind: ErrorKind, detail: &str) {
        self.count_error(kind, &cut(detail, DETAIL_CHARS_MAX), 1);
    }

    fn count_error(&mut self, kind: ErrorKind, detail: &str, count: u64) {
        let detail =
            if self.errors.len() < DETAILS_MAX || self.errors.contains_key(&(kind, detail.to_owned())) {
                detail
            } else {
                ""
            };
        *self.errors.entry((kind, detail.to_owned())).or_default() += count;
    }

    /// The same with packed histograms, for intervals that are kept.
    pub fn packed(&self) -> Interval {
        Interval {
            failed: self.failed.packed(),
            response: self.response.packed(),
            service: self.service.as_ref().map(Latencies::packed),
            first_byte: self.first_byte.packed(),
            errors: self.errors.clone(),
            ..*self
        }
    }

    pub fn merge(&mut self, other: &Interval) {
        self.requests += other.requests;
        self.failed.merge(&other.failed);
        self.bytes_received += other.bytes_received;
        self.bytes_sent += other.bytes_sent;
        if self.service.is_some() || other.service.is_some() {
            let mut service = self.service.take().unwrap_or_else(|| self.response.clone());
            service.merge(other.service());
            self.service = Some(service);
        }
        self.response.merge(&other.response);
        self.first_byte.merge(&other.first_byte);
        for ((kind, detail), count) in &other.errors {
            self.count_error(*kind, detail, *count);
        }
    }
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The name has no address.
    NameResolution,
    ConnectRefused,
    ConnectTimeout,
    /// No route, network down, and what else the system says to a connect.
    ConnectFailed,
    Tls,
    /// The peer reset the connection.
    Reset,
    /// The peer closed in the middle of an answer.
    ClosedEarly,
    ResponseTimeout,
    /// Not an HTTP answer.
    BadHttp,
    /// Outside 200–399.
    Status,
    Assertion,
    TooManyRedirects,
    /// The request could not be made: a bad URL, a file to send that is missing.
    BadRequest,
    /// This machine's limits: no file descriptors, no local ports. Not the server's.
    GeneratorResources,
    /// A message or a handshake that breaks the protocol of its WebSocket or event stream.
    BadMessage,
    /// To look at the answer took more time or memory than a load generator gives.
    AnswerLimit,
    /// A redirect to a host that the plan does not name, in a run that stays on those.
    OtherHost,
    /// A transaction one of whose requests failed.
    Child,
}

impl ErrorKind {
    pub const ALL: [ErrorKind; 18] = [
        ErrorKind::NameResolution,
        ErrorKind::ConnectRefused,
        ErrorKind::ConnectTimeout,
        ErrorKind::ConnectFailed,
        ErrorKind::Tls,
        ErrorKind::Reset,
        ErrorKind::ClosedEarly,
        ErrorKind::ResponseTimeout,
        ErrorKind::BadHttp,
        ErrorKind::Status,
        ErrorKind::Assertion,
        ErrorKind::TooManyRedirects,
        ErrorKind::BadRequest,
        ErrorKind::GeneratorResources,
        ErrorKind::BadMessage,
        ErrorKind::AnswerLimit,
        ErrorKind::OtherHost,
        ErrorKind::Child,
    ];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::NameResolution => "name-resolution",
            ErrorKind::ConnectRefused => "connect-refused",
            ErrorKind::ConnectTimeout => "connect-timeout",
            ErrorKind::ConnectFailed => "connect-failed",
            ErrorKind::Tls => "tls",
            ErrorKind::Reset => "reset",
            ErrorKind::ClosedEarly => "closed-early",
            ErrorKind::ResponseTimeout => "response-timeout",
            ErrorKind::BadHttp => "bad-http",
            ErrorKind::Status => "status",
            ErrorKind::Assertion => "assertion",
            ErrorKind::TooManyRedirects => "too-many-redirects",
            ErrorKind::BadRequest => "bad-request",
            ErrorKind::GeneratorResources => "generator-resources",
            ErrorKind::BadMessage => "bad-message",
            ErrorKind::AnswerLimit => "answer-limit",
            ErrorKind::OtherHost => "other-host",
            ErrorKind::Child => "child",
        }
    }

    pub fn named(name: &str) -> Option<ErrorKind> {
        ErrorKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The load generator's own fault: such failures say nothing about the server.
    pub fn is_generators(self) -> bool {
        matches!(self, ErrorKind::GeneratorResources | ErrorKind::BadRequest | ErrorKind::NameResolution)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_kind_is_found_by_its_name() {
        for kind in ErrorKind::ALL {
            assert_eq!(ErrorKind::named(kind.name()), Some(kind));
        }
    }

    #[test]
    fn service_times_of_seconds_with_and_without_intended_starts_add_up() {
        let timed = |response_us, service_us: Option<u64>| {
            let mut interval = Interval { requests: 1, ..Interval::default() };
            interval.response.record_us(response_us);
            interval.service = service_us.map(|us| {
                let mut service = Latencies::default();
                service.record_us(us);
                service
            });
            interval
        };
        let (closed, open) = (timed(100, None), timed(1_000, Some(10)));
        for (first, second) in [(&closed, &open), (&open, &closed)] {
            let mut merged = first.clone();
            merged.merge(second);
            assert_eq!(merged.service().count(), 2);
            assert_eq!((merged.service().max_us(), merged.response.max_us()), (Some(100), Some(1_000)));
        }
        let mut merged = closed.clone();
        merged.merge(&closed);
        assert_eq!(merged.service, None);
    }

    #[test]
    fn error_details_are_bounded_and_no_failure_is_lost() {
        let mut interval = Interval::default();
        for i in 0..1_000 {
            interval.fail(ErrorKind::Status, &format!("status {i}"), 10);
        }
        assert_eq!(interval.errors_total(), 1_000);
        assert!(interval.errors.len() <= DETAILS_MAX + 1);
        let mut merged = Interval::default();
        merged.merge(&interval);
        assert_eq!(merged.errors_total(), 1_000);
    }
}
