//! `generator-lateness`: timers (starts, arrivals, think times, and a beat of each worker's own) were late, at
//! the 99th percentile, by more than half of the median service time and more than 2 ms.

use super::{StepProblem, timing};
use crate::step::StepRow;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let lateness_p99_us = row.generator.lateness_p99_us?;
    let (limit_us, service_p50_us) = timing::limit_us(row)?;
    (lateness_p99_us > limit_us).then_some(StepProblem::GeneratorLateness {
        lateness_p99_us,
        limit_us,
        service_p50_us,
    })
}
