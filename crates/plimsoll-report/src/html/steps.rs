//! The step table.

use super::details::lines;
use crate::evidence::step_anchor;
use crate::words::number::dash;
use crate::words::{self, Words, args};
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

    pub fn cell(&self, words: &Words, us: Option<f64>) -> String {
        us.map_or_else(dash, |us| words.fixed(us / self.divisor, self.decimals))
    }
}

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let unit = TimeUnit::of(run.steps.iter().map(|s| &s.response));
    html! {
        section id="steps" {
            h2 { (words.text("label-steps")) }
            @if run.is_open() { (open_table(words, run)) } @else { (load_table(words, run)) }
            (times_table(words, run, &unit))
            p.note {
                (if run.is_open() { words.text("label-step-note-open") } else { words.text("label-step-note") }) " " (words.text("run-totals"))
                @if let (Some(day), false) = dates(words, run) { " " (words.all_on(&day, &run.header.time_zone)) }
            }
        }
    }
}

/// The best of several: a single step is not best of anything.
fn best(run: &RunAnalysis) -> Option<u32> {
    run.capacity.best().filter(|_| run.steps.len() > 1).map(|best| best.step)
}

fn load_table(words: &Words, run: &RunAnalysis) -> Markup {
    let best = best(run);
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (words.text("label-step")) } th { (words.text("label-threads")) } th { (words.text("label-nodes")) } th { (words.text("label-users")) } th { (words.text("label-throughput-per-s")) } th { (words.text("label-interval")) }
                    th { (words.text("label-gain")) } th { (words.text("label-goal")) } th { (words.text("label-errors")) } th { (words.text("label-errors-percent")) } th { (words.text("label-little")) }
                    th { (words.text("label-start")) } th { (words.text("label-end")) } th.text { (words.text("label-validity")) }
                } }
                tbody {
                    @for step in &run.steps { (load_row(words, run, step, best == Some(step.number))) }
                    @if run.steps.len() > 1 { (total_row(words, run)) }
                }
            }
        }
    }
}

/// Of open load: what became of the arrivals in place of users, gain and goal.
fn open_table(words: &Words, run: &RunAnalysis) -> Markup {
    let best = best(run);
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (words.text("label-step")) } th { (words.text("label-asked-per-s")) } th { (words.text("label-arrivals-per-s")) } th { (words.text("label-requests-per-s")) }
                    th { (words.text("label-interval")) } th { (words.text("label-waited")) } th { (words.text("label-dropped")) } th { (words.text("label-waiting")) }
                    th { (words.text("label-at-work")) } th { (words.text("label-delay-p99")) } th { (words.text("label-errors-percent")) }
                    th { (words.text("label-start")) } th.text { (words.text("label-validity")) }
                } }
                tbody {
                    @for step in &run.steps { (open_row(words, run, step, best == Some(step.number))) }
                    @if run.steps.len() > 1 {
                        tr.total {
                            th { (words.text("label-total")) }
                            td colspan="5" { (words.count(run.total.requests)) " " (words.text("label-requests-small")) }
                            td { (words.count(run.total.dropped)) } td colspan="3" {}
                            td { (words.percent(run.total.errors_percent)) }
                            td colspan="2" {}
                        }
                    }
                }
            }
        }
    }
}

fn open_row(words: &Words, run: &RunAnalysis, step: &StepRow, best: bool) -> Markup {
    let arrivals = step.arrivals.as_ref();
    let of = |figure: fn(&ArrivalState) -> u64| {
        arrivals.map_or_else(dash, |arrivals| words.count(figure(arrivals)))
    };
    let busy =
        arrivals.map_or_else(dash, |a| words.say("label-of", args![part = a.busy_at_end, whole = a.users]));
    html! {
        tr.best[best].invalid[!step.is_valid()] id=(step_anchor(step.number)) {
            th { (step.number) @if best { " ★" } }
            td { (step.rate_per_s.map_or_else(dash, |rate| words::load::asked_number(words, rate))) }
            td { (arrivals.map_or_else(dash, |arrivals| words.rate(arrivals.started_per_s))) }
            td { strong { (words.rate(step.throughput_per_s.value)) } }
            td { (words.rate_bounds(&step.throughput_per_s).unwrap_or_else(|| words.text("label-not-available"))) }
            td { (of(|a| a.waited)) } td { (of(|a| a.dropped)) } td { (of(|a| a.waiting_at_end)) }
            td { (busy) } td { (words.time_or_dash(arrivals.and_then(|a| a.delay_p99_us))) }
            td { (words.percent(step.errors_percent)) } td { (clock(words, run, step.started_unix_us)) }
            td.text.whole {
                (words::validity::step(words, &step.problems))
                @if let Some(servers) = step.servers { "; " strong { (words::detectors::servers_at_work(words, servers)) } }
            }
        }
    }
}

/// The time of day, with its date where one day is not enough.
fn clock(words: &Words, run: &RunAnalysis, at: i64) -> String {
    let zone = &run.header.time_zone;
    if dates(words, run).1 {
        format!("{} {}", words.date(at, zone), words.clock(at, zone))
    } else {
        words.clock(at, zone)
    }
}

fn load_row(words: &Words, run: &RunAnalysis, step: &StepRow, best: bool) -> Markup {
    html! {
        tr.best[best].invalid[!step.is_valid()] id=(step_anchor(step.number)) {
            th { (step.number) @if best { " ★" } }
            td { (step.threads) } td { (step.nodes) } td { (step.users) }
            td { strong { (words.rate(step.throughput_per_s.value)) } }
            td { (words.rate_bounds(&step.throughput_per_s).unwrap_or_else(|| words.text("label-not-available"))) }
            @match &step.growth {
                Some(growth) => { td { (words.whole_percent(growth.gain_percent)) } td { (words.whole_percent(growth.goal_percent)) } }
                None => { td { (dash()) } td { (dash()) } }
            }
            td { (words.count(step.errors)) } td { (words.percent(step.errors_percent)) }
            td {
                (step.little.as_ref().map_or_else(dash, |check| words::validity::little(words, check)))
            }
            td { (clock(words, run, step.started_unix_us)) }
            td { (step.ended_unix_us.map_or_else(dash, |at| clock(words, run, at))) }
            td.text.whole {
                (words::validity::step(words, &step.problems))
                @if let Some(servers) = step.servers { "; " strong { (words::detectors::servers_at_work(words, servers)) } }
            }
        }
    }
}

/// The day on which the steps began, and whether another is needed.
fn dates(words: &Words, run: &RunAnalysis) -> (Option<String>, bool) {
    let at = run.steps.iter().flat_map(|step| [Some(step.started_unix_us), step.ended_unix_us]).flatten();
    let mut days = at.map(|at| words.date(at, &run.header.time_zone));
    let first = days.next();
    let other = days.any(|day| Some(&day) != first.as_ref());
    (first, other)
}

fn total_row(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        tr.total {
            th { (words.text("label-total")) }
            td colspan="7" { (words.count(run.total.requests)) " " (words.text("label-requests-small")) }
            td { (words.count(run.total.errors)) } td { (words.percent(run.total.errors_percent)) }
            td colspan="4" {}
        }
    }
}

fn times_table(words: &Words, run: &RunAnalysis, unit: &TimeUnit) -> Markup {
    let both = run.has_intended_starts();
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th rowspan="2" { (words.text("label-step")) } th rowspan="2" { (words.text("label-requests")) } th rowspan="2" { (words.text("label-measured")) }
                        @if both { th.text rowspan="2" { (words.text("label-times-of")) } }
                        th.group colspan="6" { (words.say(if both { "label-times-in" } else { "label-response-time-in" }, args![unit = unit.name])) }
                        th.group colspan="2" { (words.say("label-first-byte-in", args![unit = unit.name])) }
                        th.group colspan="2" { (words.text("label-bytes")) }
                    }
                    tr {
                        th { (words.text("label-mean")) } th { "p50" } th { "p95" } th { "p98" } th { "p99" } th { (words.text("label-max")) }
                        th { "p50" } th { "p95" } th { (words.text("label-received")) } th { (words.text("label-sent")) }
                    }
                }
                tbody { @for step in &run.steps { (times_rows(words, run, step, unit, both)) } }
            }
        }
    }
}

/// One row, or with intended starts one for response and one for service time.
fn times_rows(words: &Words, run: &RunAnalysis, step: &StepRow, unit: &TimeUnit, both: bool) -> Markup {
    let best = best(run) == Some(step.number);
    let lines = lines(words, &step.response, step.service.as_ref(), both);
    let span = lines.len();
    html! {
        @for (i, (name, line)) in lines.iter().enumerate() {
            tr.best[best].invalid[!step.is_valid()] {
                @if i == 0 {
                    th rowspan=(span) { (step.number) @if best { " ★" } }
                    td rowspan=(span) { (words.count(step.requests)) } td rowspan=(span) { (words.length(step.measured_s)) }
                }
                @if both { td.text { (name) } }
                (times(words, line, unit))
                @if i == 0 {
                    td rowspan=(span) { (unit.cell(words, step.first_byte_p50_us.map(|us| us as f64))) }
                    td rowspan=(span) { (unit.cell(words, step.first_byte_p95_us.map(|us| us as f64))) }
                    td rowspan=(span) { (words.bytes_per_s(step.bytes_received_per_s)) }
                    td rowspan=(span) { (words.bytes_per_s(step.bytes_sent_per_s)) }
                }
            }
        }
    }
}

/// mean, p50, p95, p98, p99, max
pub fn times(words: &Words, times: &ResponseTimes, unit: &TimeUnit) -> Markup {
    let whole = |us: Option<u64>| unit.cell(words, us.map(|us| us as f64));
    html! {
        td { (unit.cell(words, times.mean_us)) }
        td { (whole(times.p50_us)) } td { (whole(times.p95_us)) } td { (whole(times.p98_us)) }
        td { (whole(times.p99_us)) } td { (whole(times.max_us)) }
    }
}
