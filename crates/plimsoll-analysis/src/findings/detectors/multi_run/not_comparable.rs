//! `not-comparable`: runs that are set beside each other differ in more than their variant: windows at the same load differ
//! by more than 20 %, the environment or the mix of requests differs, far more requests failed in one of them, other work had the CPU
//! in far more of the one's steps, or all runs of one variant were made before all of another.

use crate::findings::Claim;
use crate::findings::detectors::machine::other_work::OWN_CPU;
use crate::findings::evidence::RunFindings;
use crate::findings::prelude::*;
use crate::servers::cpu;
use crate::servers::readings::Readings;
use crate::step::{AppliedLoad, RequestMix, mix_differs};
use plimsoll_run::TransactionKind;
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "not-comparable",
    severities: &[Severity::Warning],
    when: "at one load windows differ by > 20 %, or failed shares by a point beyond their intervals, or other work (`other-work`) had the CPU in three tenths more of their steps; the \
        environment differs; over 10 % of the requests of runs of one variant are of other transactions, beyond chance; or all repeats of one variant came before another's",
    requires: "two runs",
    needs: &[Need::Runs(2)],
    thresholds: Limits::ALL,
    look: Look::Runs(detect),
};

thresholds!("not-comparable", Limits {
    /// % by which measured windows differ
    window_percent = 20.0,
    /// percentage points by which the failed shares differ, beyond their intervals
    failed_points = 1.0,
    /// % of the steps of one load in which other work had the CPU of only one of two runs
    other_work_percent = 30.0,
});

/// Differences other than what was to be compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotComparable {
    pub difference: Difference,
}

impl Claimed for NotComparable {
    fn next_step(&self) -> NextStep {
        match self.difference {
            Difference::Order { .. } => NextStep::OtherOrder,
            Difference::Failures { .. } => NextStep::MendFailures,
            Difference::Windows { .. }
            | Difference::Environment { .. }
            | Difference::OtherWork { .. }
            | Difference::Mix { .. } => NextStep::RepeatEqual,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "difference", rename_all = "kebab-case")]
pub enum Difference {
    /// Measured for different times at the same load.
    Windows { load: AppliedLoad, shortest_s: f64, longest_s: f64, shortest_run: usize, longest_run: usize },
    /// A fact of the environment.
    Environment { name: String, values: Vec<String> },
    /// Many more failures in one of them.
    Failures { load: AppliedLoad, best_run: usize, worst_run: usize, best_percent: f64, worst_percent: f64 },
    /// Other work had the CPU in so many of the steps (%) of that load.
    OtherWork { load: AppliedLoad, busy_run: usize, idle_run: usize, busy_percent: f64, idle_percent: f64 },
    /// So many of the requests (%) of the one are of other transactions than in the other.
    Mix { percent: f64, first_run: usize, other_run: usize },
    /// All runs of one variant before all of another: time and variant can't be distinguished.
    Order { first: String, then: String },
}

/// Facts of the environment that make a difference; others (a load average) always differ.
const FACTS: [&str; 11] = [
    "host",
    "cpu",
    "cores",
    "cpu limit",
    "cpu governor",
    "memory",
    "memory limit",
    "kernel",
    "system",
    "container",
    "load generating workers",
];

fn detect(several: &MultiRun) -> Vec<Found> {
    let limits = Limits::of(several.settings());
    let mut rows: BTreeMap<u64, Vec<(usize, &StepRow)>> = BTreeMap::new();
    for (place, run) in several.runs.iter().enumerate() {
        for row in run.steps.iter().filter(|row| row.requests > 0) {
            rows.entry(row.load().value().to_bits()).or_default().push((place, row));
        }
    }
    let groups: Vec<&[(usize, &StepRow)]> =
        rows.values().map(Vec::as_slice).filter(|rows| rows.len() > 1).collect();
    let mut found: Vec<Found> = Vec::new();
    found.extend(groups.iter().filter_map(|rows| windows(rows, limits)).next());
    found.extend(groups.iter().filter_map(|rows| failures(rows, limits)).next());
    found.extend(groups.iter().filter_map(|rows| other_work(several, rows, limits)).next());
    found.extend(mix(several));
    found.extend(environment(several));
    found.extend(order(several));
    found
}

fn item((run, row): (usize, &StepRow), of: LoadMeasure, unit: Unit, value: f64) -> EvidenceItem {
    let measure = Measure::Run { run, of };
    EvidenceItem { measure, ..EvidenceItem::load(of, unit, value).in_step(row.number).with_n(row.requests) }
}

fn windows(rows: &[(usize, &StepRow)], limits: Limits) -> Option<Found> {
    let by = |a: &&(usize, &StepRow), b: &&(usize, &StepRow)| a.1.measured_s.total_cmp(&b.1.measured_s);
    let (short, long) = (rows.iter().min_by(by)?, rows.iter().max_by(by)?);
    let longer = |long: f64, short: f64| long > short * (1.0 + limits.window_percent / 100.0) + 1.0;
    // Windows of one run that differ follow something else, as the time that a job takes: no difference of the experiment.
    let within = rows.iter().any(|(run, row)| {
        let mut same = rows.iter().filter(|(other, _)| other == run);
        same.any(|(_, other)| longer(other.measured_s, row.measured_s))
    });
    let differ = !within && longer(long.1.measured_s, short.1.measured_s);
    let difference = Difference::Windows {
        load: short.1.load(),
        shortest_s: short.1.measured_s,
        longest_s: long.1.measured_s,
        shortest_run: short.0,
        longest_run: long.0,
    };
    let items =
        [short, long].map(|row| item(*row, LoadMeasure::Measured, Unit::S, row.1.measured_s)).to_vec();
    (differ && short.0 != long.0).then(|| Found::new(NotComparable { difference }, items))
}

fn failures(rows: &[(usize, &StepRow)], limits: Limits) -> Option<Found> {
    let by =
        |a: &&(usize, &StepRow), b: &&(usize, &StepRow)| a.1.errors_percent.total_cmp(&b.1.errors_percent);
    let (best, worst) = (rows.iter().min_by(by)?, rows.iter().max_by(by)?);
    let apart = worst.1.errors_percent_bounds_95.low - best.1.errors_percent_bounds_95.high;
    let difference = Difference::Failures {
        load: best.1.load(),
        best_run: best.0,
        worst_run: worst.0,
        best_percent: best.1.errors_percent,
        worst_percent: worst.1.errors_percent,
    };
    let of = |row: &(usize, &StepRow)| item(*row, LoadMeasure::Errors, Unit::Percent, row.1.errors_percent);
    (apart > limits.failed_points)
        .then(|| Found::new(NotComparable { difference }, vec![of(best), of(worst)]))
}

/// The two runs whose steps of one load had the most and the least of it.
fn other_work(several: &MultiRun, rows: &[(usize, &StepRow)], limits: Limits) -> Option<Found> {
    let had_it = |place: usize, row: &StepRow| {
        several.runs[place].findings.iter().any(|finding| match &finding.claim {
            Claim::OtherWork(work) => work.steps.contains(&row.number),
            _ => false,
        })
    };
    // Where what the load itself used is not known, nor is what others did.
    let is_watched = |place: usize| {
        let watches = |metrics: &[&'static str]| {
            several.observed.get(place).is_some_and(|of| !Readings::of(of).sources(metrics).is_empty())
        };
        watches(&[cpu::UTILIZATION, cpu::TIME])
            && watches(&OWN_CPU)
            && several.runs[place].steps.iter().any(|row| !row.generator.workers.is_empty())
    };
    let mut runs: Vec<usize> =
        rows.iter().map(|(place, _)| *place).filter(|place| is_watched(*place)).collect();
    runs.dedup();
    let percent = |place: usize| {
        let own = || rows.iter().filter(|(other, _)| *other == place);
        100.0 * own().filter(|(_, row)| had_it(place, row)).count() as f64 / own().count().max(1) as f64
    };
    let shares: Vec<(usize, f64)> = runs.into_iter().map(|place| (place, percent(place))).collect();
    // Repeats are there to differ in what nobody chose.
    let variant = |place: usize| &several.runs[place].header.variant.name;
    let pairs = shares.iter().flat_map(|busy| shares.iter().map(move |idle| (*idle, *busy)));
    let of_two = pairs.filter(|(idle, busy)| variant(idle.0) != variant(busy.0));
    let most = of_two.max_by(|a, b| (a.1.1 - a.0.1).total_cmp(&(b.1.1 - b.0.1)));
    let ((idle_run, idle_percent), (busy_run, busy_percent)) = most?;
    let load = rows.first()?.1.load();
    let difference = Difference::OtherWork { load, busy_run, idle_run, busy_percent, idle_percent };
    let of_run = |place: usize| rows.iter().find(|(other, _)| *other == place);
    let throughput = |row: &(usize, &StepRow)| {
        item(*row, LoadMeasure::Throughput, Unit::PerS, row.1.throughput_per_s.value)
    };
    let items = [busy_run, idle_run].into_iter().filter_map(of_run).map(throughput).collect();
    (busy_percent - idle_percent >= limits.other_work_percent)
        .then(|| Found::new(NotComparable { difference }, items))
}

/// Of the runs of one variant those whose mixes are farthest apart from the first one's: they are no repeats.
fn mix(several: &MultiRun) -> Option<Found> {
    let variant = |run: &RunFindings| run.header.variant.name.clone();
    let first_of = |run: &RunFindings| several.runs.iter().position(|other| variant(other) == variant(run));
    let differing = several.runs.iter().enumerate().filter_map(|(place, run)| {
        let first = first_of(run).filter(|first| *first != place)?;
        Some((first, place, mix_differs(&requests(&several.runs[first]), &requests(run))?))
    });
    let (first_run, other_run, percent) = differing.max_by(|a, b| a.2.total_cmp(&b.2))?;
    let difference = Difference::Mix { percent, first_run, other_run };
    Some(Found::new(NotComparable { difference }, Vec::new()))
}

fn requests<'a>(run: &RunFindings<'a>) -> RequestMix<'a> {
    let mut mix = RequestMix::new();
    let rows = run.measured.transactions.iter().filter(|row| row.kind == TransactionKind::Request);
    rows.for_each(|row| *mix.entry(row.name.as_str()).or_default() += row.requests);
    mix
}

fn environment(several: &MultiRun) -> Vec<Found> {
    let of = |name: &str| -> Vec<String> {
        let facts = several.runs.iter().map(|run| {
            let mut known = run.header.environment.iter();
            known.find(|(fact, _)| fact == name).map(|(_, value)| value.clone()).unwrap_or_default()
        });
        let mut values: Vec<String> = facts.filter(|value| !value.is_empty()).collect();
        values.sort();
        values.dedup();
        values
    };
    let differing = FACTS.iter().map(|name| (*name, of(name))).filter(|(_, values)| values.len() > 1);
    differing
        .map(|(name, values)| {
            let difference = Difference::Environment { name: name.to_owned(), values };
            Found::new(NotComparable { difference }, Vec::new())
        })
        .collect()
}

/// Repeats in blocks: a drift of the system looks like a difference of the variants.
fn order(several: &MultiRun) -> Option<Found> {
    let names: Vec<&str> = several.runs.iter().map(|run| run.header.variant.name.as_str()).collect();
    let blocks: Vec<&[&str]> = names.chunk_by(|a, b| a == b).collect();
    let variants = several.variants().len();
    let repeated = names.len() >= 2 * variants;
    (variants > 1 && blocks.len() == variants && repeated).then(|| {
        let difference = Difference::Order { first: blocks[0][0].to_owned(), then: blocks[1][0].to_owned() };
        Found::new(NotComparable { difference }, Vec::new())
    })
}
