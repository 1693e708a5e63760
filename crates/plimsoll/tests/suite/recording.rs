//! `plimsoll record`: a real client, a real server, and the plan that comes of it.

use crate::program::{command, stderr, stdout, write};
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::nginx::{Nginx, nginx_with};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// As long may a recording take to begin, to end, or to see a request.
const PATIENCE: Duration = Duration::from_secs(60);

/// A recording under way.
pub struct Recording {
    child: Child,
    input: Option<ChildStdin>,
    said: std::sync::mpsc::Receiver<String>,
    heard: String,
    port: u16,
    folder: PathBuf,
}

impl Recording {
    pub fn start(folder: &Path, arguments: &[&str]) -> Recording {
        Recording::with(folder, arguments, &[])
    }

    pub fn with(folder: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> Recording {
        let mut command = command(folder, &[&["record", "--listen", "127.0.0.1:0"], arguments].concat());
        command.env("XDG_CONFIG_HOME", folder.join("config")).stdin(Stdio::piped());
        for (name, value) in variables {
            command.env(name, value);
        }
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let stderr = BufReader::new(child.stderr.take().expect("stderr"));
        let (sender, said) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        let mut recording =
            Recording { child, input, said, heard: String::new(), port: 0, folder: folder.to_owned() };
        let line = recording.hear("proxy: http://");
        let port = line.rsplit(':').next().expect("a port").trim();
        recording.port = port.parse().expect("a port");
        recording
    }

    /// The next line with this in it.
    pub fn hear(&mut self, part: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.said.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("{part:?} was not said:\n{}", self.heard));
            self.heard.push_str(&line);
            self.heard.push('\n');
            if line.contains(part) {
                return line;
            }
        }
    }

    pub fn type_in(&mut self, line: &str) {
        let input = self.input.as_mut().expect("stdin");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it reads");
    }

    pub fn curl(&self, arguments: &[&str]) -> Output {
        let authority = self.folder.join("config/plimsoll/record-ca.pem");
        let output = Command::new(program("curl").expect("curl"))
            .args(["-s", "--max-time", "50", "--noproxy", ""])
            .args(["--proxy", &format!("http://127.0.0.1:{}", self.port)])
            .arg("--cacert")
            .arg(authority)
            .args(arguments)
            .output();
        output.expect("curl runs")
    }

    /// Ends it; what it said, and its exit code.
    pub fn end(mut self) -> (String, Option<i32>) {
        self.type_in("q");
        self.ended()
    }

    /// What it said, and its exit code, when it ends by itself.
    pub fn ended(mut self) -> (String, Option<i32>) {
        let status = self.child.wait().expect("it ends");
        self.heard.extend(self.said.iter().flat_map(|line| [line, "\n".to_owned()]));
        (std::mem::take(&mut self.heard), status.code())
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn archive(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a recording")).expect("JSON")
}

const SHOP: &str = r#"
    location = /login { default_type text/html; return 200 '<title>Log in</title><form><input type=hidden name=csrf value="k3y-$request_id"></form>'; }
    location = /session { default_type application/json; return 200 '{"token": "tok-$request_id"}'; }
    location = /moved { return 302 /login; }
    location = /page.html { default_type text/html; return 200 '<title>page</title><script>fetch("/session").then(r => r.json()).then(j => fetch("/orders?token=" + j.token))</script>'; }
    location /orders { default_type application/json; return 200 '{"orders": []}'; }
"#;

fn shop() -> Option<Nginx> {
    program("curl")?;
    nginx_with(SHOP)
}

#[test]
fn what_a_client_asks_for_becomes_a_plan_that_passes_a_trial() {
    let Some(nginx) = shop() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut recording = Recording::start(folder.path(), &["-k", "-o", "shop.yaml"]);
    let (plain, secure) =
        (format!("http://127.0.0.1:{}", nginx.port), format!("https://localhost:{}", nginx.tls_port));
    recording.type_in("log in");
    recording.hear("begins the transaction \"log in\"");
    let page = recording.curl(&[&format!("{plain}/login")]);
    let page = stdout(&page);
    let key = page.split("value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a key");
    let form = format!("user=anna&password=secret-pw1&csrf={key}");
    let session = recording.curl(&["-d", &form, &format!("{secure}/session")]);
    let session: serde_json::Value = serde_json::from_slice(&session.stdout).expect("JSON");
    let token = session["token"].as_str().expect("a token");
    recording.type_in("");
    recording.hear("begin by themselves again");
    let header = format!("Authorization: Bearer {token}");
    recording.curl(&["--compressed", "-H", &header, &format!("{secure}/orders?page=1")]);
    recording.curl(&["-L", &format!("{plain}/moved")]);
    recording.curl(&["--http1.1", "-I", &format!("{secure}/orders")]);
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "recorded 6 requests in 2 transactions",
        "plan: shop.yaml",
        "next: plimsoll try shop.yaml --compare-with shop.har",
    ] {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }

    let har = archive(&folder.path().join("shop.har"));
    let entries = har["log"]["entries"].as_array().expect("entries");
    let versions: Vec<_> =
        entries.iter().map(|e| e["request"]["httpVersion"].as_str().expect("text")).collect();
    assert!(versions.contains(&"HTTP/2") && versions.contains(&"HTTP/1.1"), "{versions:?}");
    assert_eq!(entries[0]["response"]["content"]["text"].as_str(), Some(page.as_str()));
    assert_eq!(entries[1]["request"]["postData"]["text"].as_str(), Some(form.as_str()));
    assert!(entries.iter().all(|e| e["time"].as_f64() > Some(0.0)));
    let mode = std::fs::metadata(folder.path().join("shop.har")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it holds passwords");

    let plan = std::fs::read_to_string(folder.path().join("shop.yaml")).expect("a plan");
    for part in ["name: log in", "csrf: ${csrf}", "Bearer ${token}", "user: ${username}", "verify: false"] {
        assert!(plan.contains(part), "{part} is not in:\n{plan}");
    }
    let steps: String = plan.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!steps.contains(key) && !steps.contains(token) && !steps.contains("secret-pw1"), "{plan}");
    let users = std::fs::read_to_string(folder.path().join("shop-users.csv")).expect("a data file");
    assert_eq!(users, "username,password\n\"anna\",\"secret-pw1\"\n");
    let trial = ["try", "shop.yaml", "--compare-with", "shop.har"];
    let trial = command(folder.path(), &trial).output().expect("the program starts");
    assert_eq!(trial.status.code(), Some(0), "{}{}", stdout(&trial), stderr(&trial));
    assert!(stdout(&trial).contains("5 answers as recorded"), "{}", stdout(&trial));
}

#[test]
fn a_trial_that_is_not_as_recorded_fails_with_what_differs() {
    let Some(nginx) = shop() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let recording = Recording::start(folder.path(), &["-o", "a.har"]);
    recording.curl(&[&format!("http://127.0.0.1:{}/login", nginx.port)]);
    assert_eq!(recording.end().1, Some(0));
    let plan =
        format!("plan: p\nscenarios:\n  - steps:\n      - get: http://127.0.0.1:{}/orders\n", nginx.port);
    write(folder.path(), "p.yaml", &plan);
    let har =
        std::fs::read_to_string(folder.path().join("a.har")).expect("text").replace("/login", "/orders");
    write(folder.path(), "b.har", &har);
    let trial = |har: &str| {
        let output = command(folder.path(), &["try", "p.yaml", "--compare-with", har]).output();
        output.expect("the program starts")
    };
    let differs = trial("b.har");
    assert_eq!(differs.status.code(), Some(3), "{}", stderr(&differs));
    assert!(stdout(&differs).contains("`application/json` instead of `text/html`"), "{}", stdout(&differs));
    let other = trial("a.har");
    assert_eq!(other.status.code(), Some(3));
    let none = trial("p.yaml");
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("no recording with requests"), "{}", stderr(&none));
}

/// A server that greets, and gives back what it gets.
pub fn echo_socket() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut socket = tungstenite::accept(connection).expect("a handshake");
                socket.send("welcome".into()).expect("sent");
                while let Ok(message) = socket.read() {
                    // The next look at it answers a close frame.
                    if !message.is_close() && socket.send(message).is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

#[test]
fn messages_of_a_websocket_are_recorded_and_sent_again_by_the_plan() {
    let server = echo_socket();
    let folder = tempfile::tempdir().expect("a folder");
    let recording = Recording::start(folder.path(), &["-o", "chat.yaml"]);
    let mut tunnel = TcpStream::connect(("127.0.0.1", recording.port)).expect("the proxy");
    write!(tunnel, "CONNECT {server} HTTP/1.1\r\nHost: {server}\r\n\r\n").expect("sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        tunnel.read_exact(&mut byte).expect("an answer");
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&head));
    let (mut socket, _) = tungstenite::client(format!("ws://{server}/chat"), tunnel).expect("a handshake");
    assert_eq!(socket.read().expect("a greeting").to_text().expect("text"), "welcome");
    let long = "x".repeat(100_000);
    for text in ["hello", &long] {
        socket.send(text.into()).expect("sent");
        assert_eq!(socket.read().expect("an echo").to_text().expect("text"), text);
    }
    socket.send(tungstenite::Message::Binary(vec![0xca, 0xfe].into())).expect("sent");
    socket.read().expect("an echo");
    socket.close(None).expect("closed");
    while socket.read().is_ok() {}
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    let har = archive(&folder.path().join("chat.har"));
    let messages = har["log"]["entries"][0]["_webSocketMessages"].as_array().expect("messages");
    assert_eq!(messages.len(), 7, "{messages:?}");
    assert_eq!((messages[1]["type"].as_str(), messages[1]["data"].as_str()), (Some("send"), Some("hello")));
    assert_eq!(messages[3]["data"].as_str().map(str::len), Some(100_000));
    let plan = std::fs::read_to_string(folder.path().join("chat.yaml")).expect("a plan");
    assert!(plan.contains("send: hello") && plan.contains("send_binary: cafe"), "{plan}");
    let trial = command(folder.path(), &["try", "chat.yaml"]).output().expect("the program starts");
    assert_eq!(trial.status.code(), Some(0), "{}{}", stdout(&trial), stderr(&trial));
}

/// Chromium without a window.
pub fn headless(folder: &Path) -> Option<PathBuf> {
    let chromium = program("chromium")?;
    let script = format!("#!/bin/sh\nexec {} --headless=new --disable-gpu \"$@\"\n", chromium.display());
    let path = write(folder, "headless", &script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    Some(path)
}

#[test]
fn a_browser_is_started_recorded_and_ended() {
    let Some(nginx) = shop() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let Some(browser) = headless(folder.path()) else { return };
    let page = format!("https://localhost:{}/page.html", nginx.tls_port);
    let variables = [("PLIMSOLL_CHROMIUM", browser.as_path())];
    let mut recording =
        Recording::with(folder.path(), &["--browser", "-k", "-o", "page.yaml", &page], &variables);
    recording.hear("/orders?token=");
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    let plan = std::fs::read_to_string(folder.path().join("page.yaml")).expect("a plan");
    for part in ["name: /page.html", "get: /session", "get: /orders?token=${token}", "variable: token"] {
        assert!(plan.contains(part), "{part} is not in:\n{plan}");
    }
    assert!(!plan.contains("google"), "what the browser asks for itself is no part of it:\n{plan}");
}

#[test]
fn what_was_recorded_is_whole_when_the_recorder_is_killed() {
    let target = Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a port");
    if program("curl").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut recording = Recording::start(folder.path(), &["-o", "a.yaml"]);
    for i in 0..3 {
        recording.curl(&[&format!("http://{}/item/{i}", target.address())]);
        recording.hear(&format!("/item/{i}"));
    }
    recording.child.kill().expect("killed");
    recording.child.wait().expect("ended");
    let har = archive(&folder.path().join("a.har"));
    assert_eq!(har["log"]["entries"].as_array().map(Vec::len), Some(3));
    let again = command(folder.path(), &["convert", "a.har"]).output().expect("the program starts");
    assert!(stdout(&again).contains("get: /item/2"), "{}", stdout(&again));
}

#[test]
fn what_stands_in_the_way_of_a_recording_is_said_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    write(folder.path(), "there.yaml", "plan: mine\n");
    let cases: [(&[&str], &[&str]); 6] = [
        (&["--listen", &address], &["failed to listen", "in use", "--listen 127.0.0.1:0"]),
        (&["-o", "there.yaml"], &["there.yaml is there already", "--force"]),
        (&["-o", "plan.jmx"], &["neither .yaml nor .har"]),
        (&["localhost:80"], &["no URL", "https://localhost:80"]),
        (&["--browser"], &["PLIMSOLL_CHROMIUM names", "not there"]),
        (&["--for", "1s", "--listen", "127.0.0.1:0"], &["nothing was recorded", "proxy"]),
    ];
    for (arguments, parts) in cases {
        let mut command = command(folder.path(), &[&["record"], arguments].concat());
        command.env("XDG_CONFIG_HOME", folder.path().join("config")).env("PLIMSOLL_CHROMIUM", "/gone");
        let output = command.output().expect("the program starts");
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        parts
            .iter()
            .for_each(|part| assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}"));
    }
    let mut left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    left.retain(|entry| entry.file_name() != "config" && entry.file_name() != "there.yaml");
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_client_without_trust_a_server_without_it_and_one_that_is_down_are_named() {
    let Some(nginx) = shop() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut recording = Recording::start(folder.path(), &["-o", "a.yaml"]);
    let (page, down) = (format!("https://localhost:{}/login", nginx.tls_port), free_port());
    let trusted = recording.curl(&["-o", "/dev/null", "-w", "%{http_code}", &page]);
    assert_eq!(stdout(&trusted), "502");
    recording.hear("-k takes any certificate");
    let distrusting = Command::new("curl")
        .args(["-s", "--noproxy", "", "--proxy", &format!("http://127.0.0.1:{}", recording.port), &page])
        .output()
        .expect("curl runs");
    assert!(!distrusting.status.success());
    recording.hear("a client did not take the certificate for localhost");
    recording.curl(&[&format!("http://127.0.0.1:{down}/x")]);
    recording.hear("Connection refused");
    let help = recording.curl(&[&format!("http://127.0.0.1:{}/ca.pem", recording.port)]);
    assert!(stdout(&help).starts_with("-----BEGIN CERTIFICATE-----"));
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    let plan = std::fs::read_to_string(folder.path().join("a.yaml")).expect("a plan");
    assert!(plan.contains("was not answered when it was recorded"), "{plan}");
}
