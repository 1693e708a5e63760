//! `generator-turns`: in more than 10 % of the seconds a worker's longest turn took more than half of the median
//! service time and more than 2 ms. All answers of a turn have already come when it begins; the last one is seen
//! at its end. Single long turns do not count: they reach few answers.

use super::nothing::all_refused;
use super::{StepProblem, timing};
use crate::step::StepRow;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let (turn_us_p90, turn_us_max) = (row.generator.turn_us_p90?, row.generator.turn_us_max?);
    let (limit_us, service_p50_us) = timing::limit_us(row)?;
    (turn_us_p90 > limit_us && !all_refused(row)).then_some(StepProblem::GeneratorTurns {
        turn_us_p90,
        turn_us_max,
        limit_us,
        service_p50_us,
    })
}
