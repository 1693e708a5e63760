//! What several runs say together: each variant over its repeats, what differs between variants by a test, and what recurs
//! in every run of some of them.
//!
//! Start reading at [`Conclusion`]; `pairs` chooses which variants are set against each other, the tests themselves are
//! those of `comparison`.

mod capacity;
mod found;
mod limiting;
mod naming;
mod pairs;
mod recurrence;
mod variant;

pub use capacity::{CapacityKind, RepeatedCapacity};
pub use found::Conclusion;
pub use limiting::{RepeatedCause, RepeatedLimit};
pub use naming::name_variants;
pub use recurrence::{Recurrence, Recurring, host_of};
pub use variant::{RepeatedRequirement, VariantConclusion};

pub(crate) use capacity::{maximum, until_lost};
pub(crate) use pairs::BETWEEN_PARTS;
