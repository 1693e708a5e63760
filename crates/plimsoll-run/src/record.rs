//! A run: its header, steps and events, as written while it goes and as read afterwards.
//!
//! Times are microseconds on the run's clock, which starts at 0 when the run starts; the header holds
//! the wall time of that moment. Interval `second` n covers [n s, n + 1 s) of the run's clock.

use crate::generator::GeneratorInterval;
use crate::interval::Interval;
use crate::telemetry::Telemetry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known when a run starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// The study's name, or the plan's.
    pub name: String,
    pub variant: Variant,
    /// From 1.
    pub repeat: u32,
    /// Microseconds since 1970 (UTC) at 0 on the run's clock.
    pub started_unix_us: i64,
    /// IANA name or offset of the time zone the run was made in.
    pub time_zone: String,
    /// Of the program.
    pub version: String,
    pub plan: PlanRecord,
    /// The study file as written; `None` for a run of a plan alone.
    pub study: Option<String>,
    pub design: Design,
    /// As written, e.g. `p95 <= 2.5 s`.
    pub requirements: Vec<String>,
    /// The expected use, per second.
    pub expected_per_s: Option<f64>,
    /// CPU, kernel, limits, versions: name and value, in the order to show them.
    pub environment: Vec<(String, String)>,
    /// What the study says of the system under test: its name and version, say.
    #[serde(default)]
    pub about: Vec<(String, String)>,
    /// The command line that made the run.
    pub command: Vec<String>,
    /// The seconds are the means of longer times (a table of steps was imported): they say nothing of ups and downs.
    #[serde(default)]
    pub means_only: bool,
    #[serde(default)]
    pub generator: LoadGeneratorKind,
    /// What the study changes of the detectors of findings, by their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub detectors: BTreeMap<String, DetectorSetting>,
}

/// What is changed of a detector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DetectorSetting {
    /// It is not asked.
    Off,
    /// Thresholds by name; those that are not named stay as they are.
    Thresholds(BTreeMap<String, f64>),
}

/// Who put the load on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoadGeneratorKind {
    /// Plimsoll's engine: times in microseconds.
    #[default]
    Engine,
    /// JMeter of this version: times in whole milliseconds, from its result file.
    Jmeter { version: String },
}

/// One configuration that a study compares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Variant {
    /// Empty when the study has only one.
    pub name: String,
    pub properties: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// As the user named it.
    pub file: String,
    /// As written.
    pub text: String,
    /// Elements left out because they are not supported: `plan.jmx:84: BeanShellSampler "x": …`.
    pub skipped: Vec<String>,
    /// Elements performed with a stated difference.
    pub approximated: Vec<String>,
    /// The answers' certificates were checked.
    pub verify_certificates: bool,
}

/// How the steps of a run were chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// The plan's own load, one step.
    #[default]
    Single,
    /// Given loads in the given order.
    Fixed,
    /// Rising loads until throughput stops growing: a step must gain `goal` (a fraction) of the load it adds.
    Climb { goal: f64 },
    /// Search for the highest arrival rate at which every requirement holds, to within `precision` (a
    /// fraction of the rate).
    Capacity { precision: f64 },
}

/// A period of constant load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// From 1.
    pub number: u32,
    /// Users per node; with an arrival rate, the most that may be at work.
    pub threads: u32,
    pub nodes: u32,
    /// Arrivals per second of all scenarios together, where the step's load is a rate and not users.
    pub rate_per_s: Option<f64>,
    pub started_us: u64,
    /// The window whose figures count: without the ramp.
    pub measured_from_us: u64,
    /// Planned end of that window until the step ends, then the real one; `None` while it is open.
    pub measured_to_us: Option<u64>,
    /// `None`: the step never ended (the run was cut off in it).
    pub ended_us: Option<u64>,
    /// The step was broken off before its planned end.
    pub cut_short: bool,
    /// Requests in flight that were given up at the end; they are in no figure.
    pub abandoned: u64,
}

impl Step {
    /// Users in all.
    pub fn users(&self) -> u32 {
        self.threads * self.nodes
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Transaction {
    pub name: String,
    pub kind: TransactionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransactionKind {
    /// A request on the wire: counts in totals.
    Request,
    /// Several requests measured as one: never added to the requests it is made of.
    Group,
}

/// Something worth telling that happened during the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub at_us: u64,
    pub kind: NoteKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Good to know.
    Information,
    /// Puts a figure in doubt.
    Warning,
    /// A decision of the step search.
    Decision,
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    pub at_us: u64,
    pub reason: EndReason,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Everything asked for was done.
    Completed,
    /// Climb: adding nodes no longer gained its goal. Capacity search: the rate was found and confirmed.
    Converged,
    /// There was no more load to add while throughput still grew, or while the requirements still held.
    /// The maximum was not found.
    LoadExhausted,
    /// Nothing was left to measure it by, e.g. no successful request; capacity search: no rate that was
    /// tried, down to the lowest, meets the requirements.
    Impossible(String),
    /// Capacity search: the requirements could not be decided, or the load generator was the limit.
    Inconclusive(String),
    /// By the user.
    Interrupted,
    /// By the plan itself (`stop test` on an error).
    StoppedByPlan,
    Failed(String),
}

/// What the run file is fed with.
#[expect(clippy::large_enum_variant, reason = "seconds are most of them, one for each second")]
#[derive(Clone, Debug, PartialEq)]
pub enum RunEvent {
    StepStarted(Step),
    /// All intervals of one second of one step; may come again for the same second, then they merge.
    Second {
        step: u32,
        second: u32,
        transactions: Vec<(Transaction, Interval)>,
        generator: GeneratorInterval,
    },
    StepEnded(Step),
    Note(Note),
    Ended(End),
}

/// A run as read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub header: RunHeader,
    pub steps: Vec<Step>,
    /// Ascending by (step, second).
    pub seconds: Vec<Second>,
    pub notes: Vec<Note>,
    /// `None`: the run was cut off (crash, kill, power); what is here was measured before that.
    pub end: Option<End>,
    /// What the servers did, without the points.
    pub telemetry: Telemetry,
}

/// One second of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    pub step: u32,
    pub second: u32,
    pub transactions: BTreeMap<Transaction, Interval>,
    pub generator: GeneratorInterval,
}

impl Run {
    pub fn is_complete(&self) -> bool {
        self.end.is_some()
    }

    pub fn seconds_of(&self, step: u32) -> impl Iterator<Item = &Second> {
        self.seconds.iter().filter(move |s| s.step == step)
    }
}
