//! A run: its header, steps and events, as written while it goes and as read afterwards.
//!
//! Times are microseconds on the run's clock, which starts at 0 when the run starts; the header holds
//! the wall time of that moment. Interval `second` n covers [n s, n + 1 s) of the run's clock.

use crate::as_pairs;
use crate::exchange::{ExampleLimits, ExchangeExample};
use crate::generator::GeneratorInterval;
use crate::imported::ImportedTable;
use crate::interval::Interval;
use crate::job::{Completion, Job};
use crate::node::FleetRecord;
use crate::note::{End, Note};
use crate::report_texts::ReportTexts;
use crate::resource::DeclaredResource;
use crate::secrets::Secrets;
use crate::telemetry::Telemetry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known when a run starts.
// Flat although it is wide: the run file stores it as one object whose keys are promised to its readers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Of a maximum that is found: so much of it is left free in what is recommended, in %; `None`: nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headroom_percent: Option<f64>,
    /// How the expected use is said, where that is more than a rate of calls.
    #[serde(default)]
    pub expected: Option<ExpectedUse>,
    /// What a call carries, where that is counted too.
    #[serde(default)]
    pub units: Vec<WorkUnit>,
    /// CPU, kernel, limits, versions: name and value, in the order to show them.
    pub environment: Vec<(String, String)>,
    /// What the system under test really ran with: the names that the study gives, and what its commands said
    /// when it was up.
    #[serde(default)]
    pub configuration: Vec<(String, String)>,
    /// What the study says of the system under test: its name and version, say.
    #[serde(default)]
    pub about: Vec<(String, String)>,
    /// What whoever started it says it is of: `commit`, `a1b2c3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(String, String)>,
    /// The command line that made the run.
    pub command: Vec<String>,
    /// The seconds are the means of longer times (a table of steps was imported): they say nothing of ups and downs.
    #[serde(default)]
    pub means_only: bool,
    /// It is not known when it was (an imported table without times): its times of day are made up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub times_made_up: bool,
    /// Nor how long its steps took: their lengths, and the numbers of requests that follow from them, are made up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lengths_made_up: bool,
    #[serde(default)]
    pub generator: LoadGeneratorKind,
    /// What the study changes of the detectors of findings, by their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub detectors: BTreeMap<String, DetectorSetting>,
    /// What the study says of a service's own series: its pools, queues and limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<DeclaredResource>,
    /// Of the report that was asked for: `en`, `da`, `tr`; `None`: nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Figures of imported tables, besides what the seconds hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imported_tables: Vec<ImportedTable>,
    /// What people say in its report.
    #[serde(default, skip_serializing_if = "ReportTexts::is_empty")]
    pub report_texts: ReportTexts,
    /// What was asked, and with what data, as the plan names it.
    #[serde(default, skip_serializing_if = "TestedParts::is_empty")]
    pub tested: TestedParts,
    /// How many exchanges are kept as examples.
    #[serde(default)]
    pub examples: ExampleLimits,
    /// The machines that made the load together; `None`: it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleet: Option<FleetRecord>,
    /// What must not get into the run file, beside what is secret everywhere. Never written itself.
    #[serde(skip)]
    pub secrets: Secrets,
}

/// What a plan sends to whom, as far as it is known before the load begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TestedParts {
    /// `http://127.0.0.1:8080`, in the order of the plan.
    pub targets: Vec<String>,
    /// Data sets: file, and how many rows; `None`: they were not counted.
    pub data: Vec<(String, Option<u64>)>,
}

impl TestedParts {
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.data.is_empty()
    }
}

/// What is changed of a detector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DetectorSetting {
    /// It is not asked.
    Off,
    /// Thresholds by name; those that are not named stay as they are.
    Thresholds(BTreeMap<String, f64>),
}

/// Things of which one call carries several: 500 registrations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkUnit {
    /// In the plural: `registrations`.
    pub name: String,
    pub per_call: f64,
    /// Only calls of this name carry them; `None`: every request does.
    pub transaction: Option<String>,
}

/// The use that is expected of the system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedUse {
    /// In `unit`; [`RunHeader::expected_per_s`] is the same in calls.
    pub per_s: f64,
    /// Of [`RunHeader::units`]; `None`: calls.
    pub unit: Option<String>,
    /// Among how many the capacity is to be shared: `municipality`, 98.
    pub shared_by: Vec<(String, f64)>,
}

/// Who put the load on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LoadGeneratorKind {
    /// Plimsoll's engine: times in microseconds.
    #[default]
    Engine,
    /// JMeter of this version: times in whole milliseconds, from its result file.
    Jmeter { version: String },
    /// Another load generator that Plimsoll started, as it names itself; its times are those of its results.
    /// `summed_up`: all it gave was one summary of each step.
    Tool { name: String, summed_up: bool },
    /// Somebody else measured, and Plimsoll read what was written down.
    Imported(ImportedMeasurement),
}

impl LoadGeneratorKind {
    /// `None`: Plimsoll drove the load itself.
    pub fn imported(&self) -> Option<&ImportedMeasurement> {
        match self {
            LoadGeneratorKind::Imported(measurement) => Some(measurement),
            LoadGeneratorKind::Engine | LoadGeneratorKind::Jmeter { .. } | LoadGeneratorKind::Tool { .. } => {
                None
            }
        }
    }
}

/// Who measured an imported run. Of the health of its load generator nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedMeasurement {
    pub source: MeasurementSource,
    /// `JMeter`, `k6`: whose results they are, or who printed the table. Empty: not known.
    pub tools: Vec<String>,
    /// To which times were written down; `None`: there are none, or it differs.
    pub resolution: Option<TimeResolution>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MeasurementSource {
    /// The results of a load generator: single requests, or their sums in each second.
    LoadGenerator,
    /// The servers' own logs of their requests.
    ServerLogs,
    /// A table of figures that somebody else computed.
    #[default]
    Table,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeResolution {
    Milliseconds,
    Microseconds,
}

/// One configuration that a study compares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variant {
    /// Empty when the study has only one.
    pub name: String,
    pub properties: BTreeMap<String, String>,
    /// In what variants differ, with this one's value: `request`, `GET`. From a study's matrix, or as it or an imported table says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<(String, String)>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Some request may go over TLS, so that there are certificates; `None`: nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_tls: Option<bool>,
}

/// How the steps of a run were chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The load rose or fell all the time and has no plateau (an imported run): its steps are stretches of it,
    /// and no load of its own.
    Ramp { users_min: u32, users_max: u32 },
}

/// A period of constant load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadStep {
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
    /// What went on beside the load: the name of a job; empty where nothing is distinguished.
    #[serde(default)]
    pub name: String,
}

impl LoadStep {
    /// Users in all.
    pub fn users(&self) -> u32 {
        self.threads * self.nodes
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionKey {
    pub name: String,
    pub kind: TransactionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TransactionKind {
    /// A request on the wire: counts in totals.
    Request,
    /// Several requests measured as one: never added to the requests it is made of.
    Group,
    /// The way of an event from its sending to its arrival elsewhere. It belongs to the second in which it was
    /// sent, and is no request.
    Completion,
}

/// What the run file is fed with.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEvent {
    StepStarted(LoadStep),
    /// May come again for the same second, then they merge.
    Second(Second),
    StepEnded(LoadStep),
    /// When a job starts, and again when it has ended.
    Job(Job),
    /// What counts is what was said last of a step and name.
    Completion(Completion),
    Note(Note),
    Ended(End),
}

/// A run as read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub header: RunHeader,
    pub steps: Vec<LoadStep>,
    /// Ascending by (step, second).
    pub seconds: Vec<Second>,
    pub jobs: Vec<Job>,
    pub completions: Vec<Completion>,
    pub notes: Vec<Note>,
    /// `None`: the run was cut off (crash, kill, power); what is here was measured before that.
    pub end: Option<End>,
    /// By step, transaction and reason, slow ones by their time.
    pub exchanges: Vec<ExchangeExample>,
    /// Further ones for which there was no room.
    pub exchanges_left_out: u64,
    /// What the servers did, without the points.
    pub telemetry: Telemetry,
}

/// All intervals of one second of one step: from the load generator to the run file and back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Second {
    /// 0 where the load generator hands it over, which knows no steps.
    pub step: u32,
    /// Of the run's clock.
    pub second: u32,
    #[serde(with = "as_pairs")]
    pub transactions: BTreeMap<TransactionKey, Interval>,
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
