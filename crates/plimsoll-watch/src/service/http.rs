//! A document over HTTP.

use super::{Answers, BYTES_MAX, Service};
use crate::collection::RunTime;
use crate::spec::Login;
use std::time::Duration;

pub struct Http {
    agent: ureq::Agent,
    url: String,
    login: Login,
}

impl Http {
    pub fn new(url: String, login: Login, timeout: Duration) -> Http {
        // The machine's own certificates, as curl has it.
        let tls = ureq::tls::TlsConfig::builder().root_certs(ureq::tls::RootCerts::PlatformVerifier).build();
        let config = ureq::Agent::config_builder().timeout_global(Some(timeout)).user_agent("Plimsoll");
        Http { agent: config.tls_config(tls).build().new_agent(), url, login }
    }

    fn fetch(&self) -> Result<Vec<u8>, String> {
        let accepted =
            "text/plain, application/openmetrics-text;q=0.9, application/json, */*;q=0.1".to_owned();
        let request = self.agent.get(&self.url).header("Accept", accepted);
        let request = match &self.login {
            Login::Nobody => request,
            Login::Basic { user, password } => {
                let pair = base64::Engine::encode(
                    &base64::engine::general_purpose::STANDARD,
                    format!("{user}:{password}"),
                );
                request.header("Authorization", format!("Basic {pair}"))
            }
            Login::Bearer(token) => request.header("Authorization", format!("Bearer {token}")),
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
