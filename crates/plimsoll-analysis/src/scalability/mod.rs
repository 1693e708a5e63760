//! How throughput grows with load: laws fitted to the steps, where growth ends, what operational laws allow.
//!
//! A law is a description of what was measured. It says "inadequate" itself, with the reason, and nothing is read off it
//! beyond twice the highest load that was tried.

mod adequacy;
mod bounds;
mod demands;
mod fit;
mod hosts;
mod law;
mod marginal;
mod model;
mod solve;

pub use adequacy::{Inadequacy, LOADS_MIN};
pub use bounds::AsymptoticBounds;
pub use demands::{DemandSample, DemandsProblem, ServiceDemands, service_demands};
pub use fit::{LoadPoint, ScalingFit, best_fit};
pub use hosts::HostDemands;
pub(crate) use hosts::host_demands;
pub use law::{Law, ScalingLaw};
pub use marginal::Marginal;
pub(crate) use marginal::{marginals, marginals_to_fewer_servers, recovers};
pub use model::{CurvePoint, KneeSpan, Peak, Scalability};
