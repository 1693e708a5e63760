//! What is asked of a comparison, and how it is decided where nothing is asked.

/// What is asked of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// A change up to this share does not matter: 0.05.
    pub margin: f64,
    /// The same for shares of errors, percentage points.
    pub errors_margin_points: f64,
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { margin: 0.05, errors_margin_points: 0.5, seed: 1 }
    }
}
