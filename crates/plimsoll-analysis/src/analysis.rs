//! The result: everything a report says, as data.

use crate::capacity::{Capacity, OperatingPoint, Projection, best_step, capacity};
use crate::conclusion::Conclusion;
use crate::experiment::{Experiment, shares};
use crate::figures::{self, Figure};
use crate::findings::{self, DetectorReport, Evidence, Finding, MultiRun};
use crate::limits::{self, LimitingFactor};
use crate::matrix::{Matrix, matrix};
use crate::rate_capacity::{RateCapacity, RateResult};
use crate::recommendation::{recommended, recommended_rate};
use crate::scalability::{HostDemands, Scalability, host_demands};
use crate::servers::attendance::servers_at_work;
use crate::servers::{Observations, Servers};
use crate::step::{StepRow, Total, add_growth};
use crate::sustained::{Sustained, sustained};
use crate::transaction::{self, TransactionRow};
use crate::verdict::{JudgedAt, Judgement, Verdict, judge};
use crate::window::Window;
use plimsoll_run::{Design, End, EndReason, LoadGeneratorKind, Note, Run, RunHeader, Telemetry};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    pub outcome: Outcome,
    /// Of every resampling, to get the same intervals again.
    pub seed: u64,
    pub runs: Vec<RunAnalysis>,
    /// For more than one run.
    pub conclusion: Option<Conclusion>,
    /// For more than one run.
    pub matrix: Option<Matrix>,
    /// Across runs.
    pub figures: Vec<Figure>,
    /// Across runs, the worst first.
    pub findings: Vec<Finding>,
    /// Detectors that look at several runs.
    pub detectors: Vec<DetectorReport>,
}

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every requirement holds, or there was none, and the runs are complete and valid.
    Holds,
    RequirementFailed,
    /// A requirement could not be decided, or a run is incomplete or invalid.
    Inconclusive,
}

impl Outcome {
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Holds => 0,
            Outcome::RequirementFailed => 3,
            Outcome::Inconclusive => 4,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunAnalysis {
    pub header: RunHeader,
    /// `None`: cut off.
    pub end: Option<End>,
    pub outcome: Outcome,
    pub validity: Validity,
    pub steps: Vec<StepRow>,
    pub total: Total,
    pub transactions: Vec<TransactionRow>,
    pub verdicts: Vec<Verdict>,
    pub capacity: Capacity,
    /// `None`: a rate is the load, or fewer than five different loads were valid.
    pub scalability: Option<Scalability>,
    /// Service demands of the transactions, by host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<HostDemands>,
    /// Valid step of highest throughput in which every requirement holds, no server failed and consumers kept up; `None`
    /// without requirements.
    pub recommended: Option<OperatingPoint>,
    /// Steps that brought more, and in which every requirement holds, but under whose load a server failed, or whose rate was
    /// not carried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<u32>,
    /// Steps that brought more, and in which every requirement holds, but consumers of a queue did not keep up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_kept_up: Vec<u32>,
    /// What consumers keep up with, where they did not keep up in some step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustained: Option<Sustained>,
    /// `None` too where consumers did not keep up with the best step.
    pub projection_best: Option<Projection>,
    pub projection_recommended: Option<Projection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_sustained: Option<Projection>,
    /// The worst first.
    pub findings: Vec<Finding>,
    /// Every detector that looks at one run, and what became of it.
    pub detectors: Vec<DetectorReport>,
    pub figures: Vec<Figure>,
    pub servers: Servers,
    pub limiting_factor: LimitingFactor,
    /// What the study measured beside its steps.
    #[serde(skip_serializing_if = "Experiment::is_empty")]
    pub experiment: Experiment,
    pub notes: Vec<Note>,
    /// What the servers did, without the points.
    #[serde(skip_serializing_if = "Telemetry::is_empty")]
    pub telemetry: Telemetry,
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

impl RunAnalysis {
    /// Requests had intended starts, so that response and service time are two figures.
    pub fn has_intended_starts(&self) -> bool {
        let by_engine = self.header.generator == LoadGeneratorKind::Engine;
        by_engine && self.steps.iter().any(|row| row.service.is_some() || row.arrivals.is_some())
    }

    /// Arrivals came at a rate of their own, whether or not users were free.
    pub fn is_open(&self) -> bool {
        self.steps.iter().any(|row| row.rate_per_s.is_some() || row.arrivals.is_some())
    }

    /// `None` but for a capacity search.
    pub fn rate_capacity(&self) -> Option<&RateCapacity> {
        match &self.capacity {
            Capacity::Rate(search) => Some(search),
            _ => None,
        }
    }

    pub fn step(&self, number: u32) -> Option<&StepRow> {
        self.steps.iter().find(|row| row.number == number)
    }
}

/// Runs to everything that can be said about them. Pure: the same runs and seed give the same result.
/// `observed` has the points of each run's telemetry, in the order of the runs; missing ones have none.
pub fn analyse(runs: &[Run], observed: &[Observations], seed: u64) -> Analysis {
    let windows: Vec<Vec<Window>> =
        runs.iter().map(|run| run.steps.iter().map(|step| Window::of(run, step)).collect()).collect();
    let nothing = Observations::default();
    let analysed: Vec<RunAnalysis> = runs
        .iter()
        .zip(&windows)
        .enumerate()
        .map(|(i, (run, w))| analyse_run(run, w, observed.get(i).unwrap_or(&nothing), mix(seed, i as u64)))
        .collect();
    let matrix = (runs.len() > 1).then(|| {
        let parts: Vec<(&Run, &[Window], &[StepRow])> =
            runs.iter().zip(&windows).zip(&analysed).map(|((r, w), a)| (r, &w[..], &a.steps[..])).collect();
        matrix(&parts)
    });
    let (findings, detectors) = findings::find_in_runs(&MultiRun { runs: &analysed, observed });
    Analysis {
        conclusion: (runs.len() > 1).then(|| Conclusion::of(runs, &windows, &analysed, mix(seed, 1 << 41))),
        findings,
        detectors,
        outcome: overall(analysed.iter().map(|run| run.outcome)),
        seed,
        figures: matrix.as_ref().map(figures::of_matrix).unwrap_or_default(),
        matrix,
        runs: analysed,
    }
}

fn analyse_run(run: &Run, windows: &[Window], observed: &Observations, seed: u64) -> RunAnalysis {
    let header = &run.header;
    let mut steps: Vec<StepRow> =
        windows.iter().map(|w| StepRow::of(w, header, mix(seed, u64::from(w.step.number)))).collect();
    add_growth(&mut steps, &header.design);
    let at_work = servers_at_work(observed, &steps);
    steps.iter_mut().zip(at_work).for_each(|(row, servers)| row.servers = servers);
    let best = best_step(&steps).map(|row| row.number);
    let mut verdicts: Vec<Verdict> = header
        .requirements
        .iter()
        .map(|text| judge(text, windows, &steps, &header.design, best, seed))
        .collect();
    let capacity = match header.design {
        Design::Capacity { precision } => {
            let search = RateCapacity::of(run, windows, &steps, precision, seed);
            verdicts.iter_mut().for_each(|verdict| judge_at_rate(verdict, &search));
            Capacity::Rate(Box::new(search))
        }
        _ => capacity(&steps, &header.design, run.end.as_ref()),
    };
    let searched = matches!(capacity, Capacity::Rate(_));
    let scalability = Scalability::of(&steps, seed);
    let validity = Validity {
        complete: run.end.as_ref().is_some_and(|end| ended_by_itself(&end.reason, searched)),
        invalid_steps: steps.iter().filter(|row| !row.is_valid()).map(|row| row.number).collect(),
    };
    let projection =
        |point: &OperatingPoint| Projection::of(point.throughput_per_s.value, header.expected_per_s);
    let mut analysis = RunAnalysis {
        outcome: outcome(&verdicts, &validity, &steps, &capacity),
        validity,
        projection_best: capacity.best().map(projection),
        projection_recommended: None,
        total: Total::of(&steps),
        transactions: transaction::rows(windows),
        findings: Vec::new(),
        detectors: Vec::new(),
        limiting_factor: LimitingFactor::default(),
        figures: figures::of_run(run, windows, &steps, &capacity, scalability.as_ref()),
        servers: Servers::of(run, observed, &steps),
        experiment: Experiment::of(run, windows, capacity.best().map(|best| best.throughput_per_s.value)),
        notes: run.notes.clone(),
        header: header.clone(),
        telemetry: run.telemetry.clone(),
        end: run.end.clone(),
        steps,
        verdicts,
        capacity,
        scalability,
        demands: host_demands(windows, observed, mix(seed, 1 << 40)),
        recommended: None,
        passed_over: Vec::new(),
        not_kept_up: Vec::new(),
        sustained: None,
        projection_sustained: None,
    };
    let evidence = Evidence { recorded: run, run: &analysis, windows, observed };
    let (findings, detectors) = findings::find(&evidence);
    (analysis.findings, analysis.detectors) = (findings, detectors);
    let kept_up = sustained(&Evidence { recorded: run, run: &analysis, windows, observed });
    plan_for(&mut analysis, kept_up);
    let evidence = Evidence { recorded: run, run: &analysis, windows, observed };
    analysis.limiting_factor = limits::limiting_factor(&evidence);
    analysis
}

/// The load to plan for, and what it comes to. What heaps up in a queue is nothing to multiply out.
fn plan_for(analysis: &mut RunAnalysis, kept_up: Option<Sustained>) {
    let recommendation = match &analysis.capacity {
        Capacity::Rate(search) => recommended_rate(search, &analysis.steps, &analysis.findings),
        _ => recommended(&analysis.steps, &analysis.verdicts, &analysis.findings, &analysis.capacity),
    };
    let recommended_per_s = recommendation.point.as_ref().map(|point| point.throughput_per_s.value);
    // A step that was kept up says more than a rate of consumers who may have had too little to take.
    let kept_up = kept_up.filter(|rate| recommended_per_s.is_none_or(|per_s| rate.calls_per_s > per_s));
    let projection = |per_s: f64| Projection::of(per_s, analysis.header.expected_per_s);
    analysis.projection_recommended = recommended_per_s.map(projection);
    analysis.projection_sustained = kept_up.as_ref().map(|rate| projection(rate.calls_per_s));
    let best = analysis.capacity.best().and_then(|best| analysis.step(best.step));
    if best.is_some_and(|row| analysis.findings.iter().any(|finding| finding.is_backlog_in(row))) {
        analysis.projection_best = None;
        let per_s = kept_up.as_ref().map(|rate| rate.calls_per_s).or(recommended_per_s);
        analysis.experiment.shares = per_s.map(|per_s| shares(&analysis.header, per_s)).unwrap_or_default();
    }
    analysis.recommended = recommendation.point;
    analysis.passed_over = recommendation.passed_over;
    analysis.not_kept_up = recommendation.not_kept_up;
    analysis.sustained = kept_up;
}

/// A capacity search that found no rate, or could not decide, has done what was asked for; it says so itself.
pub(crate) fn ended_by_itself(reason: &EndReason, searched: bool) -> bool {
    match reason {
        EndReason::Completed | EndReason::Converged | EndReason::LoadExhausted => true,
        EndReason::Impossible(_) | EndReason::Inconclusive(_) => searched,
        EndReason::Interrupted | EndReason::StoppedByPlan | EndReason::Failed(_) => false,
    }
}

/// A capacity search breaks requirements on purpose: they are judged at the rate that it claims.
fn judge_at_rate(verdict: &mut Verdict, search: &RateCapacity) {
    if matches!(verdict.judged_at, JudgedAt::Unreadable { .. }) {
        return;
    }
    let line = search.load_line();
    let found = line.and_then(|rate| {
        let requirement = rate.pooled.requirements.iter().find(|r| r.requirement == verdict.requirement)?;
        let evidence = Box::new(requirement.evidence.clone());
        let judged_at = JudgedAt::Rate { rate_per_s: rate.rate_per_s, steps: rate.steps(), evidence };
        // Where more may be possible, too little throughput is no failure yet.
        let open = matches!(search.result, RateResult::LowerBound | RateResult::Inconclusive);
        let fails = requirement.judgement == Judgement::Fail;
        let undecided = open && fails && !requirement.decides;
        let judgement = if undecided { Judgement::Inconclusive } else { requirement.judgement };
        Some((judgement, judged_at))
    });
    (verdict.judgement, verdict.judged_at) = found.unwrap_or((Judgement::Inconclusive, JudgedAt::NoStep));
}

fn outcome(verdicts: &[Verdict], validity: &Validity, steps: &[StepRow], capacity: &Capacity) -> Outcome {
    let any = |judgement| verdicts.iter().any(|v| v.judgement == judgement);
    // Of a search only the windows that its answer rests on must be valid, and those it takes are.
    let sound = match capacity {
        Capacity::Rate(search) => validity.complete && search.result != RateResult::Inconclusive,
        _ => validity.is_valid(),
    };
    let unreachable = matches!(capacity, Capacity::Rate(search) if search.result == RateResult::NotReachable);
    if any(Judgement::Fail) || unreachable {
        Outcome::RequirementFailed
    } else if any(Judgement::Inconclusive) || !sound || steps.is_empty() {
        Outcome::Inconclusive
    } else {
        Outcome::Holds
    }
}

/// A failure outweighs doubt, doubt outweighs success. Nothing at all is doubt.
fn overall(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
    let weight = |outcome: &Outcome| match outcome {
        Outcome::Holds => 0,
        Outcome::Inconclusive => 1,
        Outcome::RequirementFailed => 2,
    };
    outcomes.max_by_key(weight).unwrap_or(Outcome::Inconclusive)
}

/// Seeds for parts that must not share their random numbers (SplitMix64's increment).
fn mix(seed: u64, part: u64) -> u64 {
    seed ^ (part + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
