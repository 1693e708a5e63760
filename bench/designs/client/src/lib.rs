//! What the measured loops have in common, so that they differ in nothing but the loop: options, the request, reading
//! an answer, recording it. They send `GET /` and stop at the first answer that is not a 200 with a Content-Length.

use std::error::Error;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

pub const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
pub const ANSWER_BYTES_MAX: usize = 4096;
const HEADERS_MAX: usize = 32;

pub struct Options {
    pub connections: usize,
    pub address: SocketAddr,
    pub hold: Duration,
}

/// `CONNECTIONS SECONDS ADDRESS:PORT`
pub fn options() -> Result<Options> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [connections, seconds, address] = words.as_slice() else {
        return Err("usage: CONNECTIONS SECONDS ADDRESS:PORT".into());
    };
    let (connections, seconds): (usize, u64) = (connections.parse()?, seconds.parse()?);
    if !(1..=10_000).contains(&connections) || !(1..=120).contains(&seconds) {
        return Err("1 to 10000 connections, 1 to 120 seconds".into());
    }
    Ok(Options { connections, address: address.parse()?, hold: Duration::from_secs(seconds) })
}

pub fn dial(address: SocketAddr) -> Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An answer that is not complete yet.
pub struct Answer {
    bytes: Box<[u8; ANSWER_BYTES_MAX]>,
    filled: usize,
}

impl Default for Answer {
    fn default() -> Self {
        Self { bytes: Box::new([0; ANSWER_BYTES_MAX]), filled: 0 }
    }
}

impl Answer {
    pub fn room(&mut self) -> &mut [u8] {
        &mut self.bytes[self.filled..]
    }

    /// Counts bytes that were read into the room; true when the answer is complete, and the room is whole again.
    pub fn took(&mut self, bytes: usize) -> Result<bool> {
        if bytes == 0 {
            return Err("closed in the middle of an answer, or an answer too long".into());
        }
        self.filled += bytes;
        let complete = is_complete(&self.bytes[..self.filled])?;
        if complete {
            self.filled = 0;
        }
        Ok(complete)
    }
}

fn is_complete(bytes: &[u8]) -> Result<bool> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(head_bytes) = head.parse(bytes)? else { return Ok(false) };
    if head.code != Some(200) {
        return Err("not a 200".into());
    }
    let length = head.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let body_bytes: usize = std::str::from_utf8(length.ok_or("no Content-Length")?.value)?.parse()?;
    match bytes.len().cmp(&(head_bytes + body_bytes)) {
        std::cmp::Ordering::Less => Ok(false),
        std::cmp::Ordering::Equal => Ok(true),
        std::cmp::Ordering::Greater => Err("more bytes than due".into()),
    }
}

/// Response times, and when to stop. The clock is read once per answer: its end is the start of the next request.
pub struct Recorder {
    latencies_us: Histogram<u64>,
    until: Instant,
}

impl Recorder {
    pub fn new(hold: Duration) -> Result<Self> {
        let latencies_us = Histogram::new_with_bounds(1, 60_000_000, 3)?;
        Ok(Self { latencies_us, until: Instant::now() + hold })
    }

    /// When the next request starts, or none if the time is over.
    pub fn answered(&mut self, sent: Instant) -> Option<Instant> {
        let now = Instant::now();
        self.latencies_us.saturating_record((now - sent).as_micros() as u64);
        (now < self.until).then_some(now)
    }

    pub fn summary(&self) -> String {
        let p99_us = self.latencies_us.value_at_quantile(0.99);
        format!("{} requests, p99 {p99_us} us", self.latencies_us.len())
    }
}
