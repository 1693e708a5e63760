//! Access logs of named values: JSON lines (nginx' `escape=json`, Envoy's and Tomcat's JSON, application logs) and LTSV
//! (`time:…\tstatus:…`).
//!
//! The names that are known without being told are those of nginx' variables, of Envoy's examples and of alp. Units
//! go with the name: `request_time` and `response_time` are seconds, `duration` is milliseconds, `elapsedTime`
//! (Tomcat's JsonAccessLogValve) milliseconds; a name that ends in `_ms`, `_us`, `_ns` or `_s` says its own.
//!
//! Others are given as the pattern, in words `field=name` or `field=name:unit`:
//! `time=ts duration=took:ms status=code label=route`. Fields: `time` (logged at the end), `start`, `duration`,
//! `first_byte`, `upstream`, `request`, `method`, `target`, `path`, `status`, `received`, `sent`, `thread`,
//! `instance`; units `ns`, `us`, `ms`, `s`.

use super::field::{AccessField, AccessRow, DurationUnit, Moment};
use crate::format::FormatError;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::WallClock;
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
}

impl KeyedLog {
    pub fn new(notation: Notation, options: &ReaderOptions) -> Result<KeyedLog, FormatError> {
        let mut names = Vec::new();
        for word in options.pattern.as_deref().unwrap_or("").split_whitespace() {
            let named =
                named(word).map_err(|problem| FormatError::Pattern { pattern: word.to_owned(), problem })?;
            names.push(named);
        }
        let clock = WallClock::new(options.time_zone.clone());
        Ok(KeyedLog { notation, names, clock, rows: 0 })
    }

    fn field(&self, name: &str) -> AccessField {
        let given = self.names.iter().find(|(known, _)| known == name);
        given.map_or_else(|| known(name), |(_, field)| *field)
    }

    fn row(&mut self, line: &InputLine<'_>, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let text = line.text();
        let object;
        let pairs: Vec<(&str, Cow<'_, str>)> = match self.notation {
            Notation::Json => {
                object = serde_json::from_str::<serde_json::Map<String, Value>>(&text)
                    .map_err(|error| ProblemKind::Json { cause: error.to_string() })?;
                object.iter().filter_map(|(name, value)| Some((name.as_str(), plain(value)?))).collect()
            }
            Notation::Ltsv => {
                let pairs = text.split('\t').filter_map(|pair| pair.split_once(':'));
                pairs.map(|(name, value)| (name, Cow::Borrowed(value))).collect()
            }
        };
        let mut row = AccessRow::default();
        let mut known = 0;
        for (name, value) in &pairs {
            let field = self.field(name);
            if field != AccessField::Other {
                known += 1;
                row.set(field, value);
            }
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

fn known(name: &str) -> AccessField {
    match name {
        "time" | "dateTime" | "timestamp" | "@timestamp" | "ts" | "date" => AccessField::Time(Moment::End),
        "start_time" => AccessField::Time(Moment::Start),
        "response_time" | "apptime" | "reqtime" => AccessField::Duration(DurationUnit::Seconds),
        "duration" | "elapsedTime" | "responseTime" | "elapsed" => {
            AccessField::Duration(DurationUnit::Milliseconds)
        }
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
    lines.iter().find(|line| !line.is_empty()).is_some_and(|line| {
        serde_json::from_str::<serde_json::Map<String, Value>>(line)
            .is_ok_and(|object| has_status(object.keys()))
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
        && fields.iter().any(|field| matches!(field, AccessField::Time(_) | AccessField::Duration(_)))
}
