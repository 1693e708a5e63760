use serde::Serialize;

/// Which terms of the universal scalability law are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// X = λN.
    Linear,
    /// X = λN/(1 + α(N − 1)): it levels off (Amdahl 1967).
    Amdahl,
    /// X = λN/(1 + α(N − 1) + βN(N − 1)): it has a peak (Gunther 2007).
    Universal,
}

/// Where the marginal efficiency falls below this, throughput no longer follows load.
pub(super) const KNEE_EFFICIENCY: f64 = 0.6;

/// A law with its coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScalingLaw {
    pub law: Law,
    /// Throughput of a single user, per second.
    pub lambda: f64,
    /// Contention: the share that waits in line, 0 to 1.
    pub alpha: f64,
    /// Coherency: what each pair of users costs, from 0.
    pub beta: f64,
}

impl ScalingLaw {
    pub fn throughput_per_s(&self, load: f64) -> f64 {
        self.lambda * load / self.denominator(load)
    }

    fn denominator(&self, load: f64) -> f64 {
        1.0 + self.alpha * (load - 1.0) + self.beta * load * (load - 1.0)
    }

    /// d ln X/d ln N: 1 where throughput grows in proportion to load, 0 at the peak.
    pub fn efficiency(&self, load: f64) -> f64 {
        1.0 - load * (self.alpha + self.beta * (2.0 * load - 1.0)) / self.denominator(load)
    }

    /// N* = √((1 − α)/β), 0 where throughput falls from the first user on; `None`: it never falls.
    pub fn peak_load(&self) -> Option<f64> {
        (self.beta > 0.0).then(|| ((1.0 - self.alpha).max(0.0) / self.beta).sqrt())
    }

    /// The load at which the efficiency falls to `efficiency`, searched for between the two loads.
    pub fn load_at_efficiency(&self, efficiency: f64, from: f64, to: f64) -> Option<f64> {
        let above = |load: f64| self.efficiency(load) > efficiency;
        if !above(from) || above(to) {
            return None;
        }
        let (mut low, mut high) = (from, to);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if above(middle) { low = middle } else { high = middle }
        }
        Some(f64::midpoint(low, high))
    }
}
