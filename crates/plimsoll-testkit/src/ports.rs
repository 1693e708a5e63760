//! Ports for servers that tests start, and ports where nobody listens.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// Below the ports that Linux gives to connections, so that no connection of another test takes it before the server does.
const FIRST: u32 = 22_000;
const COUNT: u32 = 10_000;

/// Free, and not given to another test of this process.
pub fn free_port() -> u16 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    // Another process begins elsewhere.
    let begin = std::process::id().wrapping_mul(997);
    (0..COUNT)
        .map(|_| begin.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % COUNT + FIRST)
        .filter_map(|port| u16::try_from(port).ok())
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .expect("a free port")
}
