//! What handlers answer, and how it goes out.

use super::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use base64::Engine;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

pub enum ApiReply {
    /// Ready JSON.
    Json(String),
    /// A page of the report, which has its own style and script in it.
    Page(String),
    /// Sections of a report, for a page of ours.
    Fragment(String),
    /// A text of this media type; with a name it is to be stored.
    Text {
        media_type: &'static str,
        text: String,
        file_name: Option<String>,
    },
    /// A file of the lab's folder, to be stored under this name.
    File {
        path: PathBuf,
        file_name: String,
    },
    /// To another address, with a cookie perhaps.
    Redirect {
        to: String,
        cookie: Option<String>,
    },
    WithCookie {
        json: String,
        cookie: String,
    },
    Nothing,
}

impl ApiReply {
    pub fn json(value: &impl Serialize) -> Result<ApiReply, ApiError> {
        let text = serde_json::to_string(value).map_err(|error| ApiError::internal(error.to_string()))?;
        Ok(ApiReply::Json(text))
    }

    pub fn text(media_type: &'static str, text: String, file_name: Option<String>) -> ApiReply {
        ApiReply::Text { media_type, text, file_name }
    }

    pub async fn response(self) -> Response<Body> {
        match self {
            ApiReply::Json(text) => with_type("application/json", text),
            ApiReply::WithCookie { json, cookie } => {
                with_cookie(with_type("application/json", json), &cookie)
            }
            ApiReply::Page(page) => {
                let policy = page_policy();
                with_policy(with_type("text/html; charset=utf-8", page), &policy)
            }
            // Not a page: what opened it as one would show text without a style, and run nothing.
            ApiReply::Fragment(text) => {
                with_policy(with_type("text/html; charset=utf-8", text), "default-src 'none'; sandbox")
            }
            ApiReply::Text { media_type, text, file_name } => {
                let response = with_policy(
                    with_type(media_type, text),
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
                );
                with_name(response, file_name.as_deref())
            }
            ApiReply::File { path, file_name } => file(path, &file_name).await,
            ApiReply::Redirect { to, cookie } => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::SEE_OTHER;
                if let Ok(to) = HeaderValue::from_str(&to) {
                    response.headers_mut().insert(header::LOCATION, to);
                }
                cookie.into_iter().fold(response, |response, cookie| with_cookie(response, &cookie))
            }
            ApiReply::Nothing => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::NO_CONTENT;
                response
            }
        }
    }
}

fn with_type(media_type: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

fn with_cookie(mut response: Response<Body>, cookie: &str) -> Response<Body> {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

fn with_policy(mut response: Response<Body>, policy: &str) -> Response<Body> {
    if let Ok(policy) = HeaderValue::from_str(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Of a report: its own script, known by its hash, and styles; nothing from anywhere.
fn page_policy() -> String {
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(plimsoll_report::script()));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-downloads"
    )
}

/// As `Content-Disposition` of RFC 6266 has it: letters of ASCII, and the whole name in UTF-8.
fn with_name(mut response: Response<Body>, name: Option<&str>) -> Response<Body> {
    let Some(name) = name else { return response };
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect();
    let encoded: String = name
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-_.".contains(&b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect();
    let value = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    if let Ok(value) = HeaderValue::from_str(&value) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// In parts, whatever its size.
async fn file(path: PathBuf, name: &str) -> Response<Body> {
    let opened = match tokio::fs::File::open(&path).await {
        Ok(file) => file,
        Err(error) => return ApiError::from(error).response(),
    };
    let length = opened.metadata().await.map_or(0, |metadata| metadata.len());
    let mut response = Response::new(Body::new(super::file_body::FileBody::new(opened, length)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(
        HeaderName::from_static("content-security-policy"),
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    with_name(response, Some(name))
}
