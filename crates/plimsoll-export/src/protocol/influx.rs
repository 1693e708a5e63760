//! InfluxDB's line protocol: each second's own figures, at its start. Lines of the same series and time replace each other, so
//! a second that was sent again is right again.

use super::body::{ExportBatch, PostBody, nothing_rejected};
use crate::labels::SeriesLabels;
use crate::totals::kind;
use plimsoll_run::{Interval, Latencies, SECOND_US, Second};
use std::collections::BTreeMap;
use std::fmt::Write;

/// InfluxDB's own advice is 5,000 to 10,000 lines.
const LINES_MAX: u64 = 5_000;

pub fn bodies(batch: &ExportBatch) -> Vec<PostBody> {
    let mut bodies = Vec::new();
    let (mut text, mut lines) = (String::new(), 0);
    for second in batch.seconds {
        let of_second = second_lines(batch, second);
        lines += of_second.lines().count() as u64;
        text.push_str(&of_second);
        if lines >= LINES_MAX {
            bodies.push(body(std::mem::take(&mut text), std::mem::take(&mut lines)));
        }
    }
    if lines > 0 {
        bodies.push(body(text, lines));
    }
    bodies
}

fn body(text: String, points: u64) -> PostBody {
    let headers = &[("Content-Type", "text/plain; charset=utf-8")];
    PostBody { bytes: text.into_bytes(), headers, points, rejected: nothing_rejected }
}

fn second_lines(batch: &ExportBatch, second: &Second) -> String {
    let at_ms = (batch.started_unix_us + i64::from(second.second) * SECOND_US as i64) / 1_000;
    let step = second.step.to_string();
    let of_step = batch.labels.with(&[("step", step.as_str())]);
    let mut text = String::new();
    for (key, interval) in &second.transactions {
        let labels = of_step.with(&[("transaction", key.name.as_str()), ("kind", kind(key.kind))]);
        line(&mut text, "plimsoll_transaction", &labels, &transaction(interval), at_ms);
        let mut errors: BTreeMap<&str, u64> = BTreeMap::new();
        for ((kind, _), count) in &interval.errors {
            *errors.entry(kind.name()).or_default() += count;
        }
        for (kind, count) in errors {
            let labels = labels.with(&[("error", kind)]);
            line(&mut text, "plimsoll_errors", &labels, &format!("count={count}i"), at_ms);
        }
    }
    let generator = &second.generator;
    for (scenario, arrivals) in &generator.arrivals {
        let labels = of_step.with(&[("scenario", scenario.as_str())]);
        let fields = format!(
            "due={}i,started={}i,dropped={}i,waiting={}i",
            arrivals.due, arrivals.started, arrivals.dropped, arrivals.waiting
        );
        line(&mut text, "plimsoll_arrivals", &labels, &fields, at_ms);
    }
    if !generator.workers.is_empty() {
        line(&mut text, "plimsoll_load", &of_step, &load(second), at_ms);
    }
    text
}

fn transaction(interval: &Interval) -> String {
    let mut fields = format!(
        "requests={}i,errors={}i,received_bytes={}i,sent_bytes={}i",
        interval.requests,
        interval.errors_total(),
        interval.bytes_received,
        interval.bytes_sent
    );
    times(&mut fields, "response", &interval.response);
    if let Some(service) = &interval.service {
        times(&mut fields, "service", service);
    }
    fields
}

/// In seconds.
fn times(fields: &mut String, name: &str, latencies: &Latencies) {
    let Some(mean_us) = latencies.mean_us() else { return };
    let _ = write!(fields, ",{name}_mean_s={}", mean_us / 1e6);
    for (percentile, quantile) in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)] {
        let us = latencies.quantile_us(quantile).unwrap_or_default();
        let _ = write!(fields, ",{name}_{percentile}_s={}", us as f64 / 1e6);
    }
}

fn load(second: &Second) -> String {
    let workers = second.generator.workers.values();
    let (cpu, wall) =
        workers.fold((0, 0), |(cpu, wall), worker| (cpu + worker.cpu_us, wall + worker.wall_us));
    let mut fields = format!("users={}i", second.generator.users());
    if wall > 0 {
        let _ = write!(fields, ",generator_cpu_ratio={}", cpu as f64 / wall as f64);
    }
    if let Some(us) = second.generator.lateness.quantile_us(0.99) {
        let _ = write!(fields, ",generator_lateness_p99_s={}", us as f64 / 1e6);
    }
    fields
}

fn line(text: &mut String, measurement: &str, labels: &SeriesLabels, fields: &str, at_ms: i64) {
    text.push_str(measurement);
    for (name, value) in labels.iter() {
        let _ = write!(text, ",{name}=");
        escape(text, value);
    }
    let _ = writeln!(text, " {fields} {at_ms}");
}

/// A tag's value. A backslash before what is escaped, or at the end, has no form of its own in the protocol: it is written as
/// `/`. Line ends are none any more (`Labels`).
fn escape(text: &mut String, value: &str) {
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            ',' | ' ' | '=' => text.extend(['\\', c]),
            '\\' if rest.peek().is_none_or(|next| ", =\\".contains(*next)) => text.push('/'),
            '\n' | '\r' => text.push_str("\\ "),
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_a_tag() {
        let escaped = |value: &str| {
            let mut text = String::new();
            escape(&mut text, value);
            text
        };
        assert_eq!(escaped("GET /a b,c=d"), "GET\\ /a\\ b\\,c\\=d");
        assert_eq!(escaped("a\\"), "a/");
        assert_eq!(escaped("a\\,b\\c"), "a/\\,b\\c");
        assert_eq!(escaped("a\nb"), "a\\ b");
    }
}
