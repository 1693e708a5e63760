//! A link that can be cut, and that can be slow: what goes over it waits.

use plimsoll_testkit::ports::free_port;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Stands before a server on loopback.
pub struct Link {
    pub port: u16,
    cut: Arc<AtomicBool>,
}

#[derive(Clone, Copy)]
pub struct Speed {
    pub delay: Duration,
    pub bytes_per_s: u64,
}

impl Link {
    pub fn to(server: u16, speed: Option<Speed>) -> Link {
        let link = Link { port: free_port(), cut: Arc::default() };
        let listener = TcpListener::bind(("127.0.0.1", link.port)).expect("a port");
        let cut = Arc::clone(&link.cut);
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { continue };
                    let cut = Arc::clone(&cut);
                    std::thread::spawn(move || carry(from, to, &cut, speed));
                }
            }
        });
        link
    }

    /// Nothing comes through any more, and nobody is told.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::Relaxed);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool, speed: Option<Speed>) {
    let mut bytes = [0; 4_096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if let Some(Speed { delay, bytes_per_s }) = speed {
            std::thread::sleep(delay + Duration::from_micros(count as u64 * 1_000_000 / bytes_per_s));
        }
        while cut.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}
