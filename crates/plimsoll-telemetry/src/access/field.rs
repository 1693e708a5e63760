//! What a place in an access log holds, and a row put together from such places.
//!
//! Which unit a duration has and which moment a time means depends on the server, not on the letter:
//!
//! | server | `%D` | `%T` | the time |
//! |---|---|---|---|
//! | Apache httpd | µs | s | when the request was received |
//! | Undertow, WildFly | ms | s | when the line was logged |
//! | Tomcat up to 9 | ms | s | when the line was logged |
//! | Tomcat from 10 | µs | s | when the line was logged |
//! | nginx | – | `$request_time` s | when the line was logged |
//! | Envoy | – | `%DURATION%` ms | `%START_TIME%`: when the request began |
//!
//! Sources: the manuals of mod_log_config, AccessLogValve (Tomcat 9 and 10), ngx_http_log_module and Envoy's access
//! logging; Undertow's `ResponseTimeAttribute`.

use crate::number::{scaled_us, whole};
use crate::problem::ProblemKind;
use crate::reader::Output;
use crate::request::{RequestRow, parts, path};
use crate::time::{self, WallClock};
use plimsoll_run::At;

/// Of one duration, as a power of ten of microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DurationUnit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
}

impl DurationUnit {
    pub fn us(self, text: &[u8]) -> Option<u64> {
        match self {
            DurationUnit::Nanoseconds => whole(text).map(|ns| ns / 1000),
            DurationUnit::Microseconds => scaled_us(text, 0),
            DurationUnit::Milliseconds => scaled_us(text, 3),
            DurationUnit::Seconds => scaled_us(text, 6),
        }
    }

    pub fn named(name: &str) -> Option<DurationUnit> {
        match name {
            "ns" => Some(DurationUnit::Nanoseconds),
            "us" => Some(DurationUnit::Microseconds),
            "ms" => Some(DurationUnit::Milliseconds),
            "s" => Some(DurationUnit::Seconds),
            _ => None,
        }
    }
}

/// Which moment a logged time means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The request began.
    Start,
    /// The line was logged: the request was over.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessField {
    /// Passed over.
    Other,
    Time(Moment),
    Duration(DurationUnit),
    FirstByte(DurationUnit),
    /// May be a list, as nginx writes it when several servers were tried: `0.002, 0.010 : 0.001`.
    Upstream(DurationUnit),
    RequestLine,
    Method,
    Target,
    Path,
    Query,
    Status,
    BytesOfAnswer,
    BytesOfRequest,
    Thread,
    Instance,
}

/// The places of one line. Texts are borrowed from it.
#[derive(Default)]
pub struct AccessRow<'a> {
    time: Option<(&'a str, Moment)>,
    duration: Option<(&'a str, DurationUnit)>,
    first_byte_us: Option<u64>,
    upstream_us: Option<u64>,
    method: &'a str,
    target: &'a str,
    path: Option<&'a str>,
    status: &'a str,
    received: Option<u64>,
    sent: Option<u64>,
    thread: &'a str,
    instance: &'a str,
}

impl<'a> AccessRow<'a> {
    pub fn set(&mut self, field: AccessField, value: &'a str) {
        match field {
            AccessField::Other | AccessField::Query => {}
            AccessField::Time(moment) => {
                // A start is worth more than an end.
                if !matches!(self.time, Some((_, Moment::Start))) {
                    self.time = Some((value, moment));
                }
            }
            AccessField::Duration(unit) => {
                // Of `%D` and `%T` the finer one.
                if self.duration.is_none_or(|(_, before)| unit < before) {
                    self.duration = Some((value, unit));
                }
            }
            AccessField::FirstByte(unit) => self.first_byte_us = unit.us(value.as_bytes()),
            AccessField::Upstream(unit) => self.upstream_us = upstream_us(value, unit),
            AccessField::RequestLine => {
                let (method, target, path) = parts(value);
                (self.method, self.target, self.path) = (method, target, Some(path));
            }
            AccessField::Method => self.method = value,
            AccessField::Target => (self.target, self.path) = (value, Some(path(value))),
            AccessField::Path => {
                if self.target.is_empty() {
                    self.target = value;
                }
                self.path = Some(path(value));
            }
            AccessField::Status => self.status = value,
            AccessField::BytesOfAnswer => self.received = whole(value.as_bytes()),
            AccessField::BytesOfRequest => self.sent = whole(value.as_bytes()),
            AccessField::Thread => self.thread = value,
            AccessField::Instance => self.instance = value,
        }
    }

    /// Gives the row. Its own time counts before the stamp: servers write their logs late, in blocks.
    pub fn finish(
        self,
        clock: &mut WallClock,
        stamp_us: Option<i64>,
        index: u64,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let duration_us = match self.duration {
            None | Some(("-" | "", _)) => None,
            Some((text, unit)) => {
                let us = unit.us(text.as_bytes());
                Some(us.ok_or_else(|| ProblemKind::number("duration", text.as_bytes()))?)
            }
        };
        let before_us = duration_us.and_then(|us| i64::try_from(us).ok()).unwrap_or(0);
        let started = match (self.time, stamp_us) {
            (Some((text, moment)), _) => {
                let time_us = written_us(text, clock);
                let before_us = if moment == Moment::End { before_us } else { 0 };
                let started_us = time_us.and_then(|us| us.checked_sub(before_us));
                At::Wall(
                    started_us.ok_or_else(|| ProblemKind::Time { value: text.chars().take(60).collect() })?,
                )
            }
            (None, Some(stamp_us)) => At::Run(stamp_us.saturating_sub(before_us)),
            (None, None) => At::Index(index),
        };
        let request = RequestRow {
            started,
            duration_us,
            first_byte_us: self.first_byte_us,
            upstream_us: self.upstream_us,
            label: self.path.unwrap_or(""),
            method: self.method,
            target: self.target,
            status: self.status,
            bytes_received: self.received,
            bytes_sent: self.sent,
            thread: self.thread,
            instance: self.instance,
            ..RequestRow::default()
        };
        let success = request.status_code().is_some_and(|code| (100..400).contains(&code));
        out.request(&request.with_success(success));
        Ok(())
    }
}

fn written_us(text: &str, clock: &mut WallClock) -> Option<i64> {
    let text = text.trim_start_matches('[').trim_end_matches(']');
    let bytes = text.as_bytes();
    if let Some(written) = time::common_log(bytes).or_else(|| time::local(text)) {
        return clock.unix_us(&written);
    }
    // Exact for whole numbers, which a float is not beyond 2^53.
    match whole(bytes) {
        Some(number) if (1_000_000_000_000_000..100_000_000_000_000_000).contains(&number) => {
            i64::try_from(number).ok()
        }
        _ => time::unix_us(text.parse().ok()?),
    }
}

/// The sum of a list of times; what was never reached is `-`. `None` when nothing was.
fn upstream_us(list: &str, unit: DurationUnit) -> Option<u64> {
    let times = list.split([',', ':']).filter_map(|time| unit.us(time.trim().as_bytes()));
    times.fold(None, |total: Option<u64>, us| Some(total.unwrap_or(0).saturating_add(us)))
}
