//! What a call sends.

use crate::program::{Slot, Slots, Text};
use plimsoll_grpc::{Method, frame, frame_gzip};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{GrpcCall, GrpcSchema};
use plimsoll_plan::template::Scope;

pub const CONTENT_TYPE: &str = "application/grpc+proto";

#[derive(Clone, Debug)]
pub struct Call {
    pub schema: GrpcSchema,
    pub messages: Vec<Text>,
    pub deadline_us: Option<u64>,
    pub message_limit: u64,
    pub gzips: bool,
    /// Known when the schema is.
    pub method: Option<Method>,
}

impl Call {
    pub fn of(call: &GrpcCall, slots: &mut Slots) -> Call {
        Call {
            schema: call.schema.clone(),
            messages: call.messages.iter().map(|message| slots.text(message)).collect(),
            deadline_us: call.deadline.map(|time| time.as_micros() as u64),
            message_limit: call.message_limit,
            gzips: call.gzips,
            method: None,
        }
    }

    /// Headers that every call has (grpc/doc/PROTOCOL-HTTP2.md) unless the plan gives them.
    pub fn headers(&self) -> Vec<(Text, Text)> {
        let text =
            |text: &str| Template { parts: vec![plimsoll_plan::template::Part::Literal(text.to_owned())] };
        let mut headers =
            vec![(text("te"), text("trailers")), (text("grpc-accept-encoding"), text("identity,gzip"))];
        if self.gzips {
            headers.push((text("grpc-encoding"), text("gzip")));
        }
        headers.extend(self.deadline_us.map(|us| (text("grpc-timeout"), text(&timeout(us)))));
        headers
    }

    /// Nothing in the messages changes from use to use.
    pub fn is_literal(&self) -> bool {
        self.method.is_some() && self.messages.iter().all(|message| message.as_literal().is_some())
    }

    pub fn body<S: Scope<Slot>>(&self, scope: &mut S) -> Result<Vec<u8>, String> {
        let method = self.method.as_ref().ok_or("the method's schema is not known")?;
        let mut body = Vec::new();
        for message in &self.messages {
            let message = method.encode(&message.to_text(scope)).map_err(|e| e.to_string())?;
            match self.gzips {
                true => frame_gzip(&message, &mut body),
                false => frame(&message, &mut body),
            }
        }
        Ok(body)
    }
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
