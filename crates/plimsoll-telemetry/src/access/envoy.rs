//! The syntax of Envoy's access logs: `[%START_TIME%] "%REQ(:METHOD)% …" %RESPONSE_CODE% %DURATION%`.

use super::field::{Field, Moment, Unit};
use super::pattern::{Part, Parts};

pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Parts::default();
    let mut rest = text.trim_end_matches("\\n").trim_end_matches('\n');
    while let Some(start) = rest.find('%') {
        parts.literal(&rest[..start]);
        let command = &rest[start + 1..];
        // An argument in parentheses may hold a % itself.
        let arguments_end = match (command.find('('), command.find('%')) {
            (Some(open), Some(end)) if open < end => command.find(")%").map(|at| at + 1),
            (_, end) => end,
        };
        let Some(end) = arguments_end else {
            parts.literal(&rest[start..]);
            return parts.finish();
        };
        parts.field(field(&command[..end]));
        rest = &command[end + 1..];
    }
    parts.literal(rest);
    parts.finish()
}

fn field(command: &str) -> Field {
    let name = command.split_once('(').map_or(command, |(name, _)| name);
    match name {
        "START_TIME" => Field::Time(Moment::Start),
        "DURATION" => Field::Duration(Unit::Milliseconds),
        "RESPONSE_DURATION" => Field::FirstByte(Unit::Milliseconds),
        "RESPONSE_CODE" => Field::Status,
        "BYTES_SENT" => Field::BytesOfAnswer,
        "BYTES_RECEIVED" => Field::BytesOfRequest,
        "REQ" if command.contains(":METHOD") => Field::Method,
        "REQ" if command.contains("PATH") => Field::Target,
        "REQ" if command.contains(":AUTHORITY") => Field::Instance,
        "RESP" if command.to_ascii_uppercase().contains("UPSTREAM-SERVICE-TIME") => {
            Field::Upstream(Unit::Milliseconds)
        }
        _ => Field::Other,
    }
}
