//! Runs to what is said of them, in phases: what was measured, what detectors find in it, what to do about it. Each phase is
//! whole before the next one looks at it.

use crate::advice::Advice;
use crate::bottleneck::{LimitingFactor, limiting_factor, without_refuted};
use crate::conclusion::Conclusion;
use crate::experiment::{Experiment, units};
use crate::explanation::Explanation;
use crate::figures::{self, Figure};
use crate::findings::{DetectorReport, Finding, MultiRun, RunFindings, find, find_in_runs};
use crate::follow_up::FollowUp;
use crate::matrix::{Matrix, matrix};
use crate::measured::{Measured, MeasuredRun, Servers};
use crate::outcome::Outcome;
use crate::run_analysis::RunAnalysis;
use crate::servers::Observations;
use crate::statistics::resampling_seed;
use crate::step::{StepRow, Window};
use plimsoll_run::{Note, Run, Telemetry};
use serde::Serialize;

/// Everything a report says, as data.
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
    /// Runs that were made to decide a finding of another one, and whether its claim holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub follow_ups: Vec<FollowUp>,
}

/// Runs to everything that can be said about them. Pure: the same runs and seed give the same result.
/// `observed` has the points of each run's telemetry, in the order of the runs; missing ones have none.
pub fn analyse(runs: &[Run], observed: &[Observations], seed: u64) -> Analysis {
    let windows: Vec<Vec<Window>> =
        runs.iter().map(|run| run.steps.iter().map(|step| Window::of(run, step)).collect()).collect();
    let nothing = Observations::default();
    let (parts, factors): (Vec<RunParts>, Vec<LimitingFactor>) = runs
        .iter()
        .zip(&windows)
        .enumerate()
        .map(|(i, (run, w))| {
            analyse_run(run, w, observed.get(i).unwrap_or(&nothing), resampling_seed(seed, i as u64))
        })
        .unzip();
    let factors = without_refuted(factors, &parts.iter().map(|run| &run.measured).collect::<Vec<_>>());
    let analysed: Vec<RunAnalysis> =
        parts.into_iter().zip(factors).map(|(run, factor)| explained(run, factor)).collect();
    let matrix = (runs.len() > 1).then(|| {
        let parts: Vec<(&Run, &[Window], &[StepRow])> =
            runs.iter().zip(&windows).zip(&analysed).map(|((r, w), a)| (r, &w[..], &a.steps[..])).collect();
        matrix(&parts)
    });
    let (findings, detectors) =
        find_in_runs(&MultiRun { runs: analysed.iter().map(compared).collect(), observed });
    Analysis {
        conclusion: (runs.len() > 1)
            .then(|| Conclusion::of(runs, &windows, &analysed, resampling_seed(seed, 1 << 41))),
        findings,
        detectors,
        follow_ups: FollowUp::all(&analysed),
        outcome: overall(analysed.iter().map(|run| run.outcome)),
        seed,
        figures: matrix.as_ref().map(figures::of_matrix).unwrap_or_default(),
        matrix,
        runs: analysed,
    }
}

fn compared(run: &RunAnalysis) -> RunFindings<'_> {
    RunFindings { measured: &run.measured, findings: &run.findings, telemetry: &run.telemetry }
}

/// What one run says by itself, whatever other runs say of its limiting factor.
struct RunParts {
    measured: MeasuredRun,
    servers: Servers,
    findings: Vec<Finding>,
    detectors: Vec<DetectorReport>,
    advice: Advice,
    figures: Vec<Figure>,
    experiment: Experiment,
    notes: Vec<Note>,
    telemetry: Telemetry,
}

fn analyse_run(
    run: &Run,
    windows: &[Window],
    observed: &Observations,
    seed: u64,
) -> (RunParts, LimitingFactor) {
    let of_load = MeasuredRun::of(run, windows, observed, seed);
    let servers = Servers::of(run, observed, &of_load.steps);
    let units = units(run, windows);
    let measured =
        Measured { recorded: run, run: &of_load, windows, observed, servers: &servers, units: &units };
    let (findings, detectors) = find(&measured);
    let advice = Advice::of(&measured, &findings);
    let limiting_factor = limiting_factor(&measured, &findings);
    let parts = RunParts {
        figures: figures::of_run(&measured),
        experiment: Experiment::of(run, windows, units.clone(), advice.shared_per_s),
        notes: run.notes.clone(),
        telemetry: run.telemetry.clone(),
        findings,
        detectors,
        advice,
        servers,
        measured: of_load,
    };
    (parts, limiting_factor)
}

fn explained(run: RunParts, limiting_factor: LimitingFactor) -> RunAnalysis {
    let RunParts { measured, servers, findings, detectors, advice, figures, experiment, notes, telemetry } =
        run;
    RunAnalysis {
        explanation: Explanation::of(&measured, &limiting_factor, &findings, &advice),
        limiting_factor,
        measured,
        servers,
        findings,
        detectors,
        advice,
        figures,
        experiment,
        notes,
        telemetry,
    }
}

/// A failure outweighs doubt, doubt outweighs success. Nothing at all is doubt.
fn overall(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
    let weight = |outcome: &Outcome| match outcome {
        Outcome::Holds => 0,
        Outcome::Inconclusive => 1,
        Outcome::RequestsFailed => 2,
        Outcome::RequirementFailed => 3,
    };
    outcomes.max_by_key(weight).unwrap_or(Outcome::Inconclusive)
}
