//! What a call sends.

use crate::clock::micros;
use crate::program::{Compiled, Slot};
use plimsoll_grpc::{Method, frame, frame_gzip};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{GrpcCall, Header};
use plimsoll_plan::template::VariableScope;

pub const CONTENT_TYPE: &str = "application/grpc+proto";

/// Headers that every call has (grpc/doc/PROTOCOL-HTTP2.md) unless the plan gives them.
pub fn headers(call: &GrpcCall<Compiled>) -> Vec<Header<Compiled>> {
    let text = |text: &str| Template::of(vec![plimsoll_plan::template::Part::Literal(text.to_owned())]);
    let header = |name: &str, value: &str| Header { name: text(name), value: text(value) };
    let mut headers = vec![header("te", "trailers"), header("grpc-accept-encoding", "identity,gzip")];
    if call.gzips {
        headers.push(header("grpc-encoding", "gzip"));
    }
    headers.extend(call.deadline.map(|time| header("grpc-timeout", &timeout(micros(time)))));
    headers
}

/// Nothing in the messages changes from use to use.
pub fn is_literal(call: &GrpcCall<Compiled>) -> bool {
    call.messages.iter().all(|message| message.as_literal().is_some())
}

pub fn body<S: VariableScope<Slot>>(
    call: &GrpcCall<Compiled>,
    method: &Method,
    scope: &mut S,
) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    for message in &call.messages {
        let message = method.encode(&message.to_text(scope)).map_err(|e| e.to_string())?;
        match call.gzips {
            true => frame_gzip(&message, &mut body),
            false => frame(&message, &mut body),
        }
    }
    Ok(body)
}

/// At most eight digits and a unit.
fn timeout(us: u64) -> String {
    const DIGITS: u64 = 100_000_000;
    match us {
        0..DIGITS => format!("{us}u"),
        _ if us / 1_000 < DIGITS => format!("{}m", us / 1_000),
        _ => format!("{}S", (us / 1_000_000).min(DIGITS - 1)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn timeouts_have_at_most_eight_digits() {
        for (us, expected) in [(250_000, "250000u"), (100_000_000, "100000m"), (200_000_000_000, "200000S")] {
            assert_eq!(super::timeout(us), expected);
        }
    }
}
