//! The step table: a row is made whole, of its window, of the best step before it and of who answered.

use super::arrivals::ArrivalState;
use super::generator::GeneratorState;
use super::growth::{Base, goal_of};
use super::little::LittleCheck;
use super::row::{ServersAtWork, StepRow};
use super::times::{NamedPercentile, ResponseTimes, error_details};
use super::window::{Window, per_s, throughput_of};
use crate::requirements::Named;
use crate::statistics::{Bounds, resampling_seed, wilson};
use crate::validity::problems;
use plimsoll_run::{Design, Interval, RunHeader};

/// Every step, in the order in which they were run.
pub(crate) fn step_table(
    windows: &[Window],
    header: &RunHeader,
    servers: impl IntoIterator<Item = Option<ServersAtWork>>,
    seed: u64,
) -> Vec<StepRow> {
    let goal = goal_of(&header.design);
    let mut best: Option<Base> = None;
    let row = |(window, servers): (&Window, Option<ServersAtWork>)| {
        let row = step_row(window, header, resampling_seed(seed, u64::from(window.step.number)));
        let own = Base { step: row.number, load: row.load().value(), per_s: row.throughput_per_s.value };
        let growth = best.and_then(|base| base.growth(own, goal));
        if best.is_none_or(|base| own.per_s > base.per_s) {
            best = Some(own);
        }
        StepRow { growth, servers, ..row }
    };
    windows.iter().zip(servers).map(row).collect()
}

/// One step by itself.
pub(crate) fn step_row(window: &Window, header: &RunHeader, seed: u64) -> StepRow {
    let (step, total) = (window.step, &window.total);
    let (errors, generator_errors) = Window::errors(total);
    let answered = total.requests.saturating_sub(generator_errors);
    let share = wilson(errors, answered);
    let unix_us = |at: u64| header.started_unix_us.saturating_add_unsigned(at);
    let row = StepRow {
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
    StepRow { problems: problems(&row), ..row }
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
