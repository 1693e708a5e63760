//! The step table.

use super::details::lines;
use crate::words::label;
use crate::words::number::{bytes_per_s, count, dash, percent, rate, rate_bounds, whole_percent};
use crate::words::{self, time};
use maud::{Markup, html};
use plimsoll_analysis::step::{ArrivalState, ResponseTimes};
use plimsoll_analysis::{RunAnalysis, StepRow};

/// One unit and one number of decimals for all response times of a table, so that columns can be compared.
pub struct TimeUnit {
    divisor: f64,
    decimals: usize,
    pub name: &'static str,
}

impl TimeUnit {
    pub fn of<'a>(times: impl Iterator<Item = &'a ResponseTimes> + Clone) -> TimeUnit {
        let smallest = times.clone().filter_map(|t| t.p50_us).min().unwrap_or(0) as f64;
        let largest = times.filter_map(|t| t.p99_us).max().unwrap_or(0) as f64;
        match (smallest, largest) {
            (_, largest) if largest < 1_000.0 => TimeUnit { divisor: 1.0, decimals: 0, name: "µs" },
            (smallest, _) if smallest < 10_000.0 => TimeUnit { divisor: 1e3, decimals: 2, name: "ms" },
            (smallest, _) if smallest < 100_000.0 => TimeUnit { divisor: 1e3, decimals: 1, name: "ms" },
            _ => TimeUnit { divisor: 1e3, decimals: 0, name: "ms" },
        }
    }

    /// The unit of single values.
    pub fn of_us(values: impl Iterator<Item = u64>) -> TimeUnit {
        match values.max().unwrap_or(0) {
            0..1_000 => TimeUnit { divisor: 1.0, decimals: 0, name: "µs" },
            1_000..1_000_000 => TimeUnit { divisor: 1e3, decimals: 1, name: "ms" },
            _ => TimeUnit { divisor: 1e3, decimals: 0, name: "ms" },
        }
    }

    pub fn cell(&self, us: Option<f64>) -> String {
        us.map_or_else(dash, |us| words::number::fixed(us / self.divisor, self.decimals))
    }
}

pub fn section(run: &RunAnalysis) -> Markup {
    let unit = TimeUnit::of(run.steps.iter().map(|s| &s.response));
    html! {
        section {
            h2 { (label::STEPS) }
            @if run.is_open() { (open_table(run)) } @else { (load_table(run)) }
            (times_table(run, &unit))
            p.note {
                (if run.is_open() { label::STEP_NOTE_OPEN } else { label::STEP_NOTE }) " " (words::run::TOTALS)
                @if let (Some(day), false) = dates(run) { " " (words::time::all_on(&day, &run.header.time_zone)) }
            }
        }
    }
}

/// The best of several: a single step is not best of anything.
fn best(run: &RunAnalysis) -> Option<u32> {
    run.capacity.best().filter(|_| run.steps.len() > 1).map(|best| best.step)
}

fn load_table(run: &RunAnalysis) -> Markup {
    let best = best(run);
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (label::STEP) } th { (label::THREADS) } th { (label::NODES) } th { (label::USERS) } th { (label::THROUGHPUT_PER_S) } th { (label::INTERVAL) }
                    th { (label::GAIN) } th { (label::GOAL) } th { (label::ERRORS) } th { (label::ERRORS_PERCENT) } th { (label::LITTLE) }
                    th { (label::START) } th { (label::END) } th.text { (label::VALIDITY) }
                } }
                tbody {
                    @for step in &run.steps { (load_row(run, step, best == Some(step.number))) }
                    @if run.steps.len() > 1 { (total_row(run)) }
                }
            }
        }
    }
}

/// Of open load: what became of the arrivals in place of users, gain and goal.
fn open_table(run: &RunAnalysis) -> Markup {
    let best = best(run);
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (label::STEP) } th { (label::ASKED_PER_S) } th { (label::ARRIVALS_PER_S) } th { (label::REQUESTS_PER_S) }
                    th { (label::INTERVAL) } th { (label::WAITED) } th { (label::DROPPED) } th { (label::WAITING) }
                    th { (label::AT_WORK) } th { (label::DELAY_P99) } th { (label::ERRORS_PERCENT) }
                    th { (label::START) } th.text { (label::VALIDITY) }
                } }
                tbody {
                    @for step in &run.steps { (open_row(run, step, best == Some(step.number))) }
                    @if run.steps.len() > 1 {
                        tr.total {
                            th { (label::TOTAL) }
                            td colspan="5" { (count(run.total.requests)) " " (label::REQUESTS.to_lowercase()) }
                            td { (count(run.total.dropped)) } td colspan="3" {}
                            td { (percent(run.total.errors_percent)) }
                            td colspan="2" {}
                        }
                    }
                }
            }
        }
    }
}

fn open_row(run: &RunAnalysis, step: &StepRow, best: bool) -> Markup {
    let arrivals = step.arrivals.as_ref();
    let of =
        |figure: fn(&ArrivalState) -> u64| arrivals.map_or_else(dash, |arrivals| count(figure(arrivals)));
    let busy = arrivals.map_or_else(dash, |a| {
        format!("{} of {}", count(u64::from(a.busy_at_end)), count(u64::from(a.users)))
    });
    html! {
        tr.best[best].invalid[!step.is_valid()] {
            th { (step.number) @if best { " ★" } }
            td { (step.rate_per_s.map_or_else(dash, words::load::asked_number)) }
            td { (arrivals.map_or_else(dash, |arrivals| rate(arrivals.started_per_s))) }
            td { strong { (rate(step.throughput_per_s.value)) } }
            td { (rate_bounds(&step.throughput_per_s).unwrap_or_else(|| label::NOT_AVAILABLE.to_owned())) }
            td { (of(|a| a.waited)) } td { (of(|a| a.dropped)) } td { (of(|a| a.waiting_at_end)) }
            td { (busy) } td { (words::number::time_or_dash(arrivals.and_then(|a| a.delay_p99_us))) }
            td { (percent(step.errors_percent)) } td { (clock(run, step.started_unix_us)) }
            td.text.whole { (words::validity::step(&step.problems)) }
        }
    }
}

/// The time of day, with its date where one day is not enough.
fn clock(run: &RunAnalysis, at: i64) -> String {
    let zone = &run.header.time_zone;
    if dates(run).1 {
        format!("{} {}", time::date(at, zone), time::clock(at, zone))
    } else {
        time::clock(at, zone)
    }
}

fn load_row(run: &RunAnalysis, step: &StepRow, best: bool) -> Markup {
    html! {
        tr.best[best].invalid[!step.is_valid()] {
            th { (step.number) @if best { " ★" } }
            td { (step.threads) } td { (step.nodes) } td { (step.users) }
            td { strong { (rate(step.throughput_per_s.value)) } }
            td { (rate_bounds(&step.throughput_per_s).unwrap_or_else(|| label::NOT_AVAILABLE.to_owned())) }
            @match &step.growth {
                Some(growth) => { td { (whole_percent(growth.gain_percent)) } td { (whole_percent(growth.goal_percent)) } }
                None => { td { (dash()) } td { (dash()) } }
            }
            td { (count(step.errors)) } td { (percent(step.errors_percent)) }
            td {
                (step.little.as_ref().map_or_else(dash, words::validity::little))
            }
            td { (clock(run, step.started_unix_us)) }
            td { (step.ended_unix_us.map_or_else(dash, |at| clock(run, at))) }
            td.text.whole { (words::validity::step(&step.problems)) }
        }
    }
}

/// The day on which the steps began, and whether another is needed.
fn dates(run: &RunAnalysis) -> (Option<String>, bool) {
    let at = run.steps.iter().flat_map(|step| [Some(step.started_unix_us), step.ended_unix_us]).flatten();
    let mut days = at.map(|at| time::date(at, &run.header.time_zone));
    let first = days.next();
    let other = days.any(|day| Some(&day) != first.as_ref());
    (first, other)
}

fn total_row(run: &RunAnalysis) -> Markup {
    html! {
        tr.total {
            th { (label::TOTAL) }
            td colspan="7" { (count(run.total.requests)) " " (label::REQUESTS.to_lowercase()) }
            td { (count(run.total.errors)) } td { (percent(run.total.errors_percent)) }
            td colspan="4" {}
        }
    }
}

fn times_table(run: &RunAnalysis, unit: &TimeUnit) -> Markup {
    let both = run.has_intended_starts();
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th rowspan="2" { (label::STEP) } th rowspan="2" { (label::REQUESTS) } th rowspan="2" { (label::MEASURED) }
                        @if both { th.text rowspan="2" { (label::TIMES_OF) } }
                        th.group colspan="6" { (if both { label::TIMES_IN } else { label::RESPONSE_TIME_IN }) (unit.name) }
                        th.group colspan="2" { (label::FIRST_BYTE_IN) (unit.name) }
                        th.group colspan="2" { (label::BYTES) }
                    }
                    tr {
                        th { (label::MEAN) } th { "p50" } th { "p95" } th { "p98" } th { "p99" } th { (label::MAX) }
                        th { "p50" } th { "p95" } th { (label::RECEIVED) } th { (label::SENT) }
                    }
                }
                tbody { @for step in &run.steps { (times_rows(run, step, unit, both)) } }
            }
        }
    }
}

/// One row, or with intended starts one for response and one for service time.
fn times_rows(run: &RunAnalysis, step: &StepRow, unit: &TimeUnit, both: bool) -> Markup {
    let best = best(run) == Some(step.number);
    let lines = lines(&step.response, step.service.as_ref(), both);
    let span = lines.len();
    html! {
        @for (i, (name, line)) in lines.iter().enumerate() {
            tr.best[best].invalid[!step.is_valid()] {
                @if i == 0 {
                    th rowspan=(span) { (step.number) @if best { " ★" } }
                    td rowspan=(span) { (count(step.requests)) } td rowspan=(span) { (time::length(step.measured_s)) }
                }
                @if both { td.text { (name) } }
                (times(line, unit))
                @if i == 0 {
                    td rowspan=(span) { (unit.cell(step.first_byte_p50_us.map(|us| us as f64))) }
                    td rowspan=(span) { (unit.cell(step.first_byte_p95_us.map(|us| us as f64))) }
                    td rowspan=(span) { (bytes_per_s(step.bytes_received_per_s)) }
                    td rowspan=(span) { (bytes_per_s(step.bytes_sent_per_s)) }
                }
            }
        }
    }
}

/// mean, p50, p95, p98, p99, max
pub fn times(times: &ResponseTimes, unit: &TimeUnit) -> Markup {
    let whole = |us: Option<u64>| unit.cell(us.map(|us| us as f64));
    html! {
        td { (unit.cell(times.mean_us)) }
        td { (whole(times.p50_us)) } td { (whole(times.p95_us)) } td { (whole(times.p98_us)) }
        td { (whole(times.p99_us)) } td { (whole(times.max_us)) }
    }
}
