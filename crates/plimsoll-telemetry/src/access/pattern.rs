//! A pattern in a server's own syntax, compiled to literals and fields.

use super::dialect::{LogDialect, PatternPart};
use super::field::{AccessField, AccessRow};
use memchr::memchr_iter;

#[derive(Debug)]
pub struct LogPattern {
    pieces: Vec<Piece>,
    /// So many pieces must be found; what follows may be missing. All of them in a pattern that was given.
    needed: usize,
}

#[derive(Debug)]
enum Piece {
    Literal(Box<[u8]>),
    /// `inside`: what the value itself may contain of the literal after it, as an example.
    Field {
        field: AccessField,
        inside: &'static str,
    },
}

const COMMON_LOG_TIME: &str = "25/Oct/2015:04:11:25 +0100";

impl LogPattern {
    /// Compiles a pattern, or a name that stands for one (`common`, `combined`; empty for the usual one).
    pub fn compile(dialect: LogDialect, text: &str) -> Result<LogPattern, String> {
        let named = usual(dialect, text);
        let text = named.unwrap_or(text);
        let parts = match dialect {
            LogDialect::Nginx => super::nginx::parts(text),
            LogDialect::Envoy => super::envoy::parts(text),
            _ => super::percent::parts(dialect, text)?,
        };
        let mut pieces: Vec<Piece> = Vec::new();
        for part in parts {
            match part {
                PatternPart::Literal(text) if text.is_empty() => {}
                PatternPart::Literal(text) => pieces.push(Piece::Literal(text.into_boxed_slice())),
                PatternPart::Field(field) => {
                    if matches!(pieces.last(), Some(Piece::Field { .. })) {
                        return Err("two values with nothing between them can't be told apart".to_owned());
                    }
                    let inside = match field {
                        AccessField::Time(_) => COMMON_LOG_TIME,
                        _ => "",
                    };
                    pieces.push(Piece::Field { field, inside });
                }
            }
        }
        let fields = || {
            pieces
                .iter()
                .filter(|piece| matches!(piece, Piece::Field { field, .. } if *field != AccessField::Other))
        };
        if fields().count() == 0 {
            return Err("it names nothing that is known".to_owned());
        }
        let bytes =
            pieces.iter().position(|p| matches!(p, Piece::Field { field: AccessField::BytesOfAnswer, .. }));
        let needed = match (named, bytes) {
            (Some(_), Some(at)) => at + 1,
            _ => pieces.len(),
        };
        Ok(LogPattern { pieces, needed })
    }

    /// The values of a line; `None` when it doesn't follow the pattern.
    pub fn row<'a>(&self, line: &'a str) -> Option<AccessRow<'a>> {
        let mut row = AccessRow::default();
        let mut at = 0;
        let mut index = 0;
        while let Some(piece) = self.pieces.get(index) {
            match piece {
                Piece::Literal(literal) => {
                    // Only the first piece can be a literal here: others are found with the field before them.
                    if !line.as_bytes()[at..].starts_with(literal) {
                        return (index >= self.needed).then_some(row);
                    }
                    at += literal.len();
                    index += 1;
                }
                Piece::Field { field, inside } => {
                    let Some(Piece::Literal(literal)) = self.pieces.get(index + 1) else {
                        row.set(*field, line.get(at..)?);
                        return Some(row);
                    };
                    let Some(end) = end_of(&line.as_bytes()[at..], literal, *field, inside) else {
                        if index + 1 < self.needed {
                            return None;
                        }
                        row.set(*field, line.get(at..)?);
                        return Some(row);
                    };
                    row.set(*field, line.get(at..at + end)?);
                    at += end + literal.len();
                    index += 2;
                }
            }
        }
        Some(row)
    }
}

/// Where a value ends: before the literal, but not inside the value itself.
fn end_of(text: &[u8], literal: &[u8], field: AccessField, inside: &str) -> Option<usize> {
    let skip = if inside.is_empty() { 0 } else { time_bytes(text, literal, inside) };
    // The first byte of a literal is rare in what is before it, and literals are short.
    memchr_iter(literal[0], &text[skip..]).map(|at| skip + at).find(|end| {
        let (value, rest) = text.split_at(*end);
        rest.starts_with(literal) && !is_escaped(value, literal) && !goes_on(value, rest, literal, field)
    })
}

/// Bytes of a time in which the literal may stand without ending it.
fn time_bytes(text: &[u8], literal: &[u8], example: &str) -> usize {
    let inside = example.as_bytes().windows(literal.len()).rposition(|window| window == literal);
    let bytes = match (inside, text.first(), text.get(2)) {
        (None, ..) | (_, Some(b'-'), _) => 0,
        (Some(at), _, Some(b'/')) => at + literal.len(),
        // Another form of time, with a space between date and time at most.
        (Some(_), ..) if text.get(10) == Some(&b' ') => 11,
        (Some(_), ..) => 0,
    };
    bytes.min(text.len())
}

/// Whether a quote is escaped by what is before it.
fn is_escaped(value: &[u8], literal: &[u8]) -> bool {
    literal[0] == b'"' && value.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Whether a list of times goes on behind a space.
fn goes_on(value: &[u8], rest: &[u8], literal: &[u8], field: AccessField) -> bool {
    matches!(field, AccessField::Upstream(_))
        && (matches!(value.last(), Some(b',' | b':')) || literal == b" " && rest.starts_with(b" : "))
}

fn usual(dialect: LogDialect, name: &str) -> Option<&'static str> {
    match (dialect, name) {
        (LogDialect::Nginx, "" | "combined") => Some(
            "$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent \
             \"$http_referer\" \"$http_user_agent\"",
        ),
        (LogDialect::Envoy, "") => Some(
            "[%START_TIME%] \"%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%\" %RESPONSE_CODE% \
             %RESPONSE_FLAGS% %BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)% \
             \"%REQ(X-FORWARDED-FOR)%\" \"%REQ(USER-AGENT)%\" \"%REQ(X-REQUEST-ID)%\" \"%REQ(:AUTHORITY)%\" \
             \"%UPSTREAM_HOST%\"",
        ),
        (LogDialect::Apache | LogDialect::Undertow | LogDialect::Tomcat | LogDialect::Tomcat10, "common") => {
            Some("%h %l %u %t \"%r\" %s %b")
        }
        (LogDialect::Undertow, "" | "combined") => {
            Some("%h %l %u %t \"%r\" %s %b \"%{i,Referer}\" \"%{i,User-Agent}\"")
        }
        (LogDialect::Apache | LogDialect::Tomcat | LogDialect::Tomcat10, "" | "combined") => {
            Some("%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\"")
        }
        _ => None,
    }
}
