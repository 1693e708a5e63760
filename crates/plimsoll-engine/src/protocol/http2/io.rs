//! Our connection as `h2` wants to see it.

use crate::net::connection::{Connection, ReadOutcome};
use std::cell::{Cell, RefCell};
use std::io::{self, ErrorKind as Io};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Read of a connection after an event before others have their turn, as for HTTP/1.1.
pub const TURN_BYTES: usize = 512 * 1024;

/// A connection that the session and `h2` both hold: events set its flags, `h2` reads and writes.
///
/// No waker is kept: every event of the socket rings its session's alarm.
#[derive(Clone)]
pub struct Socket {
    pub connection: Rc<RefCell<Connection>>,
    /// Bytes that are read before the next event: `h2` reads on as long as there is something.
    pub left: Rc<Cell<usize>>,
}

impl Socket {
    pub fn of(connection: Connection) -> Socket {
        Socket { connection: Rc::new(RefCell::new(connection)), left: Rc::new(Cell::new(TURN_BYTES)) }
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut connection = self.connection.borrow_mut();
        // An empty socket tells by an event when that changes: asking it would be a system call for nothing.
        if !connection.readable && !connection.closing || self.left.get() == 0 {
            return Poll::Pending;
        }
        match connection.read(into.initialize_unfilled())? {
            ReadOutcome::Bytes(count, _) => {
                self.left.set(self.left.get().saturating_sub(count));
                into.advance(count);
            }
            ReadOutcome::WouldBlock => return Poll::Pending,
            ReadOutcome::Closed => {}
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.connection.borrow_mut().write(bytes) {
            // TLS took nothing: its own buffer is full.
            Ok(0) if !bytes.is_empty() => Poll::Pending,
            Err(e) if e.kind() == Io::WouldBlock => Poll::Pending,
            outcome => Poll::Ready(outcome),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.connection.borrow_mut().flush() {
            Ok(true) => Poll::Ready(Ok(())),
            Ok(false) => Poll::Pending,
            Err(e) => Poll::Ready(Err(e)),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The socket is closed when the session is dropped.
        Poll::Ready(Ok(()))
    }
}
