//! The list of formats: by name, or recognised from the first lines.

use crate::access::dialect::LogDialect;
use crate::access::keyed::{self, KeyedLog, Notation};
use crate::access::layouts::{LaidOutLog, LogLayout};
use crate::access::log::{self, AccessLog};
use crate::access::w3c;
use crate::container::{docker, kubernetes};
use crate::database;
use crate::foreign::{self, ForeignLog};
use crate::host::{iostat, process, tcp, vmstat};
use crate::jtl;
use crate::jvm::{gc_log, jstat};
use crate::line::{to_str, without_terminal_codes};
use crate::messaging::{kafka_admin, kafka_lag};
use crate::metrics::document::Documents;
use crate::metrics::{jolokia, prometheus};
use crate::options::{FormatError, ReaderOptions};
use crate::reader::{LineReader, Reader};
use crate::text::{Decoder, Lines};
use crate::tools::{gatling, ghz, h2load, k6, locust, pgbench, vegeta};
use plimsoll_run::TimeResolution;

/// What an input of a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatContent {
    /// The results of a load generator: a row for each request, with times of this resolution.
    Requests { tool: &'static str, resolution: TimeResolution },
    /// The results of a load generator, of many requests at a time.
    Statistics { tool: &'static str },
    /// A server's log of requests.
    ServerRequests,
    /// Readings and events.
    Telemetry,
}

/// One format: its name, how it is known, and how a reader of it is made.
pub struct Format {
    /// As in a study file and on the command line.
    pub name: &'static str,
    pub about: &'static str,
    pub content: FormatContent,
    recognise: fn(&[String]) -> bool,
    open: fn(&ReaderOptions) -> Result<Box<dyn Reader>, FormatError>,
}

impl Format {
    pub fn named(name: &str) -> Result<&'static Format, FormatError> {
        FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
            let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            FormatError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// A load generator's results: a row for each request.
    pub fn has_requests(&self) -> bool {
        matches!(self.content, FormatContent::Requests { .. })
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
        content: FormatContent::Requests { tool: "JMeter", resolution: TimeResolution::Milliseconds },
        recognise: jtl::xml::recognise,
        open: |options| Ok(Box::new(jtl::xml::JtlXml::new(options))),
    },
    Format {
        name: "gatling",
        about: "Gatling's simulation.log, text or binary",
        content: FormatContent::Requests { tool: "Gatling", resolution: TimeResolution::Milliseconds },
        recognise: gatling::recognise,
        open: |options| Ok(Box::new(gatling::Gatling::new(options))),
    },
    Format {
        name: "k6-json",
        about: "k6's results as JSON",
        content: FormatContent::Requests { tool: "k6", resolution: TimeResolution::Microseconds },
        recognise: k6::recognise_json,
        open: |options| lines(k6::K6Json::new(options), options),
    },
    Format {
        name: "k6-csv",
        about: "k6's results as CSV",
        content: FormatContent::Requests { tool: "k6", resolution: TimeResolution::Microseconds },
        recognise: k6::recognise_csv,
        open: |options| lines(k6::K6Csv::new(options), options),
    },
    Format {
        name: "ghz",
        about: "ghz's calls (influx-details)",
        content: FormatContent::Requests { tool: "ghz", resolution: TimeResolution::Microseconds },
        recognise: ghz::recognise,
        open: |options| lines(ghz::Ghz::new(options), options),
    },
    Format {
        name: "vegeta-csv",
        about: "vegeta's requests (encode --to csv)",
        content: FormatContent::Requests { tool: "vegeta", resolution: TimeResolution::Microseconds },
        recognise: vegeta::recognise,
        open: |options| lines(vegeta::VegetaCsv::new(options), options),
    },
    Format {
        name: "vegeta-json",
        about: "vegeta's requests (encode --to json)",
        content: FormatContent::Requests { tool: "vegeta", resolution: TimeResolution::Microseconds },
        recognise: vegeta::recognise_json,
        open: |options| lines(vegeta::VegetaJson::new(options), options),
    },
    Format {
        name: "h2load-log",
        about: "h2load's requests (--log-file)",
        content: FormatContent::Requests { tool: "h2load", resolution: TimeResolution::Microseconds },
        recognise: h2load::recognise,
        open: |options| lines(h2load::H2loadLog::new(options), options),
    },
    Format {
        name: "pgbench-log",
        about: "pgbench's transactions (--log)",
        content: FormatContent::Requests { tool: "pgbench", resolution: TimeResolution::Microseconds },
        recognise: pgbench::recognise,
        open: |options| lines(pgbench::PgbenchLog::new(options), options),
    },
    Format {
        name: "locust",
        about: "Locust's statistics as CSV",
        content: FormatContent::Statistics { tool: "Locust" },
        recognise: locust::recognise,
        open: |options| lines(locust::Locust::new(options), options),
    },
    Format {
        name: "jtl",
        about: "JMeter's results as CSV",
        content: FormatContent::Requests { tool: "JMeter", resolution: TimeResolution::Milliseconds },
        recognise: jtl::csv::recognise,
        open: |options| lines(jtl::csv::JtlCsv::new(options), options),
    },
    Format {
        name: "vmstat",
        about: "vmstat of procps",
        content: FormatContent::Telemetry,
        recognise: vmstat::recognise,
        open: |options| lines(vmstat::Vmstat::new(options), options),
    },
    Format {
        name: "iostat",
        about: "iostat of sysstat",
        content: FormatContent::Telemetry,
        recognise: iostat::recognise,
        open: |options| lines(iostat::Iostat::new(options), options),
    },
    Format {
        name: "process",
        about: "what the kernel counts of a process, as `watch` prints it from /proc",
        content: FormatContent::Telemetry,
        recognise: process::recognise,
        open: |options| lines(process::ProcessStatistics::new(options), options),
    },
    Format {
        name: "tcp",
        about: "what Linux counts of TCP: /proc/net/snmp and /proc/net/netstat",
        content: FormatContent::Telemetry,
        recognise: tcp::recognise,
        open: |options| lines(tcp::TcpCounters::new(options), options),
    },
    Format {
        name: "jstat",
        about: "jstat of the JDK: -gc, -gcutil, -gccause",
        content: FormatContent::Telemetry,
        recognise: jstat::recognise,
        open: |options| lines(jstat::Jstat::new(options), options),
    },
    Format {
        name: "gc-log",
        about: "garbage collection log of a JVM, JDK 8 to 21",
        content: FormatContent::Telemetry,
        recognise: gc_log::recognise,
        open: |options| lines(gc_log::GcLog::new(options), options),
    },
    Format {
        name: "docker-stats",
        about: "docker stats, as a table or JSON, or the Docker API's",
        content: FormatContent::Telemetry,
        recognise: docker::recognise,
        open: |options| lines(docker::DockerStats::new(options), options),
    },
    Format {
        name: "kafka-lag",
        about: "kafka-consumer-groups --describe",
        content: FormatContent::Telemetry,
        recognise: kafka_lag::recognise,
        open: |options| lines(kafka_lag::KafkaLag::new(options), options),
    },
    Format {
        name: "kafka-admin",
        about: "brokers, offsets and groups of a Kafka cluster, as JSON",
        content: FormatContent::Telemetry,
        recognise: kafka_admin::recognise,
        open: |options| lines(Documents::new(kafka_admin::KafkaAdmin::new(options)), options),
    },
    Format {
        name: "k8s-metrics",
        about: "Kubernetes' metrics API: CPU and memory of pods (also reads k8s-pods)",
        content: FormatContent::Telemetry,
        recognise: kubernetes::recognise_metrics,
        open: |options| lines(Documents::new(kubernetes::KubernetesReader::new(options)), options),
    },
    Format {
        name: "k8s-pods",
        about: "pods of Kubernetes: limits, restarts, kills (also reads k8s-metrics)",
        content: FormatContent::Telemetry,
        recognise: kubernetes::recognise_pods,
        open: |options| lines(Documents::new(kubernetes::KubernetesReader::new(options)), options),
    },
    Format {
        name: "mysql-status",
        about: "SHOW GLOBAL STATUS and VARIABLES of MySQL or MariaDB",
        content: FormatContent::Telemetry,
        recognise: database::mysql::recognise,
        open: |options| lines(database::mysql::MysqlStatus::new(options), options),
    },
    Format {
        name: "postgres-status",
        about: "PostgreSQL's pg_stat views, a row of JSON a line",
        content: FormatContent::Telemetry,
        recognise: database::postgres::recognise,
        open: |options| lines(database::postgres::PostgresStatus::new(options), options),
    },
    Format {
        name: "jolokia",
        about: "Jolokia's answers",
        content: FormatContent::Telemetry,
        recognise: jolokia::recognise,
        open: |options| lines(Documents::new(jolokia::Jolokia::new(options)), options),
    },
    Format {
        name: "access-json",
        about: "access log of JSON lines: nginx, Caddy, Traefik, Kong, Envoy and others",
        content: FormatContent::ServerRequests,
        recognise: keyed::recognise_json,
        open: |options| lines(KeyedLog::new(Notation::Json, options)?, options),
    },
    Format {
        name: "access-ltsv",
        about: "access log of labelled, tab-separated values",
        content: FormatContent::ServerRequests,
        recognise: keyed::recognise_ltsv,
        open: |options| lines(KeyedLog::new(Notation::Ltsv, options)?, options),
    },
    Format {
        name: "w3c",
        about: "access log in the W3C's extended format: IIS, CloudFront",
        content: FormatContent::ServerRequests,
        recognise: w3c::recognise,
        open: |options| lines(w3c::W3cLog::new(options)?, options),
    },
    Format {
        name: "aws-alb",
        about: "access log of an AWS application load balancer",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::ApplicationLoadBalancer.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::ApplicationLoadBalancer, options), options),
    },
    Format {
        name: "aws-elb",
        about: "access log of an AWS classic load balancer",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::ClassicLoadBalancer.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::ClassicLoadBalancer, options), options),
    },
    Format {
        name: "aws-s3",
        about: "server access log of Amazon S3",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::S3.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::S3, options), options),
    },
    Format {
        name: "haproxy",
        about: "HTTP log of HAProxy",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::Haproxy.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::Haproxy, options), options),
    },
    Format {
        name: "traefik",
        about: "access log of Traefik in its common format",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::Traefik.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::Traefik, options), options),
    },
    Format {
        name: "istio",
        about: "access log of Istio's proxy",
        content: FormatContent::ServerRequests,
        recognise: |lines| LogLayout::Istio.recognise(lines),
        open: |options| lines(LaidOutLog::new(LogLayout::Istio, options), options),
    },
    Format {
        name: "envoy",
        about: "access log of Envoy",
        content: FormatContent::ServerRequests,
        recognise: log::recognise_envoy,
        open: |options| lines(AccessLog::new(LogDialect::Envoy, options)?, options),
    },
    Format {
        name: "apache",
        about: "access log of Apache httpd, or any in the common or combined format",
        content: FormatContent::ServerRequests,
        recognise: log::recognise_common,
        open: |options| lines(AccessLog::new(LogDialect::Apache, options)?, options),
    },
    Format {
        name: "prometheus",
        about: "Prometheus' and OpenMetrics' text",
        content: FormatContent::Telemetry,
        recognise: prometheus::recognise,
        open: |options| lines(prometheus::Prometheus::new(options), options),
    },
    Format {
        name: "nginx",
        about: "access log of nginx",
        content: FormatContent::ServerRequests,
        recognise: never,
        open: |options| lines(AccessLog::new(LogDialect::Nginx, options)?, options),
    },
    Format {
        name: "undertow",
        about: "access log of Undertow or WildFly",
        content: FormatContent::ServerRequests,
        recognise: never,
        open: |options| lines(AccessLog::new(LogDialect::Undertow, options)?, options),
    },
    Format {
        name: "tomcat",
        about: "access log of Tomcat up to version 9",
        content: FormatContent::ServerRequests,
        recognise: never,
        open: |options| lines(AccessLog::new(LogDialect::Tomcat, options)?, options),
    },
    Format {
        name: "tomcat10",
        about: "access log of Tomcat from version 10",
        content: FormatContent::ServerRequests,
        recognise: never,
        open: |options| lines(AccessLog::new(LogDialect::Tomcat10, options)?, options),
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

/// What an input that begins so is, if it is known by name and not read. Asked when nothing is recognised.
pub fn foreign(head: &[u8]) -> Option<&'static ForeignLog> {
    foreign::of(&head_lines(head))
}

/// A reader of lines, which refuses what can't be.
fn lines(reader: impl LineReader + 'static, options: &ReaderOptions) -> Result<Box<dyn Reader>, FormatError> {
    Ok(Box::new(Lines::new(reader).until(options.latest_unix_us)))
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
