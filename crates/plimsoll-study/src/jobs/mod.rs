//! Long tasks of the system under test beside the load: each a start, a poll until it is done, and a verdict.

mod performer;
mod runner;
mod spec;
mod timeline;

pub use performer::JobPerformer;
pub(crate) use runner::{JobRunner, SharedTimeline};
pub use spec::{JobCondition, JobPoll, JobRequest, JobSpec, JobStart, JobsSpec, PollHow};
pub(crate) use timeline::{JobEvent, JobSegment};
