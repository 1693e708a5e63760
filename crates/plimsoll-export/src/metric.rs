//! What is sent, under which names. OpenTelemetry's name and unit make Prometheus' name (its rules of translation), so that
//! one dashboard reads both.

/// One figure of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct ExportedMetric {
    /// OpenTelemetry's.
    pub name: &'static str,
    /// UCUM, as OpenTelemetry writes units.
    pub unit: &'static str,
    pub prometheus: &'static str,
    pub kind: MetricKind,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Rises from the start of a step on.
    Counter,
    Gauge,
    Histogram,
}

const fn metric(
    name: &'static str,
    unit: &'static str,
    prometheus: &'static str,
    kind: MetricKind,
    help: &'static str,
) -> ExportedMetric {
    ExportedMetric { name, unit, prometheus, kind, help }
}

use MetricKind::{Counter, Gauge, Histogram};

pub static REQUESTS: ExportedMetric = metric(
    "plimsoll.requests",
    "{request}",
    "plimsoll_requests_total",
    Counter,
    "Requests that ended, failed ones too",
);
pub static ERRORS: ExportedMetric = metric(
    "plimsoll.errors",
    "{request}",
    "plimsoll_errors_total",
    Counter,
    "Failed requests, by kind of failure",
);
pub static RECEIVED: ExportedMetric = metric(
    "plimsoll.received",
    "By",
    "plimsoll_received_bytes_total",
    Counter,
    "Bytes received, headers included, above TLS",
);
pub static SENT: ExportedMetric = metric(
    "plimsoll.sent",
    "By",
    "plimsoll_sent_bytes_total",
    Counter,
    "Bytes sent, headers included, above TLS",
);
pub static RESPONSE_TIME: ExportedMetric = metric(
    "plimsoll.response_time",
    "s",
    "plimsoll_response_time_seconds",
    Histogram,
    "From the intended start of a request to its last byte",
);
pub static SERVICE_TIME: ExportedMetric = metric(
    "plimsoll.service_time",
    "s",
    "plimsoll_service_time_seconds",
    Histogram,
    "From the actual start of a request to its last byte; only where requests have an intended start of their own",
);
pub static USERS: ExportedMetric = metric(
    "plimsoll.users",
    "{user}",
    "plimsoll_users",
    Gauge,
    "Virtual users that were running when the second ended",
);
pub static ARRIVALS_DUE: ExportedMetric = metric(
    "plimsoll.arrivals.due",
    "{arrival}",
    "plimsoll_arrivals_due_total",
    Counter,
    "Arrivals whose intended start has passed",
);
pub static ARRIVALS_STARTED: ExportedMetric = metric(
    "plimsoll.arrivals.started",
    "{arrival}",
    "plimsoll_arrivals_started_total",
    Counter,
    "Arrivals that began",
);
pub static ARRIVALS_DROPPED: ExportedMetric = metric(
    "plimsoll.arrivals.dropped",
    "{arrival}",
    "plimsoll_arrivals_dropped_total",
    Counter,
    "Arrivals that never began: no user was free",
);
pub static ARRIVALS_WAITING: ExportedMetric = metric(
    "plimsoll.arrivals.waiting",
    "{arrival}",
    "plimsoll_arrivals_waiting",
    Gauge,
    "Arrivals that waited for a free user when the second ended",
);
pub static GENERATOR_CPU: ExportedMetric = metric(
    "plimsoll.generator.cpu",
    "1",
    "plimsoll_generator_cpu_ratio",
    Gauge,
    "CPU time of the load generator's workers, as a share of the time they had",
);
pub static GENERATOR_LATENESS: ExportedMetric = metric(
    "plimsoll.generator.lateness_p99",
    "s",
    "plimsoll_generator_lateness_p99_seconds",
    Gauge,
    "How late the load generator's timers fired: the 99th percentile of the second",
);

/// All of them.
pub static METRICS: [&ExportedMetric; 13] = [
    &REQUESTS,
    &ERRORS,
    &RECEIVED,
    &SENT,
    &RESPONSE_TIME,
    &SERVICE_TIME,
    &USERS,
    &ARRIVALS_DUE,
    &ARRIVALS_STARTED,
    &ARRIVALS_DROPPED,
    &ARRIVALS_WAITING,
    &GENERATOR_CPU,
    &GENERATOR_LATENESS,
];
