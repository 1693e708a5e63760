//! OpenID Connect: the code flow with PKCE (OpenID Connect Core 1.0, RFC 7636).
//!
//! The identity comes from the provider's token endpoint itself, over TLS, so that the connection and not a signature says
//! whose it is (Core 3.1.3.7, item 6); issuer, audience, nonce and times are checked.

use super::{UserRole, Who, now_unix};
use crate::api::ApiError;
use crate::config::OpenIdConfig;
use crate::random;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plimsoll_run::percent::encoded;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(15);
/// From the start of a login to its end.
const LOGIN_MAX: Duration = Duration::from_secs(600);
/// Logins that were started; further ones take the place of the oldest.
const LOGINS_MAX: usize = 1_000;
/// Clocks may differ by so much.
const SKEW_S: i64 = 60;

pub struct OpenId {
    config: OpenIdConfig,
    pending: Mutex<HashMap<String, PendingLogin>>,
}

struct PendingLogin {
    at: Instant,
    nonce: String,
    verifier: String,
}

pub struct Start {
    pub url: String,
    pub state: String,
}

#[derive(Deserialize)]
struct Provider {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

/// What it says besides (Core 5.3): in the code flow many give an address only there.
#[derive(Default, Deserialize)]
struct UserInfo {
    #[serde(default)]
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
}

/// What the provider says of a person.
#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    exp: i64,
    nonce: Option<String>,
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl OpenId {
    pub fn new(config: OpenIdConfig) -> OpenId {
        OpenId { config, pending: Mutex::default() }
    }

    pub fn label(&self) -> &str {
        &self.config.label
    }

    /// Where the browser is to go.
    pub fn start(&self, callback: &str) -> Result<Start, ApiError> {
        let provider = self.provider()?;
        let (state, nonce, verifier) = (random::secret(), random::secret(), random::secret());
        let separator = if provider.authorization_endpoint.contains('?') { '&' } else { '?' };
        let url = format!(
            "{}{separator}response_type=code&client_id={}&redirect_uri={}&scope=openid%20email%20profile&state={state}\
             &nonce={nonce}&code_challenge={}&code_challenge_method=S256",
            provider.authorization_endpoint,
            encoded(&self.config.client_id),
            encoded(callback),
            random::challenge(&verifier)
        );
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.retain(|_, login| login.at.elapsed() < LOGIN_MAX);
        if pending.len() >= LOGINS_MAX
            && let Some(oldest) =
                pending.iter().min_by_key(|(_, login)| login.at).map(|(state, _)| state.clone())
        {
            pending.remove(&oldest);
        }
        pending.insert(state.clone(), PendingLogin { at: Instant::now(), nonce, verifier });
        Ok(Start { url, state })
    }

    /// Who came back. `cookie` says that it is the browser that went.
    pub fn finish(
        &self,
        code: &str,
        state: &str,
        cookie: Option<&str>,
        callback: &str,
    ) -> Result<Who, ApiError> {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(state);
        let same = cookie.is_some_and(|cookie| random::equal(cookie, state));
        let Some(pending) = pending.filter(|pending| same && pending.at.elapsed() < LOGIN_MAX) else {
            return Err(refused("this login was not pending here, or too long ago"));
        };
        let provider = self.provider()?;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", callback),
            ("client_id", &self.config.client_id),
            ("code_verifier", &pending.verifier),
        ];
        if let Some(secret) = &self.config.client_secret {
            form.push(("client_secret", secret));
        }
        let answer = agent().post(&provider.token_endpoint).send_form(form);
        let tokens: Tokens = answer
            .and_then(|mut answer| answer.body_mut().read_json())
            .map_err(|error| refused(&format!("the provider gave no identity: {error}")))?;
        let mut claims = claims(&tokens.id_token)?;
        if let (None, Some(endpoint), Some(access)) =
            (&claims.email, &provider.userinfo_endpoint, &tokens.access_token)
        {
            let answer = agent().get(endpoint).header("authorization", format!("Bearer {access}")).call();
            let info: UserInfo = answer
                .and_then(|mut answer| answer.body_mut().read_json())
                .map_err(|error| refused(&format!("the provider says nothing of this person: {error}")))?;
            // It could be another's (Core 5.3.2).
            if info.sub != claims.sub {
                return Err(refused("the provider spoke of two people"));
            }
            (claims.email, claims.email_verified) = (info.email, info.email_verified);
        }
        self.person(&claims, &provider.issuer, &pending.nonce)
    }

    fn person(&self, claims: &Claims, issuer: &str, nonce: &str) -> Result<Who, ApiError> {
        let for_us = match &claims.aud {
            Audience::One(audience) => *audience == self.config.client_id,
            Audience::Many(all) => all.contains(&self.config.client_id),
        };
        if claims.iss != issuer
            || !for_us
            || claims.nonce.as_deref() != Some(nonce)
            || claims.exp + SKEW_S < now_unix()
        {
            return Err(refused("the provider's identity is not for this login"));
        }
        // A name can be chosen; an address that the provider has verified can't, nor can its subject.
        let email = claims.email.as_ref().filter(|_| claims.email_verified);
        let names: Vec<&String> = email.into_iter().chain([&claims.sub]).collect();
        let is_one_of = |list: &[String]| names.iter().any(|name| list.contains(name));
        let role = match () {
            () if is_one_of(&self.config.admins) => UserRole::Admin,
            () if is_one_of(&self.config.operators) => UserRole::Operator,
            () => UserRole::Viewer,
        };
        Ok(Who { name: names[0].clone(), role, by_token: false })
    }

    fn provider(&self) -> Result<Provider, ApiError> {
        let issuer = self.config.issuer.trim_end_matches('/');
        let answer = agent().get(format!("{issuer}/.well-known/openid-configuration")).call();
        let provider: Provider = answer
            .and_then(|mut answer| answer.body_mut().read_json())
            .map_err(|error| refused(&format!("the provider {issuer} does not answer: {error}")))?;
        match provider.issuer.trim_end_matches('/') == issuer {
            true => Ok(provider),
            false => {
                Err(refused(&format!("the provider calls itself {}, and not {issuer}", provider.issuer)))
            }
        }
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::new_with_config(
        ureq::Agent::config_builder().timeout_global(Some(WAIT)).max_redirects(0).build(),
    )
}

fn refused(why: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, "oidc", why)
}

fn claims(token: &str) -> Result<Claims, ApiError> {
    let payload = token.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let read = payload.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    read.ok_or_else(|| refused("the provider's identity can't be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider() -> OpenId {
        OpenId::new(OpenIdConfig {
            issuer: "https://id.example".to_owned(),
            client_id: "lab".to_owned(),
            client_secret: None,
            label: "Example".to_owned(),
            admins: vec!["anna@example".to_owned()],
            operators: Vec::new(),
        })
    }

    fn claimed(json: &str) -> Claims {
        serde_json::from_str(json).expect("it is right")
    }

    #[test]
    fn an_identity_is_for_this_login_and_a_role_for_a_verified_address() {
        let far = i64::MAX / 2;
        let base = format!(r#""iss":"https://id.example","aud":["lab"],"exp":{far},"nonce":"n","sub":"7""#);
        let who = |more: &str, nonce: &str| {
            provider().person(&claimed(&format!("{{{base}{more}}}")), "https://id.example", nonce)
        };
        let anna = who(r#","email":"anna@example","email_verified":true"#, "n").expect("she is known");
        assert_eq!((anna.name.as_str(), anna.role), ("anna@example", UserRole::Admin));
        let other = who(r#","email":"anna@example""#, "n").expect("somebody is known");
        assert_eq!((other.name.as_str(), other.role), ("7", UserRole::Viewer));
        assert!(who("", "other").is_err());
    }
}
