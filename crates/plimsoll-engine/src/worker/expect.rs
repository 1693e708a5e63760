//! `Expect: 100-continue` (RFC 9110, 10.1.1): the body waits until the server asks for it, or until it has
//! been silent for a while. A final answer in between stands, and the body is never sent.

use super::Worker;
use crate::program::CompiledRequest;
use crate::user::{Exchange, User};

/// How long a body is held back, as JMeter's client does it (HttpRequestExecutor.DEFAULT_WAIT_FOR_CONTINUE).
const WAIT_US: u64 = 3_000_000;

impl Worker {
    /// The head is sent: waits for the server's word.
    pub(super) fn expect_continue(&mut self, index: u32, user: &mut User) {
        let at_us = self.context.now_us() + WAIT_US;
        self.users.timers.set(index, &mut user.timing.deadline, at_us);
    }
}

impl Exchange {
    /// Back to before the first byte.
    pub(super) fn rewind(&mut self, request: &CompiledRequest) {
        (self.sending.written, self.sending.counted) = (0, 0);
        self.sending.limit = self.outgoing.bytes.len();
        if request.expects_continue
            && let Some(head) = self.outgoing.bytes.windows(4).position(|bytes| bytes == b"\r\n\r\n")
        {
            self.sending.limit = head + 4;
        }
    }

    /// The head is sent and the body waits.
    pub(super) fn is_held_back(&self) -> bool {
        self.sending.written == self.sending.limit && self.sending.limit < self.outgoing.bytes.len()
    }

    /// Lets the body go.
    pub(super) fn release(&mut self) {
        self.sending.limit = self.outgoing.bytes.len();
        self.phase = crate::user::Phase::Send;
    }
}
