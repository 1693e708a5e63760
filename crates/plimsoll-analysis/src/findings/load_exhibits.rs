//! What claims about the load rest on: the rows of their steps.

use super::Claim;
use super::exhibit::{Exhibit, LoadMeasure, Unit};
use crate::analysis::RunAnalysis;
use crate::requirement::{Measure, Requirement};
use crate::step::StepRow;

/// Steps named in one finding, at most.
const STEPS_MAX: usize = 8;

pub(super) fn exhibits(claim: &Claim, run: &RunAnalysis) -> Vec<Exhibit> {
    let row = |number: &u32| run.step(*number);
    let throughputs = |steps: &[u32]| -> Vec<Exhibit> {
        steps.iter().filter_map(row).take(STEPS_MAX).map(Exhibit::throughput).collect()
    };
    let of = |steps: &[u32], exhibit: fn(&StepRow) -> Exhibit| -> Vec<Exhibit> {
        steps.iter().filter_map(row).take(STEPS_MAX).map(exhibit).collect()
    };
    match claim {
        Claim::GeneratorLimited { step, .. } => throughputs(&[*step]),
        Claim::GeneratorDelayed { steps, .. } => of(steps, delay),
        Claim::ArrivalsNotStarted { steps, .. } => of(steps, waited),
        Claim::CapacityNotFound { .. } => throughputs(&all(run)),
        Claim::MaximumNotFound { best_step, .. } => throughputs(&[*best_step]),
        Claim::KneeBelowRange { first_step, .. } => {
            let best = run.capacity.best().map(|best| best.step);
            throughputs(&[Some(*first_step), best].into_iter().flatten().collect::<Vec<_>>())
        }
        Claim::Knee(m) | Claim::Plateau(m) | Claim::Retrograde(m) => throughputs(&[m.from_step, m.to_step]),
        Claim::LittleMismatch { steps, .. } | Claim::RequestsInFlight { steps, .. } => of(steps, users),
        Claim::Inversion { from_step, to_step, .. } => {
            let both = [*from_step, *to_step];
            let mut found = throughputs(&both);
            found.extend(of(&both, median));
            found
        }
        Claim::FastFailures { step, .. } => of(&[*step], errors),
        Claim::HighErrors { steps, .. } => of(steps, errors),
        Claim::RequirementFailed { requirement, steps, .. } => of(steps, measure(requirement)),
        Claim::WindowTooShort { steps, .. } => of(steps, measured),
        Claim::RunCutOff { last_step, .. } => throughputs(&last_step.iter().copied().collect::<Vec<_>>()),
        Claim::RequirementUnreadable { .. }
        | Claim::RunStopped { .. }
        | Claim::CertificatesNotVerified
        | Claim::ElementsSkipped { .. }
        | Claim::ElementsApproximated { .. }
        | Claim::Server(_)
        | Claim::Across(_)
        | Claim::Told(_) => Vec::new(),
    }
}

/// What the requirement is about; of a percentile, the median beside it.
fn measure(requirement: &str) -> fn(&StepRow) -> Exhibit {
    match Requirement::parse(requirement).map(|requirement| requirement.measure) {
        Ok(Measure::Throughput) => Exhibit::throughput,
        Ok(Measure::Errors) => errors,
        _ => median,
    }
}

fn all(run: &RunAnalysis) -> Vec<u32> {
    run.steps.iter().map(|row| row.number).collect()
}

fn column(row: &StepRow, of: LoadMeasure, unit: Unit, value: f64) -> Exhibit {
    Exhibit::load(of, unit, value).in_step(row.number).with_n(row.requests)
}

fn delay(row: &StepRow) -> Exhibit {
    let percent = row.generator.most_delayed().map_or(0.0, |worker| worker.run_delay_percent_mean);
    column(row, LoadMeasure::RunDelay, Unit::Percent, percent)
}

fn waited(row: &StepRow) -> Exhibit {
    let waited = row.arrivals.as_ref().map_or(0, |arrivals| arrivals.waited + arrivals.dropped);
    column(row, LoadMeasure::Waited, Unit::Count, waited as f64)
}

fn users(row: &StepRow) -> Exhibit {
    let percent = row.little.map_or(0.0, |little| 100.0 * little.ratio);
    column(row, LoadMeasure::UsersAccountedFor, Unit::Percent, percent)
}

fn median(row: &StepRow) -> Exhibit {
    column(row, LoadMeasure::ResponseMedian, Unit::Us, row.response.p50_us.unwrap_or(0) as f64)
}

fn errors(row: &StepRow) -> Exhibit {
    let of = column(row, LoadMeasure::Errors, Unit::Percent, row.errors_percent);
    Exhibit { bounds_95: Some(row.errors_percent_bounds_95), ..of }
}

fn measured(row: &StepRow) -> Exhibit {
    column(row, LoadMeasure::Measured, Unit::S, row.measured_s)
}
