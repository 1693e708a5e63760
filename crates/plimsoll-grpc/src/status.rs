//! Status codes (grpc/doc/statuscodes.md).

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub u16);

const NAMES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

impl Code {
    pub const OK: Code = Code(0);
    pub const UNKNOWN: Code = Code(2);
    pub const UNIMPLEMENTED: Code = Code(12);

    /// From the header `grpc-status`; what is no known code is UNKNOWN.
    pub fn parse(text: &[u8]) -> Code {
        let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<u16>().ok());
        Code(number.filter(|code| usize::from(*code) < NAMES.len()).unwrap_or(Code::UNKNOWN.0))
    }

    /// Of an answer that is none of gRPC (grpc/doc/http-grpc-status-mapping.md).
    pub fn of_http(status: u16) -> Code {
        Code(match status {
            400 => 13,
            401 => 16,
            403 => 7,
            404 => 12,
            429 | 502 | 503 | 504 => 14,
            _ => 2,
        })
    }

    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0).min(NAMES.len() - 1)]
    }

    /// All names, in the order of their numbers.
    pub fn names() -> &'static [&'static str] {
        &NAMES
    }
}

/// The text of the header `grpc-message`, which is percent-encoded.
pub fn status_message(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let byte = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        out.push(byte.unwrap_or(*first));
        rest = &after[if byte.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_their_names() {
        for (text, expected) in
            [("0", "OK"), ("5", "NOT_FOUND"), ("16", "UNAUTHENTICATED"), ("17", "UNKNOWN"), ("x", "UNKNOWN")]
        {
            assert_eq!(Code::parse(text.as_bytes()).name(), expected, "{text}");
        }
        assert_eq!(Code::of_http(503).name(), "UNAVAILABLE");
    }

    #[test]
    fn messages_are_percent_decoded() {
        for (text, expected) in
            [("no%20user %C3%B8", "no user ø"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("%ff", "\u{fffd}")]
        {
            assert_eq!(status_message(text.as_bytes()), expected, "{text}");
        }
    }
}
