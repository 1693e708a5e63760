use super::usage::{Resource, Usage};
use crate::step::{ErrorCount, ServersAtWork};
use plimsoll_run::Source;
use serde::Serialize;

/// What limits the system, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitingFactor {
    /// By resource, then by step.
    pub table: Vec<Usage>,
    pub verdict: LimitVerdict,
    /// What was watched and is not the limit.
    pub ruled_out: Vec<RuledOut>,
    /// Causes that another variant refutes: they are not in `verdict`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<RefutedCause>,
    /// CPUs that other work used up in the step that the verdict is about: no causes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_work: Vec<Usage>,
    /// In that step other work had the CPU of a machine that may be the one of the first cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_share: Option<SharedMachine>,
    /// Consumers that fell behind in the step that the verdict is about. Requests are answered before their queue: they
    /// hold none of them back, but they limit what can be kept up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<Usage>,
}

/// Nothing tells whether the host is that machine by another name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedMachine {
    pub host: String,
    pub machine: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum LimitVerdict {
    /// The likeliest first.
    Causes {
        at_step: u32,
        /// Throughput bent in that step, or did not grow with any lower load; `false`: it still grew, but work waited
        /// already.
        bent: bool,
        causes: Vec<Cause>,
        /// Servers that were gone in that step.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lost: Vec<LostServer>,
    },
    NotKnown {
        reason: NotKnown,
    },
}

impl Default for LimitVerdict {
    fn default() -> LimitVerdict {
        LimitVerdict::NotKnown { reason: NotKnown::NothingWatched }
    }
}

/// Why nothing can be named.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum NotKnown {
    /// No telemetry of a resource.
    NothingWatched,
    /// Telemetry, but so little of it within the windows that it says nothing: fewer readings than this.
    TooFewReadings { fewer_than: u32 },
    /// Telemetry, but none of it of the time of the load: of another day, or a clock that is wrong.
    OtherTime,
    /// All that was watched has a clock that is off, as it seems, by up to so much: its readings may be of other steps.
    ClockOff { host: String, off_us: u64 },
    /// Throughput still grew at the highest load: nothing limited it yet. What is nearest to its limit is said.
    NotReached { nearest: Option<Box<Usage>> },
    /// One load only: where throughput would stop growing can't be seen. What is nearest to its limit is said.
    OneLoad { nearest: Option<Box<Usage>> },
    /// An imported run whose load was a ramp, or is not known: the same.
    NoSteadyLoads { nearest: Option<Box<Usage>> },
    /// Throughput bent, and nothing that was watched was saturated: it lies where nobody looked, or in a lock.
    NothingSaturated {
        at_step: u32,
        /// Of the loads from there on the one with the highest throughput: what had room there had it at the limit.
        looked_at: u32,
        /// Connections waited to be accepted (the finding `latency-cluster`): that is the nearest that is known.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        connections_wait: bool,
    },
    /// Nothing that was watched was saturated, and from that step on most requests were answered by a refusal: the system, or
    /// something in front of it, lets in no more.
    Refused { at_step: u32, refused_in: u32, error: ErrorCount },
    /// Throughput bent in a step in which servers were gone, and nothing that was watched of them was used up before.
    ServersLost { at_step: u32, lost: Vec<LostServer> },
    /// The load generator was the limit.
    Generator { steps: Vec<u32> },
    /// No valid step.
    NoStep,
}

/// How much speaks for a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Saturated, no later than throughput bent, and its use follows throughput; or it was exhausted, and its server was
    /// gone after that.
    Strong,
    /// Saturated, and one of the other two; or a pool that ran out in the highest step.
    Moderate,
    /// Highly used, or saturated at last.
    Weak,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cause {
    pub grade: Grade,
    pub resource: Resource,
    pub source: Source,
    pub name: String,
    /// The row of the table at the step where throughput bent; of a server that was gone then, at its last step.
    pub usage: Usage,
    /// What it is was concluded from its name, or from the shape of its use, alone: no more than moderate evidence.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_by_name: bool,
    /// Where it is not saturated.
    pub usage_below: Option<Usage>,
    /// Seconds from its saturation to the beginning of the step in which throughput bent; negative: it came later.
    pub lead_s: Option<f64>,
    /// The step whose beginning that is.
    pub lead_step: u32,
    /// Core-seconds (or share of the resource) per request: the slope of utilisation over throughput, and how well the
    /// line fits (r²) over so many steps; `None` for fewer than three steps.
    pub demand: Option<Demand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Demand {
    /// Percent points of utilisation for each request per second.
    pub percent_per_request: f64,
    pub r_squared: f64,
    /// Throughput at which it would be used up.
    pub full_at_per_s: f64,
    pub steps: u32,
}

/// A line of utilisation over throughput that fits as well as this is one.
const R_SQUARED_MIN: f64 = 0.9;

impl Demand {
    /// Its use is a line over throughput.
    pub fn follows(&self) -> bool {
        self.r_squared >= R_SQUARED_MIN
    }
}

/// It had room where throughput bent (or at the highest load).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuledOut {
    pub usage: Usage,
}

/// What would be a cause, had it not carried more where only the sizes of other things differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedCause {
    pub cause: Cause,
    /// Throughput in the step that the cause is about.
    pub per_s: f64,
    pub by: CarriedBeyond,
}

/// The same resource in another variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CarriedBeyond {
    pub variant: String,
    /// In its step of highest throughput.
    pub usage: Usage,
    pub per_s: f64,
}

/// A server that answered nothing, or restarted, in the step in which throughput bent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostServer {
    pub source: Source,
    /// Since the start of the run.
    pub from_s: f64,
    /// It came back within the same step: it restarted.
    pub restarted: bool,
    /// The last step that it answered for more than half of, or in which it restarted.
    pub last_step: u32,
    /// Of the step in which throughput bent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
}
