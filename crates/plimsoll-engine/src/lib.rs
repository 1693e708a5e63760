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
//! Start reading at [`LoadTask`], then `worker/`.

mod answers;
mod assignment;
mod bounds;
mod budget;
mod check;
mod clock;
mod control;
mod data;
mod document;
mod engine;
mod error;
mod exchange_examples;
mod extract;
mod labels;
mod load_task;
mod lock;
mod machine;
mod net;
mod observer;
mod preparation;
mod program;
mod protocol;
mod recorder;
mod sample_log;
mod schedule;
mod scope;
mod seconds;
mod throughput;
mod timer;
mod user;
mod worker;

pub use bounds::STAY_ON_HOSTS;
pub use clock::RunClock;
pub use control::{Control, FACTOR_MAX, StopMode};
pub use engine::{group_phases, run};
pub use error::{EngineError, PatternProblem};
pub use load_task::{
    Dealing, EngineEvent, LoadTask, PropertyMap, ReceiveTime, Share, StartGate, Summary, part_seed,
};
pub use machine::machine_resources;
pub use net::kernel_stamps_arrivals;
pub use observer::{
    ObservedCheck, ObservedConnecting, ObservedExchange, ObservedExtraction, ObservedSample, ObservedTimes,
    ObservedUser, SampleObserver,
};
pub use preparation::{NamedHosts, pattern_problems, preflight, targets};
pub use sample_log::SampleLog;
