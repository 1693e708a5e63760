//! WebSockets: bytes go through as they come, and messages are recorded (RFC 6455).

use super::exchange::SocketMessage;
use super::log::LoggedExchange;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Of one connection.
const MESSAGES_MAX: usize = 10_000;

/// Of one message; the rest of it is not recorded.
const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// Of all messages of one connection.
const BYTES_MAX: usize = 16 << 20;

/// Until both sides have ended.
pub async fn relay(client: Upgraded, server: Upgraded, exchange: LoggedExchange) {
    let (client_in, client_out) = tokio::io::split(TokioIo::new(client));
    let (server_in, server_out) = tokio::io::split(TokioIo::new(server));
    let exchange = Mutex::new(exchange);
    let sent = pass(client_in, server_out, true, &exchange);
    let received = pass(server_in, client_out, false, &exchange);
    tokio::join!(sent, received);
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    is_sent: bool,
    exchange: &Mutex<LoggedExchange>,
) {
    let mut frames = Frames::default();
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if to.write_all(&buffer[..length]).await.is_err() {
            break;
        }
        let mut exchange = exchange.lock().unwrap_or_else(PoisonError::into_inner);
        for (opcode, data) in frames.read(&buffer[..length]) {
            add(&mut exchange, is_sent, opcode, data);
        }
    }
    // The other side learns that there is no more; if it is gone already there is nobody to learn it.
    let _ = to.shutdown().await;
}

fn add(exchange: &mut LoggedExchange, is_sent: bool, opcode: u8, data: Vec<u8>) {
    let bytes: usize = exchange.messages.iter().map(|message| message.data.len()).sum();
    if exchange.messages.len() < MESSAGES_MAX && bytes + data.len() <= BYTES_MAX {
        exchange.messages.push(SocketMessage { is_sent, time: jiff::Timestamp::now(), opcode, data });
    }
}

/// Takes messages out of a stream of bytes, whatever pieces it comes in.
#[derive(Default)]
struct Frames {
    head: Vec<u8>,
    frame: Option<Frame>,
    /// Of the message that is under way.
    opcode: u8,
    data: Vec<u8>,
}

struct Frame {
    header: FrameHeader,
    /// Bytes that are still to come.
    left: u64,
    /// Where the mask is at.
    at: usize,
}

impl Frames {
    fn read(&mut self, mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
        let mut messages = Vec::new();
        loop {
            if self.frame.is_none() {
                let Some((&first, rest)) = bytes.split_first() else { return messages };
                self.head.push(first);
                bytes = rest;
                self.begin();
                if self.frame.is_none() {
                    continue;
                }
            }
            bytes = self.payload(bytes);
            match &self.frame {
                Some(frame) if frame.left == 0 => messages.extend(self.end()),
                _ => return messages,
            }
        }
    }

    /// When the head is whole.
    fn begin(&mut self) {
        // An impossible head: it is thrown away, and so, likely, is what follows.
        let Ok(parsed) = FrameHeader::parse(&mut Cursor::new(&self.head)) else {
            self.head.clear();
            return;
        };
        let Some((header, left)) = parsed else { return };
        self.head.clear();
        match header.opcode {
            OpCode::Data(Data::Text) => self.opcode = 1,
            OpCode::Data(Data::Binary) => self.opcode = 2,
            _ => {}
        }
        self.frame = Some(Frame { header, left, at: 0 });
    }

    fn payload<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(frame) = &mut self.frame else { return bytes };
        let length = usize::try_from(frame.left).unwrap_or(usize::MAX).min(bytes.len());
        let (own, rest) = bytes.split_at(length);
        if matches!(frame.header.opcode, OpCode::Data(_)) {
            let room = MESSAGE_BYTES_MAX.saturating_sub(self.data.len());
            let mask = frame.header.mask.unwrap_or_default();
            let plain = own.iter().enumerate().map(|(i, byte)| byte ^ mask[(frame.at + i) % 4]);
            self.data.extend(plain.take(room));
        }
        frame.at = (frame.at + length) % 4;
        frame.left -= length as u64;
        rest
    }

    fn end(&mut self) -> Option<(u8, Vec<u8>)> {
        let frame = self.frame.take()?;
        let is_message = matches!(frame.header.opcode, OpCode::Data(_)) && frame.header.is_final;
        is_message.then(|| (self.opcode, std::mem::take(&mut self.data)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u8, payload: &[u8], mask: Option<[u8; 4]>) -> Vec<u8> {
        let mut bytes = vec![first, payload.len() as u8 | if mask.is_some() { 0x80 } else { 0 }];
        bytes.extend(mask.into_iter().flatten());
        let mask = mask.unwrap_or_default();
        bytes.extend(payload.iter().enumerate().map(|(i, byte)| byte ^ mask[i % 4]));
        bytes
    }

    #[test]
    fn messages_are_found_whatever_pieces_they_come_in() {
        let mut stream = frame(0x81, b"hello", Some([1, 2, 3, 4]));
        stream.extend(frame(0x89, b"ping", None));
        stream.extend(frame(0x02, b"ab", None));
        stream.extend(frame(0x89, b"", Some([9, 9, 9, 9])));
        stream.extend(frame(0x80, b"cd", Some([7, 0, 7, 0])));
        stream.extend(frame(0x81, b"", None));
        let wanted = vec![(1, b"hello".to_vec()), (2, b"abcd".to_vec()), (1, Vec::new())];
        for size in 1..stream.len() {
            let mut frames = Frames::default();
            let found: Vec<_> = stream.chunks(size).flat_map(|piece| frames.read(piece)).collect();
            assert_eq!(found, wanted, "in pieces of {size}");
        }
    }
}
