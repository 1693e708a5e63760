//! People, tokens and what was done: for admins.

use super::route::{ApiRoute, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::people::{ApiToken, AuditEntry, LabUser, TokenScope, UserRole};
use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct Users {
    users: Vec<LabUser>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewUser {
    name: String,
    password: String,
    role: UserRole,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UserChange {
    role: Option<UserRole>,
    password: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Tokens {
    tokens: Vec<ApiToken>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    name: String,
    scope: TokenScope,
    /// `null`: it never expires.
    expires_days: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Audit {
    entries: Vec<AuditEntry>,
}

pub fn routes() -> Vec<ApiRoute> {
    let route = |method, path, summary, body, answer, handler| ApiRoute {
        method,
        path,
        summary,
        role: Some(UserRole::Admin),
        query: &[],
        body,
        answer,
        handler: Handler::Plain(handler),
    };
    let none: Option<fn() -> schemars::Schema> = None;
    let new_user: Option<fn() -> schemars::Schema> = Some(schema_of::<NewUser>);
    let change: Option<fn() -> schemars::Schema> = Some(schema_of::<UserChange>);
    let new_token: Option<fn() -> schemars::Schema> = Some(schema_of::<NewToken>);
    let (user, token) = ("/api/v1/users/{name}", "/api/v1/tokens/{id}");
    vec![
        route(
            Method::GET,
            "/api/v1/users",
            "People with a role",
            none,
            RouteAnswer::Json(schema_of::<Users>),
            users,
        ),
        route(Method::POST, "/api/v1/users", "A new user", new_user, RouteAnswer::Nothing, add_user),
        route(
            Method::PATCH,
            user,
            "Another role or password; it ends the user's sessions",
            change,
            RouteAnswer::Nothing,
            change_user,
        ),
        route(Method::DELETE, user, "Removes a user", none, RouteAnswer::Nothing, remove_user),
        route(
            Method::GET,
            "/api/v1/tokens",
            "Tokens of programs",
            none,
            RouteAnswer::Json(schema_of::<Tokens>),
            tokens,
        ),
        route(
            Method::POST,
            "/api/v1/tokens",
            "A new token, shown once",
            new_token,
            RouteAnswer::Json(schema_of::<ApiToken>),
            add_token,
        ),
        route(Method::DELETE, token, "Ends a token", none, RouteAnswer::Nothing, remove_token),
        ApiRoute {
            query: &[("limit", "entries, at most 10,000; 100")],
            ..route(
                Method::GET,
                "/api/v1/audit",
                "What was done, the newest first",
                none,
                RouteAnswer::Json(schema_of::<Audit>),
                audit,
            )
        },
    ]
}

fn users(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    ApiReply::json(&Users { users: lab.people.users()? })
}

fn add_user(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let user: NewUser = call.json()?;
    if lab.people.role_of(&user.name)?.is_some() {
        return Err(ApiError::conflict(format!("there is a user {:?} already", user.name)));
    }
    // From the first user on a login is asked for: whoever makes the first must be able to log in as an admin.
    if !lab.people.has_users()? && user.role != UserRole::Admin {
        return Err(ApiError::bad("the first user is an admin: from then on everybody logs in"));
    }
    lab.people.put_user(&user.name, user.role, Some(&user.password))?;
    lab.people.note(&call.who, "user added", &user.name, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn change_user(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (name, change): (&str, UserChange) = (call.part("name"), call.json()?);
    let role = lab.people.role_of(name)?.ok_or_else(|| ApiError::not_found("user of this name"))?;
    if change.role.is_some_and(|new| new != UserRole::Admin) {
        lab.people.check_not_last_admin(name)?;
    }
    lab.people.put_user(name, change.role.unwrap_or(role), change.password.as_deref())?;
    lab.people.note(&call.who, "user changed", name, &call.from)?;
    Ok(ApiReply::Nothing)
}

fn remove_user(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    lab.people.remove_user(call.part("name"))?;
    lab.people.note(&call.who, "user removed", call.part("name"), &call.from)?;
    Ok(ApiReply::Nothing)
}

fn tokens(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    ApiReply::json(&Tokens { tokens: lab.people.tokens()? })
}

fn add_token(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let asked: NewToken = call.json()?;
    let token = lab.people.make_token(&asked.name, asked.scope, asked.expires_days, &call.who)?;
    lab.people.note(&call.who, "token made", &token.name, &call.from)?;
    ApiReply::json(&token)
}

fn remove_token(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    lab.people.remove_token(call.part("id"))?;
    lab.people.note(&call.who, "token ended", call.part("id"), &call.from)?;
    Ok(ApiReply::Nothing)
}

fn audit(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    ApiReply::json(&Audit { entries: lab.people.audit(call.number("limit", 100, 10_000)?)? })
}
