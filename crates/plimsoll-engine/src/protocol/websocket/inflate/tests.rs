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
fn a_window_lasts_over_many_messages() {
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
    let parts: [&[u8]; 3] = [&[0x41, 3, 0xf2, 0x48, 0xcd], &[0x89, 1, b'p'], &[0x80, 4, 0xc9, 0xc9, 7, 0]];
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
