//! The experiment: a [`Study`] says which loads are put on which variants of a system, a [`StepSearch`]
//! decides the next step from what was seen, and [`perform`] does it with a [`LoadGenerator`] and writes
//! the run file.
//!
//! The search is pure: it reads no clock and knows nothing but the history of the run. The crate knows no
//! text format (the study file comes as a tree of values) and no plan format (plans come through the
//! caller), and prints nothing.
//!
//! Start reading at [`Study`], then [`StepSearch`] and [`perform`].

mod completion;
mod driver;
mod external;
mod file;
mod fleet;
mod generator;
mod guarded_group;
mod jmeter;
mod jobs;
mod journal;
mod local;
mod next;
mod order;
mod progress;
mod search;
mod steering;
mod study;
mod system;
mod tool;
mod window;

pub use completion::{CompletionSpec, CompletionTracker, SinkError};
pub use driver::{PerformError, Performance, RunContext, RunSetup, perform, record_failure};
pub use file::detectors::read as read_detectors;
pub use file::shapes::STUDY;
pub use file::{RAISE_MAX, headroom, precision, rate, read_study, read_texts};
pub use file::{generators, read_fleet};
pub use fleet::{FleetData, FleetLoad, FleetSpec, KubernetesNodes, NO_LOGIN, NatsServer, SshNode, has_login};
pub use generator::{
    GeneratorError, GeneratorEvent, LoadChange, LoadGenerator, StepFailure, StepLoad, StepOutcome,
    StepUnderWay,
};
pub use guarded_group::GuardedGroup;
pub use jmeter::{
    FileSecond, HomeError, JmeterGenerator, JmeterHome, JmeterTrialError, ProcessError, ResultFile,
    jmeter_trial, read_results,
};
pub use jobs::{JobPerformer, JobSpec, JobStart, JobsSpec, PollHow};
pub use journal::{JournalContent, RunJournal};
pub use local::LocalGenerator;
pub use next::{NextBase, NextProblem, NextStudy};
pub use order::Order;
pub use progress::{ArrivalFigures, Observer, SecondFigures, StepFigures};
pub use search::{
    ArrivalRate, CapacitySearch, CapacitySpec, ClimbSearch, FixedSearch, LoadLevel, LoadStage, Next,
    Observed, StepSearch, Users, WindowAnswer,
};
pub use steering::Steering;
pub use study::{Climb, Planned, Range, Steps, Study, Timing, VariantSpec};
pub use system::{
    Around, COMMAND_TIME, HealthCheck, Readiness, RunningSystem, System, SystemError, SystemSetup,
};
pub use tool::{
    GeneratorSpec, KnownTool, ResultFormat, SummaryReader, TOOLS, ToolError, ToolGenerator, ToolSpec,
    ToolSummary, known as known_tool,
};
