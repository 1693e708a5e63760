//! Which of its connections a user may use: none that the server is about to close, and none of another certificate.

use crate::net::{FailureDetail, tls};
use crate::user::User;
use crate::worker::Worker;
use plimsoll_run::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;

/// How long before the server's own limit a connection is given up, microseconds: the request has to get
/// there before the close sets out.
const MARGIN_US: u64 = 500_000;

/// When a connection with `Keep-Alive: timeout=idle_s` is no longer safe.
pub fn expiry_us(now_us: u64, idle_s: u32) -> u64 {
    let idle_us = u64::from(idle_s) * 1_000_000;
    now_us + idle_us.saturating_sub(MARGIN_US.min(idle_us / 2))
}

impl Worker {
    pub fn is_expired(&self, user: &mut User, serial: u32) -> bool {
        let expires_us = user.http.connection(serial).map_or(u64::MAX, |pooled| pooled.expires_us);
        expires_us != u64::MAX && self.context.now_us() >= expires_us
    }

    /// Gives the user the certificate that its variables name now. With another one than before it begins
    /// again: its connections and its TLS sessions belong to who it was.
    pub fn identify(&mut self, user: &mut User) -> Result<(), FailureDetail> {
        let program = Rc::clone(&self.context.program);
        let Some((certificate, key)) = &program.identity else { return Ok(()) };
        let mut scope = self.context.scope(&mut user.data);
        let names = format!("{}\n{}", certificate.to_text(&mut scope), key.to_text(&mut scope));
        if user.http.identity.as_deref() == Some(names.as_str()) {
            return Ok(());
        }
        let pair = self
            .io
            .identities
            .get(&names, self.io.network.tls.config())
            .map_err(|e| (ErrorKind::BadRequest, e))?;
        let mut config = tls::for_user(self.io.network.tls.config());
        Arc::make_mut(&mut config).client_auth_cert_resolver = pair;
        user.http.connections.retain(|pooled| !pooled.target.secure);
        self.close_sessions(user);
        (user.http.tls, user.http.identity) = (Some(config), Some(names.into()));
        Ok(())
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
