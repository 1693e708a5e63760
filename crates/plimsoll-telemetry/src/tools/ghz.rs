//! ghz's calls, one a line (`-O influx-details`): InfluxDB's line protocol,
//! `ghz_detail,proto=…,call="…",host="…",…,hasError=false latency=NS,error="…",status="OK" NS`.
//!
//! The time is that at which the call ended, in nanoseconds since 1970; so is the latency, which for the first call of a
//! connection holds its opening. Spaces, commas and equals signs of texts stand behind a backslash.
//!
//! Traps: the lines are written when ghz is done, not while it runs; they are in no order of time.

use crate::line::to_str;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::request::RequestRow;
use plimsoll_run::At;

const START: &str = "ghz_detail,";

#[derive(Default)]
pub struct Ghz;

impl Ghz {
    pub fn new(_options: &ReaderOptions) -> Ghz {
        Ghz
    }
}

/// The parts of one line.
struct Call<'a> {
    tags: &'a str,
    latency_ns: &'a str,
    error: &'a str,
    status: &'a str,
    ended_ns: &'a str,
}

fn parts(text: &str) -> Option<Call<'_>> {
    // A space within a text stands behind a backslash.
    let (tags, fields) = text.strip_prefix(START)?.split_once(" latency=")?;
    let (latency_ns, rest) = fields.split_once(",error=\"")?;
    let (error, rest) = rest.rsplit_once("\",status=\"")?;
    let (status, ended_ns) = rest.rsplit_once("\" ")?;
    Some(Call { tags, latency_ns, error, status, ended_ns: ended_ns.trim_end() })
}

/// A tag that is a text.
fn tag(tags: &str, name: &str) -> Option<String> {
    let start = tags.find(&format!(",{name}=\""))? + name.len() + 3;
    let mut text = String::new();
    let mut characters = tags[start..].chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return Some(text),
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    None
}

/// Without the backslashes, and without what stands before every error's own words.
fn message(error: &str) -> String {
    let text = error.replace("\\ ", " ").replace("\\,", ",").replace("\\=", "=").replace("\\\"", "\"");
    let own = text.split_once(" desc = ").filter(|(start, _)| start.starts_with("rpc error: code = "));
    own.map_or(text.clone(), |(_, own)| own.trim().to_owned())
}

fn row(text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
    let call = parts(text).ok_or_else(|| ProblemKind::unrecognised(text.as_bytes()))?;
    let number = |what: &str, digits: &str| {
        digits.parse::<i64>().map_err(|_| ProblemKind::number(what, digits.as_bytes()))
    };
    let ended_ns = number("time", call.ended_ns)?;
    let latency_ns = number("latency", call.latency_ns)?;
    if latency_ns < 0 {
        return Err(ProblemKind::impossible("latency", call.latency_ns.as_bytes()));
    }
    let (label, host) = (tag(call.tags, "call"), tag(call.tags, "host").unwrap_or_default());
    let message = message(call.error);
    let request = RequestRow {
        started: At::Wall(ended_ns.saturating_sub(latency_ns) / 1000),
        duration_us: Some(latency_ns.unsigned_abs() / 1000),
        label: label.as_deref().unwrap_or("call"),
        target: &host,
        status: call.status,
        message: &message,
        ..RequestRow::default()
    };
    out.request(&request.with_success(call.status == "OK" && call.error.is_empty()));
    Ok(())
}

impl LineReader for Ghz {
    fn has_terminal_codes(&self) -> bool {
        false
    }

    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        if let Err(kind) = row(&to_str(line.bytes), out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| line.starts_with(START) && line.contains(" latency="))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::dump::Dump;

    #[test]
    fn calls_end_at_their_time_and_errors_are_in_the_servers_words() {
        let log = include_str!("../../tests/fixtures/ghz.txt").to_owned() + "ghz_detail,cut\n";
        let mut dump = Dump::default();
        let mut reader = Format::named("ghz").unwrap().reader(&ReaderOptions::default()).unwrap();
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        insta::assert_snapshot!(dump.text, @r#"
        2026-11-21T08:21:46.301407Z request 150974 us "demo.greeter.Greeter.Greet" target="127.0.0.1:50051" status="OK"
        2026-11-21T08:21:46.301059Z request 151461 us "demo.greeter.Greeter.Greet" target="127.0.0.1:50051" status="OK"
        2026-11-21T08:21:48.299918Z request 520 us "demo.greeter.Greeter.Greet" target="127.0.0.1:50051" status="OK"
        2026-11-21T08:21:48.380039Z request 2570 us "demo.greeter.Greeter.Fail" target="127.0.0.1:50051" status="NotFound" message="as asked: ø a,b" FAILED
        2026-11-21T08:21:50.279882Z request 1041 us "demo.greeter.Greeter.Fail" target="127.0.0.1:50051" status="NotFound" message="as asked: ø a,b" FAILED
        ! input:6: not a line of this format: "ghz_detail,cut"
        "#);
    }
}
