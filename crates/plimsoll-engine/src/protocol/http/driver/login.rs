//! Answers the challenges of servers. Challenge and answer belong to one sample: its time runs from the
//! first request, and the bytes of both count.

use crate::net::FailureDetail;
use crate::program::{CompiledRequest, Logins, Text, basic};
use crate::protocol::http::HttpTarget;
use crate::protocol::http::login::{Digest, DigestSession, strongest};
use crate::protocol::state::InFlight;
use crate::scope::UserScope;
use crate::user::User;
use crate::worker::Worker;
use plimsoll_plan::plan::LoginScheme;
use std::sync::Arc;

/// Challenges answered for one request: a server may say once or twice that a nonce is too old.
const CHALLENGES_MAX: u8 = 3;

/// What credentials are for.
pub struct RequestLine<'a> {
    pub target: &'a HttpTarget,
    pub method: &'a str,
    /// Another origin than the plan's: only a login that names it is for it.
    pub is_foreign: bool,
}

/// The value of `Authorization` for a request, as far as it is known without a challenge.
pub fn authorization(
    logins: &Logins,
    sessions: &mut Vec<DigestSession>,
    asked: &RequestLine<'_>,
    scope: &mut UserScope<'_>,
) -> Option<String> {
    let (login, found) = logins.find(asked.target, asked.is_foreign, scope)?;
    let (user, password) = (found.user.to_text(scope), found.password.to_text(scope));
    let known = sessions.iter().position(|s| s.set == logins.number && s.login == login);
    if let Some(at) = known {
        let session = &mut sessions[at];
        if session.user == user && session.password == password {
            return Some(session.digest.header(asked.method, &asked.target.path));
        }
        // The user goes by another name now.
        sessions.swap_remove(at);
    }
    matches!(found.scheme, LoginScheme::Basic | LoginScheme::Any).then(|| basic(&user, &password))
}

impl Worker {
    /// The server wants to know who asks. True: the request goes out again, with the answer to that.
    pub fn log_in(&mut self, user: &mut User, request: &CompiledRequest) -> Result<bool, FailureDetail> {
        let Some(logins) = request.logins.as_ref().map(Arc::clone) else { return Ok(false) };
        let Some(session) = self.session(user, &logins) else { return Ok(false) };
        user.http.challenges.retain(|s| s.set != session.set || s.login != session.login);
        user.http.challenges.push(session);
        let pieces = self.pieces(user, request)?;
        let Some(exchange) = user.in_flight.exchange_mut() else { return Ok(false) };
        exchange.chain.challenged += 1;
        let target = Arc::clone(&exchange.outgoing.target);
        self.send_again(user, request, target, pieces);
        Ok(true)
    }

    /// What the challenge of the answer makes known; `None` when there is no use in trying.
    fn session(&mut self, user: &mut User, logins: &Logins) -> Option<DigestSession> {
        let exchange = user.in_flight.take_exchange()?;
        let mut scope = self.context.scope(&mut user.data);
        let found = logins.find(&exchange.outgoing.target, exchange.chain.is_foreign, &mut scope);
        let credentials = found.filter(|(_, login)| login.scheme != LoginScheme::Basic).map(|(at, login)| {
            let mut text = |text: &Text| text.to_text(&mut scope);
            (at, text(&login.user), text(&login.password), text(&login.realm))
        });
        let client_nonce = format!("{:016x}", self.context.random.u64(..));
        let tried = exchange.chain.challenged;
        let session = credentials.and_then(|(login, name, password, realm)| {
            let challenge = strongest(&exchange.reader.challenges, &realm)?;
            let is_stale = challenge.get("stale").is_some_and(|stale| stale.eq_ignore_ascii_case("true"));
            if tried > 0 && !(is_stale && tried < CHALLENGES_MAX) {
                return None;
            }
            Some(DigestSession {
                set: logins.number,
                login,
                digest: Box::new(Digest::of(&challenge, &name, &password, client_nonce)?),
                user: name,
                password,
                clear_each_iteration: logins.set.clear_each_iteration,
                cleared_with_user: logins.set.cleared_with_user,
            })
        });
        user.in_flight = InFlight::Request(exchange);
        session
    }
}
