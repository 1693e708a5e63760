//! The syntax of Envoy's access logs: `[%START_TIME%] "%REQ(:METHOD)% …" %RESPONSE_CODE% %DURATION%`.

use super::dialect::{PatternPart, PatternParts};
use super::field::{AccessField, DurationUnit, Moment};

pub(super) fn parts(text: &str) -> Vec<PatternPart> {
    let mut parts = PatternParts::default();
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

fn field(command: &str) -> AccessField {
    let name = command.split_once('(').map_or(command, |(name, _)| name);
    match name {
        "START_TIME" => AccessField::Time(Moment::Start),
        "DURATION" => AccessField::Duration(DurationUnit::Milliseconds),
        "RESPONSE_DURATION" => AccessField::FirstByte(DurationUnit::Milliseconds),
        "RESPONSE_CODE" => AccessField::Status,
        "BYTES_SENT" => AccessField::BytesOfAnswer,
        "BYTES_RECEIVED" => AccessField::BytesOfRequest,
        "REQ" if command.contains(":METHOD") => AccessField::Method,
        "REQ" if command.contains("PATH") => AccessField::Target,
        "REQ" if command.contains(":AUTHORITY") => AccessField::Instance,
        "RESP" if command.to_ascii_uppercase().contains("UPSTREAM-SERVICE-TIME") => {
            AccessField::Upstream(DurationUnit::Milliseconds)
        }
        _ => AccessField::Other,
    }
}
