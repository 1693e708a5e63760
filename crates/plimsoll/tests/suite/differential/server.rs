//! A server that writes down what it is asked, and answers as the path says.
//!
//! | path | answer |
//! |---|---|
//! | `/status/N` | status N |
//! | `/redirect/N/TARGET` | status N with `Location: /TARGET` |
//! | `/noloc/N` | status N without a `Location` |
//! | `/cookie/NAME/VALUE` | sets a cookie for all paths |
//! | `/json/TEXT`, `/html/TEXT`, `/text/TEXT` | the text (percent-encoded) with that type |
//! | `/header/NAME/VALUE` | has that header |
//! | `/delay/MS` | after that time |
//! | `/close`, `/reset`, `/partial` | ends the connection: without an answer, with a reset, in the middle |
//! | `/nth/A,B,C` | the first time A, then B, then C, and on with C; for each thread by itself |
//! | `/echo` | the request's body |
//! | `/page/A,B` | a page with pictures at /A and /B |
//! | `/basic/USER/PASSWORD` | 401 unless that user asks |
//! | anything else | 200 `OK` and the path |
//!
//! Steps may follow one another: `/cookie/a/1/redirect/302/x` is not meant; one path, one rule.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// One request as it came.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recorded {
    /// What `X-Thread` says.
    pub thread: String,
    pub method: String,
    pub path: String,
    /// Lower-case names, sorted, without those that say nothing of the plan.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

#[derive(Default)]
struct State {
    recorded: Vec<Recorded>,
    counts: HashMap<(String, String), usize>,
}

pub struct Server {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

/// Headers that every client has its own of, or that only say where the server is.
const SKIPPED: [&str; 6] = ["host", "connection", "user-agent", "x-thread", "content-length", "keep-alive"];
const RECORDED_MAX: usize = 5_000;

impl Server {
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || serve(&stream, &state));
            }
        });
        Server { port, state }
    }

    /// What came since the last call.
    pub fn take(&self) -> Vec<Recorded> {
        let mut state = self.state.lock().expect("no panic while it is held");
        state.counts.clear();
        std::mem::take(&mut state.recorded)
    }
}

fn serve(stream: &TcpStream, state: &Mutex<State>) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let count = {
            let mut state = state.lock().expect("no panic while it is held");
            if state.recorded.len() < RECORDED_MAX {
                state.recorded.push(request.recorded.clone());
            }
            let key = (request.recorded.thread.clone(), request.recorded.path.clone());
            let count = state.counts.entry(key).or_default();
            *count += 1;
            *count - 1
        };
        if !answer(&request, count, stream) || request.closes {
            return;
        }
    }
}

struct Request {
    recorded: Recorded,
    authorization: String,
    closes: bool,
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut all = Vec::new();
    loop {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).ok().filter(|length| *length > 0)?;
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        all.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
    let find = |name: &str| all.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value);
    let length: usize = find("content-length").parse().unwrap_or(0);
    let mut body = vec![0; length.min(1 << 20)];
    reader.read_exact(&mut body).ok()?;
    if find("transfer-encoding").contains("chunked") {
        body = read_chunks(reader)?;
    }
    let (thread, authorization) = (find("x-thread").to_owned(), find("authorization").to_owned());
    let closes = find("connection").eq_ignore_ascii_case("close");
    let boundary = find("content-type")
        .split_once("boundary=")
        .map(|(_, rest)| rest.split(';').next().unwrap_or_default().trim_matches('"').to_owned());
    let stable = |text: &str| match &boundary {
        Some(boundary) => text.replace(boundary.as_str(), "BOUNDARY"),
        None => text.to_owned(),
    };
    let retained = all.iter().filter(|(name, _)| !SKIPPED.contains(&name.as_str()));
    let mut headers: Vec<(String, String)> =
        retained.map(|(name, value)| (name.clone(), stable(value))).collect();
    headers.sort();
    let body = stable(&String::from_utf8_lossy(&body));
    Some(Request { recorded: Recorded { thread, method, path, headers, body }, authorization, closes })
}

fn read_chunks(reader: &mut BufReader<&TcpStream>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(&chunk[..size]);
    }
}

/// Answers; false when the connection is over.
fn answer(request: &Request, count: usize, mut stream: &TcpStream) -> bool {
    let path = request.recorded.path.split('?').next().unwrap_or_default();
    let decoded = decode(path);
    let parts: Vec<&str> = path.trim_start_matches('/').splitn(3, '/').collect();
    let rest = |number: usize| decode(parts.get(number..).map(|p| p.join("/")).unwrap_or_default().as_str());
    let mut head = String::new();
    let mut status = "200 OK".to_owned();
    let mut kind = "text/plain";
    let body = match parts[0] {
        "status" => {
            status = line(parts.get(1).unwrap_or(&"200"));
            "status".to_owned()
        }
        "redirect" => {
            status = line(parts.get(1).unwrap_or(&"302"));
            head = format!("Location: /{}\r\n", rest(2));
            "moved".to_owned()
        }
        "noloc" => {
            status = line(parts.get(1).unwrap_or(&"302"));
            String::new()
        }
        "cookie" => {
            head = format!("Set-Cookie: {}={}; Path=/\r\n", parts.get(1).unwrap_or(&"c"), rest(2));
            "cookie".to_owned()
        }
        "header" => {
            head = format!("{}: {}\r\n", parts.get(1).unwrap_or(&"X"), rest(2));
            "header".to_owned()
        }
        "json" => {
            kind = "application/json";
            rest(1)
        }
        "html" => {
            kind = "text/html;charset=utf-8";
            rest(1)
        }
        "text" => rest(1),
        "delay" => {
            let ms = parts.get(1).and_then(|ms| ms.parse().ok()).unwrap_or(0u64);
            std::thread::sleep(Duration::from_millis(ms.min(2_000)));
            "late".to_owned()
        }
        "close" => return false,
        "reset" => {
            let _ = socket2::SockRef::from(stream).set_linger(Some(Duration::ZERO));
            return false;
        }
        "partial" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc");
            return false;
        }
        "nth" => {
            let texts = rest(1);
            let texts: Vec<&str> = texts.split(',').collect();
            texts[count.min(texts.len() - 1)].to_owned()
        }
        "echo" => request.recorded.body.clone(),
        "page" => {
            kind = "text/html";
            let pictures = rest(1);
            let pictures = pictures.split(',').map(|name| format!("<img src=\"/{name}\">"));
            format!("<html><body>{}</body></html>", pictures.collect::<String>())
        }
        "basic" => {
            if request.authorization.is_empty() {
                status = line("401");
                head = "WWW-Authenticate: Basic realm=\"r\"\r\n".to_owned();
            }
            "welcome".to_owned()
        }
        _ => {
            kind = if path.ends_with(".png") { "image/png" } else { kind };
            format!("OK {decoded}")
        }
    };
    let has_body =
        request.recorded.method != "HEAD" && !status.starts_with("204") && !status.starts_with("304");
    let length = if status.starts_with("204") || status.starts_with("304") { 0 } else { body.len() };
    let mut text =
        format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{head}\r\n");
    if has_body {
        text.push_str(&body);
    }
    stream.write_all(text.as_bytes()).is_ok()
}

fn line(status: &str) -> String {
    let reason = match status {
        "200" => "OK",
        "201" => "Created",
        "204" => "No Content",
        "301" => "Moved Permanently",
        "302" => "Found",
        "303" => "See Other",
        "304" => "Not Modified",
        "307" => "Temporary Redirect",
        "308" => "Permanent Redirect",
        "401" => "Unauthorized",
        "404" => "Not Found",
        "500" => "Internal Server Error",
        _ => "Status",
    };
    format!("{status} {reason}")
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let code = text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
