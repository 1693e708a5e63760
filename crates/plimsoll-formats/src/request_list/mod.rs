//! Requests as other load generators take them, on a command line or in a file of lines: a URL, a method, headers, a body.
//! [`RequestList::plan`] is the one place where they become a plan.

mod plan;
mod read;

pub use read::{is_header_name, read, read_targets};
pub(crate) use read::{is_list, read_as_plan};

use crate::yaml::Url;
use plimsoll_plan::Template;

/// Requests that are sent in turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestList {
    pub name: String,
    pub requests: Vec<ListedRequest>,
    /// Certificates are not verified.
    pub insecure: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ListedRequest {
    pub method: String,
    pub url: ListedUrl,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    pub body: ListedBody,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum ListedBody {
    #[default]
    Empty,
    Text(String),
    /// The path of a file.
    File(String),
}

/// A URL that requests can go to.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedUrl {
    parts: Url,
    /// `user:password@` before the host.
    login: Option<(String, String)>,
}

/// Why a text is no URL that requests can go to, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlProblem {
    pub message: String,
    pub hint: String,
}

impl ListedUrl {
    /// The fragment is the browser's and is left out.
    pub fn parse(text: &str) -> Result<ListedUrl, UrlProblem> {
        let problem = |message: String, hint: &str| UrlProblem { message, hint: hint.to_owned() };
        let text = text.trim();
        let text = text.split_once('#').map_or(text, |(url, _)| url);
        let Some((scheme, rest)) = text.split_once("://") else {
            let message = format!("`{text}` has no scheme");
            return Err(UrlProblem { message, hint: format!("a URL begins with it: http://{text}") });
        };
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => {}
            "ws" | "wss" => {
                let message = format!("`{scheme}://` opens a WebSocket, which takes more than a URL");
                return Err(problem(message, "write a plan: `steps: [{websocket: {open: URL}}, …]`"));
            }
            _ => {
                let message = format!("`{scheme}://` is no scheme of a request");
                return Err(problem(message, "it is http:// or https://"));
            }
        }
        if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let message = format!("`{text}` has a space in it");
            return Err(problem(message, "a space in a URL is %20"));
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let (login, host) = match authority.rsplit_once('@') {
            Some((login, host)) => (Some(login), host),
            None => (None, authority),
        };
        let whole = format!("{}://{host}{path}", scheme.to_ascii_lowercase());
        let parts = crate::yaml::split_url(&whole)
            .map_err(|message| problem(message, "write for example http://127.0.0.1:8080/path"))?;
        if let Some(message) = parts.port.as_ref().and_then(crate::yaml::port_problem) {
            return Err(problem(message, "write for example http://127.0.0.1:8080/path"));
        }
        let login = login.map(|login| login.split_once(':').unwrap_or((login, "")));
        let login = login.map(|(user, password)| (decoded(user), decoded(password)));
        Ok(ListedUrl { parts, login })
    }

    /// Scheme, host and port.
    fn origin(&self) -> String {
        let Url { scheme, host, port, .. } = &self.parts;
        let port = port.as_ref().map_or_else(String::new, |port| format!(":{}", port.source()));
        format!("{}://{}{port}", scheme.source(), host.source())
    }

    /// The host alone.
    pub fn host(&self) -> &Template {
        &self.parts.host
    }
}

/// With `%41` decoded; a plus is a plus here.
fn decoded(text: &str) -> String {
    crate::servers::form_decoded(&text.replace('+', "%2B"))
}
