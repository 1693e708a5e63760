//! `docker stats`, run on the host.

use super::command::again;
use crate::sources::{Access, TelemetrySource};
use crate::transport::quoted;
use std::time::Duration;

/// Of all containers when none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DockerStatsSource {
    /// `docker`, or what takes its place.
    pub command: String,
    pub containers: Vec<String>,
}

impl TelemetrySource for DockerStatsSource {
    fn name(&self) -> &str {
        "docker"
    }

    fn format(&self) -> Option<&str> {
        Some("docker-stats")
    }

    fn access(&self, every: Duration) -> Access {
        let names: Vec<String> = self.containers.iter().map(|name| quoted(name)).collect();
        let (command, names) = (&self.command, names.join(" "));
        again(&format!("{command} stats --no-stream --format '{{{{json .}}}}' {names}"), every)
    }
}
