//! Frames from bytes and bytes from messages.

use std::io::{self, ErrorKind as Io, Read, Write};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, Message};

/// Read ahead by the decoder, bytes: every open socket has a buffer of this size.
const DECODER_BUFFER: usize = 512;

/// One end of an open WebSocket: the client's.
#[derive(Debug)]
pub struct Codec {
    context: WebSocketContext,
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
    pub fn new(message_bytes_max: usize) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(DECODER_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(message_bytes_max))
            .max_frame_size(Some(message_bytes_max));
        Codec { context: WebSocketContext::new(Role::Client, Some(config)) }
    }

    /// Takes the next bytes; what is to be sent because of them is appended to `output`. An error says how
    /// the server broke the protocol; nothing may follow it.
    pub fn hear(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        mut tell: impl FnMut(Heard),
    ) -> Result<(), String> {
        let mut pipe = Pipe { input, output };
        loop {
            match self.context.read(&mut pipe) {
                Ok(Message::Text(text)) => tell(Heard::Message(text.as_bytes().to_vec())),
                Ok(Message::Binary(bytes)) => tell(Heard::Message(bytes.to_vec())),
                Ok(Message::Ping(_)) => tell(Heard::Ping),
                Ok(Message::Pong(bytes)) => tell(Heard::Pong(bytes.to_vec())),
                Ok(Message::Close(frame)) => {
                    // The answering close frame goes out with this.
                    let _ = self.context.flush(&mut pipe);
                    tell(Heard::Closed(in_words(frame.as_ref())));
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
        self.send(Message::Text(text.into()), output)
    }

    pub fn send_binary(&mut self, bytes: Vec<u8>, output: &mut Vec<u8>) -> Result<(), String> {
        self.send(Message::Binary(bytes.into()), output)
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
        let _ = self.context.close(&mut Pipe { input: &[], output }, Some(frame));
    }

    fn send(&mut self, message: Message, output: &mut Vec<u8>) -> Result<(), String> {
        self.context.write(&mut Pipe { input: &[], output }, message).map_err(|error| reason_of(&error))
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
        Error::Utf8(_) => CloseCode::Invalid,
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
        other => other.to_string(),
    }
}

/// The bytes at hand as a stream that would block at their end.
struct Pipe<'a> {
    input: &'a [u8],
    output: &'a mut Vec<u8>,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
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
