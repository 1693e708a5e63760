//! The step table: a row is made whole, of its window, of the best step before it and of who answered.

use super::arrivals::ArrivalState;
use super::change::change_between;
use super::generator::GeneratorState;
use super::growth::{Base, goal_of};
use super::hang::{FailingEnd, Hang};
use super::little::LittleCheck;
use super::mix::{RequestMix, mix_differs, mix_of};
use super::node::NodeLoad;
use super::row::{ServersAtWork, StepRow};
use super::slowdown::{LoadMove, Slowdown, changes};
use super::stuck::StuckUsers;
use super::times::{NamedPercentile, ResponseTimes, error_details};
use super::window::{Window, per_s, sum_us, throughput_of, users_reported};
use crate::requirements::Named;
use crate::statistics::{Bounds, Estimate, resampling_seed, wilson};
use crate::validity::{StepProblem, TimingUncertainty, problems, timing_uncertainty};
use plimsoll_run::record::Second;
use plimsoll_run::{
    Design, ImportedMeasurement, ImportedRows, ImportedStep, Interval, LoadStep, MeasurementSource, RunHeader,
};

/// Every step, in the order in which they were run.
pub(crate) fn step_table(
    windows: &[Window],
    header: &RunHeader,
    servers: impl IntoIterator<Item = Option<ServersAtWork>>,
    seed: u64,
) -> Vec<StepRow> {
    let goal = goal_of(&header.design);
    let is_ramp = matches!(header.design, Design::Ramp { .. });
    let mut best: Option<Base> = None;
    let row = |(place, servers): (usize, Option<ServersAtWork>)| {
        let window = &windows[place];
        let mut row = step_row(window, header, resampling_seed(seed, u64::from(window.step.number)));
        let before = place.checked_sub(1).map(|before| &windows[before]);
        row.problems.extend(before.and_then(|before| backlog_before(before, window, &row)));
        let own = Base { step: row.number, load: row.load().value(), per_s: row.throughput_per_s.value };
        // What follows from throughput is no load to gain by.
        let growth = best.filter(|_| !row.is_at_work && !is_ramp).and_then(|base| base.growth(own, goal));
        if best.is_none_or(|base| own.per_s > base.per_s) {
            best = Some(own);
        }
        StepRow { growth, servers, ..row }
    };
    let mut rows: Vec<StepRow> = (0..windows.len()).zip(servers).map(row).collect();
    let is_one_mix = || {
        let mixes: Vec<RequestMix> = windows.iter().map(|window| mix_of(&window.seconds)).collect();
        mixes.windows(2).all(|pair| mix_differs(&pair[0], &pair[1]).is_none())
    };
    if let Some(change) = change_between(&rows).filter(|_| is_one_mix()) {
        let before = rows.iter_mut().filter(|row| row.number <= change.before_step);
        before.for_each(|row| row.is_before_change = true);
    }
    rows
}

/// Without a time between them what one step leaves unanswered is answered in the next.
fn backlog_before(before: &Window, window: &Window, row: &StepRow) -> Option<StepProblem> {
    let goes_on = before.step.ended_us == Some(window.step.started_us);
    let works_off = row.arrivals.as_ref().is_some_and(ArrivalState::works_off_backlog);
    (goes_on && works_off && row.problems.is_empty())
        .then_some(StepProblem::BacklogBefore { step: before.step.number })
}

/// Throughput of a step by its recorded seconds, as its row has it; without an interval where they say nothing.
pub fn throughput_of_step(step: &LoadStep, seconds: &[Second], seed: u64) -> Estimate {
    let of_step: Vec<&Second> = seconds.iter().filter(|second| second.step == step.number).collect();
    let seed = resampling_seed(seed, u64::from(step.number));
    step_row(&Window::of_seconds(step, &of_step), &RunHeader::default(), seed).throughput_per_s
}

/// One step by itself.
pub(crate) fn step_row(window: &Window, header: &RunHeader, seed: u64) -> StepRow {
    let (step, total) = (window.step, &window.total);
    let (errors, generator_errors) = Window::errors(total);
    let answered = total.requests.saturating_sub(generator_errors);
    let share = wilson(errors, answered);
    let unix_us = |at: u64| header.started_unix_us.saturating_add_unsigned(at);
    let imported = imported_step(header, step.number);
    let row = StepRow {
        number: step.number,
        threads: step.threads,
        nodes: step.nodes,
        users: step.users(),
        mean_users: mean_users(window, header),
        is_at_work: is_at_work(window, header),
        rate_per_s: step.rate_per_s,
        started_unix_us: unix_us(step.started_us),
        ended_unix_us: step.ended_us.map(unix_us),
        measured_from_us: window.from_us,
        measured_to_us: window.to_us,
        measured_s: window.duration_s(),
        cut_short: step.cut_short,
        abandoned: step.abandoned,
        hung: Hang::of(window),
        failing_end: FailingEnd::of(window),
        slowed: None,
        is_before_change: false,
        load_moved: None,
        stuck: None,
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
        by_node: NodeLoad::all(window, header),
        uncertainty: None,
        servers: None,
        is_from_table: imported.is_some(),
        problems: Vec::new(),
    };
    let uncertainty = timing_uncertainty(&row, window);
    let widened =
        |uncertainty: TimingUncertainty| uncertainty.widened(row.throughput_per_s, most_per_s(&row));
    let throughput_per_s = uncertainty.map_or(row.throughput_per_s, widened);
    let (slowed, load_moved) = changed(window, &row, header);
    // Users who come and go are perhaps those of arrivals, and who waits keeps nobody from coming.
    let is_closed = !row.is_at_work && row.rate_per_s.is_none() && row.mean_users.is_none();
    let users = Some(row.load().value()).filter(|_| is_closed);
    let is_known = !header.means_only && window.generator.arrivals.is_empty();
    let stuck = users.filter(|_| is_known).and_then(|users| StuckUsers::of(window, users));
    // Users who wait make fewer requests, and that is no other load.
    let load_moved = load_moved.filter(|_| stuck.is_none());
    let row = StepRow { uncertainty, throughput_per_s, slowed, load_moved, stuck, ..row };
    let row = match imported {
        Some(imported) => as_written(row, imported, header.lengths_made_up),
        None => row,
    };
    StepRow { problems: problems(&row), ..row }
}

/// Of a window whose load is to stay the same, and of whose seconds something is known.
fn changed(window: &Window, row: &StepRow, header: &RunHeader) -> (Option<Slowdown>, Option<LoadMove>) {
    if matches!(header.design, Design::Ramp { .. }) || header.means_only {
        return (None, None);
    }
    changes(window, Some(row.load().value()).filter(|_| !row.is_at_work && row.rate_per_s.is_none()))
}

/// What its users could bring if every request were as quick as the quickest one, and nobody waited between two.
fn most_per_s(row: &StepRow) -> f64 {
    let quickest_us = row.service().min_us.filter(|us| *us > 0);
    quickest_us.map_or(f64::INFINITY, |us| f64::from(row.users) * 1e6 / us as f64)
}

/// What an imported table tells of the step, where nothing else was measured.
pub(crate) fn imported_step(header: &RunHeader, step: u32) -> Option<&ImportedStep> {
    let tables = header.imported_tables.iter().filter(|_| header.means_only);
    let steps = tables.filter_map(|table| match &table.rows {
        ImportedRows::Steps(steps) => Some(steps),
        _ => None,
    });
    steps.flatten().find(|imported| imported.step == step && imported.throughput_per_s.is_some())
}

/// The figures of the table as they were written: seconds hold whole requests, and times that are made up no number of them.
fn as_written(mut row: StepRow, imported: &ImportedStep, lengths_made_up: bool) -> StepRow {
    if let Some(per_s) = imported.throughput_per_s {
        row.throughput_per_s = Estimate { value: per_s, bounds_95: None };
    }
    if let Some(percent) = imported.error_percent {
        row.errors_percent = percent;
        if lengths_made_up {
            // Of how many requests is not known.
            row.errors_percent_bounds_95 = Bounds { low: percent, high: percent };
        }
    }
    row.measured_s = imported.measured_s.unwrap_or(row.measured_s);
    row.response.mean_us = row.response.mean_us.or(imported.mean_us);
    row.response.fill_in(&imported.percentiles);
    row
}

/// Users that ran in the window on average, where an imported run tells them and the step's number is another.
fn mean_users(window: &Window, header: &RunHeader) -> Option<f64> {
    let measurement = header.generator.imported()?;
    if measurement.source == MeasurementSource::Table {
        return imported_step(header, window.step.number)?.users;
    }
    let reported = users_reported(&window.seconds);
    let window_us = (window.to_us - window.from_us) as f64;
    // Where no users are known, they are the requests at work (Little's law).
    let mean = match reported {
        Some(users) => users,
        None if window_us > 0.0 => sum_us(&window.total.response) / window_us,
        None => return None,
    };
    let users = f64::from(window.step.users());
    // On a ramp there is no number that the mean could be.
    let share = if matches!(header.design, Design::Ramp { .. }) { 0.0 } else { USERS_SHARE };
    let is_near = (mean - users).abs() <= (share * users).max(0.05);
    let same = reported.is_some() && is_near && !users_vary(&window.seconds);
    (!same && mean > 0.0).then_some(mean)
}

/// Users came and went: in a tenth of the seconds there were far more than in another tenth.
fn users_vary(seconds: &[&Second]) -> bool {
    let known = seconds.iter().filter(|second| !second.generator.workers.is_empty());
    let mut users: Vec<u32> = known.map(|second| second.generator.users()).collect();
    users.sort_unstable();
    let (low, high) = (users.get(users.len() / 10), users.get(users.len() * 9 / 10));
    low.zip(high).is_some_and(|(low, high)| f64::from(*high) > VARY * f64::from(*low) + 1.0)
}

/// Times as many users, and one more.
const VARY: f64 = 1.25;

/// An imported run in which no users are known.
fn is_at_work(window: &Window, header: &RunHeader) -> bool {
    let unknown_users = || window.seconds.iter().all(|second| second.generator.workers.is_empty());
    let of_requests = |by: &ImportedMeasurement| by.source != MeasurementSource::Table;
    header.generator.imported().is_some_and(of_requests) && unknown_users()
}

/// A mean that differs by less from the number of users is that number.
const USERS_SHARE: f64 = 0.02;

fn named_percentiles(total: &Interval, header: &RunHeader) -> Vec<NamedPercentile> {
    let percents = Named::of(&header.requirements).percentiles.into_iter();
    let named = |percent| NamedPercentile {
        percent,
        us: total.response.quantile_us(percent / 100.0),
        service_us: total.service.as_ref().and_then(|service| service.quantile_us(percent / 100.0)),
    };
    percents.map(named).collect()
}
