//! One request, as a server's access log or a load generator's result file tells it.

use plimsoll_run::At;

/// One row. Texts are borrowed from the input; empty when not told.
// As wide as the widest format that is read: a field for each column of a JMeter result file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestRow<'a> {
    /// When it began. Servers log when it ended: then it is that time less the duration. With no duration told it is
    /// the time that was told.
    pub started: At,
    /// From its start to its last byte. With `samples` > 1, the sum.
    pub duration_us: Option<u64>,
    /// To the first byte of the answer.
    pub first_byte_us: Option<u64>,
    /// Part of `duration_us` that was spent on connecting.
    pub connect_us: Option<u64>,
    /// What a proxy waited for the servers behind it, all tries together.
    pub upstream_us: Option<u64>,
    /// A load generator's name for it, or the path without its query.
    pub label: &'a str,
    /// `GET`.
    pub method: &'a str,
    /// The URL or the path with its query.
    pub target: &'a str,
    /// `200`, or what a load generator writes in its place.
    pub status: &'a str,
    /// Why it failed, or the status in words.
    pub message: &'a str,
    pub success: bool,
    /// Of the answer: what the client received, whoever wrote the row. With or without headers, as it is told.
    pub bytes_received: Option<u64>,
    /// Of the request.
    pub bytes_sent: Option<u64>,
    /// The virtual user, or the server's thread.
    pub thread: &'a str,
    /// Which of several: a load generator's node, a virtual host.
    pub instance: &'a str,
    /// Virtual users active when it ended.
    pub users: Option<u32>,
    pub kind: RequestKind,
    /// How many the row stands for: more than 1 when the load generator added them up.
    pub samples: u32,
    /// How many of them failed.
    pub errors: u32,
    pub failed_by: FailedBy,
}

/// What is known of why a row failed, besides its status and message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailedBy {
    #[default]
    Unknown,
    /// A part of it failed, which the message is of.
    Part,
    /// None of its assertions failed, as far as they are written.
    NoAssertion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// A request on the wire: counts in totals.
    Request,
    /// Several requests measured as one; they have, or had, rows of their own. Not to be added to them.
    Group,
}

impl Default for RequestRow<'_> {
    fn default() -> Self {
        RequestRow {
            started: At::Index(0),
            duration_us: None,
            first_byte_us: None,
            connect_us: None,
            upstream_us: None,
            label: "",
            method: "",
            target: "",
            status: "",
            message: "",
            success: true,
            bytes_received: None,
            bytes_sent: None,
            thread: "",
            instance: "",
            users: None,
            kind: RequestKind::Request,
            samples: 1,
            errors: 0,
            failed_by: FailedBy::Unknown,
        }
    }
}

impl RequestRow<'_> {
    pub fn status_code(&self) -> Option<u16> {
        self.status.parse().ok()
    }

    /// Sets the outcome of a row that stands for one request.
    pub fn with_success(mut self, success: bool) -> Self {
        self.success = success;
        self.errors = u32::from(!success);
        self
    }
}

/// A request line `GET /path?query HTTP/1.1` in its method, target and path. What is no request line (a TLS
/// handshake on a plain port, say) is a target alone.
pub fn parts(request_line: &str) -> (&str, &str, &str) {
    let (method, target) = match request_line.split_once(' ') {
        Some((method, rest)) if is_method(method) => {
            (method, rest.rsplit_once(" HTTP/").map_or(rest, |(target, _)| target))
        }
        _ => ("", request_line),
    };
    (method, target, path(target))
}

/// A target without its query and fragment.
pub fn path(target: &str) -> &str {
    target.find(['?', '#']).map_or(target, |end| &target[..end])
}

fn is_method(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_line_is_taken_apart() {
        let cases = [
            ("GET /a/b?c=1 HTTP/1.1", ("GET", "/a/b?c=1", "/a/b")),
            ("PROPFIND /x HTTP/2.0", ("PROPFIND", "/x", "/x")),
            ("GET /with space HTTP/1.0", ("GET", "/with space", "/with space")),
            ("GET /old", ("GET", "/old", "/old")),
            ("\\x16\\x03\\x01", ("", "\\x16\\x03\\x01", "\\x16\\x03\\x01")),
            ("-", ("", "-", "-")),
            ("", ("", "", "")),
        ];
        for (line, expected) in cases {
            assert_eq!(parts(line), expected, "{line}");
        }
    }
}
