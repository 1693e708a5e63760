//! What a run file says of the servers: hosts and their clocks, inputs and where their times were placed, series,
//! gaps, events, and the requests that the servers logged themselves.
//!
//! The points of the series are not part of a [`Run`](crate::Run), for there may be millions:
//! [`TelemetryReader`](crate::TelemetryReader) reads those that are asked for.

use crate::interval::Interval;
use crate::placement_evidence::PlacementEvidence;
use crate::reading::{Placement, Series, ServerEvent, Source};
use crate::record::TransactionKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All of it but points and requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Telemetry {
    /// By name.
    pub hosts: Vec<Host>,
    /// In the order in which they were added.
    pub inputs: Vec<Input>,
    /// By series.
    pub series: Vec<StoredSeries>,
    /// By beginning.
    pub gaps: Vec<Gap>,
    /// By time.
    pub events: Vec<ServerEvent>,
    /// Whose own request log is in the file; [`TelemetryReader::requests`](crate::TelemetryReader::requests).
    pub request_logs: Vec<RequestLog>,
}

impl Telemetry {
    pub fn is_empty(&self) -> bool {
        *self == Telemetry::default()
    }
}

/// A machine that was watched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Host {
    /// As in [`Source::host`].
    pub name: String,
    /// What it does in the system: `application server`, `database`; empty: not known.
    pub role: String,
    /// `None`: its clock was not compared with the run's.
    pub clock: Option<ClockOffset>,
}

/// How a host's clock stands to the run's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockOffset {
    /// How far the host's clock is ahead of the run's; already subtracted from what is stored.
    pub ahead_us: i64,
    /// The true offset lies within this much of it, on either side.
    pub uncertainty_us: u64,
    pub method: ClockMethod,
}

/// How a clock offset was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClockMethod {
    /// The load generator ran on that machine.
    SameMachine,
    /// The host was asked for its time; the round trip bounds the error.
    Asked,
    /// Its series were moved over those of the run until they fitted best.
    Correlated,
    /// The user said so.
    Given,
}

impl ClockMethod {
    pub const ALL: [ClockMethod; 4] =
        [ClockMethod::SameMachine, ClockMethod::Asked, ClockMethod::Correlated, ClockMethod::Given];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            ClockMethod::SameMachine => "same-machine",
            ClockMethod::Asked => "asked",
            ClockMethod::Correlated => "correlated",
            ClockMethod::Given => "given",
        }
    }

    pub fn named(name: &str) -> Option<ClockMethod> {
        ClockMethod::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A file or a collector that the run file was fed from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    /// A file's path as the user named it (inside an archive: `logs.zip:host/vmstat.log`), or a collector's command.
    pub name: String,
    /// As in the list of formats; empty when it wasn't recognised.
    pub format: String,
    pub host: String,
    pub bytes: u64,
    /// Of the file's content, unpacked, in hexadecimal; `None` for a collector.
    pub sha256: Option<String>,
    pub placement: InputPlacement,
    pub readings: u64,
    pub events: u64,
    pub requests: u64,
    /// What could not be read of it.
    pub problems: u64,
    /// Series whose points had no times of their own and were placed; others are as sure as the clock of their host.
    #[serde(skip)]
    pub placed: Vec<Arc<Series>>,
    /// Why nothing of it, or not all, was taken; `None`: all was.
    pub refused: Option<String>,
}

/// How an input's times came onto the run's clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputPlacement {
    pub method: PlacementMethod,
    pub placement: Placement,
    /// Half the width of what the times may be off by; `None`: unknown.
    pub uncertainty_us: Option<u64>,
    /// What it rests on.
    pub evidence: PlacementEvidence,
}

/// What an input's times rest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlacementMethod {
    /// Every line was stamped with the run's clock when it was read.
    #[default]
    Stamped,
    /// The times in it.
    OwnTimes,
    /// A start in the file's name.
    FileName,
    /// A start that the user gave.
    Given,
    /// It was moved over a series of known times until both fitted best.
    Correlated,
    /// Nothing is known: it is taken to have begun with the run.
    Assumed,
}

impl PlacementMethod {
    pub const ALL: [PlacementMethod; 6] = [
        PlacementMethod::Stamped,
        PlacementMethod::OwnTimes,
        PlacementMethod::FileName,
        PlacementMethod::Given,
        PlacementMethod::Correlated,
        PlacementMethod::Assumed,
    ];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            PlacementMethod::Stamped => "stamped",
            PlacementMethod::OwnTimes => "own-times",
            PlacementMethod::FileName => "file-name",
            PlacementMethod::Given => "given",
            PlacementMethod::Correlated => "correlated",
            PlacementMethod::Assumed => "assumed",
        }
    }

    pub fn named(name: &str) -> Option<PlacementMethod> {
        PlacementMethod::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A time in which a source could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    pub source: Source,
    pub from_us: i64,
    /// `None`: to the end of the run.
    pub to_us: Option<i64>,
    /// A fragment: `ssh: connection refused`.
    pub reason: String,
}

/// A series of the file, without its points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredSeries {
    #[serde(serialize_with = "shared")]
    #[cfg_attr(feature = "schema", schemars(with = "Series"))]
    pub series: Arc<Series>,
    pub points: u64,
    /// Of its first and last point.
    pub first_us: i64,
    pub last_us: i64,
}

/// A server's own log of requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestLog {
    pub source: Source,
    pub requests: u64,
    pub first_second: i64,
    pub last_second: i64,
}

/// One second of the requests that a server logged; a request belongs to the second in which it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSecond {
    pub source: Source,
    /// Negative before the run.
    pub second: i64,
    pub transactions: BTreeMap<TransactionKey, Interval>,
}

/// One value of a stored series.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Microseconds on the run's clock.
    pub at_us: i64,
    pub value: f64,
}

/// A series with the points that were asked for, ascending by time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesPoints {
    #[serde(serialize_with = "shared")]
    #[cfg_attr(feature = "schema", schemars(with = "Series"))]
    pub series: Arc<Series>,
    pub points: Vec<Point>,
}

fn shared<S: serde::Serializer>(series: &Arc<Series>, serializer: S) -> Result<S::Ok, S::Error> {
    series.as_ref().serialize(serializer)
}

/// Which series; everything that is given must fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeriesFilter {
    pub host: Option<String>,
    pub source: Option<Source>,
    pub metric: Option<String>,
    /// The series must have these; it may have others too.
    pub attributes: BTreeMap<String, String>,
}

impl SeriesFilter {
    pub fn metric(name: impl Into<String>) -> SeriesFilter {
        SeriesFilter { metric: Some(name.into()), ..SeriesFilter::default() }
    }

    pub fn with(mut self, attribute: impl Into<String>, value: impl Into<String>) -> SeriesFilter {
        self.attributes.insert(attribute.into(), value.into());
        self
    }

    pub fn matches(&self, series: &Series) -> bool {
        self.host.as_ref().is_none_or(|host| *host == series.source.host)
            && self.source.as_ref().is_none_or(|source| *source == series.source)
            && self.metric.as_ref().is_none_or(|metric| *metric == series.metric)
            && self.attributes.iter().all(|(name, value)| series.attributes.get(name.as_str()) == Some(value))
    }
}

/// Half-open: `from_us` belongs to it, `to_us` does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWindow {
    pub from_us: i64,
    pub to_us: i64,
}

impl TimeWindow {
    pub const ALL: TimeWindow = TimeWindow { from_us: i64::MIN, to_us: i64::MAX };
}
