//! Prometheus' remote write 1.0: a snappy block of the protobuf message `WriteRequest`, with native histograms
//! (prometheus/prompb/types.proto).

use super::body::{PostBody, nothing_rejected};
use super::protobuf::ProtobufMessage;
use crate::distribution::{BOUNDS_S, DurationCounts, SCHEMA};
use crate::labels::SeriesLabels;
use crate::receiver::Histograms;
use crate::totals::{ExportedPoint, PointValue};
use std::collections::BTreeMap;

/// The value that says that a series has ended (prometheus/model/value, `StaleNaN`).
const STALE: u64 = 0x7ff0_0000_0000_0002;

/// Of one series in a body.
#[derive(Default)]
struct WrittenSeries {
    samples: Vec<(f64, i64)>,
    histograms: Vec<ProtobufMessage>,
}

/// By name, labels and the bound of a bucket with its place, in the order of their bounds.
type AllSeries<'a> = BTreeMap<(String, &'a SeriesLabels, Option<(usize, String)>), WrittenSeries>;

pub fn body(points: &[ExportedPoint], histograms: Histograms) -> PostBody {
    let mut all = AllSeries::new();
    for point in points {
        match (&point.value, histograms) {
            (PointValue::Histogram(distribution), Histograms::Exponential) => {
                let key = (point.metric.prometheus.to_owned(), &point.labels, None);
                all.entry(key).or_default().histograms.push(native(distribution, point.at_us / 1_000));
            }
            (PointValue::Histogram(distribution), Histograms::Explicit) => {
                classic(point, distribution, &mut all)
            }
            (PointValue::Counter(count), _) => plain(point, *count as f64, &mut all),
            (PointValue::Gauge(value), _) => plain(point, *value, &mut all),
            (PointValue::GaugeEnd, _) => plain(point, f64::from_bits(STALE), &mut all),
        }
    }
    let mut request = ProtobufMessage::default();
    for ((name, labels, bound), series) in &all {
        request
            .message(1, &time_series(name, labels, bound.as_ref().map(|(_, bound)| bound.as_str()), series));
    }
    let bytes = snap::raw::Encoder::new().compress_vec(&request.bytes);
    PostBody {
        bytes: bytes.expect("less than 4 GiB"),
        headers: &[
            ("Content-Type", "application/x-protobuf"),
            ("Content-Encoding", "snappy"),
            ("X-Prometheus-Remote-Write-Version", "0.1.0"),
        ],
        points: points.len() as u64,
        rejected: nothing_rejected,
    }
}

fn plain<'a>(point: &'a ExportedPoint, value: f64, all: &mut AllSeries<'a>) {
    let key = (point.metric.prometheus.to_owned(), &point.labels, None);
    all.entry(key).or_default().samples.push((value, point.at_us / 1_000));
}

/// `_bucket`, `_sum` and `_count`, as before native histograms.
fn classic<'a>(point: &'a ExportedPoint, distribution: &DurationCounts, all: &mut AllSeries<'a>) {
    let name = point.metric.prometheus;
    let at_ms = point.at_us / 1_000;
    let mut push = |suffix: &str, bound: Option<(usize, String)>, value: f64| {
        let series = all.entry((format!("{name}_{suffix}"), &point.labels, bound)).or_default();
        series.samples.push((value, at_ms));
    };
    let mut below = 0;
    for (place, bound) in BOUNDS_S.iter().enumerate() {
        below += distribution.explicit.get(place).copied().unwrap_or(0);
        push("bucket", Some((place, bound.to_string())), below as f64);
    }
    push("bucket", Some((BOUNDS_S.len(), "+Inf".to_owned())), distribution.count as f64);
    push("count", None, distribution.count as f64);
    push("sum", None, distribution.sum_s);
}

fn time_series(
    name: &str,
    labels: &SeriesLabels,
    bound: Option<&str>,
    series: &WrittenSeries,
) -> ProtobufMessage {
    // Labels have to be sorted; `__name__` goes before all that begin with a letter.
    let mut pairs: Vec<(&str, &str)> = [("__name__", name)].into_iter().chain(labels.iter()).collect();
    pairs.extend(bound.map(|bound| ("le", bound)));
    pairs.sort_unstable();
    let mut message = ProtobufMessage::default();
    for (name, value) in pairs {
        let mut label = ProtobufMessage::default();
        label.string(1, name);
        label.string(2, value);
        message.message(1, &label);
    }
    for (value, at_ms) in &series.samples {
        let mut sample = ProtobufMessage::default();
        sample.double(1, *value);
        sample.int64(2, *at_ms);
        message.message(2, &sample);
    }
    series.histograms.iter().for_each(|histogram| message.message(4, histogram));
    message
}

/// A native histogram of counts: spans of buckets, and each bucket's difference to the one before it.
fn native(distribution: &DurationCounts, at_ms: i64) -> ProtobufMessage {
    let mut message = ProtobufMessage::default();
    message.unsigned(1, distribution.count);
    message.double(3, distribution.sum_s);
    message.zigzag(4, i64::from(SCHEMA));
    message.double(5, 0.0);
    message.unsigned(6, 0);
    for (offset, length) in spans(distribution.exponential.keys().copied()) {
        let mut span = ProtobufMessage::default();
        span.zigzag(1, i64::from(offset));
        span.unsigned(2, u64::from(length));
        message.message(11, &span);
    }
    let mut before = 0;
    let deltas = distribution.exponential.values().map(|count| {
        let count = *count as i64;
        count - std::mem::replace(&mut before, count)
    });
    message.packed_zigzag(12, deltas);
    message.int64(15, at_ms);
    message
}

/// Rows of neighbours: the gap before each, of the first its index; and how many.
fn spans(indices: impl Iterator<Item = i32>) -> Vec<(i32, u32)> {
    let mut spans: Vec<(i32, u32)> = Vec::new();
    let mut next = 0;
    for index in indices {
        match spans.last_mut() {
            Some(span) if index == next => span.1 += 1,
            _ => spans.push((index - next, 1)),
        }
        next = index + 1;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_span() {
        assert_eq!(spans([-3, -2, 0, 5, 6].into_iter()), [(-3, 2), (1, 1), (4, 2)]);
        assert_eq!(spans(std::iter::empty()), []);
    }
}
