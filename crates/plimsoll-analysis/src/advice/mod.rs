//! What to plan for: the load that is recommended, and what consumers of queues keep up with.

mod recommendation;
mod sustained;

pub use sustained::Sustained;

pub(crate) use recommendation::{recommended, recommended_rate};
pub(crate) use sustained::sustained;
