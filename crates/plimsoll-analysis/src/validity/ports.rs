//! `generator-ports`: own connections and sockets in TIME-WAIT took 95 % or more of the local ports. A port is
//! taken for each connection to one address, and for a minute after it; near the end the search for a free one
//! takes long, then connects fail. With several server addresses there are as many ports for each.

use super::StepProblem;
use crate::step::StepRow;

pub const PORTS_PERCENT_MAX: f64 = 95.0;

pub(super) fn check(row: &StepRow) -> Option<StepProblem> {
    let ports_max = u64::from(row.generator.machine.ports_max?);
    let taken = row.generator.machine.ports_taken;
    (taken as f64 >= ports_max as f64 * PORTS_PERCENT_MAX / 100.0)
        .then_some(StepProblem::GeneratorPorts { taken, ports_max })
}
