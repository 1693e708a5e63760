//! The step table: which seconds count, what was asked of a step, what was measured, and what the load generator says of
//! itself.

mod arrivals;
mod change;
mod generator;
mod growth;
mod hang;
mod idle;
mod little;
mod mix;
mod never_arrived;
mod node;
mod outside;
mod rising;
mod row;
mod saturated;
mod slowdown;
mod stuck;
mod table;
mod times;
mod transactions;
mod uncertainty;
mod whole_run;
mod window;

pub use arrivals::{ArrivalState, ScenarioArrivals};
pub use change::SystemChange;
pub(crate) use change::change_between;
pub use generator::{CPU_BUSY_PERCENT, GeneratorState, MachineState, WorkerLoad};
pub use growth::{Growth, gain_percent, gain_percent_exact, goal_percent};
pub use hang::{FailingEnd, Hang};
pub use idle::IdleUsers;
pub(crate) use idle::idle_users;
pub(crate) use little::is_whole;
pub use little::{IN_FLIGHT_PERCENT_MIN, LITTLE_TOLERANCE_PERCENT, LittleCheck};
pub use mix::MixDifference;
pub(crate) use mix::{RequestMix, mix_differs, mix_differs_by, mix_of, steps_of_different_mixes};
pub use node::NodeLoad;
pub use rising::{RisingStep, RisingTimes};
pub(crate) use row::mean_throughput;
pub use row::{AppliedLoad, CLAIM_REQUESTS_MIN, ServersAtWork, StepRow, Total};
pub(crate) use saturated::saturated;
pub use saturated::{SaturatedTransaction, SaturatedTransactions};
pub(crate) use slowdown::{CountsBySecond, slow_start};
pub use slowdown::{LoadMove, Slowdown};
pub use stuck::StuckUsers;
pub use table::throughput_of_step;
pub use times::{ERROR_DETAILS_MAX, ErrorCount, NamedPercentile, ResponseTimes};
pub use transactions::TransactionRow;
pub use uncertainty::TimingUncertainty;
pub use whole_run::{RequestTotal, TransactionTotal, WholeRun};

pub(crate) use growth::{goal_of, goal_percent_of_load};
pub(crate) use table::{imported_step, step_row, step_table};
pub(crate) use transactions::transactions;
pub(crate) use window::{Window, dropped, queueing, sum_us, throughput_of, waiting};
