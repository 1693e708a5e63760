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
pub struct EventParser {
    /// Most bytes of one event, data and the line that has not ended together.
    bytes_max: usize,
    line: Vec<u8>,
    /// The line before ended with CR: an LF that follows belongs to it.
    after_cr: bool,
    /// Lines have been seen: a byte order mark is one only before the first.
    has_started: bool,
    kind: String,
    data: Vec<u8>,
    id: String,
    retry_ms: Option<u64>,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl EventParser {
    pub fn new(bytes_max: usize) -> Self {
        EventParser {
            bytes_max,
            line: Vec::new(),
            after_cr: false,
            has_started: false,
            kind: String::new(),
            data: Vec::new(),
            id: String::new(),
            retry_ms: None,
        }
    }

    /// Takes the next bytes. An error: an event is too long; nothing may follow it.
    pub fn feed(&mut self, mut input: &[u8], mut report: impl FnMut(Event)) -> Result<(), String> {
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
                report(event);
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
        let line = match std::mem::replace(&mut self.has_started, true) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(pieces: &[&[u8]]) -> Result<Vec<Event>, String> {
        let (mut parser, mut found) = (EventParser::new(1_000), Vec::new());
        for piece in pieces {
            parser.feed(piece, |event| found.push(event))?;
        }
        Ok(found)
    }

    /// `expected`: type, id and data of each event.
    fn check(text: &str, expected: &[(&str, &str, &str)]) {
        let shown: Vec<_> = events(&[text.as_bytes()]).expect("short events");
        let shown: Vec<_> = shown.iter().map(|e| (e.kind.as_str(), e.id.as_str(), e.data.as_str())).collect();
        assert_eq!(shown, expected, "{text:?}");
    }

    #[test]
    fn the_examples_of_the_standard() {
        check(
            "data: YHOO\ndata: +2\ndata: 10\n\n: test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            &[
                ("message", "", "YHOO\n+2\n10"),
                ("message", "1", "first event"),
                ("message", "", "second event"),
                ("message", "", " third event"),
            ],
        );
        check("data\n\ndata\ndata\n\ndata:", &[("message", "", ""), ("message", "", "\n")]);
        check("data:test\n\ndata: test\n\n", &[("message", "", "test"), ("message", "", "test")]);
    }

    #[test]
    fn lines_end_with_cr_lf_or_both() {
        let expected = [("a", "", "x\ny"), ("message", "", "z")];
        for end in ["\n", "\r", "\r\n"] {
            check(&"event: a|data: x|data: y||data: z||".replace('|', end), &expected);
        }
    }

    #[test]
    fn a_byte_order_mark_an_id_with_a_null_and_unknown_fields_are_passed_over() {
        check("\u{feff}data: x\n\n", &[("message", "", "x")]);
        check("data: x\n\n\u{feff}data: y\n\n", &[("message", "", "x")]);
        check(
            "id: 1\ndata: x\n\nid: 2\u{0}\nwhat: ever\ndata: y\n\n",
            &[("message", "1", "x"), ("message", "1", "y")],
        );
        check("event: lost\n\ndata: x\n\n", &[("message", "", "x")]);
    }

    #[test]
    fn a_time_to_reconnect_is_digits_alone() {
        let found =
            events(&[b"retry: 250\ndata: a\n\nretry: 2s\ndata: b\n\nretry\ndata: c\n\n"]).expect("short");
        assert_eq!(found.iter().map(|e| e.retry_ms).collect::<Vec<_>>(), [Some(250); 3]);
    }

    #[test]
    fn an_event_has_a_longest_length() {
        let words = Err("an event is longer than 1000 bytes".to_owned());
        assert_eq!(events(&[&[b'x'; 1_001]]), words);
        assert_eq!(events(&[&[b'x'; 600], &[b'x'; 600]]), words);
        let line = [b"data:".as_slice(), &[b'x'; 594], b"\n"].concat();
        assert_eq!(events(&[&line, &line]), words);
        assert_eq!(events(&[&line, b"\n", &line, b"\n"]).map(|found| found.len()), Ok(2));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn events_do_not_depend_on_how_the_bytes_are_cut(
            lines in prop::collection::vec("(data|event|id|retry|\u{feff}data)?:? ?[a-z0-9\u{0}æ]{0,4}(\r|\n|\r\n)", 0..20),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let bytes = lines.concat().into_bytes();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(events(&pieces), events(&[&bytes]));
        }

        #[test]
        fn any_bytes_are_events_or_too_long(bytes in prop::collection::vec(any::<u8>(), 0..3_000)) {
            if let Ok(found) = events(&[&bytes]) {
                prop_assert!(found.iter().map(|event| event.data.len()).sum::<usize>() <= 3 * bytes.len());
            }
        }
    }
}
