//! `jstat -gc` of a JVM.

use crate::sources::{Access, TelemetrySource};
use crate::transport::quoted;
use plimsoll_run::Instance;
use std::time::Duration;

/// The first JVM whose command line contains this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JstatSource {
    pub process: String,
}

impl TelemetrySource for JstatSource {
    fn name(&self) -> &str {
        "jstat"
    }

    fn format(&self) -> Option<&str> {
        Some("jstat")
    }

    /// Finds the JVM by its command line, as only root sees the JVMs of others with `jps`. Of one that was killed jstat goes on to
    /// print the last values, for its file of counters is still there: it is ended with the JVM.
    fn access(&self, every: Duration) -> Access {
        let process = quoted(&self.process);
        Access::Script(format!(
            "for d in /proc/[0-9]*; do \
             [ \"$(cat $d/comm 2>/dev/null)\" = java ] || continue; \
             tr '\\0' ' ' < $d/cmdline 2>/dev/null | grep -qF -e {process} || continue; \
             p=$(exec sh -c 'echo $PPID'); \
             (while [ -d $d ] && kill -0 $p; do sleep 1; done; kill $p) > /dev/null 2>&1 < /dev/null & \
             exec jstat -gc ${{d#/proc/}} {}; done; \
             echo no JVM with {process} in its command line >&2; exit 69",
            every.as_millis().max(1)
        ))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Process(name.unwrap_or(&self.process).to_owned())
    }
}
