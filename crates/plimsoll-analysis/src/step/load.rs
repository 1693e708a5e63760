use serde::Serialize;

/// What was asked of a step: users, or with a rate the arrivals and the most users that may be at work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Load {
    pub users: u32,
    /// Arrivals per second; `None` where the load is users.
    pub rate_per_s: Option<f64>,
}

impl Load {
    /// By which loads are put in order: the rate where there is one, else the users.
    pub fn value(self) -> f64 {
        self.rate_per_s.unwrap_or(f64::from(self.users))
    }
}
