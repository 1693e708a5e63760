//! The list of formats: by name, or recognised from the first lines.

use crate::access::keyed::{self, KeyedLog, Notation};
use crate::access::log::{self, AccessLog};
use crate::access::pattern::LogDialect;
use crate::container::{docker, kubernetes};
use crate::database;
use crate::host::{iostat, vmstat};
use crate::jtl;
use crate::jvm::{gc_log, jstat};
use crate::messaging::{kafka_admin, kafka_lag};
use crate::metrics::document::Documents;
use crate::metrics::{jolokia, prometheus};
use crate::options::ReaderOptions;
use crate::reader::Reader;
use crate::text::{Decoder, Lines, to_str, without_terminal_codes};
use crate::tools::{gatling, k6, locust};

/// One format: its name, how it is known, and how a reader of it is made.
pub struct Format {
    /// As in a study file and on the command line.
    pub name: &'static str,
    pub about: &'static str,
    recognise: fn(&[String]) -> bool,
    open: fn(&ReaderOptions) -> Result<Box<dyn Reader>, FormatError>,
}

/// Why a reader can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("no format is called {name:?}; there are {known}")]
    Unknown { name: String, known: String },
    #[error("access log pattern {pattern:?}: {problem}")]
    Pattern { pattern: String, problem: String },
}

impl Format {
    pub fn named(name: &str) -> Result<&'static Format, FormatError> {
        FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
            let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            FormatError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    pub fn reader(&self, options: &ReaderOptions) -> Result<Box<dyn Reader>, FormatError> {
        (self.open)(options)
    }
}

/// All formats, those with the surest marks first: [`recognise`] takes the first that fits.
pub const FORMATS: &[Format] = &[
    Format {
        name: "jtl-xml",
        about: "JMeter's results as XML",
        recognise: jtl::xml::recognise,
        open: |options| Ok(Box::new(jtl::xml::JtlXml::new(options))),
    },
    Format {
        name: "gatling",
        about: "Gatling's simulation.log, text or binary",
        recognise: gatling::recognise,
        open: |options| Ok(Box::new(gatling::Gatling::new(options))),
    },
    Format {
        name: "k6-json",
        about: "k6's results as JSON",
        recognise: k6::recognise_json,
        open: |options| Ok(Box::new(Lines::new(k6::K6Json::new(options)))),
    },
    Format {
        name: "k6-csv",
        about: "k6's results as CSV",
        recognise: k6::recognise_csv,
        open: |options| Ok(Box::new(Lines::new(k6::K6Csv::new(options)))),
    },
    Format {
        name: "locust",
        about: "Locust's statistics as CSV",
        recognise: locust::recognise,
        open: |options| Ok(Box::new(Lines::new(locust::Locust::new(options)))),
    },
    Format {
        name: "jtl",
        about: "JMeter's results as CSV",
        recognise: jtl::csv::recognise,
        open: |options| Ok(Box::new(Lines::new(jtl::csv::JtlCsv::new(options)))),
    },
    Format {
        name: "vmstat",
        about: "vmstat of procps",
        recognise: vmstat::recognise,
        open: |options| Ok(Box::new(Lines::new(vmstat::Vmstat::new(options)))),
    },
    Format {
        name: "iostat",
        about: "iostat of sysstat",
        recognise: iostat::recognise,
        open: |options| Ok(Box::new(Lines::new(iostat::Iostat::new(options)))),
    },
    Format {
        name: "jstat",
        about: "jstat of the JDK: -gc, -gcutil, -gccause",
        recognise: jstat::recognise,
        open: |options| Ok(Box::new(Lines::new(jstat::Jstat::new(options)))),
    },
    Format {
        name: "gc-log",
        about: "garbage collection log of a JVM, JDK 8 to 21",
        recognise: gc_log::recognise,
        open: |options| Ok(Box::new(Lines::new(gc_log::GcLog::new(options)))),
    },
    Format {
        name: "docker-stats",
        about: "docker stats, as a table or JSON, or the Docker API's",
        recognise: docker::recognise,
        open: |options| Ok(Box::new(Lines::new(docker::DockerStats::new(options)))),
    },
    Format {
        name: "kafka-lag",
        about: "kafka-consumer-groups --describe",
        recognise: kafka_lag::recognise,
        open: |options| Ok(Box::new(Lines::new(kafka_lag::KafkaLag::new(options)))),
    },
    Format {
        name: "kafka-admin",
        about: "brokers, offsets and groups of a Kafka cluster, as JSON",
        recognise: kafka_admin::recognise,
        open: |options| Ok(Box::new(Lines::new(Documents::new(kafka_admin::KafkaAdmin::new(options))))),
    },
    Format {
        name: "k8s-metrics",
        about: "Kubernetes' metrics API: CPU and memory of pods (also reads k8s-pods)",
        recognise: kubernetes::recognise_metrics,
        open: |options| Ok(Box::new(Lines::new(Documents::new(kubernetes::KubernetesReader::new(options))))),
    },
    Format {
        name: "k8s-pods",
        about: "pods of Kubernetes: limits, restarts, kills (also reads k8s-metrics)",
        recognise: kubernetes::recognise_pods,
        open: |options| Ok(Box::new(Lines::new(Documents::new(kubernetes::KubernetesReader::new(options))))),
    },
    Format {
        name: "mysql-status",
        about: "SHOW GLOBAL STATUS and VARIABLES of MySQL or MariaDB",
        recognise: database::mysql::recognise,
        open: |options| Ok(Box::new(Lines::new(database::mysql::MysqlStatus::new(options)))),
    },
    Format {
        name: "postgres-status",
        about: "PostgreSQL's pg_stat views, a row of JSON a line",
        recognise: database::postgres::recognise,
        open: |options| Ok(Box::new(Lines::new(database::postgres::PostgresStatus::new(options)))),
    },
    Format {
        name: "jolokia",
        about: "Jolokia's answers",
        recognise: jolokia::recognise,
        open: |options| Ok(Box::new(Lines::new(Documents::new(jolokia::Jolokia::new(options))))),
    },
    Format {
        name: "access-json",
        about: "access log of JSON lines",
        recognise: keyed::recognise_json,
        open: |options| Ok(Box::new(Lines::new(KeyedLog::new(Notation::Json, options)?))),
    },
    Format {
        name: "access-ltsv",
        about: "access log of labelled, tab-separated values",
        recognise: keyed::recognise_ltsv,
        open: |options| Ok(Box::new(Lines::new(KeyedLog::new(Notation::Ltsv, options)?))),
    },
    Format {
        name: "envoy",
        about: "access log of Envoy",
        recognise: log::recognise_envoy,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Envoy, options)?))),
    },
    Format {
        name: "apache",
        about: "access log of Apache httpd, or any in the common or combined format",
        recognise: log::recognise_common,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Apache, options)?))),
    },
    Format {
        name: "prometheus",
        about: "Prometheus' and OpenMetrics' text",
        recognise: prometheus::recognise,
        open: |options| Ok(Box::new(Lines::new(prometheus::Prometheus::new(options)))),
    },
    Format {
        name: "nginx",
        about: "access log of nginx",
        recognise: never,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Nginx, options)?))),
    },
    Format {
        name: "undertow",
        about: "access log of Undertow or WildFly",
        recognise: never,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Undertow, options)?))),
    },
    Format {
        name: "tomcat",
        about: "access log of Tomcat up to version 9",
        recognise: never,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Tomcat, options)?))),
    },
    Format {
        name: "tomcat10",
        about: "access log of Tomcat from version 10",
        recognise: never,
        open: |options| Ok(Box::new(Lines::new(AccessLog::new(LogDialect::Tomcat10, options)?))),
    },
];

/// What [`recognise`] looks at, at most.
const HEAD_BYTES_MAX: usize = 64 * 1024;
const HEAD_LINES_MAX: usize = 50;

/// The format of an input that begins so; 64 KB are enough. `None` when nothing fits.
pub fn recognise(head: &[u8]) -> Option<&'static Format> {
    let lines = head_lines(head);
    FORMATS.iter().find(|format| (format.recognise)(&lines))
}

/// For formats that look like another one.
fn never(_lines: &[String]) -> bool {
    false
}

fn head_lines(head: &[u8]) -> Vec<String> {
    let head = &head[..head.len().min(HEAD_BYTES_MAX)];
    let mut decoder = Decoder::default();
    let mut decoded = decoder.decode(head).to_vec();
    if decoded.is_empty() {
        decoded = decoder.finish().to_vec();
    }
    let mut plain = Vec::with_capacity(decoded.len());
    without_terminal_codes(&decoded, &mut plain);
    let lines = plain.split(|byte| *byte == b'\n').take(HEAD_LINES_MAX);
    lines.map(|line| to_str(line).trim_end_matches('\r').to_owned()).collect()
}
