//! Who asks, logging in and out.

use super::route::{ApiRoute, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::guard::{COOKIE, OIDC_COOKIE};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Serialize, JsonSchema)]
pub struct LoginSession {
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
    role: UserRole,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    name: String,
    password: String,
}

pub fn routes() -> Vec<ApiRoute> {
    let session = "/api/v1/session";
    vec![
        ApiRoute {
            method: Method::GET,
            path: session,
            summary: "Who asks, and what this lab is",
            role: None,
            query: &[],
            body: None,
            answer: RouteAnswer::Json(schema_of::<LoginSession>),
            handler: Handler::Plain(get),
        },
        ApiRoute {
            method: Method::POST,
            path: session,
            summary: "Log in with a password; the answer sets a cookie",
            role: None,
            query: &[],
            body: Some(schema_of::<LogIn>),
            answer: RouteAnswer::Json(schema_of::<LoginSession>),
            handler: Handler::Plain(log_in),
        },
        ApiRoute {
            method: Method::DELETE,
            path: session,
            summary: "Log out",
            role: None,
            query: &[],
            body: None,
            answer: RouteAnswer::Nothing,
            handler: Handler::Plain(log_out),
        },
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/oidc/start",
            summary: "To the provider of OpenID Connect that says who somebody is",
            role: None,
            query: &[],
            body: None,
            answer: RouteAnswer::Other("a redirect to the provider"),
            handler: Handler::Plain(start_open_id),
        },
        ApiRoute {
            method: Method::GET,
            path: "/api/v1/oidc/callback",
            summary: "Back from the provider",
            role: None,
            query: &[("code", "of the provider"), ("state", "of the start")],
            body: None,
            answer: RouteAnswer::Other("a redirect to the pages, with a cookie"),
            handler: Handler::Plain(finish_open_id),
        },
    ]
}

fn session(lab: &LabServer, user: Option<(String, UserRole)>) -> Result<LoginSession, ApiError> {
    let machine = plimsoll_run::environment::hostname().unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let authentication = match (lab.is_open()?, &lab.open_id) {
        (true, _) => "open",
        (false, Some(_)) => "oidc",
        (false, None) => "password",
    };
    let folder = lab.library.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(LoginSession {
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

fn get(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let user = (!call.who.name.is_empty()).then(|| (call.who.name.clone(), call.who.role));
    ApiReply::json(&session(lab, user)?)
}

fn log_in(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let given: LogIn = call.json()?;
    let secret = lab.people.log_in(&lab.throttle, &given.name, &given.password, &call.from)?;
    let role = lab.people.role_of(&given.name)?.unwrap_or(UserRole::Viewer);
    let who = crate::people::Who { name: given.name.clone(), role, by_token: false };
    lab.people.note(&who, "logged in", &given.name, &call.from)?;
    let json = ApiReply::json(&session(lab, Some((given.name, role)))?)?;
    let ApiReply::Json(json) = json else { return Ok(json) };
    Ok(ApiReply::WithCookie { json, cookie: cookie(&secret, call.is_secure) })
}

/// No script reads it, no other site sends it; over TLS it never goes without.
pub fn cookie(secret: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax{secure}")
}

fn log_out(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    if let Some(secret) = &call.cookie {
        lab.people.end_session(secret)?;
    }
    Ok(ApiReply::WithCookie {
        json: "{}".to_owned(),
        cookie: format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"),
    })
}

fn provider(lab: &LabServer) -> Result<&crate::people::OpenId, ApiError> {
    lab.open_id
        .as_ref()
        .ok_or_else(|| ApiError::not_found("OpenID Connect here").with_hint("--oidc-issuer names a provider"))
}

fn callback(call: &ApiCall) -> String {
    let scheme = if call.is_secure { "https" } else { "http" };
    format!("{scheme}://{}/api/v1/oidc/callback", call.host)
}

fn start_open_id(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let start = provider(lab)?.start(&callback(call))?;
    let secure = if call.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{OIDC_COOKIE}={}; Path=/api/v1/oidc; HttpOnly; SameSite=Lax; Max-Age=600{secure}",
        start.state
    );
    Ok(ApiReply::Redirect { to: start.url, cookie: Some(cookie) })
}

fn finish_open_id(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
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
    Ok(ApiReply::Redirect { to: "/".to_owned(), cookie: Some(cookie(&secret, call.is_secure)) })
}
