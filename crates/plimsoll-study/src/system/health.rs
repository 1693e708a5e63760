//! Is the system up?

use super::shell::Shell;
use super::spec::HealthCheck;
use std::time::Duration;

/// An answer that takes longer is none.
const CHECK_TIME: Duration = Duration::from_secs(5);

/// Asks again and again.
#[derive(Debug)]
pub struct HealthProbe {
    check: HealthCheck,
    shell: Shell,
    agent: ureq::Agent,
}

impl HealthProbe {
    pub fn new(check: HealthCheck, shell: Shell) -> HealthProbe {
        let config = ureq::Agent::config_builder().timeout_global(Some(CHECK_TIME)).user_agent("Plimsoll");
        // It is asked from time to time: a kept connection would have been closed meanwhile.
        HealthProbe { check, shell, agent: config.max_idle_connections(0).build().new_agent() }
    }

    /// `Err` says why not.
    pub fn ask(&self) -> Result<(), String> {
        match &self.check {
            HealthCheck::Url(url) => match self.agent.get(url).call() {
                Ok(_) => Ok(()),
                Err(error) => Err(format!("{url}: {error}")),
            },
            HealthCheck::Command(command) => {
                self.shell.ask(command, CHECK_TIME).map(drop).map_err(|why| format!("`{command}`: {why}"))
            }
        }
    }
}
