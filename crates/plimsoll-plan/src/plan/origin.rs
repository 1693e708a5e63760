//! Where a plan came from.

use std::path::PathBuf;

/// The file that a plan was read from. No part of what the plan does: two plans that differ in nothing else are
/// equal.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Absolute; JMeter's base directory.
    pub folder: PathBuf,
    /// Without its folder.
    pub file: String,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
