//! The step table: which seconds count, what was asked of a step, what was measured, and what the load generator says of
//! itself.

mod arrivals;
mod generator;
mod growth;
mod little;
mod row;
mod table;
mod times;
mod transactions;
mod window;

pub use arrivals::{ArrivalState, ScenarioArrivals};
pub use generator::{CPU_BUSY_PERCENT, GeneratorState, MachineState, WorkerLoad};
pub use growth::{Growth, gain_percent, goal_percent};
pub use little::{IN_FLIGHT_PERCENT_MIN, LITTLE_TOLERANCE_PERCENT, LittleCheck};
pub use row::{Load, ServersAtWork, StepRow, Total};
pub use times::{ERROR_DETAILS_MAX, ErrorCount, NamedPercentile, ResponseTimes};
pub use transactions::TransactionRow;

pub(crate) use growth::{gain_percent_exact, goal_of, goal_percent_of_load};
pub(crate) use table::{step_row, step_table};
pub(crate) use transactions::transactions;
pub(crate) use window::{Window, dropped, per_s, queueing, sum_us, throughput_of, waiting};
