use super::StepRow;
use serde::Serialize;

/// Every step together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Total {
    pub requests: u64,
    /// Failures that count against the server.
    pub errors: u64,
    /// Of all requests but those that the load generator itself failed; not a mean of the steps' shares.
    pub errors_percent: f64,
    /// Failures of the load generator itself.
    pub generator_errors: u64,
    /// Arrivals that never began.
    pub dropped: u64,
}

impl Total {
    pub(crate) fn of(rows: &[StepRow]) -> Total {
        let sum = |figure: fn(&StepRow) -> u64| rows.iter().map(figure).sum::<u64>();
        let (requests, errors) = (sum(|row| row.requests), sum(|row| row.errors));
        let generator_errors = sum(|row| row.generator_errors);
        let answered = requests.saturating_sub(generator_errors);
        Total {
            requests,
            errors,
            errors_percent: 100.0 * errors as f64 / answered.max(1) as f64,
            generator_errors,
            dropped: sum(|row| row.arrivals.as_ref().map_or(0, |arrivals| arrivals.dropped)),
        }
    }
}
