//! WebSockets against tungstenite's server, and against peers that break the protocol.

use crate::peers::{read_head, server};
use crate::performing::{Performed, check_all_succeed, check_failure, perform, plan};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;
use tungstenite::handshake::derive_accept_key;
use tungstenite::handshake::server::{Request, Response};
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};
use tungstenite::{Message, WebSocket};

/// A server that answers messages by what they say.
pub fn speaking() -> SocketAddr {
    server(|stream| {
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        while let Ok(message) = socket.read() {
            let Message::Text(text) = &message else {
                if message.is_binary() {
                    let _ = socket.send(message);
                }
                continue;
            };
            if answer(&mut socket, text.as_str()).is_none() {
                return;
            }
        }
    })
}

/// `None`: the connection is dropped.
fn answer(socket: &mut WebSocket<TcpStream>, text: &str) -> Option<()> {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    let mut say = |text: String| socket.send(Message::text(text)).ok();
    match words[0] {
        "later" => {
            std::thread::sleep(Duration::from_millis(number(1)));
            say("late".to_owned())
        }
        "many" => (0..number(1)).try_for_each(|i| say(format!("{{\"n\": {i}, \"type\": \"tick\"}}"))),
        "large" => say("x".repeat(number(1) as usize)),
        "fragments" => {
            for (i, piece) in ["in ", "three ", "pieces"].into_iter().enumerate() {
                let code = OpCode::Data(if i == 0 { Data::Text } else { Data::Continue });
                let frame = Frame::message(piece.as_bytes().to_vec(), code, i == 2);
                socket.send(Message::Frame(frame)).ok()?;
                socket.send(Message::Ping(vec![i as u8].into())).ok()?;
            }
            Some(())
        }
        "close" => {
            let frame = CloseFrame { code: (number(1) as u16).into(), reason: "bye".into() };
            socket.close(Some(frame)).ok()?;
            while socket.read().is_ok() {}
            None
        }
        "drop" => None,
        _ => say(format!("echo {text}")),
    }
}

fn once(address: SocketAddr, steps: &str) -> Performed {
    with_users(address, "users: 1\niterations: 1", steps)
}

/// `steps` come after the one that opens the channel.
fn with_users(address: SocketAddr, head: &str, steps: &str) -> Performed {
    let steps = format!("- websocket: {{open: ws://{address}/chat}}\n{steps}");
    perform(&plan(Path::new("."), "", head, &steps), 1)
}

#[test]
fn each_step_is_a_sample_of_its_own() {
    let steps = "\
- websocket: {send: 'hello ${__threadNum}', await: {contains: 'hello ${__threadNum}'}, extract: {variable: v, regex: '(.*)'}}
- websocket: {send: '${v}', await: {equals: 'echo echo hello ${__threadNum}'}, label: again}
- websocket: {send_binary: 'ca fe', await: {size: '== 2'}, label: binary}
- websocket: {send: fragments, await: {equals: in three pieces}, label: fragments}
- websocket: {ping: are you there}
- websocket: {send: many 3}
- websocket: {await: {json: $.n, value: 2}, check: {json: $.type, value: tick}}
- websocket: {close: 1000}";
    let performed = with_users(speaking(), "users: 2\niterations: 3", steps);
    let labels =
        ["open", "exchange", "ping", "send", "await", "close"].map(|what| format!("websocket {what}"));
    let labels = labels.iter().map(String::as_str).chain(["again", "binary", "fragments"]);
    check_all_succeed(&performed, &labels.map(|label| (label, 6)).collect::<Vec<_>>());
    assert_eq!(performed.groups["websocket not awaited"].requests, 12, "the two before the awaited one");
}

#[test]
fn a_message_that_came_while_the_user_thought_has_its_true_time() {
    retry_if_stalled(|| {
        let steps = "\
- websocket: {send: later 300}
- pause: 1 s
- websocket: {await: {equals: late}, label: answer}
- websocket: {send: many 1}
- websocket: {await: any, label: first}
- websocket: {await: any, label: none, timeout: 300 ms}";
        let performed = once(speaking(), steps);
        check_all_succeed(&performed, &[("answer", 1), ("first", 1)]);
        let took_us = performed.requests["answer"].response.max_us().expect("a sample");
        assert!((300_000..900_000).contains(&took_us), "{took_us} us from sending to the arrival");
        check_failure(
            &performed,
            "none",
            ErrorKind::ResponseTimeout,
            "no message that fits came within 300 ms",
        );
    });
}

#[test]
fn messages_that_nobody_awaits_are_bounded_and_counted() {
    let steps = "\
- websocket: {send: many 5000}
- websocket: {quiet: 2 s, label: first}
- websocket: {send: many 5000}
- pause: 1 s
- websocket: {await: {json: $.n, value: 4999}, label: last}
- websocket: {send: large 3000000}
- pause: 500 ms
- websocket: {await: {size: '== 3000000'}, label: large}
- websocket: {send: many 10}
- websocket: {await: {json: $.n, value: 9}, label: ten}";
    let performed = once(speaking(), steps);
    check_all_succeed(&performed, &[("first", 1), ("last", 1), ("large", 1), ("ten", 1)]);
    assert_eq!(performed.groups["websocket not awaited"].requests, 4_999 + 9);
}

#[test]
fn what_comes_is_counted_where_the_plan_asks_for_it() {
    let address = speaking();
    let steps = format!(
        "- websocket: {{open: ws://{address}/, name: feed, messages: tick, pings: ping}}
- websocket: {{name: feed, send: many 7, await: {{count: 7}}, label: seven}}
- websocket: {{name: feed, send: fragments, await: any, label: one}}
- websocket: {{name: feed, ping: x}}"
    );
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 2", &steps), 1);
    check_all_succeed(&performed, &[("feed open", 2), ("seven", 2), ("one", 2)]);
    assert_eq!((performed.groups["tick"].requests, performed.groups["ping"].requests), (16, 6));
}

#[test]
fn several_sockets_of_one_user_are_distinguished_by_name() {
    let (first, second) = (speaking(), speaking());
    let steps = format!(
        "- websocket: {{open: ws://{first}/, name: a}}
- websocket: {{open: ws://{second}/, name: b}}
- websocket: {{name: a, send: later 200}}
- websocket: {{name: b, send: one, await: {{equals: echo one}}}}
- websocket: {{name: a, await: {{equals: late}}}}
- websocket: {{name: b, close: yes}}
- websocket: {{name: a, send: two, await: {{equals: echo two}}}}"
    );
    let performed = perform(&plan(Path::new("."), "", "users: 2\niterations: 2", &steps), 1);
    let labels = ["a open", "b open", "a send", "b exchange", "a await", "b close", "a exchange"];
    check_all_succeed(&performed, &labels.map(|label| (label, 4)));
}

#[test]
fn a_close_by_the_server_is_reported_by_the_next_step() {
    let after = |steps: &str| once(speaking(), steps);
    let performed = after(
        "- websocket: {send: close 4001}\n- pause: 2 s\n- websocket: {send: hello, label: x}\n- websocket: {send: hello, label: y}",
    );
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "the server closed it: 4001 bye");
    check_failure(&performed, "y", ErrorKind::ClosedEarly, "the channel `websocket` is not open");
    let performed = after("- websocket: {send: drop}\n- pause: 2 s\n- websocket: {ping: x, label: x}");
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "without a closing handshake");
    let performed = after("- websocket: {send: drop, await: any, label: x}");
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "without a closing handshake");
    let performed = after("- websocket: {send: close 1000}\n- websocket: {await: end, label: x}");
    check_all_succeed(&performed, &[("x", 1)]);
    let performed =
        after("- websocket: {send: close 1000}\n- pause: 2 s\n- websocket: {close: yes, label: x}");
    check_failure(&performed, "x", ErrorKind::ClosedEarly, "closed it: 1000 bye");
}

#[test]
fn an_iteration_opens_its_socket_again_and_leaves_the_old_one_in_order() {
    let (codes, seen) = std::sync::mpsc::channel();
    let codes = std::sync::Mutex::new(codes);
    let address = server(move |stream| {
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        loop {
            match socket.read() {
                Ok(Message::Close(Some(frame))) => {
                    let _ = codes.lock().expect("not poisoned").send(u16::from(frame.code));
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    });
    let performed = with_users(address, "users: 2\niterations: 3", "- websocket: {send: x}");
    check_all_succeed(&performed, &[("websocket open", 6), ("websocket send", 6)]);
    let codes: Vec<u16> =
        (0..6).map(|_| seen.recv_timeout(Duration::from_secs(10)).expect("a close")).collect();
    assert_eq!(codes, [1001; 6]);
}

#[test]
fn the_handshake_offers_what_the_plan_says() {
    let (heads, seen) = std::sync::mpsc::channel();
    let heads = std::sync::Mutex::new(heads);
    #[expect(clippy::result_large_err, reason = "tungstenite's own signature")]
    let address = server(move |stream| {
        let look = |request: &Request, mut response: Response| {
            let header = |name: &str| {
                let value = request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
                value.unwrap_or_default().to_owned()
            };
            let reported = ["origin", "cookie", "sec-websocket-protocol", "host"].map(header);
            let _ = heads.lock().expect("not poisoned").send((request.uri().to_string(), reported));
            response.headers_mut().insert("sec-websocket-protocol", "v1".parse().expect("a header"));
            response.headers_mut().insert("set-cookie", "seat=7".parse().expect("a header"));
            Ok(response)
        };
        if let Ok(mut socket) = tungstenite::accept_hdr(stream, look) {
            while socket.read().is_ok() {}
        }
    });
    let steps = format!(
        "- set: {{url: 'ws://{address}/b'}}
- websocket:
    open: ws://{address}/a?room=${{__threadNum}}
    subprotocols: [v2, v1]
    headers: {{Origin: 'https://plimsoll'}}
    check: [{{status: 101}}, {{contains: 'sec-websocket-protocol: v1', of: response_headers}}]
- websocket: {{open: '${{url}}', subprotocols: v1, label: again}}
- websocket: {{open: 'ws://{address}/c', label: not offered}}"
    );
    let performed = perform(&plan(Path::new("."), "cookies: true", "users: 1\niterations: 1", &steps), 1);
    check_all_succeed(&performed, &[("websocket open", 1), ("again", 1)]);
    check_failure(
        &performed,
        "not offered",
        ErrorKind::BadMessage,
        "the subprotocol `v1`, which was not offered",
    );
    let host = address.to_string();
    let (uri, reported) = seen.recv().expect("a handshake");
    assert_eq!(
        (uri.as_str(), reported),
        ("/a?room=1", ["https://plimsoll", "", "v2, v1", &host].map(str::to_owned))
    );
    let (uri, reported) = seen.recv().expect("a handshake");
    assert_eq!((uri.as_str(), reported), ("/b", ["", "seat=7", "v1", &host].map(str::to_owned)));
}

/// A server that answers the handshake right, then does `act`.
fn upgraded(act: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> SocketAddr {
    server(move |mut stream| {
        let head = read_head(&mut stream);
        let _ = stream.write_all(accepted(&head, "").as_bytes());
        act(&mut stream);
    })
}

/// The answer to a handshake; `more` are further header lines.
fn accepted(head: &str, more: &str) -> String {
    let key = head.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap_or_default();
    let accept = derive_accept_key(key.as_bytes());
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n{more}\r\n"
    )
}

#[test]
fn a_handshake_that_is_answered_wrong_fails() {
    let check = |kind: ErrorKind, words: &str, answer: fn(&str) -> String| {
        let address = server(move |mut stream| {
            let head = read_head(&mut stream);
            let _ = stream.write_all(answer(&head).as_bytes());
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        });
        let performed = once(address, "- websocket: {send: x, label: x}");
        check_failure(&performed, "websocket open", kind, words);
        check_failure(&performed, "x", ErrorKind::ClosedEarly, "is not open");
    };
    check(ErrorKind::BadMessage, "Upgrade: websocket", |head| {
        accepted(head, "").replace("Upgrade: websocket", "X: y")
    });
    check(ErrorKind::BadMessage, "Connection: Upgrade", |head| {
        accepted(head, "").replace("Connection: Upgrade", "X: y")
    });
    check(ErrorKind::BadMessage, "Sec-WebSocket-Accept", |_| accepted("", ""));
    check(ErrorKind::BadMessage, "permessage-deflate", |head| {
        accepted(head, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n")
    });
    check(ErrorKind::BadMessage, "`x-own; a`, which is not supported", |head| {
        accepted(head, "Sec-WebSocket-Extensions: x-own; a\r\n")
    });
    check(ErrorKind::Status, "200 OK", |_| "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK".to_owned());
    check(ErrorKind::Status, "403 No", |_| "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".to_owned());
    check(ErrorKind::BadHttp, "not an HTTP answer", |_| "SSH-2.0-OpenSSH\r\n\r\n".to_owned());
}

/// A step that offers compression, and what fails of a server that answers with these header lines and frames.
fn compressed(extensions: &'static str, frames: &'static [u8]) -> Performed {
    let address = server(move |mut stream| {
        let head = read_head(&mut stream);
        let offer = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover";
        assert!(head.lines().any(|line| line == offer), "{head}");
        let _ = stream.write_all(accepted(&head, extensions).as_bytes());
        let _ = stream.write_all(frames);
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let steps = format!(
        "- websocket: {{open: 'ws://{address}/', compression: deflate, message_bytes_max: 1000}}
- websocket: {{await: {{equals: Hello}}, label: x, timeout: 5 s}}"
    );
    perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1)
}

#[test]
fn a_server_that_agrees_to_what_was_not_offered_fails_the_handshake() {
    let check = |words: &str, extensions: &'static str| {
        let performed = compressed(extensions, &[]);
        check_failure(&performed, "websocket open", ErrorKind::BadMessage, words);
    };
    let window = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=10\r\n";
    check("`client_max_window_bits=10` to permessage-deflate, which was not offered", window);
    check("no such parameter", "Sec-WebSocket-Extensions: permessage-deflate; level=9\r\n");
    check("twice", "Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate\r\n");
    check("`x-own`, which is not supported", "Sec-WebSocket-Extensions: permessage-deflate, x-own\r\n");
}

#[test]
fn compressed_frames_that_are_wrong_end_the_channel() {
    const AGREED: &str = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; server_max_window_bits=9\r\n";
    let check = |words: &str, frames: &'static [u8]| {
        let performed = compressed(AGREED, frames);
        check_all_succeed(&performed, &[("websocket open", 1)]);
        check_failure(&performed, "x", ErrorKind::BadMessage, words);
    };
    let hello = [0xc1, 7, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 7, 0];
    check_all_succeed(&compressed(AGREED, hello.to_vec().leak()), &[("websocket open", 1), ("x", 1)]);
    check("a compressed message is damaged", &[0xc1, 4, 0xf2, 0x48, 0xcd, 0xc9]);
    check("Reserved bits", &[0xc9, 1, 0]);
    // A stored block of 2,000 bytes.
    let long = [&[0xc1, 126, 0x07, 0xd6, 0, 0xd0, 7, 0x2f, 0xf8][..], &[b'x'; 2_000], &[0]].concat();
    check("longer than 1000 bytes", long.leak());
}

#[test]
fn frames_that_break_the_protocol_end_the_channel() {
    let check = |words: &str, frames: &'static [u8]| {
        let address = upgraded(move |stream| {
            let _ = stream.write_all(frames);
            let _ = std::io::copy(stream, &mut std::io::sink());
        });
        let performed = once(address, "- websocket: {await: {equals: never}, label: x, timeout: 5 s}");
        check_all_succeed(&performed, &[("websocket open", 1)]);
        check_failure(&performed, "x", ErrorKind::BadMessage, words);
    };
    check("masked frame", &[0x81, 0x81, 1, 2, 3, 4, b'x']);
    check("Fragmented control frame", &[0x09, 0]);
    check("Control frame too big", [&[0x89, 126, 0, 126][..], &[0; 126]].concat().leak());
    check("Reserved bits", &[0xc1, 1, b'x']);
    check("opcode", &[0x83, 0]);
    check("nothing to continue", &[0x80, 0]);
    check("While waiting for more fragments", &[0x01, 1, b'x', 0x81, 1, b'y']);
    check("not UTF-8", &[0x81, 2, 0xff, 0xfe]);
    check("longer than 16777216 bytes", &[0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    check("longer than 16777216 bytes", &[0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1]);
}

#[test]
fn a_frame_that_comes_byte_by_byte_is_one_message() {
    let address = upgraded(|stream| {
        for byte in [0x81, 5, b'h', b'e', b'l', b'l', b'o', 0x88, 2, 3, 232] {
            let _ = stream.write_all(&[byte]);
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = stream.read(&mut [0; 64]);
    });
    let steps = "- websocket: {await: {equals: hello}, label: x}\n- websocket: {await: end, label: end}";
    check_all_succeed(&once(address, steps), &[("x", 1), ("end", 1)]);
}

#[test]
fn a_message_that_comes_with_the_handshake_is_not_lost() {
    let address = server(|mut stream| {
        let head = read_head(&mut stream);
        let mut answer = accepted(&head, "").into_bytes();
        answer.extend([0x81, 2, b'h', b'i', 0x88, 0]);
        let _ = stream.write_all(&answer);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let steps = "- websocket: {await: {equals: hi}, label: x}\n- websocket: {await: end, label: end}";
    check_all_succeed(&once(address, steps), &[("x", 1), ("end", 1)]);
}

#[test]
fn a_server_that_does_not_read_or_answer_ends_with_the_timeout() {
    let deaf = upgraded(|stream| {
        std::thread::sleep(Duration::from_secs(20));
        let _ = stream;
    });
    let large = "x".repeat(20_000_000);
    let steps = format!("- websocket: {{send: {large}, timeout: 300 ms, label: x}}");
    check_failure(&once(deaf, &steps), "x", ErrorKind::ResponseTimeout, "could not be sent within 300 ms");
    let steps = "- websocket: {close: yes, timeout: 300 ms, label: x}\n- websocket: {send: y, label: y}";
    let performed = once(deaf, steps);
    check_failure(&performed, "x", ErrorKind::ResponseTimeout, "did not answer the close");
    check_failure(&performed, "y", ErrorKind::ClosedEarly, "is not open");
    let silent = server(|stream| {
        std::thread::sleep(Duration::from_secs(20));
        drop(stream);
    });
    let steps = format!("- websocket: {{open: ws://{silent}/, response_timeout: 300 ms, label: x}}");
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1);
    check_failure(&performed, "x", ErrorKind::ResponseTimeout, "no answer within 300 ms");
}

#[test]
fn a_server_that_never_ceases_to_speak_takes_no_other_users_time() {
    let flood = upgraded(|stream| {
        let frames = [0x81, 1, b'x'].repeat(100_000);
        while stream.write_all(&frames).is_ok() {}
    });
    let quiet = speaking();
    let text = format!(
        "plan: p\nscenarios:\n  - name: flooded\n    users: 1\n    iterations: 1\n    steps:\n      \
         - websocket: {{open: ws://{flood}/, name: flood}}\n      - pause: 2 s\n      \
         - websocket: {{name: flood, await: {{equals: y}}, timeout: 500 ms}}\n  \
         - name: other\n    users: 1\n    iterations: 20\n    steps:\n      \
         - websocket: {{open: ws://{quiet}/}}\n      - websocket: {{send: a, await: any}}\n"
    );
    let reading = plimsoll_formats::read_yaml("p.yaml", &text, Path::new("."), &Default::default());
    let performed = perform(&reading.plan.expect("a plan"), 1);
    check_all_succeed(&performed, &[("websocket exchange", 20), ("flood open", 1)]);
    check_failure(&performed, "flood await", ErrorKind::ResponseTimeout, "within 500 ms");
}

#[test]
fn a_server_that_sends_pings_and_reads_nothing_is_given_up() {
    let rude = upgraded(|stream| {
        let pings = [&[0x89, 125][..], &[b'p'; 125]].concat().repeat(1_000);
        while stream.write_all(&pings).is_ok() {}
    });
    let performed = once(rude, "- websocket: {await: any, label: x, timeout: 20 s}");
    check_failure(&performed, "x", ErrorKind::BadMessage, "does not read the pongs");
}

#[test]
fn a_channel_that_floods_while_another_is_awaited_is_bounded() {
    let flood = upgraded(|stream| {
        let frames = [0x81, 1, b'x'].repeat(20_000);
        let _ = stream.write_all(&frames);
        let _ = std::io::copy(stream, &mut std::io::sink());
    });
    let steps = format!(
        "- websocket: {{open: ws://{flood}/, name: flood}}
- websocket: {{send: later 500, await: {{equals: late}}, label: x}}
- websocket: {{name: flood, await: any, label: y}}"
    );
    let performed = once(speaking(), &steps);
    check_all_succeed(&performed, &[("x", 1), ("y", 1)]);
    assert_eq!(performed.groups["flood not awaited"].requests, 20_000 - 1);
}

#[test]
fn a_user_that_waits_for_a_message_ends_with_its_time_and_the_grace() {
    let steps = "- websocket: {await: {equals: never}, timeout: 10 min}";
    let started = std::time::Instant::now();
    let performed = with_users(speaking(), "users: 3\nhold: 4 s\niterations: forever", steps);
    assert_eq!(performed.summary.abandoned, 3);
    assert!(started.elapsed() < Duration::from_secs(20), "it took {:?}", started.elapsed());
}

#[test]
fn a_websocket_goes_through_a_tunnel_of_the_proxy() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = std::sync::Arc::clone(&seen);
    let proxy = server(move |mut stream| {
        let note = |line: String| noted.lock().expect("no panic").push(line);
        note(read_head(&mut stream).lines().next().unwrap_or_default().to_owned());
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        #[expect(clippy::result_large_err, reason = "the type is tungstenite's")]
        let callback = |request: &Request, response: Response| {
            note(request.uri().to_string());
            Ok(response)
        };
        let Ok(mut socket) = tungstenite::accept_hdr(stream, callback) else { return };
        while let Ok(message) = socket.read() {
            if message.is_text() {
                let _ = socket.send(message);
            }
        }
    });
    let steps = "- websocket: {open: 'ws://one.invalid/chat?a=b', label: x}\n\
                 - websocket: {send: hello, await: {equals: hello}, label: x}";
    let top = format!("proxy: http://{proxy}");
    let performed = perform(&plan(Path::new("."), &top, "users: 1\niterations: 1", steps), 1);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
    assert_eq!(*seen.lock().expect("no panic"), ["CONNECT one.invalid:80 HTTP/1.1", "/chat?a=b"]);
}

#[test]
fn awaiting_leaves_the_planned_start_to_what_is_sent() {
    let steps = "- websocket: {send: later 1}\n- pace: 10 ms\n- websocket: {await: any, label: awaited}\n\
                 - websocket: {send: hello, await: {equals: echo hello}, label: sent}";
    let performed = once(speaking(), steps);
    assert_eq!((performed.failures("awaited"), performed.failures("sent")), (vec![], vec![]));
    let is_planned = ["awaited", "sent"].map(|label| performed.requests[label].service.is_some());
    assert_eq!(is_planned, [false, true]);
}
