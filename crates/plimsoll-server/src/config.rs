//! What a lab is told when it starts.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct LabConfig {
    /// Of runs, plans and studies.
    pub folder: PathBuf,
    pub listen: SocketAddr,
    /// Names under which it is asked, beside those of the loopback interface and its own addresses.
    pub hosts: Vec<String>,
    /// Whose `X-Forwarded-For` and `X-Forwarded-Proto` count.
    pub proxies: Vec<IpAddr>,
    pub tls: Option<TlsFiles>,
    /// The program that performs what is started: this one.
    pub program: PathBuf,
    pub version: String,
    /// Bytes of one upload.
    pub upload_max: u64,
    /// Run files that are so large are looked through by a process of their own.
    pub apart_bytes: u64,
    /// Uploaded plans may be run.
    pub can_start: bool,
    pub open_id: Option<OpenIdConfig>,
    pub smtp: Option<SmtpConfig>,
    /// Of an example's trace: `http://jaeger/trace/{trace_id}`.
    pub trace_url: Option<String>,
    /// It ends when nothing runs and nobody has looked for so long.
    pub idle_end: Option<Duration>,
    /// Says something to whoever started the lab.
    pub say: fn(&str),
}

/// A certificate with its chain, and its key, both PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// A provider that says who somebody is (OpenID Connect, code flow with PKCE).
#[derive(Clone, Debug)]
pub struct OpenIdConfig {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Option<String>,
    /// Of the button.
    pub label: String,
    /// Whose verified e-mail address or subject (`sub`) is an admin's, and an operator's; all others are viewers.
    pub admins: Vec<String>,
    pub operators: Vec<String>,
}

/// Through which mails go out.
#[derive(Clone, Debug)]
pub struct SmtpConfig {
    /// `smtp://user@host:587`; the password comes from the environment.
    pub url: String,
    pub password: Option<String>,
    pub from: String,
}

impl LabConfig {
    /// Only this machine can ask.
    pub fn is_local(&self) -> bool {
        self.listen.ip().is_loopback()
    }
}
