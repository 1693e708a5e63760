//! Metrics that servers expose: Prometheus and OpenMetrics texts, Jolokia.

pub mod document;
pub mod jolokia;
pub mod names;
pub mod prometheus;
pub mod sample;
