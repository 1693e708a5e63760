//! How messages follow each other in a body (grpc/doc/PROTOCOL-HTTP2.md): a byte that says whether the
//! message is compressed, its length in four bytes, the message.

use crate::gzip;

/// Bytes before each message.
const HEAD: usize = 5;

/// Appends a message that is not compressed.
pub fn frame(message: &[u8], out: &mut Vec<u8>) {
    out.push(0);
    out.extend_from_slice(&(message.len() as u32).to_be_bytes());
    out.extend_from_slice(message);
}

/// Appends a message, compressed with gzip.
pub fn frame_gzip(message: &[u8], out: &mut Vec<u8>) {
    let begin = out.len();
    frame(&gzip::pack(message), out);
    out[begin] = 1;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    #[error("a message is compressed, and the answer does not say that it is gzip")]
    Compressed,
    #[error("a message is compressed, and it is damaged")]
    Damaged,
    #[error("a message that is unpacked more than {limit} bytes, which is the limit")]
    UnpacksTooLong { limit: u64 },
    #[error("a message begins with the byte {0}, which is neither 0 nor 1")]
    BadFlag(u8),
    #[error("a message of {length} bytes, and the limit is {limit}")]
    TooLong { length: u64, limit: u64 },
}

/// Splits a body into messages as its bytes come.
#[derive(Clone, Debug)]
pub struct Frames {
    limit: u64,
    keeps: bool,
    /// Messages may be compressed.
    is_gzip: bool,
    head: [u8; HEAD],
    /// Bytes of the head that are there.
    filled: usize,
    /// Bytes of the message that are still to come, when its head is whole.
    left: u64,
    /// Messages that are whole.
    count: u64,
    messages: Vec<Vec<u8>>,
}

impl Frames {
    /// `limit`: bytes of the longest message. `keeps`: the messages are wanted, not only their number.
    pub fn new(limit: u64, keeps: bool) -> Frames {
        Frames {
            limit,
            keeps,
            is_gzip: false,
            head: [0; HEAD],
            filled: 0,
            left: 0,
            count: 0,
            messages: Vec::new(),
        }
    }

    /// The messages that say that they are compressed are so with gzip. They are unpacked when they are kept.
    pub fn accept_gzip(&mut self) {
        self.is_gzip = true;
    }

    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), FrameError> {
        while !bytes.is_empty() {
            if self.filled < HEAD {
                let taken = bytes.len().min(HEAD - self.filled);
                self.head[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
                self.filled += taken;
                bytes = &bytes[taken..];
                if self.filled < HEAD {
                    return Ok(());
                }
                self.begin()?;
            }
            let taken = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
            if self.keeps
                && let Some(message) = self.messages.last_mut()
            {
                message.extend_from_slice(&bytes[..taken]);
            }
            self.left -= taken as u64;
            bytes = &bytes[taken..];
            if self.left == 0 {
                self.unpack()?;
                (self.filled, self.count) = (0, self.count + 1);
            }
        }
        Ok(())
    }

    /// The head is whole.
    fn begin(&mut self) -> Result<(), FrameError> {
        let [flag, length @ ..] = self.head;
        match flag {
            0 => {}
            1 if self.is_gzip => {}
            1 => return Err(FrameError::Compressed),
            other => return Err(FrameError::BadFlag(other)),
        }
        self.left = u64::from(u32::from_be_bytes(length));
        if self.left > self.limit {
            return Err(FrameError::TooLong { length: self.left, limit: self.limit });
        }
        if self.keeps {
            self.messages.push(Vec::new());
        }
        Ok(())
    }

    /// The last message is whole.
    fn unpack(&mut self) -> Result<(), FrameError> {
        let Some(message) = self.messages.last_mut().filter(|_| self.keeps && self.head[0] == 1) else {
            return Ok(());
        };
        *message = gzip::unpack(message, self.limit).ok_or(FrameError::Damaged)?;
        match message.len() as u64 > self.limit {
            true => Err(FrameError::UnpacksTooLong { limit: self.limit }),
            false => Ok(()),
        }
    }

    /// Messages that are whole.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Nothing of a message is missing.
    pub fn is_whole(&self) -> bool {
        self.filled == 0
    }

    /// The messages so far; the last one may not be whole. Empty when they are not kept.
    pub fn messages(&self) -> &[Vec<u8>] {
        &self.messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(bytes: &[u8], limit: u64, expected: Result<(u64, bool), FrameError>) {
        for size in [1, 2, 3, 5, 6, bytes.len().max(1)] {
            let mut frames = Frames::new(limit, true);
            let outcome = bytes.chunks(size).try_for_each(|piece| frames.push(piece));
            let got = outcome.map(|()| (frames.count(), frames.is_whole()));
            assert_eq!(got, expected, "{bytes:?} in pieces of {size}");
        }
    }

    #[test]
    fn messages_are_distinguished_in_pieces_of_any_size() {
        check(&[], 10, Ok((0, true)));
        check(&[0, 0, 0, 0, 0], 10, Ok((1, true)));
        check(&[0, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0], 10, Ok((2, true)));
        check(&[0, 0, 0, 0, 2, 7], 10, Ok((0, false)));
        check(&[0, 0, 0], 10, Ok((0, false)));
        check(&[0, 0, 0, 1, 0, 7], 10, Err(FrameError::TooLong { length: 256, limit: 10 }));
        check(&[1, 0, 0, 0, 1, 7], 10, Err(FrameError::Compressed));
        check(b"HTTP/1.1 200", 10, Err(FrameError::BadFlag(b'H')));
    }

    #[test]
    fn compressed_messages_are_unpacked_within_the_limit() {
        let check = |bytes: &[u8], keeps: bool, expected: Result<u64, FrameError>| {
            let mut frames = Frames::new(1_000, keeps);
            frames.accept_gzip();
            let outcome = bytes.chunks(7).try_for_each(|piece| frames.push(piece));
            assert_eq!(outcome.map(|()| frames.count()), expected);
        };
        let framed = |message: &[u8]| {
            let mut bytes = Vec::new();
            frame_gzip(message, &mut bytes);
            bytes
        };
        check(&[framed(&[7; 1_000]), framed(b"")].concat(), true, Ok(2));
        check(&framed(&[7; 1_001]), true, Err(FrameError::UnpacksTooLong { limit: 1_000 }));
        check(&framed(&[7; 50_000]), true, Err(FrameError::UnpacksTooLong { limit: 1_000 }));
        let mut damaged = framed(b"anchor");
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        check(&damaged, true, Err(FrameError::Damaged));
        check(&[1, 0, 0, 0, 0], true, Err(FrameError::Damaged));
        check(&[1, 0, 0, 0, 2, 0x1f, 0x8b], true, Err(FrameError::Damaged));
        // Nobody looks at it.
        check(&damaged, false, Ok(1));
    }

    proptest! {
        #[test]
        fn what_is_framed_is_found_again(
            messages in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..50), any::<bool>()), 0..6),
            size in 1..20_usize,
        ) {
            let mut bytes = Vec::new();
            for (message, is_packed) in &messages {
                if *is_packed { frame_gzip(message, &mut bytes) } else { frame(message, &mut bytes) }
            }
            let messages: Vec<Vec<u8>> = messages.into_iter().map(|(message, _)| message).collect();
            let mut frames = Frames::new(100, true);
            frames.accept_gzip();
            for piece in bytes.chunks(size) {
                prop_assert_eq!(frames.push(piece), Ok(()));
            }
            prop_assert!(frames.is_whole());
            prop_assert_eq!(frames.messages(), messages.as_slice());
        }

        /// Foreign bytes: messages or a refusal, never a panic, and never more kept than came.
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(0..4_u8, 0..300), size in 1..9_usize) {
            let mut frames = Frames::new(1 << 20, true);
            if size % 2 == 0 {
                frames.accept_gzip();
            }
            let _ = bytes.chunks(size).try_for_each(|piece| frames.push(piece));
            let retained: usize = frames.messages().iter().map(Vec::len).sum();
            prop_assert!(retained <= bytes.len());
        }
    }
}
