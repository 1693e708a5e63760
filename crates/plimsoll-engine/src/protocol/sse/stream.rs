//! The body of an HTTP answer as events.

use super::parser::{Event, EventParser};
use crate::protocol::http::response::{BODY_STORED_MAX, Keep, ReadProgress, ResponseReader};

/// An answer whose body is read as events while it comes.
#[derive(Debug)]
pub struct EventStream {
    reader: ResponseReader,
    parser: EventParser,
}

/// The media type, with or without parameters.
pub fn is_event_stream(headers: &str) -> bool {
    let value = headers.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-type").then_some(value)
    });
    let media_type = value.unwrap_or_default().split(';').next().unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("text/event-stream")
}

impl EventStream {
    /// `reader` has seen the header block.
    pub fn new(reader: ResponseReader, event_bytes_max: usize) -> Self {
        EventStream { reader, parser: EventParser::new(event_bytes_max) }
    }

    /// Takes the next bytes of the answer, with the coding of their transfer; `true` when it is complete.
    pub fn hear(&mut self, input: &[u8], report: impl FnMut(Event)) -> Result<bool, String> {
        let keep = Keep { body: true, body_max: BODY_STORED_MAX, ..Keep::default() };
        let progress = self.reader.feed(input, keep, false)?;
        self.parser.feed(&std::mem::take(&mut self.reader.body), report)?;
        Ok(matches!(progress, ReadProgress::Done(_)))
    }

    /// The server closed the connection; `true` when the stream was to end that way.
    pub fn closed(&mut self) -> bool {
        self.reader.closed()
    }
}
