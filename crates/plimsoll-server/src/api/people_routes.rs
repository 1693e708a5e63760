//! People, tokens and what was done: for admins.

use super::routes::{Answer, Handler, Route, schema_of};
use super::{ApiError, Call, Reply};
use crate::lab::Lab;
use crate::people::{AuditEntry, Role, Scope, Token, User};
use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, JsonSchema)]
struct Users {
    users: Vec<User>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewUser {
    name: String,
    password: String,
    role: Role,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UserChange {
    role: Option<Role>,
    password: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Tokens {
    tokens: Vec<Token>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    name: String,
    scope: Scope,
    /// `null`: it never expires.
    expires_days: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Audit {
    entries: Vec<AuditEntry>,
}

pub fn routes() -> Vec<Route> {
    let route = |method, path, summary, body, answer, handler| Route {
        method,
        path,
        summary,
        role: Some(Role::Admin),
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
            Answer::Json(schema_of::<Users>),
            users,
        ),
        route(Method::POST, "/api/v1/users", "A new user", new_user, Answer::Nothing, add_user),
        route(
            Method::PATCH,
            user,
            "Another role or password; it ends the user's sessions",
            change,
            Answer::Nothing,
            change_user,
        ),
        route(Method::DELETE, user, "Removes a user", none, Answer::Nothing, remove_user),
        route(
            Method::GET,
            "/api/v1/tokens",
            "Tokens of programs",
            none,
            Answer::Json(schema_of::<Tokens>),
            tokens,
        ),
        route(
            Method::POST,
            "/api/v1/tokens",
            "A new token, shown once",
            new_token,
            Answer::Json(schema_of::<Token>),
            add_token,
        ),
        route(Method::DELETE, token, "Ends a token", none, Answer::Nothing, remove_token),
        Route {
            query: &[("limit", "entries, at most 10,000; 100")],
            ..route(
                Method::GET,
                "/api/v1/audit",
                "What was done, the newest first",
                none,
                Answer::Json(schema_of::<Audit>),
                audit,
            )
        },
    ]
}

fn users(lab: &Arc<Lab>, _: &Call) -> Result<Reply, ApiError> {
    Reply::json(&Users { users: lab.people.users()? })
}

fn add_user(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let user: NewUser = call.json()?;
    if lab.people.role_of(&user.name)?.is_some() {
        return Err(ApiError::conflict(format!("there is a user {:?} already", user.name)));
    }
    // From the first user on a login is asked for: whoever makes the first must be able to log in as an admin.
    if !lab.people.has_users()? && user.role != Role::Admin {
        return Err(ApiError::bad("the first user is an admin: from then on everybody logs in"));
    }
    lab.people.put_user(&user.name, user.role, Some(&user.password))?;
    lab.people.note(&call.who, "user added", &user.name, &call.from)?;
    Ok(Reply::Nothing)
}

fn change_user(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let (name, change): (&str, UserChange) = (call.part("name"), call.json()?);
    let role = lab.people.role_of(name)?.ok_or_else(|| ApiError::not_found("user of this name"))?;
    if change.role.is_some_and(|new| new != Role::Admin) {
        lab.people.check_not_last_admin(name)?;
    }
    lab.people.put_user(name, change.role.unwrap_or(role), change.password.as_deref())?;
    lab.people.note(&call.who, "user changed", name, &call.from)?;
    Ok(Reply::Nothing)
}

fn remove_user(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    lab.people.remove_user(call.part("name"))?;
    lab.people.note(&call.who, "user removed", call.part("name"), &call.from)?;
    Ok(Reply::Nothing)
}

fn tokens(lab: &Arc<Lab>, _: &Call) -> Result<Reply, ApiError> {
    Reply::json(&Tokens { tokens: lab.people.tokens()? })
}

fn add_token(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    let asked: NewToken = call.json()?;
    let token = lab.people.make_token(&asked.name, asked.scope, asked.expires_days, &call.who)?;
    lab.people.note(&call.who, "token made", &token.name, &call.from)?;
    Reply::json(&token)
}

fn remove_token(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    lab.people.remove_token(call.part("id"))?;
    lab.people.note(&call.who, "token ended", call.part("id"), &call.from)?;
    Ok(Reply::Nothing)
}

fn audit(lab: &Arc<Lab>, call: &Call) -> Result<Reply, ApiError> {
    Reply::json(&Audit { entries: lab.people.audit(call.number("limit", 100, 10_000)?)? })
}
