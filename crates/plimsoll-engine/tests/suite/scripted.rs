//! Peers that follow a script.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A request as a scripted peer sees it: its head, and a way to read the body and to answer.
pub struct Asked<'a> {
    pub head: String,
    stream: &'a mut BufReader<TcpStream>,
}

impl Asked<'_> {
    pub fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default()
    }

    /// The value of a header; empty without it.
    pub fn header(&self, name: &str) -> &str {
        let values = self.head.lines().filter_map(|line| line.split_once(':'));
        values.filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.trim()).next().unwrap_or_default()
    }

    pub fn body(&mut self) -> String {
        let length = self.header("content-length").parse().unwrap_or(0);
        let mut body = vec![0; length];
        let _ = self.stream.read_exact(&mut body);
        String::from_utf8_lossy(&body).into_owned()
    }

    pub fn answer(&mut self, text: &str) {
        // A peer that has gone is the other side's business.
        let _ = self.stream.get_mut().write_all(text.as_bytes());
    }

    pub fn ok(&mut self, headers: &str, body: &str) {
        self.answer(&format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len()));
    }
}

pub struct Scripted {
    pub address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Scripted {
    /// How many connections have come.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// A server that does `act` with every request; a connection is closed when `act` returns false.
pub fn scripted(act: impl Fn(&mut Asked<'_>) -> bool + Send + Sync + 'static) -> Scripted {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (act, connections) = (Arc::new(act), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&connections);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            let act = Arc::clone(&act);
            std::thread::spawn(move || serve(stream, &*act));
        }
    });
    Scripted { address, connections }
}

fn serve(stream: TcpStream, act: &dyn Fn(&mut Asked<'_>) -> bool) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if !stream.read_line(&mut head).is_ok_and(|count| count > 0) {
                return;
            }
        }
        if !act(&mut Asked { head, stream: &mut stream }) {
            return;
        }
    }
}
