//! `vmstat` and `iostat`, which share a host's CPU times.

use crate::sources::{Access, TelemetrySource};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VmstatSource;

impl TelemetrySource for VmstatSource {
    fn name(&self) -> &str {
        "vmstat"
    }

    fn format(&self) -> Option<&str> {
        Some("vmstat")
    }

    fn access(&self, every: Duration) -> Access {
        Access::Script(format!("LC_ALL=C exec vmstat {}", every.as_secs().max(1)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IostatSource {
    /// With CPU times, where no `vmstat` tells them: the two count nice time differently, in one series.
    pub cpu: bool,
}

impl TelemetrySource for IostatSource {
    fn name(&self) -> &str {
        "iostat"
    }

    fn format(&self) -> Option<&str> {
        Some("iostat")
    }

    fn access(&self, every: Duration) -> Access {
        let devices = if self.cpu { "" } else { "-d " };
        Access::Script(format!("LC_ALL=C exec iostat {devices}-x -k {}", every.as_secs().max(1)))
    }
}
