//! Idle connections that the server is about to close are not used again.

use super::Worker;
use crate::user::User;

/// How long before the server's own limit a connection is given up, microseconds: the request has to get
/// there before the close sets out.
const MARGIN_US: u64 = 500_000;

/// When a connection with `Keep-Alive: timeout=idle_s` is no longer safe.
pub(super) fn expiry_us(now_us: u64, idle_s: u32) -> u64 {
    let idle_us = u64::from(idle_s) * 1_000_000;
    now_us + idle_us.saturating_sub(MARGIN_US.min(idle_us / 2))
}

impl Worker {
    pub(super) fn is_expired(&self, user: &mut User, serial: u32) -> bool {
        let expires_us = user.http.connection(serial).map_or(u64::MAX, |held| held.expires_us);
        expires_us != u64::MAX && self.context.now_us() >= expires_us
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_expire_before_the_server_closes_them() {
        for (idle_s, expected) in [(5, 4_500_000), (1, 500_000), (0, 0)] {
            assert_eq!(expiry_us(7, idle_s), 7 + expected, "{idle_s} s");
        }
    }
}
