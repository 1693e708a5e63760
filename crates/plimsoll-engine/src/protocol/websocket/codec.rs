//! Frames from bytes and bytes from messages.

use super::deflate::{self, Deflate};
use super::inflate::Inflater;
use std::io::{self, ErrorKind as Io, Read, Write};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, Message};

/// Read ahead by the decoder, bytes: every open socket has a buffer of this size.
const DECODER_BUFFER: usize = 512;

/// One end of an open WebSocket: the client's.
#[derive(Debug)]
pub struct Codec {
    context: WebSocketContext,
    /// Messages are compressed.
    inflater: Option<Box<Inflater>>,
}

/// What came from the server. Pings are answered already.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Message(Vec<u8>),
    Ping,
    Pong(Vec<u8>),
    /// The server's close frame, in words; nothing comes after it.
    Closed(String),
}

impl Codec {
    pub fn new(message_bytes_max: usize, agreed: Option<Deflate>) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(DECODER_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(message_bytes_max))
            .max_frame_size(Some(message_bytes_max));
        Codec {
            context: WebSocketContext::new(Role::Client, Some(config)),
            inflater: agreed.map(|agreed| Box::new(Inflater::new(agreed))),
        }
    }

    /// Takes the next bytes; what is to be sent because of them is appended to `output`. An error says how
    /// the server broke the protocol; nothing may follow it.
    pub fn hear(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        mut report: impl FnMut(Heard),
    ) -> Result<(), String> {
        let mut pipe = Pipe { input, output, inflater: self.inflater.as_deref_mut() };
        loop {
            match self.context.read(&mut pipe) {
                Ok(Message::Text(text)) => report(Heard::Message(text.as_bytes().to_vec())),
                Ok(Message::Binary(bytes)) => report(Heard::Message(bytes.to_vec())),
                Ok(Message::Ping(_)) => report(Heard::Ping),
                Ok(Message::Pong(bytes)) => report(Heard::Pong(bytes.to_vec())),
                Ok(Message::Close(frame)) => {
                    // The answering close frame goes out with this.
                    let _ = self.context.flush(&mut pipe);
                    report(Heard::Closed(in_words(frame.as_ref())));
                    return Ok(());
                }
                Ok(Message::Frame(_)) => {}
                Err(Error::Io(error)) if error.kind() == Io::WouldBlock => return Ok(()),
                Err(error) => {
                    let frame = CloseFrame { code: code_of(&error), reason: "".into() };
                    let _ = self.context.close(&mut pipe, Some(frame));
                    return Err(reason_of(&error));
                }
            }
        }
    }

    pub fn send_text(&mut self, text: String, output: &mut Vec<u8>) -> Result<(), String> {
        match self.inflater {
            Some(_) => self.send_packed(Data::Text, text.as_bytes(), output),
            None => self.send(Message::Text(text.into()), output),
        }
    }

    pub fn send_binary(&mut self, bytes: Vec<u8>, output: &mut Vec<u8>) -> Result<(), String> {
        match self.inflater {
            Some(_) => self.send_packed(Data::Binary, &bytes, output),
            None => self.send(Message::Binary(bytes.into()), output),
        }
    }

    /// At most 125 bytes.
    pub fn ping(&mut self, payload: &[u8], output: &mut Vec<u8>) -> Result<(), String> {
        if payload.len() > 125 {
            return Err("a ping has at most 125 bytes".to_owned());
        }
        self.send(Message::Ping(payload.to_vec().into()), output)
    }

    /// Begins the closing handshake. The reason is cut to what a control frame can hold.
    pub fn close(&mut self, code: u16, reason: &str, output: &mut Vec<u8>) {
        let end = reason.floor_char_boundary(123);
        let frame = CloseFrame { code: CloseCode::from(code), reason: reason[..end].into() };
        let _ = self.context.close(&mut Pipe::out(output), Some(frame));
    }

    /// What the unpacker holds.
    #[cfg(test)]
    pub fn unpacked_bytes(&self) -> usize {
        self.inflater.as_ref().map_or(0, |inflater| inflater.buffered_bytes())
    }

    fn send_packed(&mut self, kind: Data, message: &[u8], output: &mut Vec<u8>) -> Result<(), String> {
        let mut frame = Frame::message(deflate::pack(message)?, OpCode::Data(kind), true);
        frame.header_mut().rsv1 = true;
        self.send(Message::Frame(frame), output)
    }

    fn send(&mut self, message: Message, output: &mut Vec<u8>) -> Result<(), String> {
        self.context.write(&mut Pipe::out(output), message).map_err(|error| reason_of(&error))
    }
}

fn in_words(frame: Option<&CloseFrame>) -> String {
    match frame {
        None => "without a code".to_owned(),
        Some(frame) if frame.reason.is_empty() => u16::from(frame.code).to_string(),
        Some(frame) => format!("{} {}", u16::from(frame.code), frame.reason.as_str()),
    }
}

/// What the server is told.
fn code_of(error: &Error) -> CloseCode {
    match error {
        Error::Capacity(_) => CloseCode::Size,
        Error::Utf8(_) | Error::Io(_) => CloseCode::Invalid,
        _ => CloseCode::Protocol,
    }
}

fn reason_of(error: &Error) -> String {
    match error {
        Error::Capacity(tungstenite::error::CapacityError::MessageTooLong { max_size, .. }) => {
            format!("a message is longer than {max_size} bytes")
        }
        Error::Protocol(problem) => problem.to_string(),
        Error::Utf8(_) => "a text message is not UTF-8".to_owned(),
        Error::Io(problem) => problem.to_string(),
        other => other.to_string(),
    }
}

/// The bytes at hand as a stream that would block at their end.
struct Pipe<'a> {
    input: &'a [u8],
    output: &'a mut Vec<u8>,
    inflater: Option<&'a mut Inflater>,
}

impl<'a> Pipe<'a> {
    /// For what is sent.
    fn out(output: &'a mut Vec<u8>) -> Self {
        Pipe { input: &[], output, inflater: None }
    }
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(inflater) = &mut self.inflater {
            return inflater.read(&mut self.input, buffer);
        }
        if self.input.is_empty() {
            return Err(Io::WouldBlock.into());
        }
        self.input.read(buffer)
    }
}

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is heard of the pieces, how it ended, and what was sent because of them.
    fn hear(pieces: &[&[u8]]) -> (Vec<Heard>, Result<(), String>, usize) {
        let (mut codec, mut output, mut heard) = (Codec::new(1_000, None), Vec::new(), Vec::new());
        for piece in pieces {
            let outcome = codec.hear(piece, &mut output, |what| heard.push(what));
            if outcome.is_err() || matches!(heard.last(), Some(Heard::Closed(_))) {
                return (heard, outcome, output.len());
            }
        }
        (heard, Ok(()), output.len())
    }

    /// Frames of a server, from opcode with flags and payload.
    fn frames(frames: &[(u8, &str)]) -> Vec<u8> {
        let frame = |(code, payload): &(u8, &str)| {
            let mut bytes = vec![*code];
            match payload.len() {
                length @ 0..126 => bytes.push(length as u8),
                length => bytes.extend([126, (length >> 8) as u8, length as u8]),
            }
            [bytes, payload.as_bytes().to_vec()].concat()
        };
        frames.iter().flat_map(frame).collect()
    }

    #[test]
    fn messages_are_put_together_and_pings_answered() {
        let bytes =
            frames(&[(0x01, "in "), (0x89, "p"), (0x80, "pieces"), (0x82, "\u{1}"), (0x8a, "q"), (0x88, "")]);
        let (heard, outcome, sent) = hear(&[&bytes]);
        let expected = [
            Heard::Ping,
            Heard::Message(b"in pieces".to_vec()),
            Heard::Message(vec![1]),
            Heard::Pong(b"q".to_vec()),
            Heard::Closed("without a code".to_owned()),
        ];
        assert_eq!((heard.as_slice(), outcome), (expected.as_slice(), Ok(())));
        assert_eq!(sent, (2 + 4 + 1) + (2 + 4), "a masked pong and a masked close");
    }

    #[test]
    fn a_close_is_reported_with_its_code_and_reason() {
        let reported = |code: [u8; 2]| hear(&[&[&[0x88, 5][..], &code, b"bye"].concat()]).0;
        assert_eq!(reported([0x0f, 0xa1]), [Heard::Closed("4001 bye".to_owned())]);
        // A code that nobody may send.
        assert_eq!(reported([0x00, 0x01]), [Heard::Closed("1002 Protocol violation".to_owned())]);
    }

    #[test]
    fn a_message_has_a_longest_length() {
        let piece = "x".repeat(600);
        let (heard, outcome, sent) = hear(&[&frames(&[(0x01, &piece), (0x80, &piece)])]);
        assert_eq!((heard, outcome), (vec![], Err("a message is longer than 1000 bytes".to_owned())));
        assert!(sent > 0, "the server is reported why");
    }

    #[test]
    fn a_long_reason_is_cut_at_a_character() {
        let (mut codec, mut output) = (Codec::new(1_000, None), Vec::new());
        codec.close(1000, &"æ".repeat(100), &mut output);
        assert_eq!(output.len(), 2 + 4 + 2 + 122);
        assert_eq!(
            codec.send_text("x".to_owned(), &mut output),
            Err("Sending after closing is not allowed".to_owned())
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_heard_does_not_depend_on_how_the_bytes_are_cut(
            parts in prop::collection::vec((prop::sample::select(vec![0x01_u8, 0x00, 0x80, 0x81, 0x82, 0x89, 0x8a, 0x88]), "[a-zæ]{0,200}"), 0..8),
            damage in prop::option::of((any::<prop::sample::Index>(), any::<u8>())),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut bytes = frames(&parts.iter().map(|(code, text)| (*code, text.as_str())).collect::<Vec<_>>());
            if let Some((at, byte)) = damage && !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(hear(&pieces), hear(&[&bytes]));
        }

        #[test]
        fn any_bytes_are_heard_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            let (heard, _, sent) = hear(&[&bytes]);
            prop_assert!(heard.len() <= bytes.len() && sent <= 10 * bytes.len() + 100);
        }
    }
}
