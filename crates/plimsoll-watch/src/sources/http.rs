//! A document over HTTP: Prometheus' text, Jolokia's answers.

use super::{Answers, BYTES_MAX, Service};
use crate::clock::RunTime;
use crate::sources::{Access, TelemetrySource};
use plimsoll_run::Instance;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct HttpSource {
    pub url: String,
    pub login: HttpLogin,
    /// The reader's name, which is the source's, too.
    pub format: String,
}

/// Who asks.
#[derive(Clone, PartialEq)]
pub enum HttpLogin {
    Nobody,
    Basic { user: String, password: String },
    Bearer(String),
}

/// Never shows a secret.
impl std::fmt::Debug for HttpLogin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HttpLogin::Nobody => f.write_str("Nobody"),
            HttpLogin::Basic { user, .. } => write!(f, "Basic({user})"),
            HttpLogin::Bearer(_) => f.write_str("Bearer"),
        }
    }
}

impl TelemetrySource for HttpSource {
    fn name(&self) -> &str {
        &self.format
    }

    fn format(&self) -> Option<&str> {
        Some(&self.format)
    }

    fn access(&self, every: Duration) -> Access {
        Access::Service(Box::new(Http::new(self, super::timeout(every))))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Service(name.unwrap_or(&self.url).to_owned())
    }

    fn address(&self) -> Option<String> {
        Some(self.url.clone())
    }

    /// Host and port.
    fn target_name(&self) -> Option<String> {
        let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        Some(rest[..end].rsplit_once('@').map_or(&rest[..end], |(_, host)| host).to_owned())
    }
}

struct Http {
    agent: ureq::Agent,
    source: HttpSource,
}

impl Http {
    fn new(source: &HttpSource, timeout: Duration) -> Http {
        // The machine's own certificates, as curl has it.
        let tls = ureq::tls::TlsConfig::builder().root_certs(ureq::tls::RootCerts::PlatformVerifier).build();
        let config = ureq::Agent::config_builder().timeout_global(Some(timeout)).user_agent("Plimsoll");
        Http { agent: config.tls_config(tls).build().new_agent(), source: source.clone() }
    }

    fn fetch(&self) -> Result<Vec<u8>, String> {
        let accepted =
            "text/plain, application/openmetrics-text;q=0.9, application/json, */*;q=0.1".to_owned();
        let request = self.agent.get(&self.source.url).header("Accept", accepted);
        let request = match &self.source.login {
            HttpLogin::Nobody => request,
            HttpLogin::Basic { user, password } => {
                let pair = base64::Engine::encode(
                    &base64::engine::general_purpose::STANDARD,
                    format!("{user}:{password}"),
                );
                request.header("Authorization", format!("Basic {pair}"))
            }
            HttpLogin::Bearer(token) => request.header("Authorization", format!("Bearer {token}")),
        };
        let mut answer = request.call().map_err(|error| error.to_string())?;
        answer.body_mut().with_config().limit(BYTES_MAX).read_to_vec().map_err(|error| error.to_string())
    }
}

impl Service for Http {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        answers.add(time, || self.fetch())
    }
}
