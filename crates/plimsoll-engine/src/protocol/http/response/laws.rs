//! Laws of [`super::response::ResponseReader`]: answers put together at random, in pieces of any size.

use super::{BODY_STORED_MAX, Keep, ReadProgress, ResponseReader};
use proptest::prelude::*;
use proptest::sample::select;

const ALL: Keep = Keep {
    body: true,
    headers: true,
    cookies: true,
    upgrade: false,
    body_max: BODY_STORED_MAX,
    example: false,
    failed_example: false,
};

/// Feeds `input` in pieces of `size`; the reader, and how many bytes belong to the answer.
fn read(input: &[u8], size: usize, head: bool) -> Result<(ResponseReader, Option<usize>), String> {
    let (mut reader, mut at) = (ResponseReader::default(), 0);
    for piece in input.chunks(size) {
        match reader.feed(piece, ALL, head)? {
            ReadProgress::More => at += piece.len(),
            ReadProgress::Done(used) => return Ok((reader, Some(at + used))),
        }
    }
    let closed = reader.closed();
    Ok((reader, closed.then_some(at)))
}

/// An answer's status, whether it is HEAD's, its bytes and its body.
fn answers() -> impl Strategy<Value = (u16, bool, Vec<u8>, Vec<u8>)> {
    let interims = proptest::collection::vec(
        select(vec!["100 Continue\r\n", "102 Processing\r\n", "103 Early Hints\r\nLink: </a.css>\r\n"]),
        0..4,
    );
    let odd_lines = proptest::collection::vec(
        select(vec!["X-Folded: a\r\n b\r\n", "X-Space : 1\r\n", "no colon\r\n", "Keep-Alive: timeout=5\r\n"]),
        0..3,
    );
    let trailers = proptest::collection::vec(select(vec!["X-Sum: 1\r\n", "a: \r\n", "\t\r\n"]), 0..3);
    let body = proptest::collection::vec(any::<u8>(), 0..300);
    let status = select(vec![200_u16, 204, 304, 401, 503]);
    (interims, status, odd_lines, 0..3_u8, body, 1..40_usize, trailers, any::<bool>()).prop_map(
        |(interims, status, odd, framing, body, chunk, trailers, head)| {
            let mut out = Vec::new();
            interims.iter().for_each(|i| out.extend(format!("HTTP/1.1 {i}\r\n").bytes()));
            out.extend(format!("HTTP/1.1 {status} x\r\n{}", odd.concat()).bytes());
            let empty = head || matches!(status, 204 | 304);
            match framing {
                0 => out.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes()),
                1 => out.extend(b"Transfer-Encoding: chunked\r\n\r\n"),
                _ => out.extend(b"\r\n"),
            }
            if empty {
                return (status, head, out, Vec::new());
            }
            if framing == 1 {
                for data in body.chunks(chunk) {
                    out.extend(format!("{:x};x=y\r\n", data.len()).bytes());
                    out.extend(data);
                    out.extend(b"\r\n");
                }
                out.extend(format!("0\r\n{}\r\n", trailers.concat()).bytes());
            } else {
                out.extend(&body);
            }
            (status, head, out, body)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever interim answers, odd lines, framing and trailers there are: status, body and end are found,
    /// and every byte is counted once.
    #[test]
    fn answers_are_read_whole_in_any_pieces((status, head, bytes, body) in answers(), size in 1..64_usize) {
        let (reader, end) = read(&bytes, size, head).map_err(TestCaseError::fail)?;
        prop_assert_eq!((reader.status, end), (status, Some(bytes.len())));
        prop_assert_eq!(&reader.body, &body);
        prop_assert_eq!(reader.bytes, bytes.len() as u64);
    }

    /// A byte that is changed or left out makes another answer, or none, but never a panic or an endless one.
    #[test]
    fn damaged_answers_are_survived(
        (_, head, mut bytes, _) in answers(),
        at in any::<prop::sample::Index>(),
        with in proptest::option::of(any::<u8>()),
        size in 1..64_usize,
    ) {
        let at = at.index(bytes.len());
        match with {
            Some(byte) => bytes[at] = byte,
            None => drop(bytes.remove(at)),
        }
        if let Ok((reader, end)) = read(&bytes, size, head) {
            prop_assert!(end.unwrap_or(0) <= bytes.len() && reader.bytes as usize <= bytes.len());
        }
    }
}

fn check(text: &str, expected: Result<(u16, &str, bool, Option<u32>), &str>) {
    for size in [1, 3, text.len()] {
        let got = read(text.as_bytes(), size, false).and_then(|(reader, end)| {
            end.ok_or("incomplete")?;
            let body = String::from_utf8_lossy(&reader.body).into_owned();
            Ok((reader.status, body, reader.keep_alive, reader.idle_s))
        });
        match (&got, expected) {
            (Ok((s, b, k, i)), Ok(wanted)) => assert_eq!((*s, b.as_str(), *k, *i), wanted, "{text}"),
            (Err(said), Err(part)) => assert!(said.contains(part), "{said}"),
            _ => panic!("{got:?} instead of {expected:?}: {text}"),
        }
    }
}

#[test]
fn idle_connections_stay_open_as_long_as_the_server_says() {
    let answer = |line: &str| format!("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n{line}\r\n\r\n");
    check(&answer("Keep-Alive: timeout=5, max=100"), Ok((200, "", true, Some(5))));
    check(&answer("keep-alive: max=0"), Ok((200, "", false, None)));
    check(&answer("Keep-Alive: TIMEOUT = \"7\",,x=y,max"), Ok((200, "", true, Some(7))));
    check(&answer("Keep-Alive: timeout=soon"), Ok((200, "", true, None)));
}

#[test]
fn a_body_ends_by_its_last_coding() {
    let answer = |lines: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{lines}\r\n\r\n{body}");
    let chunks = "2\r\nab\r\n0\r\n\r\n";
    check(
        &answer("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", chunks),
        Ok((200, "ab", true, None)),
    );
    check(
        &answer("Transfer-Encoding: gzip, chunked\r\nContent-Length: 7", chunks),
        Ok((200, "ab", false, None)),
    );
    check(&answer("Transfer-Encoding: chunked, gzip", chunks), Err("after chunked"));
    check(&answer("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", chunks), Err("after chunked"));
    check(&answer("Transfer-Encoding: ,chunked,", chunks), Ok((200, "ab", true, None)));
    check(&answer("Content-Length: 2, 2", "ab"), Ok((200, "ab", true, None)));
    check(&answer("Content-Length: 2, 3", "ab"), Err("two different"));
    for length in ["+2", "-2", "", "0x2", "2.0", "2,", "2 2", "99999999999999999999999"] {
        check(&answer(&format!("Content-Length: {length}"), "ab"), Err("is not a number"));
    }
    check(&answer("Transfer-Encoding: gzip\r\nContent-Length: 1", "abc"), Ok((200, "abc", false, None)));
    check(&answer("Transfer-Encoding: identity\r\nContent-Length: 1", "a"), Ok((200, "a", true, None)));
}

#[test]
fn broken_chunks_and_endless_talk_are_refused() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    check(&format!("{chunked}2\r\nabc\r\n0\r\n\r\n"), Err("longer than its size"));
    check(&format!("{chunked}0x10\r\n"), Err("without a size"));
    check(&format!("{chunked}fffffffffffffffff\r\n"), Err("without a size"));
    check(&format!("{chunked}0\r\n{}", "X-More: of it\r\n".repeat(20_000)), Err("endless trailer"));
    check(&"HTTP/1.1 102 Processing\r\n\r\n".repeat(1_001), Err("interim answers"));
    check("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", Err("another protocol"));
}
