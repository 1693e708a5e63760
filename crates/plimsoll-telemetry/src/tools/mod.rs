//! Other load generators' results: Gatling, k6, Locust.

pub mod gatling;
pub mod gatling_binary;
pub mod k6;
pub mod locust;
