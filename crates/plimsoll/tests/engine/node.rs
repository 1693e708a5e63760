//! WebSockets and event streams of a Node server, with and without nginx in front of it.

use crate::nginx::{nginx_with, program};
use crate::performing::{Performed, perform, plan};
use plimsoll_run::ErrorKind;
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
        eprintln!("skipped: the package ws is not installed (`make test` installs it)");
        return None;
    }
    let mut process = Command::new(node)
        .arg(here.join("tests/engine/node_server.js"))
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
