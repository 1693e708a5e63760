//! What to watch.

use super::place::Place;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that a run watches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    pub targets: Vec<Target>,
}

/// One host, or one service that answers over the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As the report calls it.
    pub name: String,
    /// `application server`, `database`; empty when not told.
    pub role: String,
    pub place: Place,
    pub sources: Vec<Source>,
}

/// One thing to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub what: What,
    pub every: Duration,
    /// What on the host it is about, when that isn't plain from `what`.
    pub instance: Option<String>,
}

/// Who asks.
#[derive(Clone, PartialEq)]
pub enum Login {
    Nobody,
    Basic { user: String, password: String },
    Bearer(String),
}

/// Never shows a secret.
impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Login::Nobody => f.write_str("Nobody"),
            Login::Basic { user, .. } => write!(f, "Basic({user})"),
            Login::Bearer(_) => f.write_str("Bearer"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Vmstat,
    /// `cpu`: with CPU times, where no `vmstat` tells them: the two count nice time differently, in one series.
    Iostat {
        cpu: bool,
    },
    /// `jstat -gc` of the first JVM whose command line contains this.
    Jstat {
        process: String,
    },
    /// `docker stats`; of all containers when none is named. `command`: `docker`, or what takes its place.
    DockerStats {
        command: String,
        containers: Vec<String>,
    },
    /// A log that grows; what is in it already is not read. `format`: empty means found out from its lines.
    Log {
        path: PathBuf,
        format: String,
        pattern: Option<String>,
    },
    /// A command that ends by itself and is run again and again.
    Command {
        command: String,
        format: String,
    },
    /// A document over HTTP: Prometheus' text, Jolokia's answers.
    Http {
        url: String,
        login: Login,
        format: String,
    },
}

impl What {
    /// As in the study file, for messages.
    pub fn name(&self) -> &str {
        match self {
            What::Vmstat => "vmstat",
            What::Iostat { .. } => "iostat",
            What::Jstat { .. } => "jstat",
            What::DockerStats { .. } => "docker",
            What::Log { .. } => "log",
            What::Command { .. } => "command",
            What::Http { format, .. } => format,
        }
    }

    /// The reader's name; `None`: the first lines tell.
    pub fn format(&self) -> Option<&str> {
        match self {
            What::Vmstat => Some("vmstat"),
            What::Iostat { .. } => Some("iostat"),
            What::Jstat { .. } => Some("jstat"),
            What::DockerStats { .. } => Some("docker-stats"),
            What::Log { format, .. } | What::Command { format, .. } | What::Http { format, .. } => {
                Some(format.as_str()).filter(|format| !format.is_empty())
            }
        }
    }
}
