use super::error_details;
use super::{
    ArrivalState, ErrorCount, GeneratorState, Growth, LittleCheck, Load, NamedPercentile, ResponseTimes,
};
use crate::requirement::Named;
use crate::servers::ServersAtWork;
use crate::statistics::{Bounds, Estimate, ratio_bounds, wilson};
use crate::validity::{StepProblem, problems};
use crate::window::Window;
use plimsoll_run::SECOND_US;
use plimsoll_run::{Design, Interval, RunHeader, Transaction};
use serde::Serialize;

/// One step: what was asked, what was measured, and whether it may be believed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepRow {
    pub number: u32,
    /// Users per node.
    pub threads: u32,
    pub nodes: u32,
    /// In all; with a rate, the most that may be at work.
    pub users: u32,
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
    /// Of those that log their requests; `None`: all answered, or nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
    /// Empty: the step is valid.
    pub problems: Vec<StepProblem>,
}

impl StepRow {
    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }

    /// Valid, and of the whole system: with fewer servers it is another one, whose throughput says nothing of how this
    /// one grows.
    pub fn is_of_all_servers(&self) -> bool {
        self.is_valid() && self.servers.is_none()
    }

    /// Also where nothing succeeded: that is no capacity, but requirements fail by it.
    pub fn supports_verdicts(&self) -> bool {
        self.problems.iter().all(|problem| matches!(problem, StepProblem::NothingSucceeded { .. }))
    }

    /// What a request took on average, where the times of those that ended in the window are only lower bounds.
    pub fn mean_with_in_flight_us(&self) -> Option<f64> {
        self.little?.response_us_mean
    }

    pub fn load(&self) -> Load {
        Load { users: self.users, rate_per_s: self.rate_per_s }
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

    pub(crate) fn of(window: &Window, header: &RunHeader, seed: u64) -> StepRow {
        let (step, total) = (window.step, &window.total);
        let (errors, generator_errors) = Window::errors(total);
        let answered = total.requests.saturating_sub(generator_errors);
        let share = wilson(errors, answered);
        let unix_us = |at: u64| header.started_unix_us.saturating_add_unsigned(at);
        let mut row = StepRow {
            number: step.number,
            threads: step.threads,
            nodes: step.nodes,
            users: step.users(),
            rate_per_s: step.rate_per_s,
            started_unix_us: unix_us(step.started_us),
            ended_unix_us: step.ended_us.map(unix_us),
            measured_from_us: window.from_us,
            measured_to_us: window.to_us,
            measured_s: window.duration_s(),
            cut_short: step.cut_short,
            abandoned: step.abandoned,
            requests: total.requests,
            throughput_per_s: throughput_of(&[window], total, None, seed),
            growth: None,
            errors,
            errors_percent: if answered == 0 { 0.0 } else { 100.0 * errors as f64 / answered as f64 },
            errors_percent_bounds_95: Bounds { low: 100.0 * share.low, high: 100.0 * share.high },
            generator_errors,
            error_details: error_details(total),
            arrivals: ArrivalState::of(window, header.design == Design::Single),
            response: ResponseTimes::of(&total.response),
            service: total.service.as_ref().map(ResponseTimes::of),
            named_percentiles: named_percentiles(total, header),
            first_byte_p50_us: total.first_byte.quantile_us(0.50),
            first_byte_p95_us: total.first_byte.quantile_us(0.95),
            little: LittleCheck::of(window),
            bytes_received_per_s: per_s(total.bytes_received, window),
            bytes_sent_per_s: per_s(total.bytes_sent, window),
            generator: GeneratorState::of(window),
            servers: None,
            problems: Vec::new(),
        };
        row.problems = problems(&row);
        row
    }
}

fn named_percentiles(total: &Interval, header: &RunHeader) -> Vec<NamedPercentile> {
    let percents = Named::of(&header.requirements).percentiles.into_iter();
    let named = |percent| NamedPercentile {
        percent,
        us: total.response.quantile_us(percent / 100.0),
        service_us: total.service.as_ref().and_then(|service| service.quantile_us(percent / 100.0)),
    };
    percents.map(named).collect()
}

/// Requests per second of the windows that succeeded, with the bootstrap interval over their whole seconds.
/// `interval` is what the windows hold of the transaction; `None`: of all requests.
pub(crate) fn throughput_of(
    windows: &[&Window],
    interval: &Interval,
    transaction: Option<&Transaction>,
    seed: u64,
) -> Estimate {
    let rates: Vec<(f64, f64)> = windows.iter().flat_map(|window| window.rates(transaction)).collect();
    let duration_s: f64 = windows.iter().map(|window| window.duration_s()).sum();
    let value = if duration_s > 0.0 { interval.succeeded() as f64 / duration_s } else { 0.0 };
    Estimate { value, bounds_95: ratio_bounds(&rates, seed) }
}

pub(crate) fn per_s(count: u64, window: &Window) -> f64 {
    if window.to_us > window.from_us {
        count as f64 * SECOND_US as f64 / (window.to_us - window.from_us) as f64
    } else {
        0.0
    }
}
