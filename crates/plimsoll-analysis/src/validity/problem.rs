use crate::step::ErrorCount;
use serde::Serialize;

/// Why a step is invalid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum StepProblem {
    /// A worker was above [`super::CPU_BUSY_PERCENT`] for too long.
    GeneratorCpu {
        worker: u32,
        busy_seconds_percent: f64,
        cpu_percent_max: f64,
        /// Ready to run while other work had the core: the machine is shared, with the server perhaps.
        run_delay_percent_mean: f64,
    },
    /// A worker waited for its core for more than [`super::RUN_DELAY_PERCENT_MAX`] of the time.
    GeneratorDelayed { worker: u32, run_delay_percent_mean: f64 },
    /// Arrivals were due that neither began nor found all users at work.
    GeneratorNotSent { intended: u64, not_sent: u64 },
    /// Timers fired later than the times that are measured allow.
    GeneratorLateness { lateness_p99_us: u64, limit_us: u64, service_p50_us: u64 },
    /// The workers' loops took longer for a turn than the times that are measured allow.
    GeneratorTurns { turn_us_p90: u64, turn_us_max: u64, limit_us: u64, service_p50_us: u64 },
    /// More than [`super::GENERATOR_ERRORS_PERCENT_MAX`] of the requests never reached the server; `detail` is the
    /// most frequent reason.
    GeneratorErrors { count: u64, requests: u64, detail: Option<ErrorCount> },
    /// The process had hardly a file descriptor left.
    GeneratorDescriptors { connections: u64, descriptors_max: u64 },
    /// The machine had hardly a local port left.
    GeneratorPorts { taken: u64, ports_max: u64 },
    /// Broken off before it had measured for [`super::CUT_SHORT_SECONDS_MIN`].
    CutShort { measured_s: f64 },
    /// Nothing ended in the window.
    NoRequests,
    /// Every request failed: that says nothing about how much the system can carry, but requirements are
    /// judged by it.
    NothingSucceeded { requests: u64 },
}

impl StepProblem {
    /// The rule's stable id, also its `problem` in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            StepProblem::GeneratorCpu { .. } => "generator-cpu",
            StepProblem::GeneratorDelayed { .. } => "generator-delayed",
            StepProblem::GeneratorNotSent { .. } => "generator-not-sent",
            StepProblem::GeneratorLateness { .. } => "generator-lateness",
            StepProblem::GeneratorTurns { .. } => "generator-turns",
            StepProblem::GeneratorErrors { .. } => "generator-errors",
            StepProblem::GeneratorDescriptors { .. } => "generator-descriptors",
            StepProblem::GeneratorPorts { .. } => "generator-ports",
            StepProblem::CutShort { .. } => "cut-short",
            StepProblem::NoRequests => "no-requests",
            StepProblem::NothingSucceeded { .. } => "nothing-succeeded",
        }
    }

    /// The load generator was the limit, not the system under test.
    pub fn is_generators(&self) -> bool {
        match self {
            StepProblem::GeneratorCpu { .. }
            | StepProblem::GeneratorDelayed { .. }
            | StepProblem::GeneratorNotSent { .. }
            | StepProblem::GeneratorLateness { .. }
            | StepProblem::GeneratorTurns { .. }
            | StepProblem::GeneratorErrors { .. }
            | StepProblem::GeneratorDescriptors { .. }
            | StepProblem::GeneratorPorts { .. } => true,
            StepProblem::CutShort { .. } | StepProblem::NoRequests | StepProblem::NothingSucceeded { .. } => {
                false
            }
        }
    }
}
