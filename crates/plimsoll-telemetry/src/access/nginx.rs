//! The syntax of nginx's `log_format`: `$remote_addr [$time_local] "$request" $status $request_time`.

use super::dialect::{PatternPart, PatternParts};
use super::field::{AccessField, DurationUnit, Moment};

/// The text of a `log_format`, with or without the directive around it and the quotes of its pieces.
pub(super) fn parts(text: &str) -> Vec<PatternPart> {
    let text = unwrapped(text);
    let mut parts = PatternParts::default();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('$') {
        parts.literal(&rest[..start]);
        rest = &rest[start + 1..];
        let braced = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let (name, after) = braced.unwrap_or_else(|| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            rest.split_at(end)
        });
        parts.field(field(name));
        rest = after;
    }
    parts.literal(rest);
    parts.finish()
}

/// `log_format main escape=json '…' '…';` as it stands in the configuration is the text between its quotes.
fn unwrapped(text: &str) -> String {
    let Some(directive) = text.trim().strip_prefix("log_format") else {
        return text.to_owned();
    };
    directive.split('\'').skip(1).step_by(2).collect()
}

pub(super) fn field(name: &str) -> AccessField {
    match name {
        "time_local" | "time_iso8601" | "msec" => AccessField::Time(Moment::End),
        "request_time" => AccessField::Duration(DurationUnit::Seconds),
        "upstream_response_time" => AccessField::Upstream(DurationUnit::Seconds),
        "upstream_header_time" => AccessField::Other,
        "request" => AccessField::RequestLine,
        "request_method" => AccessField::Method,
        "request_uri" => AccessField::Target,
        "uri" | "document_uri" => AccessField::Path,
        "args" | "query_string" => AccessField::Query,
        "status" => AccessField::Status,
        "body_bytes_sent" | "bytes_sent" => AccessField::BytesOfAnswer,
        "request_length" => AccessField::BytesOfRequest,
        "host" | "server_name" | "http_host" => AccessField::Instance,
        _ => AccessField::Other,
    }
}
