//! Access logs of named values: JSON lines (nginx' `escape=json`, Envoy's and Tomcat's JSON, application logs) and LTSV
//! (`time:…\tstatus:…`).
//!
//! The names that are known without being told are those of nginx' variables, of alp, and of the servers in
//! [`super::producers`], which have units. A name that ends in `_ms`, `_us`, `_ns` or `_s` says its own unit, and so does
//! a text such as `12ms`; `request_time` and the like are seconds in a log with nginx' or alp's other names, or as LTSV.
//! Any other duration (`duration`, `elapsed`, `latency`, `elapsedTime` of Tomcat, which changed its unit) is not sure: the
//! row comes without it, and the unit is asked for.
//!
//! Others are given as the pattern, in words `field=name` or `field=name:unit`:
//! `time=ts duration=took:ms status=code label=route`. Fields: `time` (logged at the end), `start`, `duration`,
//! `first_byte`, `upstream`, `request`, `method`, `target`, `path`, `status`, `received`, `sent`, `thread`,
//! `instance`; units `ns`, `us`, `ms`, `s`.

use super::field::{AccessField, AccessRow, DurationUnit, Moment};
use super::producers;
use crate::options::{FormatError, ReaderOptions};
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::WallClock;
use plimsoll_run::PassedOver;
use serde_json::Value;
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    Json,
    Ltsv,
}

pub struct KeyedLog {
    notation: Notation,
    /// Names beside fields, those that were given first.
    names: Vec<(String, AccessField)>,
    clock: WallClock,
    rows: u64,
    /// Its unit was asked for.
    unit_reported: bool,
}

/// The fields that a pattern names: `duration=took:ms status=code`.
pub(super) fn named_fields(options: &ReaderOptions) -> Result<Vec<(String, AccessField)>, FormatError> {
    let words = options.pattern.as_deref().unwrap_or("").split_whitespace();
    words
        .map(|word| named(word).map_err(|problem| FormatError::Pattern { pattern: word.to_owned(), problem }))
        .collect()
}

/// Asks for the unit of a duration.
pub(super) fn no_unit(name: &str, value: &str) -> ProblemKind {
    let value: String = value.chars().take(40).collect();
    ProblemKind::PassedOver(PassedOver::NoUnit { name: name.to_owned(), value })
}

impl KeyedLog {
    pub fn new(notation: Notation, options: &ReaderOptions) -> Result<KeyedLog, FormatError> {
        let names = named_fields(options)?;
        let clock = WallClock::new(options.time_zone.clone());
        Ok(KeyedLog { notation, names, clock, rows: 0, unit_reported: false })
    }

    fn given(&self, name: &str) -> Option<AccessField> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, field)| *field)
    }

    fn row(&mut self, line: &InputLine<'_>, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let text = line.text();
        let object;
        let mut pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
        match self.notation {
            Notation::Json => {
                object = serde_json::from_str::<serde_json::Map<String, Value>>(&text)
                    .map_err(|error| ProblemKind::Json { cause: error.to_string() })?;
                flatten(&object, &mut pairs);
            }
            Notation::Ltsv => {
                let split = text.split('\t').filter_map(|pair| pair.split_once(':'));
                pairs.extend(split.map(|(name, value)| (Cow::Borrowed(name), Cow::Borrowed(value))));
            }
        }
        let has = |name: &str| pairs.iter().any(|(known, _)| known == name);
        let producer = producers::of(has);
        // Caddy's messages about itself stand in the same file.
        if producer.is_none() && has("logger") && has("msg") && !has("status") {
            return Ok(());
        }
        let is_nginx_like = self.notation == Notation::Ltsv || NGINX_LIKE.iter().any(|name| has(name));
        let mut row = AccessRow::default();
        let (mut known, mut unsure) = (0, None);
        for (name, value) in &pairs {
            let field = self.given(name).unwrap_or_else(|| match producer {
                Some(producer) => producer.field(name),
                None => usual(name, value, is_nginx_like),
            });
            known += u32::from(field != AccessField::Other);
            match field {
                AccessField::Unsure => unsure = unsure.or(Some((name, value))),
                field => row.set(field, value),
            }
        }
        let duration_given = self.names.iter().any(|(_, field)| matches!(field, AccessField::Duration(_)));
        if let Some((name, value)) = unsure.filter(|_| !duration_given && !self.unit_reported) {
            self.unit_reported = true;
            out.problem(Problem { line: line.number, kind: no_unit(name, value) });
        }
        if known < 2 {
            return Err(ProblemKind::unrecognised(line.bytes));
        }
        row.finish(&mut self.clock, line.stamp_us, self.rows, out)
    }
}

impl LineReader for KeyedLog {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        match self.row(&line, out) {
            Ok(()) => self.rows += 1,
            Err(kind) => out.problem(Problem { line: line.number, kind }),
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.clock.finish(out);
    }
}

/// Names of nginx' variables and of alp: a log with one of them has times in seconds.
const NGINX_LIKE: [&str; 11] = [
    "body_bytes",
    "body_bytes_sent",
    "bytes_sent",
    "http_referer",
    "http_user_agent",
    "msec",
    "remote_addr",
    "request_uri",
    "time_iso8601",
    "time_local",
    "upstream_response_time",
];

/// The plain values of an object, and of objects in it.
fn flatten<'a>(object: &'a serde_json::Map<String, Value>, pairs: &mut Vec<(Cow<'a, str>, Cow<'a, str>)>) {
    for (name, value) in object {
        match value {
            Value::Object(inner) => pairs.extend(
                inner
                    .iter()
                    .filter_map(|(key, value)| Some((Cow::Owned(format!("{name}.{key}")), plain(value)?))),
            ),
            value => pairs.extend(plain(value).map(|value| (Cow::Borrowed(name.as_str()), value))),
        }
    }
}

/// What a name means without being told.
fn usual(name: &str, value: &str, is_nginx_like: bool) -> AccessField {
    let field = known(name);
    match name {
        "request_time" | "response_time" | "apptime" | "reqtime" if is_nginx_like => field,
        "request_time" | "response_time" | "apptime" | "reqtime" | "duration" | "elapsed" | "elapsedTime"
        | "elapsed_time" | "responseTime" | "latency" | "took" | "time_taken" | "processing_time" => {
            // A text with its own unit, and nothing at all in any unit.
            let is_sure = value.ends_with('s') || matches!(value, "0" | "0.0" | "0.000" | "-" | "");
            if is_sure { AccessField::Duration(DurationUnit::Seconds) } else { AccessField::Unsure }
        }
        _ => field,
    }
}

fn plain(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

/// `duration=took:ms`.
fn named(word: &str) -> Result<(String, AccessField), String> {
    let (field, name) = word.split_once('=').ok_or("expected field=name")?;
    let (name, unit) = match name.rsplit_once(':') {
        Some((name, unit)) => (name, DurationUnit::named(unit).ok_or("units are ns, us, ms and s")?),
        None => (name, DurationUnit::Seconds),
    };
    let field = match field {
        "time" => AccessField::Time(Moment::End),
        "start" => AccessField::Time(Moment::Start),
        "duration" => AccessField::Duration(unit),
        "first_byte" => AccessField::FirstByte(unit),
        "upstream" => AccessField::Upstream(unit),
        "request" => AccessField::RequestLine,
        "method" => AccessField::Method,
        "target" => AccessField::Target,
        "path" | "label" => AccessField::Path,
        "status" => AccessField::Status,
        "received" => AccessField::BytesOfAnswer,
        "sent" => AccessField::BytesOfRequest,
        "thread" => AccessField::Thread,
        "instance" => AccessField::Instance,
        _ => return Err("no such field".to_owned()),
    };
    Ok((name.to_owned(), field))
}

pub(super) fn known(name: &str) -> AccessField {
    match name {
        "time" | "dateTime" | "timestamp" | "@timestamp" | "ts" | "date" => AccessField::Time(Moment::End),
        "start_time" => AccessField::Time(Moment::Start),
        "response_time" | "apptime" | "reqtime" => AccessField::Duration(DurationUnit::Seconds),
        "duration" | "elapsedTime" | "elapsed_time" | "responseTime" | "elapsed" | "latency" | "took"
        | "time_taken" | "processing_time" => AccessField::Unsure,
        "duration_ms" | "response_time_ms" | "request_time_ms" | "latency_ms" => {
            AccessField::Duration(DurationUnit::Milliseconds)
        }
        "duration_us" | "response_time_us" | "request_time_us" => {
            AccessField::Duration(DurationUnit::Microseconds)
        }
        "duration_ns" | "response_time_ns" => AccessField::Duration(DurationUnit::Nanoseconds),
        "duration_s" | "response_time_s" => AccessField::Duration(DurationUnit::Seconds),
        "upstream_service_time" => AccessField::Upstream(DurationUnit::Milliseconds),
        "upstream_time" => AccessField::Upstream(DurationUnit::Seconds),
        "requestLine" | "req" => AccessField::RequestLine,
        "method" | "requestMethod" => AccessField::Method,
        "path" | "url" | "requestPath" => AccessField::Target,
        "status_code" | "statusCode" | "responseCode" | "response_code" => AccessField::Status,
        "body_bytes" | "size" | "bytes" | "bytesSent" => AccessField::BytesOfAnswer,
        "bytes_received" => AccessField::BytesOfRequest,
        "authority" | "vhost" => AccessField::Instance,
        "uri" => AccessField::Target,
        "threadName" => AccessField::Thread,
        other => super::nginx::field(other),
    }
}

/// JSON objects in lines, with a status.
pub fn recognise_json(lines: &[String]) -> bool {
    lines.iter().filter(|line| line.starts_with('{')).any(|line| {
        let Ok(object) = serde_json::from_str::<serde_json::Map<String, Value>>(line) else { return false };
        let mut pairs = Vec::new();
        flatten(&object, &mut pairs);
        has_status(object.keys())
            || producers::of(|name| pairs.iter().any(|(known, _)| known == name)).is_some()
    })
}

pub fn recognise_ltsv(lines: &[String]) -> bool {
    lines.iter().find(|line| !line.is_empty()).is_some_and(|line| {
        let names: Vec<String> = line
            .split('\t')
            .filter_map(|pair| pair.split_once(':'))
            .map(|(name, _)| name.to_owned())
            .collect();
        names.len() > 2 && has_status(names.iter())
    })
}

fn has_status<'a>(names: impl Iterator<Item = &'a String>) -> bool {
    let fields: Vec<AccessField> = names.map(|name| known(name)).collect();
    fields.contains(&AccessField::Status)
        && fields.iter().any(|field| {
            matches!(field, AccessField::Time(_) | AccessField::Duration(_) | AccessField::Unsure)
        })
}
