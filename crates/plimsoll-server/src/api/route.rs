//! One thing that can be asked: where, by whom, with what, and what is answered.

use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::http::Method;
use schemars::Schema;
use std::sync::Arc;

pub type Handle = fn(&Arc<LabServer>, &ApiCall) -> Result<ApiReply, ApiError>;

/// One thing that can be asked.
pub struct ApiRoute {
    pub method: Method,
    pub path: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Who may ask; `None`: anybody, without a login.
    pub role: Option<UserRole>,
    /// Names and meanings of what may stand behind `?`.
    pub query: &'static [(&'static str, &'static str)],
    pub body: Option<fn() -> Schema>,
    pub answer: RouteAnswer,
    pub handler: Handler,
}

pub enum RouteAnswer {
    Json(fn() -> Schema),
    /// JSON that is described elsewhere.
    AnyJson,
    Other(&'static str),
    Nothing,
}

#[derive(Clone, Copy)]
pub enum Handler {
    /// Of a request whose body fits into memory.
    Plain(Handle),
    /// Files, as they come.
    Upload(UploadPurpose),
    /// Events of the lab.
    LabEvents,
    /// Events of a run.
    RunEvents,
}

/// What files are sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadPurpose {
    /// To a run.
    Import,
    /// Plans, studies and their data.
    Plans,
}

pub fn schema_of<T: schemars::JsonSchema>() -> Schema {
    schemars::schema_for!(T)
}
