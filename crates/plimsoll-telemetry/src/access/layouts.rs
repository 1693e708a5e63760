//! Access logs whose lines have their values in fixed places, distinguished by spaces, quotes and brackets: AWS' load
//! balancers and S3, HAProxy, Traefik's common format, Istio's.
//!
//! | log | duration | the time |
//! |---|---|---|
//! | AWS application load balancer | sum of three, s | when the answer was written; `request_creation_time` when it is there |
//! | AWS classic load balancer | sum of three, s | when the request was received |
//! | Amazon S3 | `Total Time`, ms | when the request was received |
//! | HAProxy (`option httplog`) | `Ta` (`Tt`), ms | when the request was received, local time |
//! | Traefik (common format) | ms | when the request began |
//! | Istio's proxy | ms | when the request began |
//!
//! Sources: AWS' manuals of access log entries and of S3 server access logs, HAProxy's configuration manual (8.2.3),
//! Traefik's `CommonLogFormatter`, Istio's manual of Envoy access logs.

use super::field::{AccessField, AccessRow, DurationUnit, Moment};
use crate::number::{scaled_us, whole};
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::{self, WallClock};

/// Whose places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLayout {
    ApplicationLoadBalancer,
    ClassicLoadBalancer,
    S3,
    Haproxy,
    Traefik,
    Istio,
}

impl LogLayout {
    /// The values of a line; `None`: it is not laid out so.
    fn row(self, line: &str) -> Option<AccessRow<'_>> {
        let words = words(line);
        match self {
            LogLayout::ApplicationLoadBalancer => application_load_balancer(&words),
            // Envoy's line begins with a bracket.
            LogLayout::ClassicLoadBalancer if line.starts_with('[') => None,
            LogLayout::ClassicLoadBalancer => classic_load_balancer(&words),
            LogLayout::S3 => s3(&words),
            LogLayout::Haproxy => haproxy(&words),
            LogLayout::Traefik => traefik(&words),
            LogLayout::Istio => istio(&words),
        }
    }

    pub fn recognise(self, lines: &[String]) -> bool {
        let lines: Vec<_> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
        let fitting = lines.iter().filter(|line| self.row(line).is_some()).count();
        fitting > 0 && fitting * 2 >= lines.len()
    }
}

/// A log in one of the layouts.
pub struct LaidOutLog {
    layout: LogLayout,
    clock: WallClock,
    rows: u64,
}

impl LaidOutLog {
    pub fn new(layout: LogLayout, options: &ReaderOptions) -> LaidOutLog {
        LaidOutLog { layout, clock: WallClock::new(options.time_zone.clone()), rows: 0 }
    }
}

impl LineReader for LaidOutLog {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if text.trim().is_empty() || text.starts_with('#') {
            return;
        }
        let read = match self.layout.row(&text) {
            None => Err(ProblemKind::unrecognised(line.bytes)),
            Some(row) => row.finish(&mut self.clock, line.stamp_us, self.rows, out),
        };
        match read {
            Ok(()) => self.rows += 1,
            Err(kind) => out.problem(Problem { line: line.number, kind }),
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.clock.finish(out);
    }
}

/// Words at spaces; what begins with a quote, a bracket or a brace goes to its end and stands without it.
fn words(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let close = match bytes[at] {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'"' => Some(b'"'),
            b'[' => Some(b']'),
            b'{' => Some(b'}'),
            _ => None,
        };
        let start = at + usize::from(close.is_some());
        let is_end = |place: usize| match close {
            Some(close) => {
                bytes[place] == close && (close != b'"' || bytes[place - 1] != b'\\' || place == start)
            }
            None => bytes[place] == b' ' || bytes[place] == b'\t',
        };
        let end = (start..bytes.len()).find(|place| is_end(*place)).unwrap_or(bytes.len());
        words.push(line.get(start..end).unwrap_or(""));
        at = end + 1;
    }
    words
}

/// The path of `http://www.example.com:80/path?query`.
fn origin_form(target: &str) -> &str {
    let Some((_, rest)) = target.split_once("://") else { return target };
    rest.find('/').map_or("/", |slash| &rest[slash..])
}

/// Of `GET http://host:80/path HTTP/1.1`.
fn request<'a>(row: &mut AccessRow<'a>, line: &'a str) {
    let (method, target, _) = crate::request::parts(line);
    row.set(AccessField::Method, method);
    row.set(AccessField::Target, origin_form(target));
}

fn seconds_us(word: &str) -> Option<u64> {
    scaled_us(word.as_bytes(), 6)
}

/// The sum of the three times; `-1` where the request never came so far.
fn sum_us(words: &[&str]) -> Option<u64> {
    words.iter().map(|word| seconds_us(word)).sum()
}

fn is_time_or_none(word: &str) -> bool {
    word == "-1" || seconds_us(word).is_some()
}

fn application_load_balancer<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let is_kind = matches!(*words.first()?, "http" | "https" | "h2" | "grpcs" | "ws" | "wss");
    let ended = *words.get(1)?;
    let times = words.get(5..8)?;
    if !is_kind || time::iso(ended.as_bytes()).is_none() || !times.iter().all(|word| is_time_or_none(word)) {
        return None;
    }
    let mut row = AccessRow::default();
    let began = words.get(21).copied().filter(|word| time::iso(word.as_bytes()).is_some());
    match began {
        Some(began) => row.set(AccessField::Time(Moment::Start), began),
        None => row.set(AccessField::Time(Moment::End), ended),
    }
    row.took(sum_us(times));
    row.set(AccessField::Status, words.get(8)?);
    row.set(AccessField::BytesOfRequest, words.get(10)?);
    row.set(AccessField::BytesOfAnswer, words.get(11)?);
    request(&mut row, words.get(12)?);
    Some(row)
}

fn classic_load_balancer<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let began = *words.first()?;
    let times = words.get(4..7)?;
    if time::iso(began.as_bytes()).is_none() || !times.iter().all(|word| is_time_or_none(word)) {
        return None;
    }
    let mut row = AccessRow::default();
    row.set(AccessField::Time(Moment::Start), began);
    row.took(sum_us(times));
    row.set(AccessField::Status, words.get(7)?);
    row.set(AccessField::BytesOfRequest, words.get(9)?);
    row.set(AccessField::BytesOfAnswer, words.get(10)?);
    request(&mut row, words.get(11)?);
    Some(row)
}

/// Its label is the operation: keys are as many as there are objects.
fn s3<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let time = *words.get(2)?;
    let operation = *words.get(6)?;
    let is_operation = operation.contains('.')
        && operation.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'.' | b'_'));
    if time::common_log(time.as_bytes()).is_none() || !is_operation {
        return None;
    }
    let mut row = AccessRow::default();
    row.set(AccessField::Time(Moment::Start), time);
    row.set(AccessField::RequestLine, words.get(8)?);
    row.labelled(operation);
    row.set(AccessField::Status, words.get(9)?);
    row.set(AccessField::BytesOfAnswer, words.get(11)?);
    row.set(AccessField::Duration(DurationUnit::Milliseconds), words.get(13)?);
    Some(row)
}

/// With whatever syslog put before it.
fn haproxy<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let at = words.iter().position(|word| {
        word.len() > 20 && time::common_log(word.as_bytes()).is_some() && word.contains('.')
    })?;
    let timers: Vec<&str> = words.get(at + 3)?.split('/').collect();
    let of = |place: usize| whole(timers[place].trim_start_matches('+').as_bytes());
    if timers.len() != 5 || !words.get(at + 2)?.contains('/') {
        return None;
    }
    let mut row = AccessRow::default();
    row.set(AccessField::Time(Moment::Start), words[at]);
    row.took(of(4).map(|ms| ms.saturating_mul(1_000)));
    row.first_byte((0..4).map(of).sum::<Option<u64>>().map(|ms| ms.saturating_mul(1_000)));
    row.set(AccessField::Status, words.get(at + 4)?);
    row.set(AccessField::BytesOfAnswer, words.get(at + 5)?.trim_start_matches('+'));
    request(&mut row, words.last()?);
    Some(row)
}

fn traefik<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let took = words.get(12)?.strip_suffix("ms")?;
    if words.len() != 13
        || time::common_log(words[3].as_bytes()).is_none()
        || whole(took.as_bytes()).is_none()
    {
        return None;
    }
    let mut row = AccessRow::default();
    row.set(AccessField::Time(Moment::Start), words[3]);
    row.set(AccessField::RequestLine, words[4]);
    row.set(AccessField::Status, words[5]);
    row.set(AccessField::BytesOfAnswer, words[6]);
    row.set(AccessField::Duration(DurationUnit::Milliseconds), took);
    Some(row)
}

/// Behind the flags stand details in words, more of them in newer versions; then bytes in and out and the durations.
fn istio<'a>(words: &[&'a str]) -> Option<AccessRow<'a>> {
    let is_number = |word: &&str| whole(word.as_bytes()).is_some();
    time::iso(words.first()?.as_bytes())?;
    if !words.get(2).is_some_and(is_number) {
        return None;
    }
    let first = (4..words.len().min(9)).find(|at| is_number(&words[*at]))?;
    let [received, sent, took] = words.get(first..first + 3)? else { return None };
    // Right behind the flags they are Envoy's default.
    if first == 4 || ![received, sent, took].into_iter().all(is_number) {
        return None;
    }
    let mut row = AccessRow::default();
    row.set(AccessField::Time(Moment::Start), words[0]);
    row.set(AccessField::RequestLine, words[1]);
    row.set(AccessField::Status, words[2]);
    row.set(AccessField::BytesOfRequest, received);
    row.set(AccessField::BytesOfAnswer, sent);
    row.set(AccessField::Duration(DurationUnit::Milliseconds), took);
    row.set(AccessField::Upstream(DurationUnit::Milliseconds), words.get(first + 3).copied().unwrap_or("-"));
    if let Some(authority) = words.get(first + 7).copied() {
        row.set(AccessField::Instance, authority);
    }
    Some(row)
}
