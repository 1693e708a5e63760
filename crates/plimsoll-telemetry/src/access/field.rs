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
use crate::possible::{BYTES_MAX, DURATION_MAX_US};
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
    /// Of a number in this unit, or of one with a unit of its own (`12ms`, `1.5s`, `350µs`).
    pub fn us(self, text: &[u8]) -> Option<u64> {
        let units: [(&[u8], DurationUnit); 5] = [
            (b"ns", DurationUnit::Nanoseconds),
            (b"us", DurationUnit::Microseconds),
            ("µs".as_bytes(), DurationUnit::Microseconds),
            (b"ms", DurationUnit::Milliseconds),
            (b"s", DurationUnit::Seconds),
        ];
        if text.last() == Some(&b's')
            && let Some((number, unit)) =
                units.iter().find_map(|(suffix, unit)| Some((text.strip_suffix(*suffix)?, *unit)))
        {
            return if number.is_empty() { None } else { unit.us(number) };
        }
        // `2.4046e-5`, as JSON writes small numbers.
        if memchr::memchr2(b'e', b'E', text).is_some() {
            let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
            let us = value * self.in_us();
            return (0.0..1e15).contains(&us).then(|| us.round() as u64);
        }
        match self {
            // A fraction of a nanosecond is nothing.
            DurationUnit::Nanoseconds => scaled_us(text, 0).map(|ns| ns / 1000),
            DurationUnit::Microseconds => scaled_us(text, 0),
            DurationUnit::Milliseconds => scaled_us(text, 3),
            DurationUnit::Seconds => scaled_us(text, 6),
        }
    }

    fn in_us(self) -> f64 {
        match self {
            DurationUnit::Nanoseconds => 1e-3,
            DurationUnit::Microseconds => 1.0,
            DurationUnit::Milliseconds => 1e3,
            DurationUnit::Seconds => 1e6,
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
    /// A duration whose unit is not sure: passed over, and reported.
    Unsure,
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
    took_us: Option<u64>,
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
    /// A value that can't be.
    wrong: Option<ProblemKind>,
}

impl<'a> AccessRow<'a> {
    pub fn set(&mut self, field: AccessField, value: &'a str) {
        match field {
            AccessField::Other | AccessField::Unsure | AccessField::Query => {}
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
            AccessField::BytesOfAnswer => self.received = self.bytes("bytes of the answer", value),
            AccessField::BytesOfRequest => self.sent = self.bytes("bytes of the request", value),
            AccessField::Thread => self.thread = value,
            AccessField::Instance => self.instance = value,
        }
    }

    /// How long it took, where several values say it.
    pub(super) fn took(&mut self, us: Option<u64>) {
        self.took_us = us;
    }

    pub(super) fn first_byte(&mut self, us: Option<u64>) {
        self.first_byte_us = us;
    }

    /// Under another name than its path.
    pub(super) fn labelled(&mut self, label: &'a str) {
        self.path = Some(label);
    }

    fn bytes(&mut self, what: &str, text: &str) -> Option<u64> {
        let bytes = whole(text.as_bytes()).filter(|bytes| *bytes < BYTES_MAX);
        if bytes.is_none() && !matches!(text, "-" | "") {
            let is_several =
                text.contains(' ') && text.split(' ').all(|part| whole(part.as_bytes()).is_some());
            self.wrong = Some(match is_several {
                true => ProblemKind::Malformed {
                    text: format!(
                        "{text:?} in place of the {what}: the log has more columns than its pattern, which --pattern FILE=PATTERN says"
                    ),
                },
                false => ProblemKind::number(what, text.as_bytes()),
            });
        }
        bytes
    }

    /// Gives the row. Its own time counts before the stamp: servers write their logs late, in blocks.
    pub fn finish(
        self,
        clock: &mut WallClock,
        stamp_us: Option<i64>,
        index: u64,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let duration_us = match self.duration {
            None | Some(("-" | "", _)) => self.took_us,
            Some((text, unit)) => {
                let us = unit.us(text.as_bytes()).filter(|us| *us < DURATION_MAX_US);
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
