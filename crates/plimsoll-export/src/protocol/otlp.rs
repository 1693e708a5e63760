//! OpenTelemetry's OTLP over HTTP in its JSON form (opentelemetry-proto, `ExportMetricsServiceRequest`): 64-bit integers are
//! texts, enumerations are numbers.

use super::body::PostBody;
use crate::distribution::{BOUNDS_S, DurationCounts, SCHEMA};
use crate::labels::SeriesLabels;
use crate::metric::{METRICS, MetricKind};
use crate::receiver::Histograms;
use crate::totals::{ExportedPoint, PointValue};
use serde_json::{Map, Value, json};

/// `AGGREGATION_TEMPORALITY_CUMULATIVE`
const CUMULATIVE: u32 = 2;
/// `DATA_POINT_FLAGS_NO_RECORDED_VALUE_MASK`
const NO_VALUE: u32 = 1;

pub fn body(points: &[ExportedPoint], histograms: Histograms) -> PostBody {
    let mut metrics = Vec::new();
    for metric in METRICS {
        let of_metric = points.iter().filter(|point| point.metric == metric);
        let data: Vec<Value> = of_metric.map(|point| data_point(point, histograms)).collect();
        if data.is_empty() {
            continue;
        }
        let (form, value) = match (metric.kind, histograms) {
            (MetricKind::Counter, _) => (
                "sum",
                json!({ "aggregationTemporality": CUMULATIVE, "isMonotonic": true, "dataPoints": data }),
            ),
            (MetricKind::Gauge, _) => ("gauge", json!({ "dataPoints": data })),
            (MetricKind::Histogram, Histograms::Exponential) => {
                ("exponentialHistogram", json!({ "aggregationTemporality": CUMULATIVE, "dataPoints": data }))
            }
            (MetricKind::Histogram, Histograms::Explicit) => {
                ("histogram", json!({ "aggregationTemporality": CUMULATIVE, "dataPoints": data }))
            }
        };
        metrics.push(
            json!({ "name": metric.name, "description": metric.help, "unit": metric.unit, form: value }),
        );
    }
    let service = json!([{ "key": "service.name", "value": { "stringValue": "plimsoll" } }]);
    let scopes = json!([{ "scope": { "name": "plimsoll" }, "metrics": metrics }]);
    let request =
        json!({ "resourceMetrics": [{ "resource": { "attributes": service }, "scopeMetrics": scopes }] });
    PostBody {
        bytes: request.to_string().into_bytes(),
        headers: &[("Content-Type", "application/json")],
        points: points.len() as u64,
        rejected,
    }
}

/// The partial success of the specification.
fn rejected(answer: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let partial = &answer["partialSuccess"];
    let count = &partial["rejectedDataPoints"];
    let count = count.as_str().and_then(|text| text.parse().ok()).or(count.as_u64()).unwrap_or(0);
    let why = partial["errorMessage"].as_str().unwrap_or_default();
    (count > 0).then(|| format!("{count} figures rejected: {why}"))
}

fn data_point(point: &ExportedPoint, histograms: Histograms) -> Value {
    let mut data = Map::new();
    data.insert("attributes".to_owned(), attributes(&point.labels));
    data.insert("timeUnixNano".to_owned(), nanos(point.at_us));
    if point.metric.kind != MetricKind::Gauge {
        data.insert("startTimeUnixNano".to_owned(), nanos(point.since_us));
    }
    match &point.value {
        PointValue::Counter(count) => {
            data.insert("asInt".to_owned(), count.to_string().into());
        }
        PointValue::Gauge(value) => {
            data.insert("asDouble".to_owned(), (*value).into());
        }
        PointValue::GaugeEnd => {
            data.insert("flags".to_owned(), NO_VALUE.into());
        }
        PointValue::Histogram(distribution) => {
            data.insert("count".to_owned(), distribution.count.to_string().into());
            data.insert("sum".to_owned(), distribution.sum_s.into());
            match histograms {
                Histograms::Exponential => exponential(distribution, &mut data),
                Histograms::Explicit => {
                    let counts = (0..=BOUNDS_S.len())
                        .map(|place| distribution.explicit.get(place).copied().unwrap_or(0).to_string());
                    data.insert("bucketCounts".to_owned(), counts.collect());
                    data.insert("explicitBounds".to_owned(), json!(BOUNDS_S));
                }
            }
        }
    }
    Value::Object(data)
}

fn exponential(distribution: &DurationCounts, data: &mut Map<String, Value>) {
    data.insert("scale".to_owned(), SCHEMA.into());
    data.insert("zeroCount".to_owned(), "0".into());
    let indices = distribution.exponential.keys();
    if let (Some(first), Some(last)) = (indices.clone().next(), indices.clone().next_back()) {
        let counts = (*first..=*last)
            .map(|index| distribution.exponential.get(&index).copied().unwrap_or(0).to_string());
        // A bucket is named by its lower bound here, and by its upper one in Prometheus.
        let positive = json!({ "offset": first - 1, "bucketCounts": counts.collect::<Vec<String>>() });
        data.insert("positive".to_owned(), positive);
    }
}

fn attributes(labels: &SeriesLabels) -> Value {
    labels.iter().map(|(name, value)| json!({ "key": name, "value": { "stringValue": value } })).collect()
}

fn nanos(us: i64) -> Value {
    (i128::from(us) * 1_000).to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_success_is_no_success() {
        assert_eq!(rejected("{}"), None);
        assert_eq!(rejected(r#"{"partialSuccess":{}}"#), None);
        let some = r#"{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}"#;
        assert_eq!(rejected(some).as_deref(), Some("3 figures rejected: too old"));
    }
}
