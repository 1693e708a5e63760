//! The plan: scenarios of steps.

mod check;
mod data;
mod grpc;
mod protocol;
mod request;
mod scenario;
mod step;

pub use check::{Check, Comparison, Extractor, Operator, Pattern, SizeCheck, SizePart, Source, TextCheck};
pub use data::{CookieJar, Counter, DataSet, PresetCookie, RandomNumber, Sharing};
pub use grpc::{GrpcCall, GrpcSchema};
pub use protocol::{HttpVersion, SharedConnections};
pub use request::{Body, Field, FilePart, Header, Redirects, Request};
pub use scenario::{Iterations, OnError, Phase, Plan, Scenario, share_out};
pub use step::{ChoiceOrder, Condition, Count, Pause, Step, Transaction};
