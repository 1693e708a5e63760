//! Messaging: consumer lag.

pub mod kafka_admin;
pub mod kafka_lag;
