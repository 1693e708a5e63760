//! What the load generator itself ran out of, or failed for.

use crate::step::StepRow;
use plimsoll_run::{ErrorKind, StepProblem};

/// Of all requests.
pub const GENERATOR_ERRORS_PERCENT_MAX: f64 = 0.1;

/// `generator-errors`: more than 0.1 % of the requests failed on the generator's side, most of them for no descriptor or port was left.
/// `requests-not-made`: most of them for a name has no address, or the plan's request can't be made. They are counted apart, and never
/// as the server's.
pub(super) fn own_errors(row: &StepRow) -> Option<StepProblem> {
    let (count, requests) = (row.generator_errors, row.requests);
    let detail = row.error_details.iter().find(|error| error.kind.is_generators()).cloned();
    let too_many = count as f64 > requests as f64 * GENERATOR_ERRORS_PERCENT_MAX / 100.0;
    too_many.then(|| match detail {
        Some(detail) if detail.kind != ErrorKind::GeneratorResources => {
            StepProblem::RequestsNotMade { count, requests, detail }
        }
        detail => StepProblem::GeneratorErrors { count, requests, detail },
    })
}

pub const DESCRIPTORS_PERCENT_MAX: f64 = 95.0;

/// `generator-descriptors`: open connections took 95 % or more of the files that the process may have open. The next
/// connection fails, or users wait who should not.
pub(super) fn descriptors(row: &StepRow) -> Option<StepProblem> {
    let descriptors_max = row.generator.machine.descriptors_max?;
    let connections = u64::from(row.generator.connections_max);
    (connections as f64 >= descriptors_max as f64 * DESCRIPTORS_PERCENT_MAX / 100.0)
        .then_some(StepProblem::GeneratorDescriptors { connections, descriptors_max })
}

pub const PORTS_PERCENT_MAX: f64 = 95.0;

/// `generator-ports`: own connections and sockets in TIME-WAIT took 95 % or more of the local ports. A port is taken
/// for each connection to one address, and for a minute after it; near the end the search for a free one takes long,
/// then connects fail. With several server addresses there are as many ports for each.
pub(super) fn ports(row: &StepRow) -> Option<StepProblem> {
    let ports_max = u64::from(row.generator.machine.ports_max?);
    let taken = row.generator.machine.ports_taken;
    (taken as f64 >= ports_max as f64 * PORTS_PERCENT_MAX / 100.0)
        .then_some(StepProblem::GeneratorPorts { taken, ports_max })
}
