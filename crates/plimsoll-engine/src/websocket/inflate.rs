//! Frames of compressed messages as the frames of the messages that they hold (RFC 7692, 7.2.2).

use super::deflate::{Deflate, TAIL};
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{self, ErrorKind as Io};

/// Most bytes that are unpacked at a time; there may be a message of any length in a few bytes.
const PIECE_BYTES: usize = 4096;
/// Of the frames that pieces become: the two bytes that all have, and a length in two.
const PIECE_HEAD_BYTES: usize = 4;
/// What a later message may refer to.
const WINDOW_BYTES: usize = 32_768;
/// After a message: the tail that was not sent, and an empty last block. Only where the message ended between
/// two blocks it is the end of a stream.
const END: [u8; 6] = [TAIL[0], TAIL[1], TAIL[2], TAIL[3], 3, 0];

const FINAL: u8 = 0x80;
const COMPRESSED: u8 = 0x40;
const RESERVED: u8 = 0x70;
const MASKED: u8 = 0x80;

/// Stands between the connection and the decoder of frames. A compressed message comes out of it as fragments
/// of the unpacked one, so the decoder checks their order, the length of the whole and its characters.
/// All other bytes, those that break the protocol too, go through as they are.
#[derive(Debug)]
pub struct Inflater {
    state: State,
    /// The compressed message that is being received.
    message: Option<Decompress>,
    /// Nothing of it is in the middle of a block: it has not begun, or a last block was its end so far.
    is_between: bool,
    /// A message that is not compressed is being received.
    is_plain_open: bool,
    /// The last bytes of the messages before, for a server that refers to them.
    window: Option<Vec<u8>>,
    /// Made and not yet taken from `taken` on.
    made: Vec<u8>,
    taken: usize,
}

#[derive(Debug)]
enum State {
    /// The first bytes of a frame, and how many they are.
    Head([u8; 10], usize),
    /// The bytes left of a frame that goes through.
    Plain(u64),
    /// The bytes left of a frame that is unpacked; there may be more to unpack without any.
    Packed { left: u64, is_final: bool, more: bool },
    /// A message is over but for the bytes of `END` from here on.
    Ending(usize),
}

const BEGIN: State = State::Head([0; 10], 0);

impl Inflater {
    pub fn new(agreed: Deflate) -> Self {
        Inflater {
            state: BEGIN,
            message: None,
            is_between: true,
            is_plain_open: false,
            window: agreed.server_keeps_window.then(Vec::new),
            made: Vec::new(),
            taken: 0,
        }
    }

    /// Takes from `input` what it needs to give out some bytes. Without bytes to give it would block.
    pub fn read(&mut self, input: &mut &[u8], out: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.taken < self.made.len() {
                let count = out.len().min(self.made.len() - self.taken);
                out[..count].copy_from_slice(&self.made[self.taken..self.taken + count]);
                self.taken += count;
                return Ok(count);
            }
            self.made.clear();
            self.taken = 0;
            if self.message.is_none() {
                self.made = Vec::new();
            }
            match &mut self.state {
                State::Head(head, count) => {
                    let Some(byte) = take(input, 1).first() else { return Err(Io::WouldBlock.into()) };
                    head[*count] = *byte;
                    *count += 1;
                    let (head, count) = (*head, *count);
                    if count == head_length(&head[..count]) {
                        self.begin(&head[..count])?;
                    }
                }
                State::Plain(left) => {
                    let most = usize::try_from(*left).unwrap_or(usize::MAX).min(out.len());
                    let bytes = take(input, most);
                    *left -= bytes.len() as u64;
                    if *left == 0 {
                        self.state = BEGIN;
                    } else if bytes.is_empty() {
                        return Err(Io::WouldBlock.into());
                    }
                    out[..bytes.len()].copy_from_slice(bytes);
                    if !bytes.is_empty() {
                        return Ok(bytes.len());
                    }
                }
                State::Packed { left: 1.., more: false, .. } if input.is_empty() => {
                    return Err(Io::WouldBlock.into());
                }
                State::Packed { .. } => self.unpack(input)?,
                State::Ending(_) => self.end()?,
            }
        }
    }

    #[cfg(test)]
    pub fn held_bytes(&self) -> usize {
        self.made.capacity()
    }

    /// A frame has begun.
    fn begin(&mut self, head: &[u8]) -> io::Result<()> {
        let (first, second) = (head[0], head[1]);
        let (code, is_final, is_masked) = (first & 0x0f, first & FINAL != 0, second & MASKED != 0);
        let length = match head[2..] {
            [] => u64::from(second & 0x7f),
            [a, b] => u64::from(u16::from_be_bytes([a, b])),
            ref long => long.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
        };
        let reserved = first & RESERVED;
        let begins = matches!(code, 1 | 2) && reserved == COMPRESSED && !self.is_plain_open;
        let is_next = code == 0 && reserved == 0;
        match &self.message {
            None if begins && !is_masked => {
                (self.message, self.is_between) = (Some(self.primed()?), true);
                // So that the decoder knows of the message, whatever follows.
                self.made.extend([code, 0]);
            }
            Some(_) if is_next && !is_masked => {}
            _ => {
                if code < 3 {
                    self.is_plain_open = !is_final;
                }
                self.made.extend_from_slice(head);
                self.state = State::Plain(length.saturating_add(if is_masked { 4 } else { 0 }));
                return Ok(());
            }
        }
        self.state = State::Packed { left: length, is_final, more: false };
        Ok(())
    }

    fn primed(&self) -> io::Result<Decompress> {
        let mut inflate = Decompress::new(false);
        let Some(window) = self.window.as_deref().filter(|window| !window.is_empty()) else {
            return Ok(inflate);
        };
        // A block that is not compressed, with what the message may refer to.
        let [low, high] = (window.len() as u16).to_le_bytes();
        let mut block = vec![0, low, high, !low, !high];
        block.extend_from_slice(window);
        let mut unused = vec![0; window.len() + 1];
        match inflate.decompress(&block, &mut unused, FlushDecompress::None) {
            Ok(_) if inflate.total_in() as usize == block.len() => Ok(inflate),
            _ => Err(damaged()),
        }
    }

    /// Unpacks one piece of a frame.
    fn unpack(&mut self, input: &mut &[u8]) -> io::Result<()> {
        let State::Packed { left, is_final, .. } = self.state else { return Ok(()) };
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(input.len());
        let step = self.step(&input[..length])?;
        take(input, step.taken);
        let left = left - step.taken as u64;
        self.is_between = step.is_end || self.is_between && step.taken == 0;
        if step.is_end
            && let Some(inflate) = &mut self.message
        {
            // The last block of a stream is not the last of the message (7.2.3.5).
            inflate.reset(false);
        } else if step.taken == 0 && length > 0 && !step.is_full {
            return Err(damaged());
        }
        let more = step.is_full;
        self.state = match left > 0 || more {
            true => State::Packed { left, is_final, more },
            false if is_final => State::Ending(0),
            false => BEGIN,
        };
        Ok(())
    }

    /// The message is over.
    fn end(&mut self) -> io::Result<()> {
        let State::Ending(at) = self.state else { return Ok(()) };
        // Some packers have nothing to say of an empty message, or after a last block, not even one byte.
        if !self.is_between {
            let step = self.step(&END[at..])?;
            let at = at + step.taken;
            if !step.is_end {
                self.state = State::Ending(at);
                return if step.is_full { Ok(()) } else { Err(damaged()) };
            }
            if at < END.len() {
                return Err(damaged());
            }
        }
        self.made.extend([FINAL, 0]);
        (self.message, self.state) = (None, BEGIN);
        if let Some(window) = &mut self.window {
            window.drain(..window.len().saturating_sub(WINDOW_BYTES));
            window.shrink_to_fit();
        }
        Ok(())
    }

    /// Adds the next piece of the message to `made`.
    fn step(&mut self, input: &[u8]) -> io::Result<Step> {
        let Some(inflate) = &mut self.message else { return Err(damaged()) };
        let (taken, given, begin) = (inflate.total_in(), inflate.total_out(), self.made.len());
        self.made.resize(begin + PIECE_HEAD_BYTES + PIECE_BYTES, 0);
        let (head, piece) = self.made[begin..].split_at_mut(PIECE_HEAD_BYTES);
        let status = inflate.decompress(input, piece, FlushDecompress::None).map_err(|_| damaged())?;
        let given = (inflate.total_out() - given) as usize;
        let [high, low] = (given as u16).to_be_bytes();
        head.copy_from_slice(&[0, 126, high, low]);
        if let Some(window) = &mut self.window {
            window.extend_from_slice(&piece[..given]);
            if window.len() > 2 * WINDOW_BYTES {
                window.drain(..window.len() - WINDOW_BYTES);
            }
        }
        self.made.truncate(if given == 0 { begin } else { begin + PIECE_HEAD_BYTES + given });
        Ok(Step {
            taken: (inflate.total_in() - taken) as usize,
            is_full: given == PIECE_BYTES,
            is_end: status == Status::StreamEnd,
        })
    }
}

struct Step {
    taken: usize,
    /// As much was unpacked as there was room for.
    is_full: bool,
    is_end: bool,
}

/// How long the head of a frame is whose first bytes these are, without a mask.
fn head_length(head: &[u8]) -> usize {
    match head.get(1).map(|second| second & 0x7f) {
        Some(126) => 4,
        Some(127) => 10,
        _ => 2,
    }
}

fn take<'a>(input: &mut &'a [u8], most: usize) -> &'a [u8] {
    let (taken, rest) = input.split_at(most.min(input.len()));
    *input = rest;
    taken
}

fn damaged() -> io::Error {
    io::Error::new(Io::InvalidData, "a compressed message is damaged")
}

#[cfg(test)]
mod tests {
    use super::super::codec::{Codec, Heard};
    use super::super::deflate::{Deflate, pack};
    use proptest::prelude::*;

    const MOST: usize = 10_000;

    /// What is heard of the pieces, and how it ended.
    fn hear(keeps: bool, pieces: &[&[u8]]) -> (Vec<Heard>, Result<(), String>) {
        let mut codec = Codec::new(MOST, Some(Deflate { server_keeps_window: keeps }));
        let (mut output, mut heard) = (Vec::new(), Vec::new());
        for piece in pieces {
            let outcome = codec.hear(piece, &mut output, |what| heard.push(what));
            if outcome.is_err() || matches!(heard.last(), Some(Heard::Closed(_))) {
                return (heard, outcome);
            }
        }
        (heard, Ok(()))
    }

    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let head = match payload.len() {
            length @ 0..126 => vec![first, length as u8],
            length => vec![first, 126, (length >> 8) as u8, length as u8],
        };
        [head.as_slice(), payload].concat()
    }

    #[track_caller]
    fn check(keeps: bool, bytes: &[u8], expected: Result<&[&str], &str>) {
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        for pieces in [vec![bytes], single] {
            let (heard, outcome) = hear(keeps, &pieces);
            match expected {
                Ok(texts) => {
                    let texts: Vec<Heard> =
                        texts.iter().map(|text| Heard::Message(text.as_bytes().to_vec())).collect();
                    assert_eq!((heard, outcome), (texts, Ok(())));
                }
                Err(words) => assert_eq!(outcome, Err(words.to_owned()), "{heard:?}"),
            }
        }
    }

    const HELLO: [u8; 9] = [0xc1, 7, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 7, 0];
    const DAMAGED: &str = "a compressed message is damaged";

    #[test]
    fn the_examples_of_the_standard_are_read() {
        for keeps in [false, true] {
            // 7.2.3.1, whole and in fragments, with a message between that is not compressed.
            check(keeps, &HELLO, Ok(&["Hello"]));
            check(keeps, &[&HELLO[..], &[0x81, 1, b'x'], &HELLO].concat(), Ok(&["Hello", "x", "Hello"]));
            let fragments = [0x41, 3, 0xf2, 0x48, 0xcd, 0x80, 4, 0xc9, 0xc9, 7, 0];
            check(keeps, &fragments, Ok(&["Hello"]));
            // 7.2.3.3 to 7.2.3.6.
            let stored = [0, 5, 0, 0xfa, 0xff, b'H', b'e', b'l', b'l', b'o', 0];
            check(keeps, &frame(0xc1, &stored), Ok(&["Hello"]));
            let last = [0xf3, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0];
            check(keeps, &[frame(0xc1, &last), HELLO.to_vec()].concat(), Ok(&["Hello", "Hello"]));
            let two = [0xf2, 0x48, 5, 0, 0, 0, 0xff, 0xff, 0xca, 0xc9, 0xc9, 7, 0];
            check(keeps, &frame(0xc2, &two), Ok(&["Hello"]));
            check(keeps, &frame(0xc1, &[0]), Ok(&[""]));
            check(keeps, &[frame(0x41, &[]), frame(0, &[]), frame(0x80, &[])].concat(), Ok(&[""]));
        }
        // 7.2.3.2: the second message refers to the first.
        let second = frame(0xc1, &[0xf2, 0, 0x11, 0, 0]);
        let sharing = [&HELLO[..], &second, &frame(0xc1, &[]), &second].concat();
        check(true, &sharing, Ok(&["Hello", "Hello", "", "Hello"]));
        check(false, &sharing, Err(DAMAGED));
    }

    #[test]
    fn a_window_is_kept_over_many_messages() {
        let mut packer = flate2::Compress::new(flate2::Compression::best(), false);
        let text = |i: usize| (0..3_000).map(|j| ((i % 7 * j * j) % 251) as u8).collect::<Vec<u8>>();
        let (mut bytes, mut expected) = (Vec::new(), Vec::new());
        for i in 0..40 {
            let mut packed = Vec::with_capacity(MOST);
            packer.compress_vec(&text(i), &mut packed, flate2::FlushCompress::Sync).expect("packed");
            bytes.extend(frame(0xc2, packed.strip_suffix(&super::TAIL).expect("a tail")));
            expected.push(Heard::Message(text(i)));
        }
        assert!(bytes.len() < 15_000, "later messages refer to those before: {} bytes", bytes.len());
        assert_eq!(hear(true, &[&bytes]), (expected, Ok(())));
    }

    #[test]
    fn pings_come_between_fragments_and_are_never_compressed() {
        let parts: [&[u8]; 3] =
            [&[0x41, 3, 0xf2, 0x48, 0xcd], &[0x89, 1, b'p'], &[0x80, 4, 0xc9, 0xc9, 7, 0]];
        let (heard, outcome) = hear(false, &[&parts.concat()]);
        assert_eq!((heard, outcome), (vec![Heard::Ping, Heard::Message(b"Hello".to_vec())], Ok(())));
        let reserved = "Reserved bits are non-zero";
        check(false, &[0xc9, 1, b'p'], Err(reserved));
        // The mark is for first frames.
        check(false, &[0x41, 3, 0xf2, 0x48, 0xcd, 0xc0, 4, 0xc9, 0xc9, 7, 0], Err(reserved));
        check(false, &[0x01, 1, b'x', 0xc0, 1, 0], Err(reserved));
        check(false, &[0xe1, 1, 0], Err(reserved));
        let waiting = "While waiting for more fragments received: TEXT";
        check(false, &[0x41, 0, 0x81, 1, b'x'], Err(waiting));
    }

    #[test]
    fn damaged_messages_are_refused() {
        for length in 1..7 {
            check(false, &frame(0xc1, &HELLO[2..2 + length]), Err(DAMAGED));
        }
        check(false, &frame(0xc1, &[0xff; 20]), Err(DAMAGED));
        check(false, &frame(0xc1, b"Hello, Plimsoll"), Err(DAMAGED));
        check(false, &frame(0xc1, &pack(&[0xff, 0xfe]).expect("packed")), Err("a text message is not UTF-8"));
    }

    #[test]
    fn a_message_that_grows_beyond_the_limit_is_refused_before_it_is_unpacked() {
        let bomb = pack(&vec![b'x'; 50_000_000]).expect("packed");
        let sized = [&[0xc1, 127][..], &(bomb.len() as u64).to_be_bytes(), &bomb].concat();
        let mut codec = Codec::new(MOST, Some(Deflate { server_keeps_window: false }));
        let outcome = codec.hear(&sized, &mut Vec::new(), |heard| panic!("{heard:?}"));
        assert_eq!(outcome, Err(format!("a message is longer than {MOST} bytes")));
        let made = codec.unpacked_bytes();
        assert!(made <= 2 * super::PIECE_BYTES, "{made} bytes are held");
        check(false, &frame(0xc1, &pack(&vec![b'x'; MOST]).expect("packed")), Ok(&[&"x".repeat(MOST)]));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_packed_is_read_however_it_is_cut(
            messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3_000), 0..5),
            keeps: bool,
            ends in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut bytes = Vec::new();
            for message in &messages {
                let packed = pack(message).expect("packed");
                let mut ends: Vec<usize> = ends.iter().map(|end| end.index(packed.len() + 1)).collect();
                ends.extend([0, packed.len()]);
                ends.sort_unstable();
                for (i, pair) in ends.windows(2).enumerate() {
                    let first = if i == 0 { 0x42 } else { 0 } | if i + 2 == ends.len() { 0x80 } else { 0 };
                    bytes.extend(frame(first, &packed[pair[0]..pair[1]]));
                }
            }
            let expected: Vec<Heard> = messages.into_iter().map(Heard::Message).collect();
            prop_assert_eq!(hear(keeps, &pieces(&bytes, &cuts)), (expected, Ok(())));
        }

        #[test]
        fn damage_is_heard_or_refused_and_the_same_however_it_is_cut(
            payloads in prop::collection::vec((prop::sample::select(vec![0xc1_u8, 0xc2, 0x41, 0x00, 0x80, 0x81, 0x89]), prop::collection::vec(any::<u8>(), 0..200), any::<bool>()), 0..6),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
            keeps: bool,
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut bytes = Vec::new();
            for (first, payload, is_packed) in &payloads {
                let payload = if *is_packed { pack(payload).expect("packed") } else { payload.clone() };
                bytes.extend(frame(*first, &payload));
            }
            if !bytes.is_empty() {
                for (at, byte) in &damage {
                    let at = at.index(bytes.len());
                    bytes[at] = *byte;
                }
            }
            prop_assert_eq!(hear(keeps, &pieces(&bytes, &cuts)), hear(keeps, &[&bytes]));
        }
    }

    fn pieces<'a>(bytes: &'a [u8], cuts: &[prop::sample::Index]) -> Vec<&'a [u8]> {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
    }
}
