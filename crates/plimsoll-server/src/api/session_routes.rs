//! Who asks, logging in and out.

use super::routes::{Answer, Handler, Route, schema_of};
use super::{ApiError, Call, Reply};
use crate::guard::{COOKIE, OIDC_COOKIE};
use crate::lab::Lab;
use crate::people::Role;
use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Session {
    /// `open`: on this machine alone, without a login; `password`, `oidc`.
    authentication: &'static str,
    oidc_label: Option<String>,
    user: Option<SessionUser>,
    version: String,
    folder: String,
    /// Of reports, where the reader did not choose.
    language: Option<String>,
    can_start: bool,
    machine: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SessionUser {
    name: String,
    role: Role,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    name: String,
    password: String,
}

pub fn routes() -> Vec<Route> {
    let session = "/api/v1/session";
    vec![
        Route {
            method: Method::GET,
            path: session,
            summary: "Who asks, and what this lab is",
            role: None,
            query: &[],
            body: None,
            answer: Answer::Json(schema_of::<Session>),
            handler: Handler::Plain(get),
        },
        Route {
            method: Method::POST,
            path: session,
            summary: "Log in with a password; the answer sets a cookie",
            role: None,
            query: &[],
            body: Some(schema_of::<LogIn>),
            answer: Answer::Json(schema_of::<Session>),
            handler: Handler::Plain(log_in),
        },
        Route {
            method: Method::DELETE,
            path: session,
            summary: "Log out",
            role: None,
            query: &[],
            body: None,
            answer: Answer::Nothing,
            handler: Handler::Plain(log_out),
        },
        Route {
            method: Method::GET,
            path: "/api/v1/oidc/start",
            summary: "To the provider of OpenID Connect that says who somebody is",
            role: None,
            query: &[],
            body: None,
            answer: Answer::Other("a redirect to the provider"),
            handler: Handler::Plain(start_open_id),
        },
        Route {
            method: Method::GET,
            path: "/api/v1/oidc/callback",
            summary: "Back from the provider",
            role: None,
            query: &[("code", "of the provider"), ("state", "of the start")],
            body: None,
            answer: Answer::Other("a redirect to the pages, with a cookie"),
            handler: Handler::Plain(finish_open_id),
        },
    ]
}

fn session(lab: &Lab, user: Option<(String, Role)>) -> Result<Session, ApiError> {
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let authentication = match (lab.is_open()?, &lab.open_id) {
        (true, _) => "open",
        (false, Some(_)) => "oidc",
        (false, None) => "password",
    };
    let folder = lab.library.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Session {
        authentication,
        oidc_label: lab.open_id.as_ref().map(|provider| provider.label().to_owned()),
        user: user.map(|(name, role)| SessionUser { name, role }),
        version: lab.config.version.clone(),
        folder: folder.unwrap_or_else(|| lab.library.folder.display().to_string()),
        language: None,
        can_start: lab.config.can_start,
        machine: format!("{machine}, {cores} cores"),
    })
}

fn get(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let user = (!call.who.name.is_empty()).then(|| (call.who.name.clone(), call.who.role));
    Reply::json(&session(lab, user)?)
}

fn log_in(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let given: LogIn = call.json()?;
    let secret = lab.people.log_in(&lab.throttle, &given.name, &given.password, &call.from)?;
    let role = lab.people.role_of(&given.name)?.unwrap_or(Role::Viewer);
    let who = crate::people::Who { name: given.name.clone(), role, by_token: false };
    lab.people.note(&who, "logged in", &given.name, &call.from)?;
    let json = Reply::json(&session(lab, Some((given.name, role)))?)?;
    let Reply::Json(json) = json else { return Ok(json) };
    Ok(Reply::WithCookie { json, cookie: cookie(&secret, call.is_secure) })
}

/// No script reads it, no other site sends it; over TLS it never goes without.
pub fn cookie(secret: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax{secure}")
}

fn log_out(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    if let Some(secret) = &call.cookie {
        lab.people.end_session(secret)?;
    }
    Ok(Reply::WithCookie {
        json: "{}".to_owned(),
        cookie: format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"),
    })
}

fn provider(lab: &Lab) -> Result<&crate::people::OpenId, ApiError> {
    lab.open_id
        .as_ref()
        .ok_or_else(|| ApiError::not_found("OpenID Connect here").with_hint("--oidc-issuer names a provider"))
}

fn callback(call: &Call) -> String {
    let scheme = if call.is_secure { "https" } else { "http" };
    format!("{scheme}://{}/api/v1/oidc/callback", call.host)
}

fn start_open_id(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let start = provider(lab)?.start(&callback(call))?;
    let secure = if call.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{OIDC_COOKIE}={}; Path=/api/v1/oidc; HttpOnly; SameSite=Lax; Max-Age=600{secure}",
        start.state
    );
    Ok(Reply::Redirect { to: start.url, cookie: Some(cookie) })
}

fn finish_open_id(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    if let Some(error) = call.asked("error") {
        return Err(ApiError::forbidden(format!("the provider says: {error}")));
    }
    let (Some(code), Some(state)) = (call.asked("code"), call.asked("state")) else {
        return Err(ApiError::bad("the provider sent no code"));
    };
    let who = provider(lab)?.finish(code, state, call.oidc_cookie.as_deref(), &callback(call))?;
    lab.people.put_user(&who.name, who.role, None)?;
    lab.people.note(&who, "logged in", "OpenID Connect", &call.from)?;
    let secret = lab.people.start_session(&who.name)?;
    Ok(Reply::Redirect { to: "/".to_owned(), cookie: Some(cookie(&secret, call.is_secure)) })
}
