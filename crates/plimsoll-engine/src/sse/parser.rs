//! Events from bytes as they come.

/// An event, as it is dispatched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// `message` when the stream gives none.
    pub kind: String,
    /// The last id that the stream gave, with this event or before.
    pub id: String,
    pub data: String,
    /// The last time to reconnect that the stream gave, milliseconds.
    pub retry_ms: Option<u64>,
}

/// Follows the standard's interpretation of an event stream. What has not ended with an empty line is never
/// an event.
#[derive(Debug)]
pub struct Parser {
    /// Most bytes of one event, data and the line that has not ended together.
    bytes_max: usize,
    line: Vec<u8>,
    /// The line before ended with CR: an LF that follows belongs to it.
    after_cr: bool,
    /// Lines have been seen: a byte order mark is one only before the first.
    has_begun: bool,
    kind: String,
    data: Vec<u8>,
    id: String,
    retry_ms: Option<u64>,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Parser {
    pub fn new(bytes_max: usize) -> Self {
        Parser {
            bytes_max,
            line: Vec::new(),
            after_cr: false,
            has_begun: false,
            kind: String::new(),
            data: Vec::new(),
            id: String::new(),
            retry_ms: None,
        }
    }

    /// Takes the next bytes. An error: an event is too long; nothing may follow it.
    pub fn feed(&mut self, mut input: &[u8], mut tell: impl FnMut(Event)) -> Result<(), String> {
        if self.after_cr && !input.is_empty() {
            self.after_cr = false;
            input = input.strip_prefix(b"\n").unwrap_or(input);
        }
        while let Some(end) = input.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            self.extend_line(&input[..end])?;
            let is_cr = input[end] == b'\r';
            input = &input[end + 1..];
            if is_cr {
                self.after_cr = input.is_empty();
                input = input.strip_prefix(b"\n").unwrap_or(input);
            }
            let line = std::mem::take(&mut self.line);
            if let Some(event) = self.end_line(&line) {
                tell(event);
            }
            // Its memory is used again.
            self.line = line;
            self.line.clear();
        }
        self.extend_line(input)
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), String> {
        if self.line.len() + self.data.len() + bytes.len() > self.bytes_max {
            return Err(format!("an event is longer than {} bytes", self.bytes_max));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, line: &[u8]) -> Option<Event> {
        let line = match std::mem::replace(&mut self.has_begun, true) {
            false => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line),
            true => line,
        };
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = (&line[..colon], line.get(colon + 1..).unwrap_or_default());
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"event" => self.kind = into_text(value),
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"id" if !value.contains(&0) => self.id = into_text(value),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                self.retry_ms = into_text(value).parse().ok().or(self.retry_ms);
            }
            // A comment, whose field is empty, or a field that the standard does not know.
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let kind = std::mem::take(&mut self.kind);
        self.data.pop()?;
        let data = into_text(&self.data);
        self.data = Vec::new();
        let kind = if kind.is_empty() { "message".to_owned() } else { kind };
        Some(Event { kind, id: self.id.clone(), data, retry_ms: self.retry_ms })
    }
}

fn into_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
