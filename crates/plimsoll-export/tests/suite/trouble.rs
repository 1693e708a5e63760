//! Receivers that are away, slow, or say no.

use super::run_file::{PATIENCE, RunFile, STEP_S, send};
use plimsoll_testkit::ports::free_port;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Answers each request as its number, from 0, says; until the test ends.
fn answering(answer: impl Fn(u32) -> String + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().flatten().take(10_000).enumerate() {
            respond(stream, &answer(number as u32));
        }
    });
    port
}

fn respond(mut stream: TcpStream, answer: &str) {
    let (mut request, mut part) = (Vec::new(), [0; 65_536]);
    let length = |request: &[u8]| {
        let text = String::from_utf8_lossy(request).to_ascii_lowercase();
        let head = text.find("\r\n\r\n")? + 4;
        let length = text.split("content-length: ").nth(1)?.lines().next()?.trim().parse::<usize>().ok()?;
        Some(head + length)
    };
    while length(&request).is_none_or(|length| request.len() < length) {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return,
            Ok(count) => request.extend_from_slice(&part[..count]),
        }
    }
    let _ = stream.write_all(answer.as_bytes());
}

fn status(line: &str, body: &str) -> String {
    format!("HTTP/1.1 {line}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

#[test]
fn nobody_there_is_said_with_what_was_not_delivered() {
    let file = RunFile::whole();
    let url = format!("otlp+http://127.0.0.1:{}", free_port());
    let exported = send(&file.path, &url, false, Duration::from_millis(600));
    assert_eq!((exported.seconds, exported.undelivered), (0, u64::from(2 * STEP_S)));
    assert!(exported.why.is_some_and(|why| why.contains("refused")));
}

#[test]
fn a_receiver_that_is_busy_is_asked_again_and_nothing_is_lost() {
    let file = RunFile::whole();
    let port = answering(|number| match number {
        0 => status("503 Service Unavailable", "busy"),
        1 => status("429 Too Many Requests", "").replace("Content", "Retry-After: 1\r\nContent"),
        _ => status("200 OK", "{}"),
    });
    let exported = send(&file.path, &format!("otlp+http://127.0.0.1:{port}"), false, PATIENCE);
    assert!(exported.is_whole(), "{exported:?}");
    assert_eq!(exported.seconds, u64::from(2 * STEP_S));
}

#[test]
fn what_a_receiver_will_not_have_is_counted_and_the_rest_is_sent() {
    let file = RunFile::whole();
    let port = answering(|number| match number {
        0 => status("400 Bad Request", "out of bounds"),
        _ => status("204 No Content", ""),
    });
    let exported = send(&file.path, &format!("influx+http://127.0.0.1:{port}?db=x"), false, PATIENCE);
    assert!(exported.rejected > 0 && exported.points > exported.rejected, "{exported:?}");
    assert_eq!(exported.why.as_deref(), Some("status 400: out of bounds"));
}

#[test]
fn a_receiver_that_refuses_is_asked_once_also_of_a_run_that_goes_on() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let mut file = RunFile::begin();
    file.write(0..10);
    let port = answering(|number| {
        ASKED.store(number + 1, Ordering::SeqCst);
        status("401 Unauthorized", "no token")
    });
    let exported = send(&file.path, &format!("otlp+http://127.0.0.1:{port}"), true, PATIENCE);
    assert_eq!(exported.why.as_deref(), Some("status 401: no token"));
    assert_eq!((exported.undelivered, ASKED.load(Ordering::SeqCst)), (10, 1));
}
