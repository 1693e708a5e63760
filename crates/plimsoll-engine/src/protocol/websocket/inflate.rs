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
    /// What comes next of it can't be unpacked; told after what came before.
    is_damaged: bool,
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
            is_damaged: false,
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
            if self.is_damaged {
                return Err(damaged());
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
    pub fn buffered_bytes(&self) -> usize {
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
        } else if step.taken == 0 && length > 0 && !step.is_full && !self.is_damaged {
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
        let status = inflate.decompress(input, piece, FlushDecompress::None);
        let given = (inflate.total_out() - given) as usize;
        let [high, low] = (given as u16).to_be_bytes();
        head.copy_from_slice(&[0, 126, high, low]);
        if let Some(window) = &mut self.window {
            window.extend_from_slice(&piece[..given]);
            if window.len() > 2 * WINDOW_BYTES {
                window.drain(..window.len() - WINDOW_BYTES);
            }
        }
        self.is_damaged = status.is_err();
        self.made.truncate(if given == 0 { begin } else { begin + PIECE_HEAD_BYTES + given });
        Ok(Step {
            taken: (inflate.total_in() - taken) as usize,
            is_full: given == PIECE_BYTES,
            is_end: matches!(status, Ok(Status::StreamEnd)),
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
mod tests;
