//! Users that show servers a certificate of their own.

use super::Worker;
use crate::net::Failure;
use crate::net::tls;
use crate::user::User;
use plimsoll_run::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;

impl Worker {
    /// Gives the user the certificate that its variables name now. With another one than before it begins
    /// anew: its connections and its TLS sessions belong to who it was.
    pub(super) fn identify(&mut self, user: &mut User) -> Result<(), Failure> {
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
        user.http.connections.retain(|held| !held.target.secure);
        self.close_sessions(user);
        (user.http.tls, user.http.identity) = (Some(config), Some(names.into()));
        Ok(())
    }
}
