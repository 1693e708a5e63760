//! What the servers did: readers of what tools and servers print. Bytes in; [`Reading`]s, [`ServerEvent`]s and
//! [`RequestRow`]s out.
//!
//! A [`Reader`] is fed pieces of any size and gives each finding to an [`Output`] at once, so memory does not grow
//! with the input. The same reader serves a live collector, which stamps every line with the run's clock as it reads
//! it, and the import of an old file, which has its own times or none ([`plimsoll_run::At`] says which).
//!
//! It fetches nothing: no files, no processes, no network, no clock. It doesn't judge or aggregate either.
//!
//! Start reading at [`mod@format`] (the list of formats), then [`reader`]. `docs/telemetry.md` lists the metrics.
//!
//! [`Reading`]: plimsoll_run::Reading
//! [`ServerEvent`]: plimsoll_run::ServerEvent

pub mod dump;
mod failure;
mod foreign;
pub mod format;
mod generator_limits;
pub mod line;
pub mod number;
pub mod options;
pub mod possible;
mod prefix;
pub mod problem;
pub mod reader;
mod repeated_hour;
pub mod request;
pub mod series;
pub mod text;
pub mod time;

/// Access logs: lines in a pattern that the server's own syntax describes, and lines of named values.
pub mod access {
    pub(crate) mod behind;
    pub mod dialect;
    pub(crate) mod envoy;
    pub mod field;
    pub mod keyed;
    pub mod layouts;
    pub mod log;
    pub(crate) mod nginx;
    pub mod pattern;
    pub(crate) mod percent;
    mod producers;
    pub mod w3c;
}

/// Containers: `docker stats` and the Docker API.
pub mod container {
    pub mod api;
    pub mod docker;
    pub mod inspect;
    pub mod kubernetes;
}

/// Databases that tell about themselves: MySQL, MariaDB, PostgreSQL.
pub mod database {
    pub mod mysql;
    pub mod postgres;
}

/// The machine: vmstat and iostat.
pub mod host {
    pub mod iostat;
    pub mod process;
    pub mod tcp;
    pub mod vmstat;
}

/// JMeter's result files: CSV in every dialect, XML, and what other tools write in the same shape.
pub mod jtl {
    mod assertions;
    pub(crate) mod attributes;
    pub mod columns;
    pub mod csv;
    pub mod exchanges;
    mod failed_sample;
    pub mod record;
    mod sub_results;
    pub mod xml;

    pub use record::count_columns;

    /// The response message of a transaction controller's sample begins so (JMeter, `TransactionController`).
    pub(crate) const TRANSACTION: &str = "Number of samples in transaction : ";

    /// How JMeter names an exception in the place of the status: there was no answer.
    const NO_ANSWER: &str = "Non HTTP response code";

    /// Why a sample failed: what its own assertion says, but where there was no answer: of that it says nothing.
    fn reason<'a>(status: &str, message: &'a str, assertion: &'a str) -> &'a str {
        let has_no_answer = status.starts_with(NO_ANSWER) && !message.is_empty();
        if assertion.is_empty() || has_no_answer { message } else { assertion }
    }
}

/// The JVM: jstat and garbage collection logs.
pub mod jvm {
    pub mod collection;
    pub(crate) mod gc8;
    pub(crate) mod gc8_lines;
    pub mod gc_log;
    pub mod jstat;
    pub mod unified;
}

/// Messaging: consumer lag.
pub mod messaging {
    pub mod kafka_admin;
    pub mod kafka_lag;
}

/// Metrics that servers expose: Prometheus and OpenMetrics texts, Jolokia.
pub mod metrics {
    mod containers;
    pub mod document;
    pub mod jolokia;
    pub mod names;
    pub mod prometheus;
    pub mod sample;
}

/// One clock: where the times of an input lie that has none, or only its own. Pure; the reading and the storing are
/// the caller's.
pub mod placement {
    pub mod correlation;
    pub mod file_name;

    pub use correlation::{Fit, Sampled, best_fit, best_interval};
    pub use file_name::{Stamp, stamp_in};
}

/// Other load generators' results: Gatling, ghz, h2load, k6, Locust, vegeta.
pub mod tools {
    pub mod gatling;
    pub mod gatling_binary;
    pub mod ghz;
    pub mod h2load;
    pub mod k6;
    pub mod locust;
    pub mod pgbench;
    pub mod vegeta;
}

pub use failure::failure;
pub use foreign::ForeignLog;
pub use format::{FORMATS, Format, FormatContent, foreign, recognise};
pub use generator_limits::is_generators_limit;
pub use options::{FirstRow, FormatError, ReaderOptions};
pub use problem::{Problem, ProblemKind, ReadProblems};
pub use reader::{InputLine, LineReader, Output, Reader, read_all};
pub use repeated_hour::RepeatedHour;
pub use request::{FailedBy, RequestKind, RequestRow};
