//! What is answered when something can't be done.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use serde_json::json;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    pub status: StatusCode,
    /// Stable, for programs.
    pub code: &'static str,
    pub message: String,
    pub hint: Option<String>,
    /// What a command said, line by line.
    pub lines: Vec<String>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), hint: None, lines: Vec::new() }
    }

    pub fn bad(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", format!("there is no {what}"))
    }

    pub fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "conflict", message)
    }

    pub fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub fn unprocessable(message: impl Into<String>, lines: Vec<String>) -> ApiError {
        ApiError { lines, ..ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message) }
    }

    pub fn internal(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> ApiError {
        self.hint = Some(hint.into());
        self
    }

    pub fn response(&self) -> Response<Body> {
        let mut error = json!({ "code": self.code, "message": self.message, "hint": self.hint });
        if !self.lines.is_empty() {
            error["lines"] = json!(self.lines);
        }
        let mut response = Response::new(Body::from(json!({ "error": error }).to_string()));
        *response.status_mut() = self.status;
        let json = header::HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response
    }

    /// For a frame of a page, where a person reads it.
    pub fn page(&self) -> Response<Body> {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let hint = self.hint.as_deref().map(|hint| format!("<p>{}</p>", escaped(hint))).unwrap_or_default();
        let page = format!(
            "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>{code}</title><p><strong>{}</strong></p>{hint}</html>",
            escaped(&self.message),
            code = self.code
        );
        let mut response = Response::new(Body::from(page));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/html; charset=utf-8"));
        let policy = "default-src 'none'; frame-ancestors 'self'; sandbox";
        headers.insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(policy));
        response
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        let full = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull);
        match full {
            true => ApiError::internal("the disk of the lab's folder is full"),
            false => ApiError::internal(format!("the lab's database did not answer: {error}")),
        }
    }
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => ApiError::not_found("such file"),
            std::io::ErrorKind::StorageFull => ApiError::internal("the disk of the lab's folder is full"),
            _ => ApiError::internal(format!("failed to use a file: {error}")),
        }
    }
}

impl From<plimsoll_run::StoreError> for ApiError {
    fn from(error: plimsoll_run::StoreError) -> Self {
        let hint = error.hint().map(str::to_owned);
        let mut text = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(deeper) = cause {
            text = format!("{text}: {deeper}");
            cause = deeper.source();
        }
        ApiError { hint, ..ApiError::unprocessable(format!("failed to {text}"), Vec::new()) }
    }
}
