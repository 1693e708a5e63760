//! A plain HTTP client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub struct Client {
    stream: BufReader<TcpStream>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The connection ended before the announced body did.
    pub cut_off: bool,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

impl Client {
    pub fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: target\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        request += "\r\n";
        let mut bytes = request.into_bytes();
        bytes.extend_from_slice(body);
        self.stream.get_mut().write_all(&bytes).unwrap();
        self.read_answer(method == "HEAD")
    }

    fn read_answer(&mut self, no_body: bool) -> Answer {
        let status = self.line().split(' ').nth(1).expect("a status line").parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let mut answer = Answer { status, headers, body: Vec::new(), cut_off: false };
        if no_body || matches!(status, 204 | 304) {
            return answer;
        }
        if let Some(length) = answer.header("content-length").map(|l| l.parse::<u64>().unwrap()) {
            self.stream.by_ref().take(length).read_to_end(&mut answer.body).unwrap();
            answer.cut_off = (answer.body.len() as u64) < length;
        } else {
            assert_eq!(answer.header("transfer-encoding"), Some("chunked"));
            self.read_chunks(&mut answer.body);
        }
        answer
    }

    fn read_chunks(&mut self, body: &mut Vec<u8>) {
        loop {
            let size = u64::from_str_radix(&self.line(), 16).unwrap();
            self.stream.by_ref().take(size).read_to_end(body).unwrap();
            assert_eq!(self.line(), "");
            if size == 0 {
                return;
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}
