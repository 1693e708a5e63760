use super::arrivals::ArrivalState;
use super::generator::GeneratorState;
use super::growth::Growth;
use super::hang::{FailingEnd, Hang};
use super::little::LittleCheck;
use super::node::NodeLoad;
use super::slowdown::{LoadMove, Slowdown};
use super::stuck::StuckUsers;
use super::times::{ErrorCount, NamedPercentile, ResponseTimes};
use super::uncertainty::TimingUncertainty;
use crate::statistics::{Bounds, Estimate, mean_of_windows};
use plimsoll_run::{SECOND_US, StepProblem};
use serde::Serialize;

/// Fewer requests that succeeded carry no claim of capacity: by chance alone (Poisson) the rate of 50 is off by 28 %.
pub const CLAIM_REQUESTS_MIN: u64 = 50;

/// One step: what was asked, what was measured, and whether it may be believed.
// Flat although it is wide: each field is a column of the table of steps, of its CSV and of report.json, whose readers
// address it by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepRow {
    pub number: u32,
    /// Users per node.
    pub threads: u32,
    pub nodes: u32,
    /// In all; with a rate, the most that may be at work.
    pub users: u32,
    /// Where it is a mean that is known and not `users`: a load that moved, a table's 0.31 threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_users: Option<f64>,
    /// Users are not known: these are the requests at work on average.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_at_work: bool,
    /// Arrivals per second that were asked for; `None` where the load is users.
    pub rate_per_s: Option<f64>,
    pub started_unix_us: i64,
    pub ended_unix_us: Option<i64>,
    /// The part whose figures count, on the run's clock.
    pub measured_from_us: u64,
    pub measured_to_us: u64,
    pub measured_s: f64,
    pub cut_short: bool,
    /// In flight at the end and given up; in no figure.
    pub abandoned: u64,
    /// Nothing ended any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hung: Option<Hang>,
    /// Nothing succeeded any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_end: Option<FailingEnd>,
    /// Fewer succeeded from some second on, to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowed: Option<Slowdown>,
    /// The system became another one after this step: it says nothing of what that one carries.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_before_change: bool,
    /// As many users made another number of requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_moved: Option<LoadMove>,
    /// Users who waited long for an answer while others were served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<StuckUsers>,
    /// All that ended, failed ones too.
    pub requests: u64,
    pub throughput_per_s: Estimate,
    /// Against the best step before it; `None` for the first.
    pub growth: Option<Growth>,
    /// Failures that count against the server.
    pub errors: u64,
    pub errors_percent: f64,
    pub errors_percent_bounds_95: Bounds,
    /// Failures of the load generator itself; not in `errors`.
    pub generator_errors: u64,
    /// Most frequent first, at most [`ERROR_DETAILS_MAX`].
    pub error_details: Vec<ErrorCount>,
    /// What became of the arrivals; `None` where no scenario has a rate.
    pub arrivals: Option<ArrivalState>,
    /// From the intended start, where there is one. Failed requests are in it.
    pub response: ResponseTimes,
    /// From the actual start. `None`: no request had an intended start, so that it is the same as `response`.
    pub service: Option<ResponseTimes>,
    /// Percentiles of all requests that a requirement names, ascending.
    pub named_percentiles: Vec<NamedPercentile>,
    pub first_byte_p50_us: Option<u64>,
    pub first_byte_p95_us: Option<u64>,
    /// `None` when the load generator recorded no user time, for windows under a second, and with a rate.
    pub little: Option<LittleCheck>,
    pub bytes_received_per_s: f64,
    pub bytes_sent_per_s: f64,
    pub generator: GeneratorState,
    /// Of a fleet: what each of its nodes did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_node: Vec<NodeLoad>,
    /// By the load generator's own lateness; `None`: its timing was as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<TimingUncertainty>,
    /// Of those that log their requests; `None`: all answered, or nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
    /// Its throughput and errors are what an imported table says. How many requests that were is not known where the
    /// table has no times.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_from_table: bool,
    /// Empty: the step is valid.
    pub problems: Vec<StepProblem>,
}

impl StepRow {
    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }

    /// Valid, and of what the system is since it changed, if it did.
    pub fn is_current(&self) -> bool {
        self.is_valid() && !self.is_before_change
    }

    /// Enough succeeded that a claim about what the system carries can rest on it.
    pub fn carries_claims(&self) -> bool {
        self.is_from_table || self.succeeded() >= CLAIM_REQUESTS_MIN
    }

    /// The system stopped working in it: at its end nothing ended any more, or nothing succeeded.
    pub fn broke(&self) -> bool {
        self.hung.is_some() || self.failing_end.is_some()
    }

    /// Surely more than half of the requests failed: whatever throughput that was, nobody was served by it.
    pub fn mostly_fails(&self) -> bool {
        self.errors_percent_bounds_95.low > 50.0
    }

    /// Requests that did not fail.
    pub fn succeeded(&self) -> u64 {
        self.requests.saturating_sub(self.errors + self.generator_errors)
    }

    /// Valid, and of the whole system: with fewer servers it is another one, whose throughput says nothing of how this
    /// one grows.
    pub fn is_of_all_servers(&self) -> bool {
        self.is_valid() && self.servers.is_none()
    }

    /// The same, and neither the system changed while it was measured nor did its users stop sending.
    pub fn is_of_one_system(&self) -> bool {
        let is_settled = self.slowed.is_none() && !self.is_before_change;
        self.is_of_all_servers() && is_settled && self.missing_users().is_none()
    }

    /// Users who waited for so much of the time that the others are another load.
    pub fn missing_users(&self) -> Option<StuckUsers> {
        self.stuck.filter(StuckUsers::is_other_load)
    }

    /// Also where most failed, or nothing ended any more: that is no capacity, but requirements are judged by it.
    pub fn supports_verdicts(&self) -> bool {
        self.problems.iter().all(StepProblem::is_systems)
    }

    /// The load generator was late or short of CPU, and nothing else is wrong: less load was put on than was asked for.
    pub(crate) fn is_of_less_load(&self) -> bool {
        !self.problems.is_empty() && self.problems.iter().all(StepProblem::is_of_timing)
    }

    /// What a request took on average, where the times of those that ended in the window are only lower bounds.
    pub fn mean_with_in_flight_us(&self) -> Option<f64> {
        self.little?.response_us_mean
    }

    /// Of all requests, also of those that were under way when the window ended.
    pub(crate) fn mean_of_all_us(&self) -> Option<f64> {
        self.mean_with_in_flight_us().or(self.response.mean_us)
    }

    /// The measured window, in seconds of the run.
    pub(crate) fn span_s(&self) -> (f64, f64) {
        let us = SECOND_US as f64;
        (self.measured_from_us as f64 / us, self.measured_to_us as f64 / us)
    }

    pub fn load(&self) -> AppliedLoad {
        AppliedLoad {
            users: self.users,
            mean_users: self.mean_users,
            is_at_work: self.is_at_work,
            rate_per_s: self.rate_per_s,
        }
    }

    /// From the actual starts; the same as `response` where nothing had an intended one.
    pub fn service(&self) -> &ResponseTimes {
        self.service.as_ref().unwrap_or(&self.response)
    }

    /// Of response time: one of the usual percentiles, or one that a requirement names.
    pub fn percentile_us(&self, percent: f64) -> Option<u64> {
        let named = || self.named_percentiles.iter().find(|named| named.percent == percent)?.us;
        self.response.percentile_us(percent).or_else(named)
    }

    /// The same of service time; `None` too where it is the same as response time.
    pub fn service_percentile_us(&self, percent: f64) -> Option<u64> {
        let named = || self.named_percentiles.iter().find(|named| named.percent == percent)?.service_us;
        self.service.as_ref()?.percentile_us(percent).or_else(named)
    }
}

/// What was asked of a step: users, or with a rate the arrivals and the most users that may be at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AppliedLoad {
    pub users: u32,
    /// In place of `users`, where a mean is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_users: Option<f64>,
    /// Users are not known: they are the requests at work on average (Little's law), and no load that anybody asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_at_work: bool,
    /// Arrivals per second; `None` where the load is users.
    pub rate_per_s: Option<f64>,
}

impl AppliedLoad {
    /// By which loads are put in order: the rate where there is one, else the users.
    pub fn value(self) -> f64 {
        self.rate_per_s.or(self.mean_users).unwrap_or(f64::from(self.users))
    }

    /// Not of an imported log that says nothing of it.
    pub fn is_known(self) -> bool {
        !self.is_at_work || self.mean_users.is_some()
    }
}

/// How many of the servers that log their requests answered in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServersAtWork {
    pub at_work: u32,
    pub of: u32,
}

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

/// Of several steps of one load, by their lengths; `None` of one.
pub(crate) fn mean_throughput(rows: &[&StepRow]) -> Option<Estimate> {
    let windows: Vec<(f64, Estimate)> =
        rows.iter().map(|row| (row.measured_s, row.throughput_per_s)).collect();
    let mean = (windows.len() > 1).then(|| mean_of_windows(&windows))?;
    // However far they lie apart: there is no throughput below 0.
    let bounds_95 = mean.bounds_95.map(|bounds| Bounds { low: bounds.low.max(0.0), ..bounds });
    Some(Estimate { bounds_95, ..mean })
}
