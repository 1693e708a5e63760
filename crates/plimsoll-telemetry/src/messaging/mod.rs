//! Messaging: consumer lag.

pub mod kafka_lag;
