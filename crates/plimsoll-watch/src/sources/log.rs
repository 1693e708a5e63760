//! A log that grows; what is in it already is not read.

use crate::sources::{Access, TelemetrySource};
use crate::transport::quoted;
use plimsoll_run::Instance;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogSource {
    pub path: PathBuf,
    /// The reader's name; empty means found out from its lines.
    pub format: String,
    pub pattern: Option<String>,
}

impl TelemetrySource for LogSource {
    fn name(&self) -> &str {
        "log"
    }

    fn format(&self) -> Option<&str> {
        Some(self.format.as_str()).filter(|format| !format.is_empty())
    }

    fn access(&self, _every: Duration) -> Access {
        let path = quoted(&self.path.to_string_lossy());
        // Without the check tail would wait in silence for a file that is missing.
        Access::Script(format!(
            "[ -r {path} ] || {{ echo {path} cannot be read >&2; exit 66; }}; exec tail -n 0 -F {path}"
        ))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        match name {
            Some(name) => Instance::Process(name.to_owned()),
            None => Instance::Service(self.path.to_string_lossy().into_owned()),
        }
    }

    fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }
}
