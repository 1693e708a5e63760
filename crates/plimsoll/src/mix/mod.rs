//! What an access log shows of the visitors: which routes, how often, when.

mod arrivals;
mod plan;
mod route;
mod table;

pub use arrivals::Arrivals;
pub use plan::{draw, in_blocks};
pub use route::{Mix, Route};
pub use table::{table, times};
