//! `generator-descriptors`: open connections took 95 % or more of the files that the process may have open. The
//! next connection fails, or users wait who should not.

use super::StepProblem;
use crate::step::StepRow;

pub const DESCRIPTORS_PERCENT_MAX: f64 = 95.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let descriptors_max = row.generator.machine.descriptors_max?;
    let connections = u64::from(row.generator.connections_max);
    (connections as f64 >= descriptors_max as f64 * DESCRIPTORS_PERCENT_MAX / 100.0)
        .then_some(StepProblem::GeneratorDescriptors { connections, descriptors_max })
}
