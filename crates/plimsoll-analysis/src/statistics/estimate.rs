use serde::Serialize;

/// Standard normal quantile for a two-sided 95 % interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A two-sided 95 % confidence interval, in the unit of what it bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
}

/// A figure and how far it could be off. The unit is in the name of the field that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    pub value: f64,
    /// `None`: too little data to say.
    pub bounds_95: Option<Bounds>,
}

impl Estimate {
    pub(crate) fn times(self, factor: f64) -> Estimate {
        let bounds_95 =
            self.bounds_95.map(|bounds| Bounds { low: factor * bounds.low, high: factor * bounds.high });
        Estimate { value: factor * self.value, bounds_95 }
    }

    /// Standard error as the interval implies it; `None` without an interval.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        self.bounds_95.map(|b| (b.high - b.low) / (2.0 * Z_95))
    }
}
