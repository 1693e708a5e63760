//! `shutdown.sh` and `stoptest.sh` of JMeter send a word to a UDP port of the machine itself.

use crate::stdout;
use plimsoll_engine::StopMode;
use plimsoll_formats::Properties;
use plimsoll_study::Steering;
use std::net::{Ipv4Addr, UdpSocket};

/// Listens on JMeter's port, or the next free one; the port. The thread ends with the process.
pub fn listen(properties: &Properties, steering: &Steering) -> Option<u16> {
    let port = |name: &str, default: u16| {
        properties.get(name).and_then(|text| text.trim().parse().ok()).unwrap_or(default)
    };
    let (first, last) = (port("jmeterengine.nongui.port", 4445), port("jmeterengine.nongui.maxport", 4455));
    if first <= 1000 {
        return None;
    }
    let socket =
        (first..=last.max(first)).find_map(|port| UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).ok())?;
    let port = socket.local_addr().ok()?.port();
    let steering = steering.clone();
    let hear = move || {
        let mut word = [0; 80];
        while let Ok((length, from)) = socket.recv_from(&mut word) {
            let command = String::from_utf8_lossy(&word[..length]).trim().to_owned();
            stdout::print(&format!("Command: {command} received from /{}\n", from.ip()));
            match command.as_str() {
                "Shutdown" => steering.stop(StopMode::InOrder),
                "StopTestNow" => steering.stop(StopMode::Now),
                _ => stdout::print(&format!("Command: '{command}' not recognised\n")),
            }
        }
    };
    std::thread::Builder::new().name("shutdown port".to_owned()).spawn(hear).ok()?;
    Some(port)
}
