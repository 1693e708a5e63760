//! A request as handlers see it.

use super::error::ApiError;
use super::reply::ApiReply;
use crate::people::Who;
use plimsoll_report::Language;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

pub struct ApiCall {
    pub who: Who,
    /// The address that asked, behind proxies that are trusted.
    pub from: String,
    /// It came over TLS.
    pub is_secure: bool,
    pub path: BTreeMap<String, String>,
    pub query: BTreeMap<String, String>,
    pub cookie: Option<String>,
    /// Of a login with a provider that was begun.
    pub oidc_cookie: Option<String>,
    pub body: Vec<u8>,
    /// Name under which the lab was asked, with its port.
    pub host: String,
}

impl ApiCall {
    /// A part of the path.
    pub fn part(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    pub fn number(&self, name: &str, default: usize, max: usize) -> Result<usize, ApiError> {
        match self.asked(name) {
            None => Ok(default),
            Some(text) => {
                let number: usize =
                    text.parse().map_err(|_| ApiError::bad(format!("{name} is a whole number")))?;
                Ok(number.min(max))
            }
        }
    }

    pub fn language(&self, otherwise: Option<&str>) -> Result<Language, ApiError> {
        match self.asked("language") {
            Some(tag) => tag.parse().map_err(|_| {
                let tags = Language::ALL.map(Language::tag).join(", ");
                ApiError::bad(format!("there are no reports in {tag:?}"))
                    .with_hint(format!("languages: {tags}"))
            }),
            None => Ok(otherwise.and_then(|tag| tag.parse().ok()).unwrap_or_default()),
        }
    }

    /// A page in the theme that is asked for.
    pub fn page(&self, html: String) -> Result<ApiReply, ApiError> {
        let Some(asked) = self.asked("theme") else { return Ok(ApiReply::Page(html)) };
        let theme = plimsoll_report::Theme::named(asked).ok_or_else(|| {
            ApiError::bad(format!("there is no theme {asked:?}")).with_hint("themes: light, dark")
        })?;
        Ok(ApiReply::Page(plimsoll_report::in_theme(&html, theme)))
    }

    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_slice(&self.body).map_err(|error| {
            ApiError::bad(format!("the body is not what is asked for: {error}"))
                .with_hint("/api/v1/openapi.json describes it")
        })
    }
}
