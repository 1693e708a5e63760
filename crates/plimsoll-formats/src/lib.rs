//! Text to [`Plan`]: JMeter's `.jmx` files and YAML; recordings (HAR), descriptions (OpenAPI) and collections
//! (Postman) of other tools; lists of requests, as vegeta has them.
//!
//! JMeter's scoping (hash trees, inherited timers and managers) is resolved here and nowhere else: a
//! request of the plan owns its headers, checks, extractors and think time. What a plan asks for and
//! can't be done is left out of it and listed, never guessed. This crate runs nothing, and of the files
//! that a plan names it only looks whether they are there.
//!
//! Start reading at [`read_plan`]; then `jmx/lowering.rs` for JMeter, `yaml/read.rs` for YAML, `har/read.rs` and its like.

mod alignment;
mod answer_shape;
mod conversion;
mod encoding;
mod evaluation;
mod files;
mod har;
mod jmx;
mod json;
mod milliseconds;
mod openapi;
mod pattern;
mod percent;
mod plan_file;
mod postman;
mod reading;
pub mod request_list;
mod returned_value;
pub mod servers;
pub mod yaml;

pub use alignment::{RequestKey, pairs as same_requests};
pub use answer_shape::AnswerShape;
pub use conversion::{Conversion, PageResources};
pub use har::CORRELATION;
pub use jmx::{EXTRA, JmeterPlan, read_jmx};
pub use json::to_json;
pub use plan_file::{NewFile, PlanReading, Properties};
pub use reading::{
    JmeterPlanError, ReadError, read_har, read_jmeter_plan, read_openapi, read_plan, read_plan_with,
    read_postman,
};
pub use returned_value::ReturnedValue;
pub use yaml::DEFINED;
pub use yaml::shapes::PLAN;
pub use yaml::{read_yaml, write_yaml};
