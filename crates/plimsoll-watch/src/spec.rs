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
    /// The Docker API; all running containers when none is named.
    DockerApi {
        address: DockerAddress,
        containers: Vec<String>,
    },
    /// The metrics API and the pods, by `kubectl` of this machine; all pods of the namespace when nothing is said.
    Kubernetes {
        context: String,
        namespace: String,
        selector: String,
        pods: Vec<String>,
    },
    Mysql(Database),
    Postgres(Database),
    /// A Kafka cluster; all groups when none is named, all topics that the groups have read when none is named.
    Kafka {
        /// `host:port`, tried in their order.
        bootstrap: Vec<String>,
        access: KafkaAccess,
        groups: Vec<String>,
        topics: Vec<String>,
    },
}

/// Where the Docker API is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DockerAddress {
    Socket(PathBuf),
    /// `host:port`, not encrypted.
    Tcp(String),
}

impl std::fmt::Display for DockerAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DockerAddress::Socket(path) => write!(f, "unix://{}", path.display()),
            DockerAddress::Tcp(authority) => write!(f, "tcp://{authority}"),
        }
    }
}

impl DockerAddress {
    /// `unix:///var/run/docker.sock`, `tcp://host:2375`.
    pub fn parse(text: &str) -> Result<DockerAddress, String> {
        let tcp = text.strip_prefix("tcp://").or_else(|| text.strip_prefix("http://"));
        match (text.strip_prefix("unix://"), tcp.map(|rest| rest.trim_end_matches('/'))) {
            (Some(path), _) if path.starts_with('/') => Ok(DockerAddress::Socket(PathBuf::from(path))),
            (_, Some(host)) if !host.is_empty() && !host.contains('/') => {
                let port = if host.contains(':') { "" } else { ":2375" };
                Ok(DockerAddress::Tcp(format!("{host}{port}")))
            }
            _ => Err(format!(
                "`{text}` is no address of the Docker API: `unix:///var/run/docker.sock`, `tcp://host:2375`"
            )),
        }
    }
}

/// How a connection is encrypted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    /// A PEM file with the certificate authorities to trust; `None`: the system's.
    pub authorities: Option<PathBuf>,
}

/// How brokers are spoken to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KafkaAccess {
    pub tls: Option<Tls>,
    pub login: Option<Sasl>,
}

/// A login of Kafka: SASL's PLAIN.
#[derive(Clone, PartialEq, Eq)]
pub struct Sasl {
    pub user: String,
    pub password: String,
}

/// Never shows a secret.
impl std::fmt::Debug for Sasl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sasl({})", self.user)
    }
}

/// A database that is asked for its state.
#[derive(Clone, PartialEq, Eq)]
pub struct Database {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: String,
    /// To connect to; empty: none, or the user's own.
    pub name: String,
    /// PostgreSQL's alone.
    pub tls: Option<Tls>,
}

/// Never shows a secret.
impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Database({}@{}/{})", self.user, self.authority(), self.name)
    }
}

impl Database {
    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
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
            What::DockerApi { .. } => "docker",
            What::Kubernetes { .. } => "kubernetes",
            What::Mysql(_) => "mysql",
            What::Postgres(_) => "postgres",
            What::Kafka { .. } => "kafka",
        }
    }

    /// What is asked over the network, for messages; `None`: it is run on a host.
    pub fn address(&self) -> Option<String> {
        match self {
            What::Http { url, .. } => Some(url.clone()),
            What::DockerApi { address, .. } => Some(address.to_string()),
            What::Kubernetes { namespace, context, .. } => {
                let context = if context.is_empty() { String::new() } else { format!("{context}@") };
                Some(format!("kubectl://{context}{namespace}"))
            }
            What::Mysql(database) => Some(format!("mysql://{}", database.authority())),
            What::Postgres(database) => Some(format!("postgresql://{}", database.authority())),
            What::Kafka { bootstrap, .. } => Some(format!("kafka://{}", bootstrap.join(","))),
            _ => None,
        }
    }

    /// The reader's name; `None`: the first lines tell.
    pub fn format(&self) -> Option<&str> {
        match self {
            What::Vmstat => Some("vmstat"),
            What::Iostat { .. } => Some("iostat"),
            What::Jstat { .. } => Some("jstat"),
            What::DockerStats { .. } | What::DockerApi { .. } => Some("docker-stats"),
            What::Kubernetes { .. } => Some("k8s-metrics"),
            What::Mysql(_) => Some("mysql-status"),
            What::Postgres(_) => Some("postgres-status"),
            What::Kafka { .. } => Some("kafka-admin"),
            What::Log { format, .. } | What::Command { format, .. } | What::Http { format, .. } => {
                Some(format.as_str()).filter(|format| !format.is_empty())
            }
        }
    }
}
