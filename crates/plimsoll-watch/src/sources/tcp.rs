//! What the kernel of a Linux host counts of TCP.

use crate::sources::{Access, TelemetrySource};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TcpSource;

impl TelemetrySource for TcpSource {
    fn name(&self) -> &str {
        "tcp"
    }

    fn format(&self) -> Option<&str> {
        Some("tcp")
    }

    fn access(&self, every: Duration) -> Access {
        let seconds = every.as_secs().max(1);
        Access::Script(format!(
            "export LC_ALL=C; while cat /proc/net/snmp /proc/net/netstat; do sleep {seconds}; done"
        ))
    }
}
