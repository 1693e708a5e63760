//! What the servers did: one value of one series at one moment, and events worth a mark on a chart.
//!
//! Metric names, units and attributes are those of OpenTelemetry's semantic conventions where there is one
//! (<https://opentelemetry.io/docs/specs/semconv/>), with one rule of our own: fractions, not per cents, and
//! base units (`By`, `s`, `1`), so that nothing needs a factor later. Units are UCUM, as OpenTelemetry writes them.
//!
//! A [`Series`] (who, what, which) is apart from its points, so that a store keeps it once and a point is
//! a time and a number.

use crate::metric::{self, attribute};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// When something was so. Only [`At::Run`] is on the run's clock; the others are placed there by a [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// Microseconds on the run's clock; negative before the run started.
    Run(i64),
    /// Microseconds since 1970 (UTC), by the clock of the machine that wrote it.
    Wall(i64),
    /// Microseconds since something started whose start isn't known: a JVM (`jstat -t`, the uptime of a GC log).
    Since(i64),
    /// Position in a series that has no clock, from 0; readings of one row share it.
    Index(u64),
}

/// What is needed to put foreign times on the run's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placement {
    /// Microseconds since 1970 (UTC) at 0 on the run's clock: the run header's.
    pub run_started_unix_us: i64,
    /// How far the writing machine's clock is ahead of the run's; subtracted from [`At::Wall`].
    pub clock_ahead_us: i64,
    /// Where on the run's clock the source's own zero lies: the JVM's start, or the row with index 0.
    pub origin_us: Option<i64>,
    /// From one row to the next, for [`At::Index`].
    pub interval_us: Option<u64>,
}

impl Placement {
    /// Microseconds on the run's clock; `None` when what is needed is unknown or the time is out of range.
    pub fn place(&self, at: At) -> Option<i64> {
        match at {
            At::Run(us) => Some(us),
            At::Wall(us) => us.checked_sub(self.run_started_unix_us)?.checked_sub(self.clock_ahead_us),
            At::Since(us) => self.origin_us?.checked_add(us),
            At::Index(index) => {
                let passed_us = index.checked_mul(self.interval_us?)?;
                self.origin_us?.checked_add(i64::try_from(passed_us).ok()?)
            }
        }
    }
}

/// Who a series is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// The machine, as the study names it; empty when unknown.
    pub host: String,
    pub instance: Instance,
}

/// What on the host.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Instance {
    /// The machine itself.
    #[default]
    Host,
    /// By name or id, as the study names it.
    Process(String),
    Container(String),
    /// Something that answers over the network: an exporter, a broker, a database.
    Service(String),
}

impl Source {
    pub fn host(host: impl Into<String>) -> Source {
        Source { host: host.into(), instance: Instance::Host }
    }
}

/// How the values of a series are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReadingKind {
    /// The state at that moment (or, for a fraction of time, the mean since the reading before).
    Gauge,
    /// A total since some start. It falls only when it was reset: see [`growth`].
    Counter,
    /// Growth per second of a total of this name, over the time since the reading before. Its unit is per second.
    Rate,
}

/// Name and value, ordered by name: `cpu.mode` = `user`.
pub type Attributes = BTreeMap<Cow<'static, str>, String>;

/// What a sequence of readings has in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    pub source: Source,
    /// `system.cpu.utilization`, `jvm.memory.used`; a foreign name where there is no convention.
    pub metric: Cow<'static, str>,
    pub attributes: Attributes,
    /// UCUM: `By`, `s`, `1`, `{request}`, `By/s`; empty when unknown.
    pub unit: Cow<'static, str>,
    pub kind: ReadingKind,
}

/// One value of one series.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub at: At,
    /// Shared by all readings of the series.
    pub series: Arc<Series>,
    /// Finite.
    pub value: f64,
}

/// Something that happened to a server, worth a mark on every chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerEvent {
    pub at: At,
    pub source: Source,
    pub kind: ServerEventKind,
    /// `None` for a moment.
    pub duration_us: Option<u64>,
    /// What was seen, a fragment: `jvm.gc.duration fell from 41.2 to 0.1`.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ServerEventKind {
    /// A process or container restarted: a total fell, an uptime fell, a start time changed.
    Restart,
    /// A JVM said that it started.
    JvmStart,
    /// The kernel killed something for want of memory.
    OomKill,
    /// A JVM ran out of heap.
    OutOfMemory,
    /// A stop of all threads of a second or more.
    LongPause,
    /// Partitions changed hands in a consumer group.
    Rebalance,
    /// A clock went back, or leapt.
    ClockJump,
}

impl ServerEventKind {
    pub const ALL: [ServerEventKind; 7] = [
        ServerEventKind::Restart,
        ServerEventKind::JvmStart,
        ServerEventKind::OomKill,
        ServerEventKind::OutOfMemory,
        ServerEventKind::LongPause,
        ServerEventKind::Rebalance,
        ServerEventKind::ClockJump,
    ];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            ServerEventKind::Restart => "restart",
            ServerEventKind::JvmStart => "jvm-start",
            ServerEventKind::OomKill => "oom-kill",
            ServerEventKind::OutOfMemory => "out-of-memory",
            ServerEventKind::LongPause => "long-pause",
            ServerEventKind::Rebalance => "rebalance",
            ServerEventKind::ClockJump => "clock-jump",
        }
    }

    pub fn named(name: &str) -> Option<ServerEventKind> {
        ServerEventKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A pause this long is an event.
pub const LONG_PAUSE_US: u64 = 1_000_000;

/// What a counter grew by between two readings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CounterGrowth {
    pub by: f64,
    /// It fell, and not by wrapping: it restarted. `by` is then what came since, as Prometheus' `increase` has it.
    pub reset: bool,
}

/// Growth of a counter from one reading to the next. A fall from the last eighth of 32 or of 64 bits into
/// the first eighth is a wrap, any other fall a reset.
pub fn growth(before: f64, after: f64) -> CounterGrowth {
    if after >= before {
        return CounterGrowth { by: after - before, reset: false };
    }
    for modulus in [2_f64.powi(32), 2_f64.powi(64)] {
        if before <= modulus && before >= modulus * 0.875 && after <= modulus * 0.125 {
            return CounterGrowth { by: modulus - before + after, reset: false };
        }
    }
    CounterGrowth { by: after, reset: true }
}

/// Memory that no machine has: what stands for "no limit" is 2^63 bytes less a page, 2^64 and the like.
const MEMORY_BYTES_MAX: f64 = (1_u64 << 60) as f64;

/// Whether a value is none, but how its source says that there is none: a limit of memory that is 0, −1 or more than
/// any machine has, and a heap after collections of 0 bytes, before the first that tells.
pub fn says_none(series: &Series, value: f64) -> bool {
    match series.metric.as_ref() {
        metric::CONTAINER_MEMORY_LIMIT | metric::JVM_MEMORY_LIMIT | metric::SYSTEM_MEMORY_LIMIT => {
            value <= 0.0 || value >= MEMORY_BYTES_MAX
        }
        metric::JVM_MEMORY_USED_AFTER_LAST_GC => {
            value <= 0.0 && !series.attributes.contains_key(attribute::JVM_MEMORY_POOL_NAME)
        }
        _ => false,
    }
}

/// Whether any value of the series could be none.
pub fn may_say_none(series: &Series) -> bool {
    says_none(series, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_none_and_a_heap_before_its_first_collection_are_no_values() {
        #[track_caller]
        fn check(metric: &'static str, pool: Option<&str>, value: f64, expected: bool) {
            let attributes = pool.map(|pool| (Cow::Borrowed("jvm.memory.pool.name"), pool.to_owned()));
            let series = Series {
                source: Source::host("a"),
                metric: metric.into(),
                attributes: attributes.into_iter().collect(),
                unit: "By".into(),
                kind: ReadingKind::Gauge,
            };
            assert_eq!(says_none(&series, value), expected, "{metric} {value}");
        }
        for metric in ["container.memory.limit", "jvm.memory.limit"] {
            for none in [0.0, -1.0, 2_f64.powi(60), 2_f64.powi(63) - 4_096.0, 2_f64.powi(64)] {
                check(metric, None, none, true);
            }
            check(metric, None, 2_f64.powi(50), false);
        }
        check("jvm.memory.used_after_last_gc", None, 0.0, true);
        check("jvm.memory.used_after_last_gc", None, 1.0, false);
        check("jvm.memory.used_after_last_gc", Some("G1 Eden Space"), 0.0, false);
        check("container.memory.usage", None, 0.0, false);
    }

    #[test]
    fn times_are_placed_by_what_is_known() {
        let known = Placement {
            run_started_unix_us: 1_000_000,
            clock_ahead_us: 300,
            origin_us: Some(-5_000),
            interval_us: Some(10_000),
        };
        let unknown = Placement { origin_us: None, interval_us: None, ..known };
        let cases = [
            (known, At::Run(-7), Some(-7)),
            (known, At::Wall(1_000_500), Some(200)),
            (known, At::Since(6_000), Some(1_000)),
            (known, At::Index(3), Some(25_000)),
            (known, At::Index(u64::MAX), None),
            (known, At::Wall(i64::MIN), None),
            (unknown, At::Since(6_000), None),
            (unknown, At::Index(0), None),
        ];
        for (placement, at, expected) in cases {
            assert_eq!(placement.place(at), expected, "{at:?}");
        }
    }

    #[test]
    fn a_counter_that_falls_has_wrapped_or_was_reset() {
        let cases = [
            (5.0, 7.0, 2.0, false),
            (7.0, 7.0, 0.0, false),
            (700.0, 3.0, 3.0, true),
            (4_294_967_290.0, 10.0, 16.0, false),
            (4_294_967_290.0, 2_000_000_000.0, 2_000_000_000.0, true),
            (5_000_000_000.0, 10.0, 10.0, true),
        ];
        for (before, after, by, reset) in cases {
            assert_eq!(growth(before, after), CounterGrowth { by, reset }, "{before} {after}");
        }
    }

    #[test]
    fn names_of_events_are_stable() {
        for kind in ServerEventKind::ALL {
            assert_eq!(ServerEventKind::named(kind.name()), Some(kind));
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{}\"", kind.name()));
        }
    }
}
