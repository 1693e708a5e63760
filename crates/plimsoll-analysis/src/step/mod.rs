//! The step table: what was asked of a step, what was measured, and what the load generator says of itself.

mod arrivals;
mod errors;
mod generator;
mod growth;
mod little;
mod load;
mod row;
mod times;
mod total;

pub use arrivals::{ArrivalState, ScenarioArrivals};
pub use errors::{ERROR_DETAILS_MAX, ErrorCount};
pub use generator::{GeneratorState, MachineState, WorkerLoad};
pub use growth::Growth;
pub use little::{IN_FLIGHT_PERCENT_MIN, LITTLE_TOLERANCE_PERCENT, LittleCheck};
pub use load::Load;
pub use row::StepRow;
pub use times::{NamedPercentile, ResponseTimes};
pub use total::Total;

pub(crate) use errors::error_details;
pub(crate) use growth::{add_growth, goal_of};
pub(crate) use row::{per_s, throughput_of};
