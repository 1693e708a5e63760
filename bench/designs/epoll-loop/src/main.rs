//! A closed loop over epoll, as Plimsoll's: every socket registered once, edge-triggered; one read and one write per
//! answer. An answer shorter than the room has emptied the socket, so no second read asks.

use std::io::{ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::time::Instant;

use client::{Answer, REQUEST, Recorder, Result};
use rustix::event::epoll;

const EVENTS_MAX: usize = 1024;

struct Connection {
    stream: TcpStream,
    answer: Answer,
    sent: Instant,
}

fn main() -> Result<()> {
    let options = client::options()?;
    let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
    let mut connections = Vec::with_capacity(options.connections);
    for index in 0..options.connections {
        let stream = client::dial(options.address)?;
        stream.set_nonblocking(true)?;
        epoll::add(
            &epoll,
            &stream,
            epoll::EventData::new_u64(index as u64),
            epoll::EventFlags::IN | epoll::EventFlags::ET,
        )?;
        connections.push(Connection { stream, answer: Answer::default(), sent: Instant::now() });
    }
    let mut recorder = Recorder::new(options.hold)?;
    for connection in &mut connections {
        connection.sent = Instant::now();
        connection.stream.write_all(REQUEST)?;
    }
    let mut events = [MaybeUninit::uninit(); EVENTS_MAX];
    let mut active = connections.len();
    while active > 0 {
        let (ready, _) = epoll::wait(&epoll, &mut events, None)?;
        for event in ready.iter() {
            if !turn(&mut connections[event.data.u64() as usize], &mut recorder)? {
                active -= 1;
            }
        }
    }
    println!("{}", recorder.summary());
    Ok(())
}

/// False when the connection has nothing more to do.
fn turn(connection: &mut Connection, recorder: &mut Recorder) -> Result<bool> {
    let bytes = match connection.stream.read(connection.answer.room()) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
        Err(error) => return Err(error.into()),
    };
    if !connection.answer.took(bytes)? {
        return Ok(true);
    }
    let Some(now) = recorder.answered(connection.sent) else { return Ok(false) };
    connection.sent = now;
    connection.stream.write_all(REQUEST)?;
    Ok(true)
}
