use serde::Serialize;

/// What an axis counts, in the unit of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Seconds since the run started.
    TimeS,
    Users,
    /// Arrivals per second that were asked for.
    AskedPerS,
    ArrivalsPerS,
    ThroughputPerS,
    ResponseUs,
    /// From the actual starts.
    ServiceUs,
    /// Response time and service time in one figure.
    ResponseAndServiceUs,
    ErrorsPercent,
    ErrorsPerS,
    CpuPercent,
    PercentOfAllCpus,
    PercentOfTime,
    Processes,
    Threads,
    Seconds,
    MibPerS,
    Mib,
    CollectionsPerMinute,
    /// Pauses of a JVM, microseconds.
    PauseUs,
    Connections,
    PerS,
    Messages,
    CallsPerMinute,
    /// Times that a server measured itself, microseconds.
    ServerTimeUs,
    /// −log₁₀(1 − share): 0.301 is p50, 1 is p90, 2 is p99.
    PercentileNines,
    /// Numbers of rows.
    Rows,
    /// Signed.
    ChangePercent,
}

impl Quantity {
    /// Microseconds that requests took.
    pub fn is_time_us(self) -> bool {
        matches!(
            self,
            Quantity::ResponseUs
                | Quantity::ServiceUs
                | Quantity::ResponseAndServiceUs
                | Quantity::PauseUs
                | Quantity::ServerTimeUs
        )
    }

    /// What was asked of a step.
    pub fn is_load(self) -> bool {
        matches!(self, Quantity::Users | Quantity::AskedPerS)
    }
}
