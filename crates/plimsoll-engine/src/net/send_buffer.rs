//! Bytes that wait to be sent on a connection.

use super::Connection;
use std::io;

#[derive(Default)]
pub struct SendBuffer {
    /// Those that are sent already are taken away in time.
    pub bytes: Vec<u8>,
    sent: usize,
}

impl SendBuffer {
    /// Sends what fits: how many bytes went, and whether nothing is left.
    pub fn send(&mut self, connection: &mut Connection) -> (u64, io::Result<bool>) {
        let before = self.sent;
        let outcome = self.write(connection);
        let count = (self.sent - before) as u64;
        if matches!(outcome, Ok(true)) {
            // An idle connection keeps no buffer.
            *self = SendBuffer::default();
        } else if self.sent > self.bytes.len() / 2 {
            self.bytes.drain(..self.sent);
            self.sent = 0;
        }
        (count, outcome)
    }

    fn write(&mut self, connection: &mut Connection) -> io::Result<bool> {
        while self.sent < self.bytes.len() {
            match connection.write(&self.bytes[self.sent..]) {
                Ok(0) => return Ok(false),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        connection.flush()
    }
}
