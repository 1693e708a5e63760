//! The first phase: what was measured of a run, and what follows from it without any detector. It is whole before anything
//! looks at it, and nothing is changed in it afterwards.

use crate::capacity::{Capacity, OtherTransactions, RateCapacity, best_step, capacity, of_rising};
use crate::exchange_selection;
use crate::experiment::UnitRow;
use crate::figures::{Figure, of_servers};
use crate::outcome::{FailingFrom, Outcome, OutsideWindows, failed_of_all, failing_from, outcome};
use crate::requirements::{Judgement, Requirement, Verdict, judge_run, with_iterations_dropped};
use crate::scalability::{HostDemands, Scalability, host_demands};
use crate::servers::attendance::servers_at_work;
use crate::servers::readings::Readings;
use crate::servers::recorded::recorded;
use crate::servers::requests::server_steps;
use crate::servers::steps::host_steps;
use crate::servers::{HostStep, Observations, RecordedSeries, ServerStep};
use crate::statistics::resampling_seed;
use crate::step::{
    MixDifference, NodeLoad, RisingTimes, SaturatedTransactions, StepRow, Total, TransactionRow, WholeRun,
    Window, saturated, step_table, steps_of_different_mixes, transactions,
};
use plimsoll_run::note::iterations_dropped;
use plimsoll_run::{
    Design, DetectorSetting, End, EndReason, ErrorExample, ErrorKind, ExchangeExample, ImportedRows,
    LoadGeneratorKind, MeasurementSource, Run, RunHeader, Telemetry, TransactionKind,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// What detectors, and advice after them, look at.
#[derive(Clone, Copy)]
pub(crate) struct Measured<'a> {
    pub recorded: &'a Run,
    pub run: &'a MeasuredRun,
    pub windows: &'a [Window<'a>],
    pub observed: &'a Observations,
    pub servers: &'a Servers,
    pub units: &'a [UnitRow],
}

impl<'a> Measured<'a> {
    pub fn settings(&self) -> &'a BTreeMap<String, DetectorSetting> {
        &self.run.header.detectors
    }

    pub fn readings(&self) -> Readings<'a> {
        Readings::of(self.observed)
    }
}

/// All that is said of the servers of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Servers {
    /// By host, then in the order of [`PANELS`].
    pub figures: Vec<Figure>,
    /// What each host did in each step.
    pub host_steps: Vec<HostStep>,
    /// What each server logged of its requests in each step.
    pub server_steps: Vec<ServerStep>,
    /// Every recorded series, the ones that move with the load first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedSeries>,
    /// Series that the list has no room for: what moves least with the load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_left_out: Option<usize>,
    /// What is said of the servers is of means over so many seconds: their readings were too many for memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub averaged_over_s: Option<u32>,
}

impl Servers {
    pub(crate) fn of(run: &Run, observed: &Observations, rows: &[StepRow]) -> Servers {
        let limits: Vec<Requirement> =
            run.header.requirements.iter().flat_map(|text| Requirement::parse(text)).collect();
        let (recorded, left_out) = recorded(observed, rows);
        Servers {
            figures: of_servers(run, observed, rows),
            host_steps: host_steps(observed, rows),
            server_steps: server_steps(observed, rows, &limits),
            recorded,
            recorded_left_out: (left_out > 0).then_some(left_out),
            averaged_over_s: observed.averaged_over_s,
        }
    }

    /// Nothing was watched.
    pub fn is_empty(&self, telemetry: &Telemetry) -> bool {
        telemetry.is_empty() && self.figures.is_empty()
    }

    /// Hosts that anything is known of, by name.
    pub fn hosts<'a>(&'a self, telemetry: &'a Telemetry) -> Vec<&'a str> {
        let named = telemetry.hosts.iter().map(|host| host.name.as_str());
        let drawn = self.figures.iter().filter_map(|figure| figure.source.as_ref()).map(|s| s.host.as_str());
        let mut hosts: Vec<&str> = named.chain(drawn).collect();
        hosts.sort_unstable();
        hosts.dedup();
        hosts
    }
}

/// A run by its load: steps, verdicts, capacity and the law that it follows.
// Wide, for it is the run's part of the JSON, whose names at this level are promised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasuredRun {
    pub header: RunHeader,
    /// `None`: cut off.
    pub end: Option<End>,
    pub outcome: Outcome,
    pub validity: Validity,
    pub steps: Vec<StepRow>,
    pub total: Total,
    pub outside: OutsideWindows,
    pub transactions: Vec<TransactionRow>,
    /// The finding has it.
    #[serde(skip)]
    pub(crate) saturated: Option<SaturatedTransactions>,
    /// The finding has it.
    #[serde(skip)]
    pub(crate) rising: Option<RisingTimes>,
    /// With what was outside the windows; `None`: they hold all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<WholeRun>,
    /// The earliest failure of each transaction and kind, as it was seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub error_examples: Vec<ErrorExample>,
    /// Some of the exchanges that the run file holds, with the begin of their bodies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<ExchangeExample>,
    /// Further failures and slow answers for which the run file's room for examples was too small.
    pub exchanges_left_out: u64,
    pub verdicts: Vec<Verdict>,
    pub capacity: Capacity,
    /// `None`: a rate is the load, or fewer than five different loads were valid.
    pub scalability: Option<Scalability>,
    /// Service demands of the transactions, by host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<HostDemands>,
}

/// Less, in %, may come of failures that leave later requests out.
const OTHER_WORK_PERCENT: f64 = 20.0;

fn of_other_work(transactions: &[TransactionRow], steps: &[StepRow]) -> Option<MixDifference> {
    let valid: Vec<u32> = steps.iter().filter(|row| row.is_valid()).map(|row| row.number).collect();
    steps_of_different_mixes(transactions, &valid).filter(|found| found.percent > OTHER_WORK_PERCENT)
}

impl MeasuredRun {
    pub(crate) fn of(run: &Run, windows: &[Window], observed: &Observations, seed: u64) -> MeasuredRun {
        let header = &run.header;
        let mut steps =
            step_table(windows, header, servers_at_work(observed, &run.telemetry.events, windows), seed);
        for (place, row) in steps.iter_mut().enumerate() {
            row.by_node.extend(NodeLoad::absent(run, place));
        }
        let best = best_step(&steps).map(|row| row.number);
        let transactions = transactions(windows);
        let saturated = match header.design {
            Design::Ramp { .. } => None,
            _ => saturated(&steps, &transactions),
        };
        let rising = RisingTimes::of(&steps, windows, header);
        let capacity = match header.design {
            Design::Capacity { precision } => {
                Capacity::Rate(Box::new(RateCapacity::of(run, windows, &steps, precision, seed)))
            }
            _ => {
                let other_work = OtherTransactions {
                    saturated: saturated.clone(),
                    mixes: of_other_work(&transactions, &steps),
                };
                of_rising(&steps, rising.as_ref())
                    .unwrap_or_else(|| capacity(&steps, &header.design, run.end.as_ref(), other_work))
            }
        };
        let dropped = iterations_dropped(&run.notes);
        let requests = |step: u32| steps.iter().find(|row| row.number == step).map_or(0, |row| row.requests);
        let verdict = |text: &String| {
            let verdict = judge_run(text, windows, &steps, run, best, seed);
            let verdict = with_iterations_dropped(verdict, dropped, &requests);
            match &capacity {
                Capacity::Rate(search) => search.judge(verdict),
                _ => verdict,
            }
        };
        let verdicts: Vec<Verdict> = header.requirements.iter().map(verdict).collect();
        let searched = matches!(capacity, Capacity::Rate(_));
        let validity = Validity {
            complete: run.end.as_ref().is_some_and(|end| ended_by_itself(&end.reason, searched)),
            invalid_steps: steps.iter().filter(|row| !row.is_valid()).map(|row| row.number).collect(),
        };
        let outside = OutsideWindows::of(run, windows);
        MeasuredRun {
            outcome: outcome(header, &verdicts, validity.complete, (&steps, &outside), &capacity),
            header: header.clone(),
            end: run.end.clone(),
            validity,
            total: Total::of(&steps),
            outside,
            transactions,
            saturated,
            scalability: match &rising {
                None => Scalability::of(&steps, &header.design, seed),
                Some(_) => None,
            },
            rising,
            whole: WholeRun::of(run, windows),
            error_examples: error_examples(run),
            exchanges: exchange_selection::select(run, windows),
            exchanges_left_out: run.exchanges_left_out,
            verdicts,
            capacity,
            demands: host_demands(windows, observed, resampling_seed(seed, 1 << 40)),
            steps,
        }
    }

    /// Requests that failed and all that were answered: in the windows, or everywhere where it is outside of them that so much
    /// failed.
    pub fn failed_and_answered(&self) -> (u64, u64) {
        failed_of_all(&self.steps, &self.outside)
    }

    /// Where requests begin to fail, if that is at one load.
    pub fn failing_from(&self) -> Option<FailingFrom> {
        failing_from(&self.steps)
    }

    /// Requests had intended starts, so that response and service time are two figures.
    pub fn has_intended_starts(&self) -> bool {
        let by_engine = self.header.generator == LoadGeneratorKind::Engine;
        by_engine && self.steps.iter().any(|row| row.service.is_some() || row.arrivals.is_some())
    }

    /// Arrivals came at a rate of their own, whether or not users were free.
    pub fn is_open(&self) -> bool {
        self.steps.iter().any(|row| row.rate_per_s.is_some() || row.arrivals.is_some())
    }

    /// Somebody else measured: of the load generator's health nothing is known.
    pub fn is_imported(&self) -> bool {
        self.header.generator.imported().is_some()
    }

    /// A table that somebody else computed: it has no bytes and no seconds of its own.
    pub fn is_of_table(&self) -> bool {
        self.header.generator.imported().is_some_and(|by| by.source == MeasurementSource::Table)
    }

    /// Valid steps whose requests are of different transactions: what more load brings can't be seen by them.
    pub fn mixes_differ(&self) -> Option<MixDifference> {
        of_other_work(&self.transactions, &self.steps)
    }

    /// Of one step.
    pub(crate) fn requests_of(&self, step: u32) -> impl Iterator<Item = &TransactionRow> {
        let is_its = move |row: &&TransactionRow| row.step == step && row.kind == TransactionKind::Request;
        self.transactions.iter().filter(is_its)
    }

    /// `None` but for a capacity search.
    pub fn rate_capacity(&self) -> Option<&RateCapacity> {
        match &self.capacity {
            Capacity::Rate(search) => Some(search),
            _ => None,
        }
    }

    /// A table that is silent of errors does not say that there were none.
    pub fn errors_known(&self, step: &StepRow) -> bool {
        let imported = self.header.imported_tables.iter().flat_map(|table| match &table.rows {
            ImportedRows::Steps(steps) => steps.as_slice(),
            _ => &[],
        });
        !step.is_from_table
            || imported.into_iter().any(|row| row.step == step.number && row.error_percent.is_some())
    }

    pub fn step(&self, number: u32) -> Option<&StepRow> {
        self.steps.iter().find(|row| row.number == number)
    }

    /// The lowest and the highest load of a requirement on response times that fails in every step, at the lowest with nearly the same
    /// times as at the highest, which is carried: less load does not help.
    pub fn fails_at_every_load_alike(&self, verdict: &Verdict) -> Option<(&StepRow, &StepRow)> {
        const LOADS_APART: f64 = 2.0;
        const ALIKE: f64 = 0.8;
        let mut figures: Vec<(&StepRow, f64)> = Vec::new();
        for step in &verdict.steps {
            let (row, time) = (self.step(step.step)?, step.evidence.judged_us()?);
            (step.judgement == Judgement::Fail && !row.is_at_work).then(|| figures.push((row, time)))?;
        }
        figures.sort_by(|(a, _), (b, _)| a.load().value().total_cmp(&b.load().value()));
        let ((lowest, at_lowest), (highest, at_highest)) = (figures.first()?, figures.last()?);
        let ratio = highest.load().value() / lowest.load().value();
        let (one, other) = (at_lowest.min(*at_highest), at_lowest.max(*at_highest));
        // Where more load brings no more, what waits may take as long everywhere.
        let brought = highest.throughput_per_s.value / lowest.throughput_per_s.value;
        let is_carried = ratio >= LOADS_APART && brought >= ALIKE * ratio;
        (is_carried && one >= ALIKE * other).then_some((*lowest, *highest))
    }

    /// Whether or not it is a load to recommend.
    pub fn has_step_that_meets_all(&self) -> bool {
        let meets =
            |row: &StepRow| self.verdicts.iter().all(|verdict| verdict.holds_in.contains(&row.number));
        !self.verdicts.is_empty() && self.steps.iter().any(meets)
    }
}

fn error_examples(run: &Run) -> Vec<ErrorExample> {
    let all = run.seconds.iter().flat_map(|second| &second.generator.examples);
    let mut first: BTreeMap<(&str, ErrorKind), &ErrorExample> = BTreeMap::new();
    for example in all {
        let known = first.entry((&example.transaction, example.kind)).or_insert(example);
        if example.at_us < known.at_us {
            *known = example;
        }
    }
    first.into_values().cloned().collect()
}

/// Is the experiment as a whole what it set out to be?
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Validity {
    /// It ended by itself.
    pub complete: bool,
    pub invalid_steps: Vec<u32>,
}

impl Validity {
    pub fn is_valid(&self) -> bool {
        self.complete && self.invalid_steps.is_empty()
    }
}

/// A capacity search that found no rate, or could not decide, has done what was asked for; it says so itself.
pub(crate) fn ended_by_itself(reason: &EndReason, searched: bool) -> bool {
    match reason {
        EndReason::Completed | EndReason::Converged | EndReason::LoadExhausted => true,
        EndReason::Impossible(_) | EndReason::Inconclusive(_) => searched,
        EndReason::Interrupted | EndReason::StoppedByPlan | EndReason::Failed(_) => false,
    }
}
