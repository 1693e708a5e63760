//! HTTP/2 peers that are broken, slow, deaf or hostile. None may end a run, and each failure has its name.

use crate::performing::{Performed, perform, plan};
use plimsoll_run::ErrorKind;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What nginx 1.22 sends for the first request of a connection: SETTINGS, WINDOW_UPDATE, SETTINGS ACK, and an
/// answer of HEADERS and DATA.
const RECORDED: &str = "000012040000000000000300000080000400010000000500ffffff0000040800000000007fff000000000004010000\
    0000000043010400000001887689aa6355e580ae212e1f6196dc34fd2820a9a4fdd41004e2807ee041702ca98b46ff5f87497ca58ae819aa5c01\
    32008921ea496a4ac9f5597f87497ca58ae819aa0000020001000000014f4b";

const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

fn recorded() -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&RECORDED[at..at + 2], 16).expect("hex");
    (0..RECORDED.len()).step_by(2).map(digits).collect()
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A server that waits for a request and then does `act`, each connection on its own thread.
fn server(act: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let act = Arc::new(act);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let act = Arc::clone(&act);
            std::thread::spawn(move || {
                let mut seen = Vec::new();
                let mut piece = [0; 4096];
                // The preface and what follows up to the HEADERS of the first request.
                while !has_request(&seen) {
                    match stream.read(&mut piece) {
                        Ok(count) if count > 0 => seen.extend_from_slice(&piece[..count]),
                        _ => return,
                    }
                }
                act(&mut stream);
            });
        }
    });
    address
}

fn has_request(seen: &[u8]) -> bool {
    let mut at = 24;
    while let Some(head) = seen.get(at..at + 9) {
        if head[3] == 1 {
            return true;
        }
        at += 9 + u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
    }
    false
}

/// Sends bytes and keeps the connection until the client closes it.
fn sends(bytes: Vec<u8>) -> impl Fn(&mut TcpStream) + Send + Sync {
    move |stream| {
        let _ = stream.write_all(&bytes);
        let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
        let _ = std::io::copy(stream, &mut std::io::sink());
    }
}

fn run(address: SocketAddr, timeout: &str, top: &str, head: &str) -> Performed {
    let steps = format!(
        "- get: http://{address}/\n  label: x\n  response_timeout: {timeout}\n  check: {{equals: OK}}"
    );
    perform(&plan(Path::new("."), &format!("http: 2\n{top}"), head, &steps), 1)
}

fn check(what: &str, act: impl Fn(&mut TcpStream) + Send + Sync + 'static, expected: Option<ErrorKind>) {
    let address = server(act);
    for top in ["", "http2: {connections: 1}"] {
        // A connection is new for each request: every iteration is a new user.
        let head = "users: 2\niterations: 2\nnew_user_each_iteration: yes";
        let timeout = if expected == Some(ErrorKind::ResponseTimeout) { "400 ms" } else { "10 s" };
        let performed = run(address, timeout, top, head);
        let kinds: Vec<ErrorKind> = performed.failures("x").into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!(performed.count("x"), 4, "{what}");
        match expected {
            Some(kind) => assert!(kinds.contains(&kind), "{what}: {:?}", performed.failures("x")),
            None if top.is_empty() => assert_eq!(kinds, vec![], "{what}: {:?}", performed.failures("x")),
            None => {}
        }
    }
}

#[test]
fn what_is_no_http2_is_refused() {
    let bad = Some(ErrorKind::BadHttp);
    check(
        "an HTTP/1.1 server",
        sends(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".to_vec()),
        bad,
    );
    check("a frame that is too long", sends([SETTINGS, &[0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]].concat()), bad);
    check("DATA without a stream", sends([SETTINGS, &frame(0, 0, 0, b"OK")].concat()), bad);
    check("DATA before HEADERS", sends([SETTINGS, &frame(0, 1, 1, b"OK")].concat()), bad);
    check(
        "an index that HPACK does not have",
        sends([SETTINGS, &frame(1, 4, 1, &[0xff, 0xff, 0x7f])].concat()),
        bad,
    );
    check("a header block without a status", sends([SETTINGS, &frame(1, 5, 1, &[0x84])].concat()), bad);
    check("an increment of nothing", sends([SETTINGS, &frame(8, 0, 0, &[0; 4])].concat()), bad);
    check("SETTINGS of a bad length", sends(frame(4, 0, 0, &[1, 2, 3])), bad);
    check("a push that was forbidden", sends([SETTINGS, &frame(5, 4, 1, &[0, 0, 0, 2, 0x82])].concat()), bad);
    let endless: Vec<u8> = (0..2_000).flat_map(|_| frame(9, 0, 1, &[0; 1_000])).collect();
    check(
        "a header block without an end",
        sends([SETTINGS, &frame(1, 0, 1, &[0x88]), &endless].concat()),
        bad,
    );
}

#[test]
fn who_does_not_answer_is_given_up() {
    check("a deaf server", sends(Vec::new()), Some(ErrorKind::ResponseTimeout));
    check("a server that greets only", sends(SETTINGS.to_vec()), Some(ErrorKind::ResponseTimeout));
    let half = recorded();
    let half = half[..half.len() - 11].to_vec();
    check("an answer without its body", sends(half.clone()), Some(ErrorKind::ResponseTimeout));
    check(
        "a close after the headers",
        move |stream| {
            crate::peers::in_one_packet(stream);
            let _ = stream.write_all(&half);
        },
        Some(ErrorKind::ClosedEarly),
    );
    check("a close at once", |_| {}, Some(ErrorKind::ClosedEarly));
}

#[test]
fn a_session_that_answers_nobody_is_left() {
    let pings: Vec<u8> = (0..500).flat_map(|_| frame(6, 1, 0, &[7; 8])).collect();
    let no_streams = frame(4, 0, 0, &[0, 3, 0, 0, 0, 0]);
    for greeting in [SETTINGS.to_vec(), [SETTINGS, &pings].concat(), [SETTINGS, &no_streams].concat()] {
        for top in ["", "http2: {connections: 1}"] {
            let connections = Arc::new(AtomicU64::new(0));
            let (seen, send) = (Arc::clone(&connections), sends(greeting.clone()));
            let address = server(move |stream| {
                seen.fetch_add(1, Ordering::Relaxed);
                send(stream);
            });
            let performed = run(address, "300 ms", top, "users: 1\niterations: 3");
            assert_eq!(connections.load(Ordering::Relaxed), performed.count("x"), "{greeting:?} {top}");
        }
    }
}

#[test]
fn a_flood_of_frames_without_an_end_holds_up_nobody() {
    for frames in [frame(2, 0, 1, &[0, 0, 0, 0, 16]), frame(0x55, 0, 1, &[0; 1_000]), frame(6, 1, 0, &[7; 8])]
    {
        let flood = move |stream: &mut TcpStream| {
            let _ = stream.write_all(SETTINGS);
            let many = frames.repeat(1_000);
            while stream.write_all(&many).is_ok() {}
        };
        check("a flood", flood, Some(ErrorKind::ResponseTimeout));
    }
}

#[test]
fn what_is_sent_again_is_counted() {
    let address = server(sends([SETTINGS, &frame(7, 0, 0, &[0; 8])].concat()));
    let performed = run(address, "10 s", "", "users: 1\niterations: 1");
    assert_eq!((performed.count("x"), performed.summary.sent_again), (1, 1));
}

#[test]
fn a_reset_without_an_error_is_one_before_the_end() {
    let answer = |end: u8| {
        let (head, body, reset) = (frame(1, 4, 1, &[0x88]), frame(0, end, 1, b"OK"), frame(3, 0, 1, &[0; 4]));
        [SETTINGS.to_vec(), head, body, reset].concat()
    };
    let failures = |bytes| run(server(sends(bytes)), "10 s", "", "users: 1\niterations: 1").failures("x");
    let is_reset = |bytes| matches!(failures(bytes).as_slice(), [(ErrorKind::Reset, _, 1)]);
    assert!(is_reset(answer(0)));
    assert!(is_reset([SETTINGS.to_vec(), frame(1, 4, 1, &[0x88]), frame(3, 0, 1, &[0; 4])].concat()));
    assert_eq!(failures(answer(1)), []);
}

#[test]
fn who_answers_in_crumbs_or_talks_much_is_heard() {
    let crumbs = |stream: &mut TcpStream| {
        let _ = stream.set_nodelay(true);
        for byte in recorded() {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        sends(Vec::new())(stream);
    };
    check("an answer in crumbs", crumbs, None);
    let pings: Vec<u8> = (0..2_000).flat_map(|_| frame(6, 0, 0, &[7; 8])).collect();
    let (start, answer) = (recorded()[..27].to_vec(), recorded()[27..].to_vec());
    check("pings before the answer", sends([start, pings, answer].concat()), None);
}

/// Deterministic numbers (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

#[test]
fn a_recorded_stream_with_any_damage_ends_with_an_answer_or_a_named_failure() {
    let seeds = Arc::new(AtomicU64::new(1));
    let address = server(move |stream| {
        let mut state = seeds.fetch_add(1, Ordering::Relaxed);
        let mut bytes = recorded();
        for _ in 0..1 + random(&mut state) % 3 {
            let at = random(&mut state) as usize % bytes.len();
            match random(&mut state) % 4 {
                0 => bytes[at] = random(&mut state) as u8,
                1 => bytes[at] ^= 1 << (random(&mut state) % 8),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random(&mut state) as u8),
            }
        }
        let _ = stream.write_all(&bytes);
        // Some close at once, and some leave the client to its time-out.
        if random(&mut state).is_multiple_of(4) {
            sends(Vec::new())(stream);
        }
    });
    let performed = run(address, "400 ms", "", "users: 20\niterations: 25\nnew_user_each_iteration: yes");
    assert_eq!(performed.count("x"), 500);
    let known = [
        ErrorKind::BadHttp,
        ErrorKind::ClosedEarly,
        ErrorKind::Reset,
        ErrorKind::ResponseTimeout,
        ErrorKind::Status,
        ErrorKind::Assertion,
    ];
    for (kind, detail, _) in performed.failures("x") {
        assert!(known.contains(&kind), "{kind}: {detail}");
    }
}
