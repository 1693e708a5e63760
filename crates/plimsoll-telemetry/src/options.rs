//! What a reader must be told because its input does not say it.

use jiff::tz::TimeZone;
use plimsoll_run::Source;

/// How to read one stream. The defaults suit most inputs.
#[derive(Clone, Debug)]
pub struct ReaderOptions {
    /// Who the readings are about.
    pub source: Source,
    /// Of times that are written without an offset.
    pub time_zone: TimeZone,
    /// An access log's pattern in the server's own syntax; `None` for the usual ones.
    pub pattern: Option<String>,
    /// A result file's columns in their order, when it has no header.
    pub columns: Vec<String>,
    /// A JTL's `timeStamp` is the end of the sample (`sampleresult.timestamp.start=false`), not its start: no row says it.
    pub timestamp_is_end: bool,
    /// Whether the first row of vmstat and iostat (the mean since boot) is left out.
    pub first_row: FirstRow,
    /// Bytes that vmstat's memory columns count: 1024, or what `-S` set.
    pub vmstat_unit_bytes: u64,
    /// Gives Prometheus metrics of well-known exporters OpenTelemetry's names; when off, all keep their own.
    pub map_names: bool,
    /// Times after this have not come yet: rows with them are left out, and reported. Microseconds since 1970.
    pub latest_unix_us: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRow {
    /// It is the mean since boot: left out.
    SinceBoot,
    /// The tool was told to leave it out itself (`iostat -y`, `vmstat -y`), or the file begins in the middle.
    Counts,
}

impl Default for ReaderOptions {
    fn default() -> Self {
        ReaderOptions {
            source: Source::default(),
            time_zone: TimeZone::UTC,
            pattern: None,
            columns: Vec::new(),
            timestamp_is_end: false,
            first_row: FirstRow::SinceBoot,
            vmstat_unit_bytes: 1024,
            map_names: true,
            latest_unix_us: i64::MAX,
        }
    }
}

/// Why a reader can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("no format is called {name:?}; there are {known}")]
    Unknown { name: String, known: String },
    #[error("access log pattern {pattern:?}: {problem}")]
    Pattern { pattern: String, problem: String },
}
