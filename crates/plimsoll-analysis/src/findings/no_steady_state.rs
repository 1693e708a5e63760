//! `no-steady-state`: MSER-5 on the mean response time of every second finds no cut in the first half of a step's window;
//! or after the cut, the mean of the second half differs from that of the first by more than 5 %, surely.

use super::detector::{Evidence, Found};
use super::exhibit::{Exhibit, LoadMeasure, Unit};
use super::server_claim::{ServerClaim, Unsteady};
use super::thresholds::thresholds;
use crate::statistics::{MSER_VALUES_MIN, mser5};
use crate::step::StepRow;
use crate::window::{Window, sum_us};

thresholds!("no-steady-state", Limits {
    /// % by which the two halves differ after the warm-up
    shift_percent = 5.0,
    /// standard errors that the halves must differ by
    standard_errors = 4.0,
    /// s that must have been measured
    seconds = 120.0,
});

/// Means over so many seconds are taken as independent; longer where the window is.
const BATCHES: usize = 12;

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    rows.filter(|(row, _)| row.is_valid()).filter_map(|(row, window)| of_step(row, window, limits)).collect()
}

fn of_step(row: &StepRow, window: &Window, limits: Limits) -> Option<Found> {
    let means = response_means(window);
    if (means.len() as f64) < limits.seconds || means.len() < MSER_VALUES_MIN {
        return None;
    }
    let kind = match mser5(&means) {
        None => shift(&means, limits).map(|_| Unsteady::WarmUp { percent: 50.0 }),
        Some(cut) => shift(&means[cut..], limits),
    }?;
    let exhibit = Exhibit::load(LoadMeasure::ResponseMean, Unit::Us, row.response.mean_us.unwrap_or(0.0));
    let claim = ServerClaim::NoSteadyState { step: row.number, kind };
    Some(Found::new(claim, vec![exhibit.in_step(row.number).with_n(row.requests)]))
}

/// Of every second in which something was answered.
fn response_means(window: &Window) -> Vec<f64> {
    let of_second = |second: &&plimsoll_run::record::Second| {
        let requests =
            second.transactions.iter().filter(|(t, _)| t.kind == plimsoll_run::TransactionKind::Request);
        let (sum, count) = requests
            .fold((0.0, 0), |(sum, count), (_, i)| (sum + sum_us(&i.response), count + i.response.count()));
        (count > 0).then(|| sum / count as f64)
    };
    window.seconds.iter().filter_map(of_second).collect()
}

/// The halves differ by much and surely, and the difference is not made by one stretch alone.
fn shift(means: &[f64], limits: Limits) -> Option<Unsteady> {
    let length = means.len() / BATCHES;
    if length == 0 {
        return None;
    }
    let batches: Vec<f64> = means.chunks_exact(length).take(BATCHES).map(mean).collect();
    let (first, second) = batches.split_at(batches.len() / 2);
    let (a, b) = (mean(first), mean(second));
    let error = (variance(first, a) / first.len() as f64 + variance(second, b) / second.len() as f64).sqrt();
    let percent = 100.0 * (b / a - 1.0);
    // Most batches of one half lie beyond all but one of the other: a single burst does not make a shift.
    let beyond = first.iter().map(|x| second.iter().filter(|y| (*y > x) == (b > a)).count()).sum::<usize>();
    let separated = beyond as f64 >= 0.9 * (first.len() * second.len()) as f64;
    (percent.abs() > limits.shift_percent && (b - a).abs() > limits.standard_errors * error && separated)
        .then_some(Unsteady::Shift { percent, first_us: a, second_us: b })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn variance(values: &[f64], mean: f64) -> f64 {
    values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (values.len().max(2) - 1) as f64
}
