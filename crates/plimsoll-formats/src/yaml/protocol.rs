//! Which HTTP a plan speaks: `http: auto`, `http2: {connections: 4, streams: 100}`.

use super::emit::{map, text};
use super::names::HTTP_VERSIONS;
use super::shapes::HTTP2;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{HttpVersion, SharedConnections};

/// What RFC 9113 (6.5.2) advises servers to allow at least.
const STREAMS: u32 = 100;

/// The key `http`, of a plan or a request.
pub fn version(fields: &mut Fields) -> Option<HttpVersion> {
    fields.parsed("http", |word| HTTP_VERSIONS.read(word))
}

pub fn shared(node: &Node, problems: &mut Problems) -> Option<SharedConnections> {
    let mut fields = Fields::of(node, &HTTP2, problems);
    fields.required("connections");
    let connections = at_least_one(&mut fields, "connections");
    let streams = at_least_one(&mut fields, "streams").unwrap_or(STREAMS);
    fields.finish();
    Some(SharedConnections { connections: connections?, streams })
}

fn at_least_one(fields: &mut Fields, key: &'static str) -> Option<u32> {
    fields.parsed(key, |text| match text.trim().parse::<u32>() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(format!("`{text}` is not a whole number of 1 or more")),
    })
}

pub fn write_shared(limits: SharedConnections) -> Node {
    let mut entries = vec![("connections", text(limits.connections.to_string()))];
    if limits.streams != STREAMS {
        entries.push(("streams", text(limits.streams.to_string())));
    }
    map(entries)
}
