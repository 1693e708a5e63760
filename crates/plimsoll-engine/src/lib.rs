//! Does a plan: performs one share of a [`plimsoll_plan::Plan`] and reports what happened, second by second.
//!
//! One single-threaded worker per core, each with its own connections, timers and recorder; nothing is
//! shared or locked on the way of a request. A plan is compiled once into a [`program::Program`]: a flat
//! list of instructions, variables as slots, requests without variables as ready bytes. A virtual user is
//! a position in that list and a few registers, not a thread and not a future.
//!
//! The engine knows no file format, no terminal and no JSON output; it reads only the data files that the
//! plan names. It runs its share of the users: alone it is share 0 of 1, so there is one execution path.
//!
//! Start reading at [`Job`], then `worker/`.

mod assignment;
mod channel;
mod check;
mod clock;
mod control;
mod data;
mod document;
mod engine;
mod error;
mod extract;
mod grpc;
mod http;
mod http2;
mod job;
mod labels;
mod lock;
mod machine;
mod net;
mod preparation;
mod program;
mod recorder;
mod sample_log;
mod schedule;
mod scope;
mod seconds;
mod sql;
mod sse;
mod throughput;
mod timer;
mod user;
mod websocket;
mod worker;

pub use clock::RunClock;
pub use control::{Control, FACTOR_MAX, StopMode};
pub use engine::run;
pub use error::{EngineError, PatternProblem};
pub use job::{EngineEvent, Job, PropertyMap, ReceiveTime, Share, Summary, part_seed};
pub use preparation::{pattern_problems, preflight};
pub use sample_log::SampleLog;
