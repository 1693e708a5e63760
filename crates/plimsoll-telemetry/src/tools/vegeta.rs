//! vegeta's requests, one a line, as CSV or JSON. `vegeta encode --to csv`, no header: nanoseconds since 1970 at the start, status, nanoseconds that it took,
//! bytes out and in, error, body in Base64, the attack's name, number, method, URL, headers in Base64.
//!
//! Traps: the status is 0 where no answer came; an error may have commas and quotes, and is set for statuses from 400, too. Bodies make lines
//! long: `-max-body=0` leaves them out.

use crate::jtl::record::CsvFields;
use crate::line::to_str;
use crate::number::whole;
use crate::options::ReaderOptions;
use crate::possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::{RequestRow, path};
use plimsoll_run::At;
use serde::Deserialize;
use std::borrow::Cow;

/// Up to the URL; later versions have the headers of the answer, too.
const COLUMNS: usize = 11;

pub struct VegetaCsv {
    fields: CsvFields,
    latest_unix_us: i64,
}

impl VegetaCsv {
    pub fn new(options: &ReaderOptions) -> VegetaCsv {
        VegetaCsv { fields: CsvFields::default(), latest_unix_us: options.latest_unix_us }
    }

    fn row(&mut self, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        if !self.fields.split(text.as_bytes(), b',') || self.fields.len() < COLUMNS {
            return Err(ProblemKind::unrecognised(text.as_bytes()));
        }
        let number = |what: &'static str, at: usize| {
            let digits = self.fields.bytes(text, at);
            whole(digits).ok_or_else(|| ProblemKind::number(what, digits))
        };
        let started_us = (number("time", 0)? / 1_000).cast_signed();
        possible::has_come(started_us, self.latest_unix_us)?;
        let [status, error, attack, method, url] = [1, 5, 7, 9, 10].map(|at| self.fields.text(text, at));
        let sent = SentRequest {
            started_us,
            latency_ns: number("latency", 2)?,
            bytes_out: number("bytes out", 3)?,
            bytes_in: number("bytes in", 4)?,
            status: &status,
            error: &error,
            attack: &attack,
            method: &method,
            url: &url,
        };
        sent.put(out);
        Ok(())
    }
}

/// What both notations say of a request.
struct SentRequest<'a> {
    started_us: i64,
    latency_ns: u64,
    bytes_out: u64,
    bytes_in: u64,
    status: &'a str,
    error: &'a str,
    attack: &'a str,
    method: &'a str,
    url: &'a str,
}

impl SentRequest<'_> {
    fn put(&self, out: &mut dyn Output) {
        let label = match self.attack {
            "" => format!("{} {}", self.method, path(path_of(self.url))),
            attack => attack.to_owned(),
        };
        // Of bodies alone; 0 also where `-max-body=0` leaves them out.
        let is_known = |bytes: &u64| *bytes > 0;
        let request = RequestRow {
            started: At::Wall(self.started_us),
            duration_us: Some(self.latency_ns / 1_000),
            label: &label,
            method: self.method,
            target: self.url,
            status: self.status,
            message: self.error,
            bytes_sent: Some(self.bytes_out).filter(is_known),
            bytes_received: Some(self.bytes_in).filter(is_known),
            ..RequestRow::default()
        };
        out.request(&request.with_success(self.error.is_empty()));
    }
}

/// `vegeta encode --to json`: an object a line, with the time as RFC 3339.
pub struct VegetaJson {
    latest_unix_us: i64,
}

#[derive(Deserialize)]
struct JsonLine<'a> {
    #[serde(borrow)]
    attack: Cow<'a, str>,
    #[serde(rename = "seq")]
    _seq: u64,
    code: u64,
    #[serde(borrow)]
    timestamp: Cow<'a, str>,
    latency: u64,
    #[serde(default)]
    bytes_out: u64,
    #[serde(default)]
    bytes_in: u64,
    #[serde(default, borrow)]
    error: Cow<'a, str>,
    #[serde(default, borrow)]
    method: Cow<'a, str>,
    #[serde(default, borrow)]
    url: Cow<'a, str>,
}

impl VegetaJson {
    pub fn new(options: &ReaderOptions) -> VegetaJson {
        VegetaJson { latest_unix_us: options.latest_unix_us }
    }

    fn row(&self, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let line: JsonLine<'_> =
            serde_json::from_str(text).map_err(|e| ProblemKind::Json { cause: e.to_string() })?;
        let time: jiff::Timestamp =
            line.timestamp.parse().map_err(|_| ProblemKind::unrecognised(line.timestamp.as_bytes()))?;
        let started_us = time.as_microsecond();
        possible::has_come(started_us, self.latest_unix_us)?;
        let sent = SentRequest {
            started_us,
            latency_ns: line.latency,
            bytes_out: line.bytes_out,
            bytes_in: line.bytes_in,
            status: &line.code.to_string(),
            error: &line.error,
            attack: &line.attack,
            method: &line.method,
            url: &line.url,
        };
        sent.put(out);
        Ok(())
    }
}

impl LineReader for VegetaJson {
    fn has_terminal_codes(&self) -> bool {
        false
    }

    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if let Err(kind) = self.row(&to_str(line.bytes), out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

pub fn recognise_json(lines: &[String]) -> bool {
    let is_one = |line: &String| serde_json::from_str::<JsonLine<'_>>(line).is_ok();
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(is_one)
}

/// Without scheme and host.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("/", |at| &rest[at..])
}

impl LineReader for VegetaCsv {
    fn has_terminal_codes(&self) -> bool {
        false
    }

    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if let Err(kind) = self.row(&to_str(line.bytes), out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    let is_one = |line: &String| {
        let fields: Vec<&str> = line.split(',').collect();
        let is_number = |field: &&str| !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
        fields.len() >= COLUMNS
            && fields[0].len() == 19
            && fields[1].len() <= 3
            && fields[..5].iter().all(is_number)
    };
    lines.first().is_some_and(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::dump::Dump;

    #[test]
    fn requests_have_their_start_and_failures_their_words() {
        let log = include_str!("../../tests/fixtures/vegeta.csv").to_owned() + "1795705677653456274,cut\n";
        let mut dump = Dump::default();
        let mut reader = Format::named("vegeta-csv").unwrap().reader(&ReaderOptions::default()).unwrap();
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        insta::assert_snapshot!(dump.text, @r#"
        2026-11-26T15:09:13.545253Z request 2435 us "GET /" method="GET" target="http://127.0.0.1:18999/?q=1" status="200"
        2026-11-26T15:09:13.712023Z request 3323 us "GET /nope" method="GET" target="http://127.0.0.1:18999/nope" status="404" message="404 File not found" FAILED
        2026-11-26T15:09:13.878666Z request 328 us "GET /x" method="GET" target="http://127.0.0.1:1/x" status="0" message="Get \"http://127.0.0.1:1/x\": dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused" FAILED
        2026-11-26T15:09:14.045478Z request 1847 us "GET /" method="GET" target="http://127.0.0.1:18999/?q=1" status="200"
        2026-11-26T15:09:14.211684Z request 1583 us "GET /nope" method="GET" target="http://127.0.0.1:18999/nope" status="404" message="404 File not found" FAILED
        2026-11-26T15:09:14.378743Z request 313 us "GET /x" method="GET" target="http://127.0.0.1:1/x" status="0" message="Get \"http://127.0.0.1:1/x\": dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused" FAILED
        ! input:7: not a line of this format: "1795705677653456274,cut"
        "#);
    }
}
