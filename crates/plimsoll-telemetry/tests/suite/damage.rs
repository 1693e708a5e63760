//! Damaged inputs: whatever is in the bytes, and however they are cut into pieces, a reader neither panics nor says
//! anything else for it. Seeded and bounded; `fuzz/` does the same without end.

use crate::inputs::{self, Input, read};
use plimsoll_telemetry::recognise;

/// Damages of each input.
const ROUNDS: u64 = 300;

fn damage(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    const PIECES: [&[u8]; 16] = [
        b"\n",
        b"\r\n",
        b"\"",
        b",",
        b"\0",
        b"\xff\xfe",
        b"\x1b[2J",
        b"->",
        b"[",
        b"{",
        b"<",
        b"-",
        b"9999999999999999999",
        b"1e999",
        b"NaN",
        "å😀".as_bytes(),
    ];
    for _ in 0..random.usize(1..6) {
        let at = random.usize(0..=bytes.len());
        match random.u8(0..6) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + random.usize(0..40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + random.usize(0..200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.usize(0..=bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => {
                let piece = PIECES[random.usize(0..PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.u8(..);
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.u8(0..8);
                }
            }
        }
    }
}

fn check(input: &Input, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bytes = input.bytes.clone();
    damage(&mut bytes, &mut random);
    recognise(&bytes);
    let damaged = Input { bytes, ..input.clone() };
    let whole = read(&damaged, &[]);
    assert!(whole.readings.iter().all(|reading| reading.value.is_finite()));
    assert!(whole.requests + whole.readings.len() <= 20 * damaged.bytes.len() + 20);
    let mut ends: Vec<usize> =
        (0..random.usize(1..20)).map(|_| random.usize(0..=damaged.bytes.len())).collect();
    ends.sort_unstable();
    assert_eq!(read(&damaged, &ends).text, whole.text, "{} with seed {seed}, in pieces {ends:?}", input.name);
}

#[test]
fn damaged_inputs_neither_panic_nor_depend_on_the_pieces() {
    for input in inputs::all() {
        for seed in 0..ROUNDS {
            check(&input, seed);
        }
    }
}

#[test]
fn every_reader_survives_every_other_format() {
    let inputs = inputs::all();
    for reader in &inputs {
        for input in &inputs {
            let mixed = Input { bytes: input.bytes.clone(), ..reader.clone() };
            let one_by_one: Vec<usize> = (0..mixed.bytes.len()).collect();
            assert_eq!(
                read(&mixed, &one_by_one).text,
                read(&mixed, &[]).text,
                "{} as {}",
                input.name,
                reader.format
            );
        }
    }
}

#[test]
fn lines_of_a_megabyte_are_read() {
    for input in inputs::all() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.push(b'\n');
        bytes.extend_from_slice(&input.bytes);
        bytes.extend(std::iter::repeat_n(b'7', 1 << 20));
        read(&Input { bytes, ..input.clone() }, &[]);
    }
}

#[test]
fn a_byte_order_mark_may_be_anywhere() {
    for input in inputs::all() {
        for part in 0..20 {
            let at = input.bytes.len() * part / 20;
            let (before, after) = input.bytes.split_at(at);
            let bytes = [before, "\u{feff}-\n".as_bytes(), after].concat();
            let marked = Input { bytes, ..input.clone() };
            assert_eq!(read(&marked, &[at, at + 4]).text, read(&marked, &[]).text, "{} at {at}", input.name);
        }
    }
}
