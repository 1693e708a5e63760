//! What a load generator saw in answers besides their times: whether extractors found something, and an example of each
//! kind of failure.

use crate::interval::ErrorKind;
use crate::secrets::Secrets;
use serde::{Deserialize, Serialize};

/// An extractor: the transaction whose answers it searches, and the variable that it sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExtractorKey {
    pub transaction: String,
    pub variable: String,
}

/// How often an extractor searched an answer to a request that had not failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractorUse {
    pub uses: u64,
    /// Of these, uses that found nothing: the variable got its default, or stayed as it was.
    pub missed: u64,
}

impl ExtractorUse {
    pub fn merge(&mut self, other: ExtractorUse) {
        self.uses += other.uses;
        self.missed += other.missed;
    }
}

/// One failure as it was seen, to look for in a log: the first of its transaction and kind that a worker saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorExample {
    pub transaction: String,
    pub kind: ErrorKind,
    /// When its answer ended, on the run's clock, microseconds.
    pub at_us: u64,
    /// As in [`Interval::errors`](crate::Interval::errors): a status, a message.
    pub detail: String,
    /// What was asked; empty where it is not known. Without its secrets, as [`Secrets::text`].
    pub url: String,
    /// The status as the server said it, `503 Service Unavailable`; empty without an answer.
    pub status: String,
    /// The begin of the answer's body as one line, [`EXCERPT_MAX`] characters at most.
    pub excerpt: String,
}

impl ErrorExample {
    /// Without secrets, each text as `shown` makes it.
    pub fn masked(mut self, secrets: &Secrets, shown: impl Fn(&str) -> String) -> ErrorExample {
        for text in [&mut self.detail, &mut self.url, &mut self.status, &mut self.excerpt] {
            *text = shown(&secrets.text(text));
        }
        self
    }
}

/// Longest excerpt of an answer, characters.
pub const EXCERPT_MAX: usize = 200;
/// Longest URL of an example, characters.
pub const EXAMPLE_URL_MAX: usize = 300;
/// Examples in one run file, at most.
pub const EXAMPLES_MAX: usize = 256;

impl ErrorExample {
    /// Bounded, on one line, and without what is secret by its place.
    pub fn new(
        (transaction, kind, detail): (&str, ErrorKind, &str),
        at_us: u64,
        url: &str,
        status: &str,
        body: &str,
    ) -> ErrorExample {
        let secrets = Secrets::default();
        // A name and its value are seen together before the text is cut.
        let begin: String = body.chars().take(10 * EXCERPT_MAX).collect();
        let is_text = !body.chars().take(EXCERPT_MAX).any(|c| matches!(c, '\0' | '\u{fffd}'));
        ErrorExample {
            transaction: transaction.to_owned(),
            kind,
            at_us,
            detail: one_line(&secrets.text(detail), EXAMPLE_URL_MAX),
            url: one_line(&secrets.text(url), EXAMPLE_URL_MAX),
            status: one_line(status, 80),
            excerpt: if is_text { one_line(&secrets.text(&begin), EXCERPT_MAX) } else { String::new() },
        }
    }
}

/// White space and control characters are one space each time; what is too long ends with an ellipsis.
fn one_line(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        for c in word.chars() {
            if length >= most {
                line.push('…');
                return line;
            }
            line.push(c);
            length += 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_one_bounded_line_without_secrets() {
        let what = ("A", ErrorKind::Status, "503");
        let body = format!("<h1>\r\n  Busy\u{1b}[2J</h1>{}", "x".repeat(1_000));
        let url = "https://me:pw@shop.example/pay?access_token=abc&item=7&Password=x";
        let found = ErrorExample::new(what, 1, url, "503 Busy", &body);
        assert_eq!(found.url, "https://me:***@shop.example/pay?access_token=***&item=7&Password=***");
        assert!(found.excerpt.starts_with("<h1> Busy [2J</h1>xxx") && found.excerpt.ends_with('…'));
        assert_eq!(found.excerpt.chars().count(), EXCERPT_MAX + 1);
    }
}
