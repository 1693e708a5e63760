//! A lab that runs, and a client without manners of its own: what it sends is what a test says.

use crate::program::command;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

/// Of a load generator: what can be imported. 200 requests of 10 s, one of which failed.
pub static RESULTS: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
    let mut text = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,\
                    sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n"
        .to_owned();
    for i in 0..200 {
        let (at, elapsed) = (1_790_000_000_000_i64 + i * 50, 20 + i % 7);
        let (code, success) = if i == 77 { ("500", "false") } else { ("200", "true") };
        text += &format!(
            "{at},{elapsed},home,{code},OK,users 1-1,text,{success},,500,100,1,1,http://a/,{elapsed},0,0\n"
        );
    }
    text
});

pub struct Lab {
    pub address: String,
    process: Child,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.head, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// What a refusal says, with its status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let error = &self.json()["error"];
        assert!(error["code"].is_string(), "{}", self.text());
        error["message"].as_str().expect("a message").to_owned()
    }
}

impl Lab {
    pub fn open(folder: &Path, options: &[&str]) -> Lab {
        Lab::started(command(folder, &[&["serve", ".", "--listen", "127.0.0.1:0"], options].concat()))
    }

    pub fn started(mut command: Command) -> Lab {
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut url = String::new();
        let stdout = process.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut url).expect("a line");
        if url.is_empty() {
            let mut said = String::new();
            let _ = process.stderr.take().expect("it is piped").read_to_string(&mut said);
            panic!("the lab did not start: {said}");
        }
        let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Lab { address, process }
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.process)
    }

    /// As it is; the connection is closed after it.
    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("the lab listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        // A lab that refuses early does not read all.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or_else(|| {
            panic!("no answer: {}", String::from_utf8_lossy(&answer));
        });
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let body = answer[end + 4..].to_vec();
        let body =
            if head.to_lowercase().contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
        Answer { status, head, body }
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        head += &format!("content-length: {}\r\n\r\n", body.len());
        self.send(&[head.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// As a page of the lab does.
    pub fn change(&self, method: &str, path: &str, body: &Value) -> Answer {
        let json = if body.is_null() { String::new() } else { body.to_string() };
        self.ask(method, path, &[("x-plimsoll", "1"), ("content-type", "application/json")], json.as_bytes())
    }

    pub fn upload(&self, path: &str, files: &[(&str, &[u8])]) -> Answer {
        let (kind, body) = multipart(files);
        self.ask("POST", path, &[("x-plimsoll", "1"), ("content-type", &kind)], &body)
    }

    /// Imports results; the run's id.
    pub fn with_run(&self) -> String {
        let answer = self.upload("/api/v1/import", &[("results.jtl", RESULTS.as_bytes())]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["run"]["id"].as_str().expect("an id").to_owned()
    }

    /// Asks until the answer is as it should be.
    #[track_caller]
    pub fn wait(&self, path: &str, until: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let answer = self.get(path);
            let json = answer.json();
            if answer.status == 200 && until(&json) {
                return json;
            }
            assert!(start.elapsed() < PATIENCE, "{path}: {json}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = kill_process(self.pid(), Signal::INT);
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn multipart(files: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "a-boundary-that-is-in-no-file";
    let mut body = Vec::new();
    for (name, content) in files {
        let head = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|part| part == b"\r\n") {
        let size = std::str::from_utf8(&body[..end])
            .ok()
            .and_then(|text| usize::from_str_radix(text.trim(), 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && body.len() >= end + 2 + size) else { break };
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = body.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}
