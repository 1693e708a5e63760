//! What a study asks for.

use crate::completion::CompletionSpec;
use crate::fleet::{FleetLoad, FleetSpec};
use crate::jobs::JobsSpec;
use crate::order::Order;
use crate::search::{
    ArrivalRate, CLIMB_REPEATS_MAX, CapacitySearch, CapacitySpec, ClimbSearch, FixedSearch, LoadLevel,
    LoadStage, StepSearch, Users,
};
use crate::system::System;
use crate::tool::GeneratorSpec;
use plimsoll_analysis::findings::Settings;
use plimsoll_plan::{Plan, SteadyLoad};
use plimsoll_run::{Design, ExpectedUse, Language, ReportFormat, ReportTexts, TableStyle, Variant, WorkUnit};
use plimsoll_run::{ExampleLimits, jtl::JtlFormat};
use plimsoll_watch::WatchSpec;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A field for each key of a study file; what a key holds is a type of its own.
// A field for each section of a study file.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    pub name: String,
    /// As written in the study's folder; resolved against it.
    pub plan: PathBuf,
    pub properties: BTreeMap<String, String>,
    pub steps: Steps,
    pub timing: Timing,
    /// At least one.
    pub variants: Vec<VariantSpec>,
    pub repeats: u32,
    pub order: Order,
    /// How the system under test is started and stopped; empty where it is simply there.
    pub system: System,
    /// Where the events that requests send arrive.
    pub completion: Option<CompletionSpec>,
    /// In which commands are performed; the study's own, unless it names another.
    pub folder: PathBuf,
    pub requirements: Vec<String>,
    /// In calls.
    pub expected_per_s: Option<f64>,
    pub expected: Option<ExpectedUse>,
    /// Of a maximum that is found, to be left free in what is recommended, in %; `None`: as much as usual.
    pub headroom_percent: Option<f64>,
    /// Each HTTP request begins a trace, of which this share (0 to 1) is to be sampled; `None`: the plan says it.
    pub tracing: Option<f64>,
    /// What calls carry.
    pub units: Vec<WorkUnit>,
    pub seed: Option<u64>,
    /// Who puts the load on.
    pub generator: GeneratorSpec,
    pub workers: Option<u32>,
    /// What is said of the system under test, for the report.
    pub about: Vec<(String, String)>,
    /// To write beside the run files.
    pub report_formats: Vec<ReportFormat>,
    pub report_language: Language,
    /// The style of `report-tables.md`; `None`: there is none.
    pub report_tables: Option<TableStyle>,
    /// What people say in the report.
    pub report_texts: ReportTexts,
    /// JMeter's result file beside each run file.
    pub jtl: Option<JtlFormat>,
    /// How many exchanges each run keeps.
    pub examples: ExampleLimits,
    /// The machines that make the load; `None`: this one.
    pub fleet: Option<FleetSpec>,
    /// What is changed of the detectors of findings, by their id.
    pub detectors: Settings,
    /// Hosts and services to look at meanwhile.
    pub watch: WatchSpec,
    /// What its runs are of.
    pub labels: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Steps {
    /// The plan's own load, once.
    Plan,
    /// These loads in this order.
    Fixed(Vec<LoadLevel>),
    Climb(Climb),
    /// The highest rate at which the requirements hold.
    Capacity(CapacitySpec),
    /// A load that goes on, with jobs beside it.
    Jobs(JobsSpec),
}

/// The seeds' rule: raise the threads while a step gains its goal, then the nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    pub threads: Range,
    pub nodes: Range,
    /// The share of the added load that a step must gain, a fraction.
    pub goal: f64,
}

/// A number that is raised step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub start: u32,
    /// 0: never raised.
    pub add: u32,
    pub max: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Measured time of a step, the ramp not counted.
    pub step: Duration,
    pub ramp: Duration,
    /// Between steps.
    pub pause: Duration,
    /// Each user of a step goes so many times through its scenario, however long that takes; then `step` has no meaning.
    pub passes: Option<u32>,
    /// So many times a step is made again whose window is invalid for degraded timing of the load generator.
    pub retry_invalid: u32,
    /// After the last step, in which what is watched is watched on: queues drain, servers come to rest.
    pub watch_after: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            step: Duration::from_secs(60),
            ramp: Duration::ZERO,
            pause: Duration::ZERO,
            passes: None,
            retry_invalid: 0,
            watch_after: Duration::ZERO,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantSpec {
    pub variant: Variant,
    /// Another plan than the study's.
    pub plan: Option<PathBuf>,
    /// What differs from the study's.
    pub system: System,
}

/// One run that a study asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub variant: Variant,
    /// From 1.
    pub repeat: u32,
    pub plan: PathBuf,
    /// The study's properties, with the variant's over them.
    pub properties: BTreeMap<String, String>,
    /// With what the variant says of it.
    pub system: System,
}

impl Study {
    /// A study of one plan with its own load.
    pub fn of_plan(name: &str, plan: PathBuf, properties: BTreeMap<String, String>) -> Self {
        Study {
            name: name.to_owned(),
            plan,
            properties,
            steps: Steps::Plan,
            timing: Timing::default(),
            variants: vec![VariantSpec::default()],
            repeats: 1,
            order: Order::default(),
            system: System::default(),
            completion: None,
            folder: PathBuf::new(),
            requirements: Vec::new(),
            expected_per_s: None,
            expected: None,
            headroom_percent: None,
            tracing: None,
            examples: ExampleLimits::default(),
            fleet: None,
            units: Vec::new(),
            seed: None,
            generator: GeneratorSpec::Engine,
            workers: None,
            about: Vec::new(),
            report_formats: vec![ReportFormat::Html],
            report_language: Language::default(),
            report_tables: None,
            report_texts: ReportTexts::default(),
            jtl: None,
            detectors: Settings::new(),
            watch: WatchSpec::default(),
            labels: Vec::new(),
        }
    }

    /// All runs in the order to make them; the seed decides only where the order is random.
    pub fn runs(&self, seed: u64) -> Vec<Planned> {
        let runs = self.order.runs(self.variants.len(), self.repeats.max(1), seed).into_iter();
        runs.map(|(variant, repeat)| self.planned(&self.variants[variant], repeat)).collect()
    }

    fn planned(&self, spec: &VariantSpec, repeat: u32) -> Planned {
        let mut properties = self.properties.clone();
        properties.extend(spec.variant.properties.clone());
        let plan = spec.plan.clone().unwrap_or_else(|| self.plan.clone());
        let system = self.system.with(&spec.system);
        Planned { variant: spec.variant.clone(), repeat, plan, properties, system }
    }

    /// Of a run of this plan.
    pub fn design(&self, plan: &Plan) -> Design {
        match &self.steps {
            Steps::Plan if self.stages(plan).len() > 1 => Design::Fixed,
            Steps::Plan => Design::Single,
            Steps::Fixed(_) | Steps::Jobs(_) => Design::Fixed,
            Steps::Climb(climb) => Design::Climb { goal: climb.goal },
            Steps::Capacity(capacity) => Design::Capacity { precision: capacity.precision },
        }
    }

    /// The search for one run of this plan.
    pub fn search(&self, plan: &Plan) -> Box<dyn StepSearch> {
        match &self.steps {
            Steps::Plan => Box::new(FixedSearch::new(vec![self.own_load(plan)])),
            Steps::Fixed(loads) => Box::new(FixedSearch::new(loads.clone())),
            Steps::Jobs(jobs) => Box::new(FixedSearch::new(vec![jobs.load])),
            Steps::Climb(climb) => Box::new(ClimbSearch::new(climb.clone())),
            Steps::Capacity(capacity) => Box::new(CapacitySearch::new(*capacity)),
        }
    }

    fn own_load(&self, plan: &Plan) -> LoadLevel {
        self.of_all_nodes(LoadLevel::of_plan(plan))
    }

    /// The steps of a load that the plan itself has: one for each time in which it is steady. None where the whole of it
    /// is one step.
    pub fn stages(&self, plan: &Plan) -> Vec<LoadStage> {
        if self.steps != Steps::Plan {
            return Vec::new();
        }
        let stage = |steady: SteadyLoad| LoadStage {
            from: steady.from,
            to: steady.to,
            load: self.of_all_nodes(LoadLevel::of_steady(steady)),
        };
        let stages: Vec<LoadStage> = plan.steady_loads().into_iter().map(stage).collect();
        match stages.as_slice() {
            [only] if only.is_all_of(plan, self.own_load(plan)) => Vec::new(),
            _ => stages,
        }
    }

    /// A load that each node of a fleet puts on.
    fn of_all_nodes(&self, load: LoadLevel) -> LoadLevel {
        let each_node = |fleet: &&FleetSpec| fleet.load == FleetLoad::EachNode;
        let nodes = self.fleet.as_ref().filter(each_node).map_or(1, FleetSpec::size);
        match load {
            LoadLevel::Users(users) => LoadLevel::Users(Users { nodes: users.nodes * nodes, ..users }),
            LoadLevel::Rate(ArrivalRate { per_s, users }) => {
                let users = users.map(|users| users.saturating_mul(nodes));
                LoadLevel::Rate(ArrivalRate { per_s: per_s * f64::from(nodes), users })
            }
        }
    }

    /// How many steps a run of this plan has, where that is known before.
    pub fn step_count(&self, plan: &Plan) -> Option<u32> {
        match &self.steps {
            Steps::Plan => Some(self.stages(plan).len().max(1) as u32),
            Steps::Fixed(loads) => Some(loads.len() as u32),
            Steps::Climb(_) | Steps::Capacity(_) | Steps::Jobs(_) => None,
        }
    }

    /// What a step that has not started yet takes, with what lies before it; of the stages of a plan on average.
    pub fn length_of_a_step(&self, plan: &Plan) -> Duration {
        let stages = self.stages(plan);
        let Timing { step, ramp, pause, .. } = self.timing;
        stages.last().map_or(ramp + step + pause, |last| last.to / stages.len() as u32)
    }

    /// The time that one run takes at the most, where that is known.
    pub fn longest_run(&self) -> Option<Duration> {
        let Timing { step, ramp, pause, passes, .. } = self.timing;
        if passes.is_some() {
            return None;
        }
        let steps = match &self.steps {
            Steps::Plan => return None,
            Steps::Jobs(jobs) => return Some(jobs.longest()),
            Steps::Fixed(loads) => loads.len() as u32,
            Steps::Climb(climb) => climb.threads.values() + climb.nodes.values() - 1 + CLIMB_REPEATS_MAX,
            Steps::Capacity(capacity) => capacity.windows_max(),
        };
        Some((step + ramp + pause) * steps)
    }
}

impl Range {
    /// How many values it can take.
    fn values(&self) -> u32 {
        1 + self.max.saturating_sub(self.start).checked_div(self.add).unwrap_or(0)
    }

    /// The value after `current`, if there is one.
    pub fn after(&self, current: u32) -> Option<u32> {
        let next = current.checked_add(self.add)?;
        (self.add > 0 && next <= self.max).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_interleaved_over_the_variants() {
        let mut study = Study::of_plan("s", "p.jmx".into(), [("a".to_owned(), "1".to_owned())].into());
        let variant = |name: &str, value: &str| VariantSpec {
            variant: Variant {
                name: name.to_owned(),
                properties: [("b".to_owned(), value.to_owned())].into(),
                ..Variant::default()
            },
            ..VariantSpec::default()
        };
        study.variants = vec![variant("x", "1"), variant("y", "2")];
        study.repeats = 2;
        let order: Vec<(String, u32)> =
            study.runs(1).into_iter().map(|r| (r.variant.name, r.repeat)).collect();
        let expected = [("x", 1), ("y", 1), ("x", 2), ("y", 2)];
        assert_eq!(order, expected.map(|(name, repeat)| (name.to_owned(), repeat)));
        assert_eq!(study.runs(1)[1].properties.len(), 2);
    }
}
