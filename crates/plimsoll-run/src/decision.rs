//! What a search decided and by what: kinds and values, for the run file and whoever shows it.

use crate::interval::ErrorKind;
use serde::{Deserialize, Serialize};

/// Why a step has the load that it has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StepReason {
    /// It was asked for.
    #[default]
    Given,
    /// The load goes on; a job of this name runs meanwhile.
    Job(String),
    /// There is nothing yet to decide by.
    First,
    Climb(ClimbReason),
    /// The climb would end with a gain whose interval holds the goal: one of its two loads is measured once more, as repeat
    /// number `repeat` of at most `of`.
    GainAgain {
        gain_percent: f64,
        low_percent: f64,
        high_percent: f64,
        goal_percent: i64,
        repeat: u32,
        of: u32,
    },
    /// The window before it, with the same load, says nothing about the system.
    Again(WindowProblem),
    /// The windows so far don't decide; this is number `window` of at most `of`.
    Undecided {
        window: u32,
        of: u32,
        figures: Vec<WindowFigure>,
    },
    /// The windows so far say this; it takes `of` windows to believe it.
    Further {
        window: u32,
        of: u32,
        figures: Vec<WindowFigure>,
    },
    /// Half the rate of this decision.
    Half(RateFinding),
    /// Twice the rate of this decision.
    Double(RateFinding),
    /// Between two rates, after this decision.
    Between {
        last: RateFinding,
        low_per_s: f64,
        high_per_s: f64,
    },
    /// The lowest rate fails; it is measured once more.
    LowestAgain(RateFinding),
    /// Capacity is about to be said to be below this rate; it is measured once more.
    FailAgain(RateFinding),
    /// Capacity is about to be said to be this rate; it is measured with so many fresh windows.
    Confirm {
        windows: u32,
        holds: RateFinding,
    },
}

/// Why a search is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SearchEnd {
    /// In run files of schema 5.
    Text(String),
    /// The climb: the last step missed its goal, or there is no more load to add.
    Climb(ClimbReason),
    /// No request succeeded in the first step.
    NothingSucceeded,
    /// There were more steps than any search should need.
    TooManySteps {
        steps: u32,
    },
    /// Capacity lies between the two.
    Found {
        holds: RateFinding,
        windows: u32,
        fails: RateFinding,
    },
    /// The highest rate that was to be tried holds.
    HighestHolds(RateFinding),
    /// The lowest rate that was to be tried fails.
    LowestFails(RateFinding),
    /// The window says nothing about the system, again.
    Invalid(WindowProblem),
    NotJudged,
    /// What is known all the same is said with it.
    Undecided {
        why: UndecidedSearch,
        known: Vec<RateFinding>,
    },
}

/// Why a capacity search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UndecidedSearch {
    /// The same rate does not give the same answer: so many decisions were taken back.
    Revised {
        revisions: u32,
        decisions: u32,
    },
    WindowsUsedUp {
        windows: u32,
    },
    /// The requirements can't be decided at the lowest rates: mostly too few requests end in a window.
    AtLowest,
    /// Up to the highest rate nothing fails for certain.
    NothingFails,
    /// The rates between the one that holds and the one that fails can't be decided.
    Between,
}

/// What a climb goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClimbReason {
    /// Of the last step over the best before it; `None`: there is nothing to compare with yet.
    pub gain: Option<ClimbGain>,
    /// Threads are not raised any more, but nodes.
    pub nodes: Option<RaisedNodes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClimbGain {
    /// With its decimals; run files of earlier versions have whole ones.
    pub gain_percent: f64,
    pub goal_percent: i64,
}

impl ClimbGain {
    pub fn is_reached(self) -> bool {
        whole_percent(self.gain_percent) >= self.goal_percent
    }
}

/// Without its decimals, as gains are held against whole goals. What is whole but for the rounding of binary fractions
/// (1.2 over 1.0) is taken as whole.
pub fn whole_percent(percent: f64) -> i64 {
    let whole = percent.round();
    if (percent - whole).abs() < 1e-9 { whole as i64 } else { percent.trunc() as i64 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RaisedNodes {
    /// There are no more threads to add.
    NoMoreThreads,
    /// From the threads of the best step on.
    AtThreads(u32),
}

/// A rate and what was decided of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateFinding {
    pub rate_per_s: f64,
    pub answer: RateAnswer,
    /// By which it was decided.
    pub figures: Vec<WindowFigure>,
}

/// Do the requirements hold at a rate?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RateAnswer {
    Hold,
    Fail,
    /// Not decided within the windows that one decision may have.
    Open,
}

/// What windows at one rate show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WindowFigure {
    Requirement {
        requirement: String,
        measured: MeasuredFigure,
    },
    /// The rate is not kept up.
    FallsBehind {
        due: u64,
        started: u64,
        dropped: u64,
        waiting_at_end: u64,
        busy_at_end: u32,
    },
    EveryArrivalStarted,
    NoArrivalDue,
    NoRequestEnded,
}

/// What a requirement was judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MeasuredFigure {
    /// How many were slower than the limit, with the 95 % interval.
    Percentile {
        measured_us: Option<u64>,
        over_percent: f64,
        low_percent: f64,
        high_percent: f64,
    },
    Errors {
        percent: f64,
        low_percent: f64,
        high_percent: f64,
    },
    Mean {
        mean_us: f64,
    },
    Throughput {
        per_s: f64,
    },
    Max {
        max_us: u64,
        over: u64,
    },
    NothingSucceeded,
    UnknownTransaction {
        name: String,
    },
    NoRequests,
}

/// Why a window says nothing about the system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WindowProblem {
    /// Somebody paused, raised, lowered or ended it by hand.
    Interfered,
    /// Its step is invalid.
    Step { rate_per_s: Option<f64>, problem: StepProblem },
}

/// Why a step is invalid. The thresholds are those of the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum StepProblem {
    /// A worker used, or waited for, most of a core for too long.
    GeneratorCpu {
        worker: u32,
        busy_seconds_percent: f64,
        cpu_percent_max: f64,
        /// Ready to run while other work had the core: the machine is shared, with the server perhaps.
        run_delay_percent_mean: f64,
    },
    /// A worker waited for a CPU for too much of the time.
    GeneratorDelayed { worker: u32, run_delay_percent_mean: f64 },
    /// Arrivals were due that neither started nor found all users at work.
    GeneratorNotSent { intended: u64, not_sent: u64 },
    /// The load generator itself did not run for too much of the time.
    GeneratorStopped { stopped_us: u64, measured_us: u64 },
    /// Timers fired later than the times that are measured allow.
    GeneratorLateness { lateness_p99_us: u64, limit_us: u64, service_p50_us: u64 },
    /// The workers' loops took longer for a turn than the times that are measured allow.
    GeneratorTurns { turn_us_p90: u64, turn_us_max: u64, limit_us: u64, service_p50_us: u64 },
    /// Too many of the requests never reached the server; `detail` is the most frequent reason.
    GeneratorErrors { count: u64, requests: u64, detail: Option<ErrorCount> },
    /// Too many of the requests could not be made: the plan is wrong, or a name has no address. `detail` is the most frequent reason.
    RequestsNotMade { count: u64, requests: u64, detail: ErrorCount },
    /// The process had hardly a file descriptor left.
    GeneratorDescriptors { connections: u64, descriptors_max: u64 },
    /// The machine had hardly a local port left.
    GeneratorPorts { taken: u64, ports_max: u64 },
    /// In some seconds a part of the fleet was missing, so that the load was not the one that was asked for.
    NodesMissing { seconds: u64, nodes: u32, of: u32 },
    /// Broken off before it had measured for long enough.
    CutShort { measured_s: f64 },
    /// Nothing ended in the window.
    NoRequests,
    /// From then on, in seconds of the run, nothing of the step ended any more while so many users waited: the system hung.
    Hung { from_s: f64, to_s: f64, users: u32 },
    /// From then on, in seconds of the run, every request that ended failed, to the end of the step: what answered before is gone.
    FailedToTheEnd { from_s: f64, to_s: f64, failed: u64 },
    /// It began with what the step before it had left unanswered, and worked that off: its times and throughput are not those of
    /// its load, but requirements are judged by it.
    BacklogBefore { step: u32 },
    /// Surely more than half of the requests failed: what the system carries is not seen by it, but requirements are judged by it.
    MostlyFailed { requests: u64, failed: u64 },
    /// Every request failed: that says nothing about how much the system can carry, but requirements are
    /// judged by it.
    NothingSucceeded { requests: u64 },
}

/// A kind of failure and how often it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorCount {
    pub kind: ErrorKind,
    pub detail: String,
    pub count: u64,
}

impl StepProblem {
    /// The rule's stable id, also its `problem` in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            StepProblem::GeneratorCpu { .. } => "generator-cpu",
            StepProblem::GeneratorDelayed { .. } => "generator-delayed",
            StepProblem::GeneratorNotSent { .. } => "generator-not-sent",
            StepProblem::GeneratorStopped { .. } => "generator-stopped",
            StepProblem::GeneratorLateness { .. } => "generator-lateness",
            StepProblem::GeneratorTurns { .. } => "generator-turns",
            StepProblem::GeneratorErrors { .. } => "generator-errors",
            StepProblem::RequestsNotMade { .. } => "requests-not-made",
            StepProblem::GeneratorDescriptors { .. } => "generator-descriptors",
            StepProblem::GeneratorPorts { .. } => "generator-ports",
            StepProblem::NodesMissing { .. } => "nodes-missing",
            StepProblem::CutShort { .. } => "cut-short",
            StepProblem::NoRequests => "no-requests",
            StepProblem::Hung { .. } => "hung",
            StepProblem::FailedToTheEnd { .. } => "failed-to-the-end",
            StepProblem::BacklogBefore { .. } => "backlog-before",
            StepProblem::MostlyFailed { .. } => "mostly-failed",
            StepProblem::NothingSucceeded { .. } => "nothing-succeeded",
        }
    }

    /// The load generator was late, stopped or short of CPU: it put on less than it was asked to.
    pub fn is_of_timing(&self) -> bool {
        matches!(
            self,
            StepProblem::GeneratorCpu { .. }
                | StepProblem::GeneratorDelayed { .. }
                | StepProblem::GeneratorStopped { .. }
                | StepProblem::GeneratorLateness { .. }
                | StepProblem::GeneratorTurns { .. }
        )
    }

    /// The system failed: no capacity can be seen there, but requirements are judged by it.
    pub fn is_systems(&self) -> bool {
        matches!(
            self,
            StepProblem::NothingSucceeded { .. }
                | StepProblem::MostlyFailed { .. }
                | StepProblem::BacklogBefore { .. }
                | StepProblem::Hung { .. }
                | StepProblem::FailedToTheEnd { .. }
        )
    }

    /// The load generator was the limit, not the system under test.
    pub fn is_generators(&self) -> bool {
        self.id().starts_with("generator-")
    }
}
