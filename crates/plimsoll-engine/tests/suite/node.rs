//! WebSockets and event streams of a Node server, with and without nginx in front of it.

use crate::performing::{Performed, perform, plan};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::nginx::nginx_with;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A Node process of its own; ended with the value.
struct Node {
    process: Child,
    port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn node() -> Option<Node> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tools: PathBuf = here.join("../../target/test-tools");
    let node = program("node")?;
    if !tools.join("node_modules/ws").exists() {
        skip("ws", "the package is not installed (`make test` installs it)");
        return None;
    }
    let mut process = Command::new(node)
        .arg(here.join("tests/suite/node_server.js"))
        .arg(tools.canonicalize().expect("a folder"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut line = String::new();
    let output = process.stdout.take().expect("piped");
    BufReader::new(output).read_line(&mut line).expect("a line");
    Some(Node { process, port: line.trim().parse().expect("a port") })
}

/// A conversation with everything in it, `users` × `iterations` times.
fn converse(websocket: &str, http: &str) -> Performed {
    let steps = format!(
        "- sse: {{open: '{http}/sse?every=20&count=5', messages: event}}
- sse: {{await: {{event: tick, json: $.n, value: 3}}, label: fourth event, check: {{contains: cookie}}}}
- websocket: {{open: '{websocket}/ws', name: chat, subprotocols: [v2, v1], pings: beat}}
- websocket: {{name: chat, await: {{json: $.cookie, value: stream=1}}, label: welcome}}
- websocket: {{name: chat, send: '{{\"user\": ${{__threadNum}}}}', await: {{json: $.user, value: '${{__threadNum}}'}}}}
- websocket: {{name: chat, send: {large}, await: {{size: '== 200000'}}, label: large}}
- websocket: {{name: chat, send_binary: '00 ff', await: {{size: '== 2'}}, label: binary}}
- pause: 200 ms
- websocket: {{name: chat, ping: x}}
- sse: {{await: end, label: end of events}}
- websocket: {{name: chat, close: 1000}}
- websocket: {{open: '{websocket}/ws', name: chat, label: again}}
- websocket: {{name: chat, send: leave, await: {{contains: never}}, label: left}}",
        large = "æ".repeat(100_000)
    );
    let head = "users: 5\niterations: 3";
    perform(&plan(Path::new("."), "cookies: true\ntls: {verify: false}", head, &steps), 2)
}

#[track_caller]
fn check(performed: &Performed) {
    let labels = [
        "sse open",
        "fourth event",
        "chat open",
        "welcome",
        "chat exchange",
        "large",
        "binary",
        "chat ping",
        "end of events",
        "chat close",
        "again",
    ];
    for label in labels {
        assert_eq!((performed.count(label), performed.failures(label)), (15, vec![]), "{label}");
    }
    let left = (ErrorKind::ClosedEarly, "the server closed it: 4000 as you wish".to_owned(), 15);
    assert_eq!(performed.failures("left"), [left]);
    assert_eq!(performed.groups["event"].requests, 75);
    assert!(performed.groups["beat"].requests >= 30, "{}", performed.groups["beat"].requests);
}

#[test]
fn a_conversation_with_node() {
    let Some(node) = node() else { return };
    check(&converse(&format!("ws://127.0.0.1:{}", node.port), &format!("http://127.0.0.1:{}", node.port)));
}

/// A conversation that offers compression to the server of that path, with a check of the handshake.
#[track_caller]
fn check_compressed(path: &str, check: &str, bytes_at_most: u64) {
    let Some(node) = node() else { return };
    let steps = format!(
        "- websocket: {{open: 'ws://127.0.0.1:{port}{path}', compression: deflate, pings: beat, check: {check}}}
- websocket: {{await: {{json: $.type, value: welcome}}, label: welcome}}
- loop: {{times: 5, steps: [{{websocket: {{send: 'hello ${{__threadNum}}', \
         await: {{equals: 'hello ${{__threadNum}}'}}, label: short}}}}]}}
- websocket: {{send: {large}, await: {{size: '== 200000'}}, label: large}}
- websocket: {{send: pieces, await: {{size: '== 24000'}}, label: pieces}}
- websocket: {{send: '', await: {{size: '== 0'}}, label: empty}}
- websocket: {{send_binary: '00 ff', await: {{size: '== 2'}}, label: binary}}
- pause: 100 ms
- websocket: {{ping: x, label: ping}}
- websocket: {{send: {large}, await: {{size: '== 200000'}}, label: large}}
- websocket: {{close: 1000, label: close}}",
        port = node.port,
        large = "æ".repeat(100_000)
    );
    let performed = perform(&plan(Path::new("."), "", "users: 3\niterations: 2", &steps), 2);
    let labels = [
        ("websocket open", 6),
        ("welcome", 6),
        ("short", 30),
        ("large", 12),
        ("pieces", 6),
        ("empty", 6),
        ("binary", 6),
        ("ping", 6),
        ("close", 6),
    ];
    for (label, count) in labels {
        assert_eq!((performed.count(label), performed.failures(label)), (count, vec![]), "{label}");
    }
    let large = &performed.requests["large"];
    for bytes in [large.bytes_sent, large.bytes_received] {
        assert!(bytes / 12 <= bytes_at_most && bytes >= 12 * 100, "{bytes} bytes");
    }
}

#[test]
fn a_compressed_conversation_with_node() {
    let both =
        "{finds: 'deflate; server_no_context_takeover; client_no_context_takeover\\s', of: response_headers}";
    check_compressed("/packed", both, 3_000);
    // Long messages alone are compressed by the server.
    check_compressed("/ws", both, 3_000);
    check_compressed("/shared", "{finds: 'permessage-deflate\\s', of: response_headers}", 3_000);
}

#[test]
fn a_server_that_compresses_nothing_is_spoken_with_as_it_is() {
    check_compressed("/plain", "{contains: deflate, of: response_headers, not: yes}", 210_000);
}

#[test]
fn a_conversation_with_node_through_nginx_and_tls() {
    let Some(node) = node() else { return };
    let upstream = format!("proxy_pass http://127.0.0.1:{}; proxy_http_version 1.1;", node.port);
    let Some(nginx) = nginx_with(&format!(
        "location /ws {{ {upstream} proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; }}\n\
         location /sse {{ {upstream} proxy_buffering off; }}\n"
    )) else {
        return;
    };
    let (plain, tls) = (nginx.port, nginx.tls_port);
    check(&converse(&format!("ws://127.0.0.1:{plain}"), &format!("http://127.0.0.1:{plain}")));
    check(&converse(&format!("wss://127.0.0.1:{tls}"), &format!("https://127.0.0.1:{tls}")));
}
