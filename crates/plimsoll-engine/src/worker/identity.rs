//! Users that show servers a certificate of their own.

use super::Worker;
use super::interpreter::scope;
use crate::http::connection::Failure;
use crate::http::tls;
use crate::scope::UserScope;
use crate::user::User;
use plimsoll_run::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;

impl Worker {
    /// Gives the user the certificate that its variables name now. With another one than before it begins
    /// anew: its connections and its TLS sessions belong to who it was.
    pub(super) fn identify(&mut self, user: &mut User) -> Result<(), Failure> {
        let program = Rc::clone(&self.program);
        let Some((certificate, key)) = &program.identity else { return Ok(()) };
        let mut scope = scope!(self, user, &program);
        let names = format!("{}\n{}", certificate.to_text(&mut scope), key.to_text(&mut scope));
        if user.identity.as_deref() == Some(names.as_str()) {
            return Ok(());
        }
        let pair =
            self.identities.get(&names, self.shared.tls.config()).map_err(|e| (ErrorKind::BadRequest, e))?;
        let mut config = tls::for_user(self.shared.tls.config());
        Arc::make_mut(&mut config).client_auth_cert_resolver = pair;
        user.connections.retain(|held| !held.target.secure);
        self.close_sessions(user);
        (user.tls, user.identity) = (Some(config), Some(names.into()));
        Ok(())
    }
}
