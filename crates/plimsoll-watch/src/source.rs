//! What to watch. A kind of source is one file in `sources/`, which implements [`TelemetrySource`], and one variant of
//! [`SourceKind`].

use super::transport::Transport;
pub use crate::sources::command::CommandSource;
pub use crate::sources::database::DatabaseAccess;
pub use crate::sources::docker_api::{DockerAddress, DockerApiSource};
pub use crate::sources::docker_stats::DockerStatsSource;
pub use crate::sources::http::{HttpLogin, HttpSource};
pub use crate::sources::jstat::JstatSource;
pub use crate::sources::kafka::{KafkaAccess, KafkaSource, Sasl};
pub use crate::sources::kubernetes::KubernetesSource;
pub use crate::sources::log::LogSource;
pub use crate::sources::mysql::MysqlSource;
pub use crate::sources::postgres::PostgresSource;
pub use crate::sources::process::ProcessSource;
pub use crate::sources::tcp::TcpSource;
pub use crate::sources::tls::TlsOptions;
pub use crate::sources::vmstat::{IostatSource, VmstatSource};
pub use crate::sources::{Access, TelemetrySource};
use plimsoll_run::DeclaredResource;
use std::time::Duration;

/// Everything that a run watches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchSpec {
    pub targets: Vec<WatchTarget>,
}

/// One host, or one service that answers over the network.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchTarget {
    /// As the report calls it.
    pub name: String,
    /// `application server`, `database`; empty when not given.
    pub role: String,
    pub transport: Transport,
    pub sources: Vec<SourceSpec>,
    /// What the study says of its own series.
    pub resources: Vec<DeclaredResource>,
}

/// One thing to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSpec {
    pub kind: SourceKind,
    pub every: Duration,
    /// What on the host it is about, when that isn't plain from `kind`.
    pub instance: Option<String>,
}

/// All kinds of sources.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    Vmstat(VmstatSource),
    Iostat(IostatSource),
    Tcp(TcpSource),
    Jstat(JstatSource),
    Process(ProcessSource),
    DockerStats(DockerStatsSource),
    Log(LogSource),
    Command(CommandSource),
    Http(HttpSource),
    DockerApi(DockerApiSource),
    Kubernetes(KubernetesSource),
    Mysql(MysqlSource),
    Postgres(PostgresSource),
    Kafka(KafkaSource),
}

impl std::ops::Deref for SourceKind {
    type Target = dyn TelemetrySource;

    fn deref(&self) -> &Self::Target {
        match self {
            SourceKind::Vmstat(source) => source,
            SourceKind::Iostat(source) => source,
            SourceKind::Tcp(source) => source,
            SourceKind::Jstat(source) => source,
            SourceKind::Process(source) => source,
            SourceKind::DockerStats(source) => source,
            SourceKind::Log(source) => source,
            SourceKind::Command(source) => source,
            SourceKind::Http(source) => source,
            SourceKind::DockerApi(source) => source,
            SourceKind::Kubernetes(source) => source,
            SourceKind::Mysql(source) => source,
            SourceKind::Postgres(source) => source,
            SourceKind::Kafka(source) => source,
        }
    }
}
