//! Event streams against servers that send them in every way, and against bad ones.

use crate::peers::{read_head, server};
use crate::performing::{Performed, check_all_succeed, check_failure, perform, plan};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n";

/// A server that answers each request with these pieces, a little time between them.
fn telling(pieces: &'static [&'static str]) -> SocketAddr {
    server(move |mut stream| {
        read_head(&mut stream);
        for piece in pieces {
            if stream.write_all(piece.as_bytes()).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    })
}

/// Each text as a chunk of the chunked coding.
fn chunks(texts: &[&str]) -> &'static [&'static str] {
    let chunk = |text: &&str| &*format!("{:x}\r\n{text}\r\n", text.len()).leak();
    let head = &*format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n").leak();
    let pieces: Vec<&str> = [head].into_iter().chain(texts.iter().map(chunk)).collect();
    pieces.leak()
}

fn once(address: SocketAddr, open: &str, steps: &str) -> Performed {
    let steps = format!("- sse: {{open: http://{address}/events{open}}}\n{steps}");
    perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1)
}

#[test]
fn events_are_awaited_by_type_text_and_number() {
    let address = telling(chunks(&[
        ": a comment\n\n",
        "event: tick\nid: 1\ndata: {\"n\": 1}\n\nevent: ti",
        "ck\nid: 2\ndata: {\"n\": 2}\n\ndata: plain\n\n",
        "event: tick\r\ndata: two\r\ndata: lines\r\n\r\n",
        "event: tick\ndata: 5\n\nevent: done\ndata\n\n",
        "",
    ]));
    let steps = "\
- sse: {await: {event: tick, json: $.n, value: 2}, label: second, extract: {variable: id, regex: 'id: (.*)', of: response_headers}}
- sse: {await: {event: message}, label: plain, check: [{equals: plain}, {equals: '2', of: {variable: id}}]}
- sse: {await: {event: tick, count: 2}, label: two more, check: {equals: '5'}}
- sse: {await: {event: done}, label: done}
- sse: {await: end, label: end}";
    let performed = once(address, ", messages: event", steps);
    check_all_succeed(
        &performed,
        &[("sse open", 1), ("second", 1), ("plain", 1), ("two more", 1), ("done", 1)],
    );
    check_all_succeed(&performed, &[("end", 1)]);
    assert_eq!((performed.groups["event"].requests, performed.groups["sse not awaited"].requests), (6, 1));
}

#[test]
fn the_first_event_counts_from_the_opening_of_the_stream() {
    retry_if_stalled(|| {
        let address = server(|mut stream| {
            read_head(&mut stream);
            let _ = stream.write_all(format!("{HEAD}\r\n").as_bytes());
            std::thread::sleep(Duration::from_millis(300));
            let _ = stream.write_all(b"data: first\n\n");
            std::thread::sleep(Duration::from_millis(1_000));
        });
        let steps = "- pause: 800 ms\n- sse: {await: any, label: first}\n- sse: {close: yes}";
        let performed = once(address, "", steps);
        check_all_succeed(&performed, &[("sse open", 1), ("first", 1), ("sse close", 1)]);
        let took_us = performed.requests["first"].response.max_us().expect("a sample");
        assert!((290_000..750_000).contains(&took_us), "{took_us} us");
    });
}

#[test]
fn a_stream_ends_as_its_framing_says() {
    let end = "- sse: {await: {contains: last}, label: last}\n- sse: {await: end, label: end}";
    let whole = |head: &str| {
        let answer = format!("{HEAD}{head}\r\ndata: last\n\n");
        let pieces: &'static [&'static str] = vec![&*answer.leak()].leak();
        once(telling(pieces), "", end)
    };
    for head in ["Content-Length: 12\r\n", "Connection: close\r\n"] {
        check_all_succeed(&whole(head), &[("sse open", 1), ("last", 1), ("end", 1)]);
    }
    let performed = once(telling(chunks(&["data: last\n\n"])), "", end);
    check_all_succeed(&performed, &[("last", 1)]);
    check_failure(&performed, "end", ErrorKind::ClosedEarly, "in the middle of the stream");
    let performed = whole("Content-Length: 12\r\n");
    assert_eq!(performed.failures("sse open"), vec![]);
    let never = "- sse: {await: {contains: more}, label: x}";
    let performed = once(telling(chunks(&["data: last\n\n", ""])), "", never);
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "the stream has ended");
}

#[test]
fn a_post_can_open_a_stream() {
    let (heads, seen) = std::sync::mpsc::channel();
    let heads = std::sync::Mutex::new(heads);
    let address = server(move |mut stream| {
        let _ = heads.lock().expect("not poisoned").send(read_head(&mut stream));
        // A connection that is closed with something unread in it is reset.
        let _ = stream.read_exact(&mut [0; r#"{"stream": true}"#.len()]);
        let _ = stream.write_all(format!("{HEAD}\r\ndata: token\n\n").as_bytes());
    });
    let open =
        ", method: POST, body: '{\"stream\": true}', headers: {Accept: text/event-stream, Last-Event-ID: 7}";
    let performed = once(address, open, "- sse: {await: end}");
    check_all_succeed(&performed, &[("sse open", 1), ("sse await", 1)]);
    let head = seen.recv().expect("a request");
    assert!(head.starts_with("POST /events HTTP/1.1\r\n") && head.contains("Last-Event-ID: 7\r\n"), "{head}");
}

#[test]
fn an_answer_that_is_no_stream_fails() {
    let opened =
        |answer: &'static str| once(telling(vec![answer].leak()), "", "- sse: {await: any, label: x}");
    let performed = opened("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nOK");
    check_failure(&performed, "sse open", ErrorKind::BadMessage, "not text/event-stream");
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "is not open");
    let performed = opened("HTTP/1.1 204 No Content\r\n\r\n");
    check_failure(&performed, "sse open", ErrorKind::Status, "204");
    let performed =
        opened("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: br\r\n\r\n");
    check_failure(&performed, "sse open", ErrorKind::BadMessage, "encoding `br`");
}

#[test]
fn events_that_never_end_are_bounded() {
    let endless = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(format!("{HEAD}\r\n").as_bytes());
        let line = "x".repeat(10_000);
        while stream.write_all(line.as_bytes()).is_ok() {}
    });
    let performed = once(endless, ", message_bytes_max: 100000", "- sse: {await: any, label: x}");
    check_failure(&performed, "x", ErrorKind::BadMessage, "longer than 100000 bytes");
    let silent = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(format!("{HEAD}\r\ndata: no end of the event\n").as_bytes());
        std::thread::sleep(Duration::from_secs(20));
    });
    let performed =
        once(silent, "", "- sse: {await: any, timeout: 200 ms, label: x}\n- sse: {quiet: 100 ms}");
    check_failure(&performed, "x", ErrorKind::ResponseTimeout, "within 200 ms");
    check_all_succeed(&performed, &[("sse quiet", 1)]);
}

#[test]
fn a_script_sees_the_event_of_the_step_before_it() {
    let address = telling(chunks(&["event: tick\ndata: first\n\n", ""]));
    let steps = r#"
- sse: {await: {event: tick}, label: awaited, check: [{script: "vars.put('seen', prev.getResponseDataAsString())"}]}
- script: {language: groovy, text: "vars.put('of', prev.getSampleLabel() + ' ' + prev.getResponseCode())"}
- sse: {await: end, label: '${seen} of ${of}'}"#;
    let performed = once(address, "", steps);
    check_all_succeed(&performed, &[("awaited", 1), ("first of awaited 200", 1)]);
}

#[test]
fn an_event_that_never_comes_can_be_taken_as_good() {
    let address = telling(chunks(&["event: tick\ndata: first\n\n", ""]));
    let steps = "\
- set: {where: there}
- sse: {await: {event: none}, label: forgiven, check: {equals: there, of: {variable: where}, assume_success: yes}}";
    check_all_succeed(&once(address, "", steps), &[("forgiven", 1)]);
}
