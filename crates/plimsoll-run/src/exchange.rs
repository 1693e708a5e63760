//! Whole exchanges that a load generator keeps as examples: of failures, and of the slowest answers.

use crate::interval::{DETAIL_CHARS_MAX, ErrorKind, cut};
use crate::secrets::Secrets;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How many exchanges a run keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ExampleLimits {
    /// Of each transaction and kind of failure.
    pub failures: u32,
    /// The slowest of each transaction and step.
    pub slowest: u32,
    /// Of all of them together, in the run file.
    pub megabytes: u32,
}

impl Default for ExampleLimits {
    fn default() -> Self {
        ExampleLimits { failures: 20, slowest: 20, megabytes: 16 }
    }
}

impl ExampleLimits {
    pub const NONE: ExampleLimits = ExampleLimits { failures: 0, slowest: 0, megabytes: 0 };
}

/// Bytes of a body that an example keeps.
pub const EXAMPLE_BODY_MAX: usize = 64 * 1024;

/// Characters of a URL and of a variable's value, and of a head, that an example keeps; and how many variables.
const LINE_CHARS_MAX: usize = 4_096;
const HEAD_CHARS_MAX: usize = 65_536;
const VARIABLES_MAX: usize = 500;

/// Why an exchange is an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExampleReason {
    Failed(ErrorKind),
    /// Among the slowest of its transaction in its step.
    Slow,
}

/// A request with its answer, as a user saw it; times are microseconds.
// Flat: the run file stores it as one object whose keys are promised to its readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExchangeExample {
    pub transaction: String,
    pub step: u32,
    pub reason: ExampleReason,
    /// Of a failure: its message.
    pub detail: String,
    /// When the answer ended, on the run's clock.
    pub at_us: u64,
    /// From the actual start to the end of the answer.
    pub took_us: u64,
    /// From the start to the first byte of the answer.
    pub first_byte_us: Option<u64>,
    /// How its connection was made; a connection that was there before took no time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connecting: Option<ExampleConnecting>,
    /// Of the answer, on the wire.
    pub bytes_received: u64,
    /// Of a fleet: which of its nodes made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    pub scenario: String,
    /// The user's number within its scenario, and its iteration; both from 1.
    pub user: u32,
    pub iteration: u64,
    /// The transactions that were open, the outermost first.
    pub transactions: Vec<String>,
    /// The user's variables, after it.
    pub variables: BTreeMap<String, String>,
    pub url: String,
    /// The request's line and headers, each with a line feed at its end.
    pub request_head: String,
    pub request_body: ExampleBody,
    /// `200 OK`; empty without an answer.
    pub status: String,
    pub response_head: String,
    pub response_body: ExampleBody,
}

/// The parts of the time until a connection was there, microseconds, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleConnecting {
    /// Until the host's address was known.
    pub name_us: u64,
    /// `None`: it has not come to that.
    pub connect_us: Option<u64>,
    /// `None`: without TLS, or it has not come to that.
    pub tls_us: Option<u64>,
}

/// What is stored of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExampleBody {
    /// There is none, or it was not kept.
    #[default]
    Empty,
    /// Its begin, [`EXAMPLE_BODY_MAX`] bytes at most.
    Text { text: String, is_cut: bool },
    /// Its bytes are not kept.
    Binary { bytes: u64 },
}

impl ExampleBody {
    pub fn of(bytes: &[u8], was_cut: bool) -> ExampleBody {
        if bytes.is_empty() {
            return ExampleBody::Empty;
        }
        let stored = &bytes[..bytes.len().min(EXAMPLE_BODY_MAX)];
        let is_cut = was_cut || stored.len() < bytes.len() || stored.len() == EXAMPLE_BODY_MAX;
        let text = match std::str::from_utf8(stored) {
            Ok(text) => text,
            // The cut may have gone through a character.
            Err(error) if is_cut && error.valid_up_to() + 4 > stored.len() => {
                std::str::from_utf8(&stored[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return ExampleBody::Binary { bytes: bytes.len() as u64 },
        };
        match text.contains('\0') {
            true => ExampleBody::Binary { bytes: bytes.len() as u64 },
            false => ExampleBody::Text { text: text.to_owned(), is_cut },
        }
    }

    pub fn text(&self) -> &str {
        match self {
            ExampleBody::Text { text, .. } => text,
            _ => "",
        }
    }

    /// With the begin of a text that is longer.
    fn shortened(self, bytes_max: usize) -> ExampleBody {
        match self {
            ExampleBody::Text { text, .. } if text.len() > bytes_max => ExampleBody::Text {
                text: text[..text.floor_char_boundary(bytes_max)].to_owned(),
                is_cut: true,
            },
            other => other,
        }
    }
}

impl ExchangeExample {
    pub fn method(&self) -> &str {
        self.request_head.split(' ').next().unwrap_or_default()
    }

    /// Names and values of a head's lines behind the first.
    pub fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
        head.lines().skip(1).filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim()))
    }

    /// With the begin of texts that are long; bodies have their bound. `secrets` knows names. What is masked by a variable is masked
    /// before that variable is cut or left out: nobody could know its value afterwards.
    pub fn bounded(mut self, secrets: &Secrets) -> ExchangeExample {
        let is_lost = |(at, (name, value)): (usize, (&String, &String))| {
            (at >= VARIABLES_MAX || value.len() > LINE_CHARS_MAX) && secrets.is_secret(name)
        };
        if self.variables.iter().enumerate().any(is_lost) {
            self = self.masked(secrets, str::to_owned);
        }
        for text in [&mut self.detail, &mut self.status] {
            *text = cut(text, DETAIL_CHARS_MAX).into_owned();
        }
        self.url = cut(&self.url, LINE_CHARS_MAX).into_owned();
        for head in [&mut self.request_head, &mut self.response_head] {
            *head = cut(head, HEAD_CHARS_MAX).into_owned();
        }
        let variables = std::mem::take(&mut self.variables).into_iter().take(VARIABLES_MAX);
        self.variables =
            variables.map(|(name, value)| (name, cut(&value, LINE_CHARS_MAX).into_owned())).collect();
        self
    }

    /// With so many bytes of each body at most.
    pub(crate) fn with_short_bodies(self, bytes_max: usize) -> ExchangeExample {
        ExchangeExample {
            request_body: self.request_body.shortened(bytes_max),
            response_body: self.response_body.shortened(bytes_max),
            ..self
        }
    }

    /// With what this user's variables hold that are secrets by their names: a data file or an answer has brought it.
    fn own_secrets<'a>(&self, secrets: &'a Secrets) -> Cow<'a, Secrets> {
        let mut all = Cow::Borrowed(secrets);
        for (name, value) in self.variables.iter().filter(|(name, _)| secrets.is_secret(name)) {
            all.to_mut().add_named(name, value);
        }
        all
    }

    /// Without secrets; `shown` makes harmless what would command a terminal.
    pub fn masked(mut self, secrets: &Secrets, shown: impl Fn(&str) -> String) -> ExchangeExample {
        let secrets = &*self.own_secrets(secrets);
        for head in [&mut self.request_head, &mut self.response_head] {
            *head = masked_head(head, secrets);
        }
        for (name, value) in &mut self.variables {
            *value = secrets.value(name, value).into_owned();
        }
        let variables = self.variables.values_mut();
        let own =
            [&mut self.transaction, &mut self.detail, &mut self.url, &mut self.status, &mut self.scenario];
        let heads = [&mut self.request_head, &mut self.response_head];
        for text in own.into_iter().chain(heads).chain(&mut self.transactions).chain(variables) {
            *text = shown(&secrets.text(text));
        }
        for body in [&mut self.request_body, &mut self.response_body] {
            if let ExampleBody::Text { text, is_cut } = body {
                *text = shown(&if *is_cut { secrets.begin_of_text(text) } else { secrets.text(text) });
            }
        }
        self
    }
}

/// The values of headers whose names say that they are secrets.
fn masked_head(head: &str, secrets: &Secrets) -> String {
    let line = |line: &str| match line.split_once(':') {
        Some((name, value)) if !name.contains(' ') => {
            format!("{name}: {}\n", secrets.value(name, value.trim()))
        }
        _ => format!("{line}\n"),
    };
    head.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_text_up_to_a_bound_or_a_number_of_bytes() {
        assert_eq!(ExampleBody::of(b"", false), ExampleBody::Empty);
        assert_eq!(ExampleBody::of(b"a", false), ExampleBody::Text { text: "a".to_owned(), is_cut: false });
        assert_eq!(ExampleBody::of(b"a\0", false), ExampleBody::Binary { bytes: 2 });
        assert_eq!(ExampleBody::of(b"\xff\xfe123456", false), ExampleBody::Binary { bytes: 8 });
        let long = "ä".repeat(EXAMPLE_BODY_MAX);
        let body = ExampleBody::of(&long.as_bytes()[1..], false);
        assert_eq!(body, ExampleBody::Binary { bytes: 2 * EXAMPLE_BODY_MAX as u64 - 1 });
        let body = ExampleBody::of(format!("x{long}").as_bytes(), false);
        assert!(
            matches!(&body, ExampleBody::Text { text, is_cut: true } if text.len() == EXAMPLE_BODY_MAX - 1)
        );
    }
}
