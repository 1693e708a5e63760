//! Nodes as pods of an Indexed Job, which the user's own kubectl makes, looks at and removes.

mod cluster;
mod kubectl;
mod manifest;
mod pods;

pub use cluster::{NodePods, PodsError, PodsState, remove};
pub use manifest::shown as manifests;
