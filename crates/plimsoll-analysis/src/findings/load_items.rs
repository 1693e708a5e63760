//! What claims about the load rest on: the rows of their steps.

use super::Claim;
use super::evidence_item::{EvidenceItem, LoadMeasure, Unit};
use crate::measured::MeasuredRun;
use crate::requirements::Evidence as Proof;
use crate::step::StepRow;

/// Steps named in one finding, at most.
const STEPS_MAX: usize = 8;

pub(super) fn items(claim: &Claim, run: &MeasuredRun) -> Vec<EvidenceItem> {
    let row = |number: &u32| run.step(*number);
    let throughputs = |steps: &[u32]| -> Vec<EvidenceItem> {
        steps.iter().filter_map(row).take(STEPS_MAX).map(EvidenceItem::throughput).collect()
    };
    let of = |steps: &[u32], item: fn(&StepRow) -> EvidenceItem| -> Vec<EvidenceItem> {
        steps.iter().filter_map(row).take(STEPS_MAX).map(item).collect()
    };
    match claim {
        Claim::GeneratorLimited { step, .. } => throughputs(&[*step]),
        Claim::GeneratorDelayed { steps, .. } => of(steps, delay),
        Claim::ArrivalsNotStarted { steps, .. } => of(steps, waited),
        Claim::CapacityNotFound { .. } => throughputs(&all(run)),
        Claim::MaximumNotFound { best_step, .. } => throughputs(&[*best_step]),
        Claim::KneeBelowRange { first_step, .. } => {
            let best = run.capacity.best().map(|best| best.step);
            let further = best.filter(|best| best != first_step);
            throughputs(&[Some(*first_step), further].into_iter().flatten().collect::<Vec<_>>())
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
        Claim::JobsFailed { steps, .. } => throughputs(steps),
        Claim::RequirementFailed { requirement, steps, .. } => {
            steps.iter().filter_map(row).take(STEPS_MAX).map(|row| proof(run, requirement, row)).collect()
        }
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

/// What the verdict on the requirement rests on in that step, which is of the requirement's transaction.
fn proof(run: &MeasuredRun, requirement: &str, row: &StepRow) -> EvidenceItem {
    let verdict = run.verdicts.iter().find(|verdict| verdict.requirement == requirement);
    let of_step = verdict.and_then(|verdict| verdict.steps.iter().find(|step| step.step == row.number));
    let of = |measure: LoadMeasure, unit: Unit, value: f64| {
        EvidenceItem::load(measure, unit, value).in_step(row.number)
    };
    match of_step.map(|step| &step.evidence) {
        Some(Proof::Share { failed, of: requests, percent, percent_bounds_95, .. }) => {
            let measure = if failed.is_some() { LoadMeasure::OverLimit } else { LoadMeasure::Errors };
            let share = of(measure, Unit::Percent, *percent).with_n(*requests);
            EvidenceItem { bounds_95: Some(*percent_bounds_95), ..share }
        }
        Some(Proof::Mean { mean_us, .. }) => {
            let mean = of(LoadMeasure::ResponseMean, Unit::Us, mean_us.value);
            EvidenceItem { bounds_95: mean_us.bounds_95, ..mean }
        }
        Some(Proof::Max { max_us, of: requests, .. }) => {
            of(LoadMeasure::ResponseMax, Unit::Us, *max_us as f64).with_n(*requests)
        }
        Some(Proof::Throughput { .. }) => EvidenceItem::throughput(row),
        _ => errors(row),
    }
}

fn all(run: &MeasuredRun) -> Vec<u32> {
    run.steps.iter().map(|row| row.number).collect()
}

fn column(row: &StepRow, of: LoadMeasure, unit: Unit, value: f64) -> EvidenceItem {
    EvidenceItem::load(of, unit, value).in_step(row.number).with_n(row.requests)
}

fn delay(row: &StepRow) -> EvidenceItem {
    let percent = row.generator.most_delayed().map_or(0.0, |worker| worker.run_delay_percent_mean);
    column(row, LoadMeasure::RunDelay, Unit::Percent, percent)
}

fn waited(row: &StepRow) -> EvidenceItem {
    let waited = row.arrivals.as_ref().map_or(0, |arrivals| arrivals.waited + arrivals.dropped);
    column(row, LoadMeasure::Waited, Unit::Count, waited as f64)
}

fn users(row: &StepRow) -> EvidenceItem {
    let percent = row.little.map_or(0.0, |little| 100.0 * little.ratio);
    column(row, LoadMeasure::UsersAccountedFor, Unit::Percent, percent)
}

fn median(row: &StepRow) -> EvidenceItem {
    column(row, LoadMeasure::ResponseMedian, Unit::Us, row.response.p50_us.unwrap_or(0) as f64)
}

fn errors(row: &StepRow) -> EvidenceItem {
    let of = column(row, LoadMeasure::Errors, Unit::Percent, row.errors_percent);
    EvidenceItem { bounds_95: Some(row.errors_percent_bounds_95), ..of }
}

fn measured(row: &StepRow) -> EvidenceItem {
    column(row, LoadMeasure::Measured, Unit::S, row.measured_s)
}
