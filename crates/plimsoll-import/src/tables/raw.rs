//! Loads by rows, as other tools and teams write them down: a column of users and one of throughput, under any of their usual
//! names or those that the user gives; a run for each combination of what else the rows differ in. What each column was taken
//! for is said.

use super::sheet::{Sheet, SheetRow};
use super::table_run::{NOMINAL_STEP_S, TableRun, nominal};
use crate::possible_step::possible;
use crate::step_table::TableStep;
use crate::time_columns::{TimeColumn, TimeFigure, TimesOfRow};
use plimsoll_run::{ColumnMeaning, ColumnUse, UsedColumn, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// What a column can be taken for, as `--columns` names it; its usual names, as [`plain`] has them.
const MEANINGS: [(&str, &[&str]); 11] = [
    (
        "threads",
        // Where there are connections or clients too, threads are those of the load generator (wrk, pgbench).
        &[
            "users",
            "vus",
            "concurrent_users",
            "virtual_users",
            "number_of_users",
            "clients",
            "concurrent_clients",
            "concurrency",
            "connections",
            "conn",
            "terminals",
            "threads",
            "num_threads",
            "number_of_threads",
        ],
    ),
    (
        "throughput",
        &[
            "throughput",
            "throughput_per_s",
            "throughput_s",
            "throughput_1_s",
            "throughput_requests_per_second",
            "throughput_req_per_s",
            "throughput_requests_sec",
            "throughput_requests_s",
            "throughput_req_s",
            "throughput_per_sec",
            "throughput_tps",
            "throughput_rps",
            "requests_sec",
            "requests_s",
            "requests_per_second",
            "requests_per_sec",
            "req_s",
            "req_per_s",
            "reqs_per_s",
            "rps",
            "tps",
            "transactions_per_second",
            "transactions_per_sec",
            "transactions_sec",
            "qps",
            "queries_per_second",
            "events_per_second",
            "events_per_sec",
            "eventspersec",
            "ops",
            "ops_s",
            "ops_sec",
            "ops_per_sec",
        ],
    ),
    (
        "errors_pct",
        &[
            "error_pct",
            "errors_pct",
            "error_percent",
            "errors_percent",
            "error_percentage",
            "pct_errors",
            "pct_error",
            "failed_pct",
            "failures_pct",
            "failure_pct",
            "fail_pct",
            "error_rate_pct",
            "failure_rate_pct",
            "failed_requests_pct",
            "requests_failed_pct",
        ],
    ),
    (
        "mean_ms",
        &[
            "average_response_time_ms",
            "avg_response_time_ms",
            "mean_response_time_ms",
            "avg_latency_ms",
            "average_latency_ms",
            "latency_avg_ms",
            "lat_avg_ms",
            "latency_average_ms",
            "mean_latency_ms",
            "avg_ms",
            "mean_ms",
            "response_time_avg_ms",
        ],
    ),
    ("mean_s", &["average_response_time_s", "avg_latency_s", "mean_s", "avg_s"]),
    ("nodes", &["nodes"]),
    ("minutes", &["minutes", "duration_min"]),
    ("seconds", &["seconds", "duration_s", "duration_sec"]),
    (
        "requests",
        &[
            "samples",
            "num_samples",
            "number_of_samples",
            "requests",
            "num_requests",
            "number_of_requests",
            "total_requests",
        ],
    ),
    (
        "errors",
        &["error_count", "errors", "failures", "failed", "failed_requests", "num_errors", "number_of_errors"],
    ),
    ("test", &["test", "scenario", "scenario_name"]),
];

/// Names that `--columns` takes.
pub fn meanings() -> Vec<&'static str> {
    MEANINGS.iter().map(|(name, ..)| *name).collect()
}

/// `Error %` is `error_pct`, `Throughput (Requests/sec)` is `throughput_requests_sec`.
fn plain(name: &str) -> String {
    let spelt = name.to_lowercase().replace('%', " pct ");
    let parts = spelt.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}

/// Which column is taken for what.
struct Taken {
    places: BTreeMap<&'static str, usize>,
    /// Percentiles of response times, by their names; a mean where none is taken for it.
    times: Vec<TimeColumn>,
}

impl Taken {
    /// `mapping` is what the user says, meaning and column; where nothing is named, the usual names count, in their order.
    fn of(sheet: &Sheet, mapping: &BTreeMap<String, String>) -> Result<Taken, String> {
        let mut places = BTreeMap::new();
        for (meaning, names) in MEANINGS {
            let place = match mapping.get(meaning) {
                Some(column) => {
                    let wanted = plain(column);
                    let place = sheet.columns.iter().position(|name| plain(name) == wanted);
                    Some(place.ok_or_else(|| no_column(sheet, column))?)
                }
                None => {
                    names.iter().find_map(|known| sheet.columns.iter().position(|name| plain(name) == *known))
                }
            };
            places.extend(place.map(|place| (meaning, place)));
        }
        // `1.5%` is no number of requests.
        let is_share = |place: &usize| {
            let says = |text: &&str| !matches!(*text, "" | "-" | "0");
            let mut texts = sheet.rows.iter().map(|row| row.text(*place)).filter(says).peekable();
            texts.peek().is_some() && texts.all(|text| text.ends_with('%'))
        };
        let counted = places.get("errors").copied().filter(is_share);
        if let Some(place) = counted.filter(|_| !places.contains_key("errors_pct")) {
            places.remove("errors");
            places.insert("errors_pct", place);
        }
        let is_free = |column: &TimeColumn| !places.values().any(|place| *place == column.place);
        let has_mean = places.contains_key("mean_ms") || places.contains_key("mean_s");
        let counts = |column: &TimeColumn| column.figure != TimeFigure::Mean || !has_mean;
        let times = sheet.time_columns().into_iter().filter(counts).filter(is_free).collect();
        Ok(Taken { places, times })
    }

    fn has_percentiles(&self) -> bool {
        self.times.iter().any(|column| column.figure != TimeFigure::Mean)
    }

    fn all(&self) -> impl Iterator<Item = usize> {
        self.places.values().copied().chain(self.times.iter().map(|column| column.place))
    }

    fn place(&self, meaning: &str) -> Option<usize> {
        self.places.get(meaning).copied()
    }

    fn is_load(&self) -> bool {
        self.place("threads").is_some() && self.place("throughput").is_some()
    }
}

fn no_column(sheet: &Sheet, column: &str) -> String {
    format!("there is no column {column:?}; there are {}", sheet.columns.join(", "))
}

pub fn is(sheet: &Sheet, mapping: &BTreeMap<String, String>) -> bool {
    if sheet.columns.len() < 2 {
        return false;
    }
    let names: Vec<String> = sheet.columns.iter().map(|name| plain(name)).collect();
    // A column that was named makes it one, if only to say which is missing.
    let is_named = mapping.values().any(|column| names.contains(&plain(column)));
    is_named || Taken::of(sheet, &BTreeMap::new()).is_ok_and(|taken| taken.is_load())
}

/// Its rows are loads with percentiles of their own.
pub fn has_percentiles(sheet: &Sheet) -> bool {
    Taken::of(sheet, &BTreeMap::new()).is_ok_and(|taken| taken.is_load() && taken.has_percentiles())
}

/// The runs, and what each column was taken for.
pub fn read(
    sheet: &Sheet,
    mapping: &BTreeMap<String, String>,
    problems: &mut Vec<String>,
) -> (Vec<TableRun>, Option<ColumnUse>) {
    let taken = match Taken::of(sheet, mapping) {
        Ok(taken) => taken,
        Err(problem) => {
            problems.push(problem);
            return (Vec::new(), None);
        }
    };
    let (Some(users), Some(throughput)) = (taken.place("threads"), taken.place("throughput")) else {
        let missing = if taken.place("threads").is_none() { "threads" } else { "throughput" };
        problems.push(format!(
            "no column is known to hold {missing}: name it with --columns {missing}=COLUMN; there are {}",
            sheet.columns.join(", ")
        ));
        return (Vec::new(), None);
    };
    let factors = factors(sheet, &taken);
    let mut runs: Vec<TableRun> = Vec::new();
    for row in &sheet.rows {
        let (Some(threads), Some(per_s)) =
            (row.number(sheet, users, problems), row.number(sheet, throughput, problems))
        else {
            if row.text(users).is_empty() || row.text(throughput).is_empty() {
                problems.push(format!("line {}: it has no users or no throughput", row.line));
            }
            continue;
        };
        let variant = variant(sheet, row, &factors);
        let run = match runs.iter().position(|run| run.variant == variant) {
            Some(place) => &mut runs[place],
            None => {
                runs.push(TableRun { variant, is_nominal: true, has_lengths: true, ..TableRun::default() });
                runs.last_mut().expect("one was just put there")
            }
        };
        let (step, has_length) = step(sheet, row, (&taken, per_s), &run.steps, problems);
        run.has_lengths &= has_length;
        run.steps.push(TableStep { threads, throughput_per_s: Some(per_s), ..step });
    }
    if let [only] = runs.as_mut_slice() {
        only.variant.name.clear();
    }
    (runs, Some(column_use(sheet, &taken, &factors)))
}

fn step(
    sheet: &Sheet,
    row: &SheetRow,
    (taken, per_s): (&Taken, f64),
    before: &[TableStep],
    problems: &mut Vec<String>,
) -> (TableStep, bool) {
    let has_share = taken.place("errors_pct").is_some_and(|place| !row.text(place).is_empty());
    // Other things than numbers may stand there, and were never asked for.
    let count = |meaning: &str| {
        let text = row.text(taken.place(meaning)?).replace([',', ' ', '\u{a0}'], "");
        text.parse::<f64>().ok().filter(|count| count.is_finite() && *count >= 0.0)
    };
    let failed = count("errors")
        .filter(|_| !has_share)
        .and_then(|failed| whole_errors(sheet, row, (taken, failed), problems));
    let requests = count("requests").filter(|requests| *requests > 0.0);
    let percent = taken.place("errors_pct").and_then(|place| row.percent(sheet, place, problems));
    let mut number =
        |meaning: &str| taken.place(meaning).and_then(|place| row.number(sheet, place, problems));
    let said_s = number("minutes").map(|minutes| minutes * 60.0).or_else(|| number("seconds"));
    let by_length = said_s.zip(failed).map(|(seconds, failed)| per_s * seconds + failed);
    let of_requests = requests.or(by_length.filter(|requests| *requests > 0.0));
    let share = |failed: f64| match of_requests {
        Some(requests) => Some(100.0 * failed / requests),
        None => (failed == 0.0).then_some(0.0),
    };
    let error_percent = percent.or_else(|| share(failed?));
    let mean_us = number("mean_ms").map(|ms| ms * 1e3).or_else(|| number("mean_s").map(|s| s * 1e6));
    let nodes = number("nodes").map_or(1, |nodes| nodes as u32).max(1);
    let succeeded = requests.map(|requests| requests * (1.0 - error_percent.unwrap_or(0.0) / 100.0));
    let by_count = succeeded.filter(|_| per_s > 0.0).map(|succeeded| succeeded / per_s);
    let by_count = by_count.filter(|seconds| (1.0..=86_400.0).contains(seconds));
    let length_s = said_s.or(by_count);
    let has_length = length_s.is_some();
    let length_s = length_s.map_or(NOMINAL_STEP_S, |seconds| seconds.clamp(1.0, 86_400.0).round() as i64);
    let column = |place: usize| format!("line {}: {}", row.line, sheet.columns[place]);
    let times = TimesOfRow::of(&taken.times, &|place| row.text(place), &column, problems);
    if let (Some(failed), None) = (failed, error_percent) {
        problems.push(format!(
            "line {}: {failed} requests failed, and nothing says of how many: with a column of requests or of the step's length \
             (--columns requests=COLUMN, seconds=COLUMN) it is a share",
            row.line
        ));
    }
    let step = TableStep {
        error_percent,
        mean_us: mean_us.or(times.mean_us),
        nodes,
        percentiles: times.percentiles,
        resolution_us: times.resolution_us,
        ..nominal(before, length_s)
    };
    (possible(step, row.line, problems), has_length)
}

/// How many requests of the row failed; a fraction is something else.
fn whole_errors(
    sheet: &Sheet,
    row: &SheetRow,
    (taken, failed): (&Taken, f64),
    problems: &mut Vec<String>,
) -> Option<f64> {
    if failed.fract() != 0.0 {
        let column = taken.place("errors").map_or("", |place| sheet.columns[place].as_str());
        problems.push(format!(
            "line {}: {column}: {failed} is no number of requests: if it is their share in percent, --columns errors_pct={column:?}",
            row.line
        ));
        return None;
    }
    Some(failed)
}

/// Figures besides those that are taken, and times of rows: no settings, even where they recur.
const FIGURES: [&str; 14] = [
    "samples",
    "requests",
    "count",
    "errors",
    "error_count",
    "failures",
    "average",
    "median",
    "min",
    "max",
    "time",
    "time_s",
    "elapsed",
    "timestamp",
];

/// Columns in which runs differ: of the others those that are the same in several rows, as a setting is and a figure is not,
/// and that do not follow from the users (`workers`). Tables have their figures behind their settings: behind the first
/// figure only a name is a setting.
fn factors(sheet: &Sheet, taken: &Taken) -> Vec<usize> {
    let is_figure = |place: &usize| FIGURES.contains(&plain(&sheet.columns[*place]).as_str());
    let first_figure = ["throughput", "errors_pct", "mean_ms", "mean_s"]
        .iter()
        .filter_map(|meaning| taken.place(meaning))
        .chain(taken.times.iter().map(|column| column.place))
        .chain((0..sheet.columns.len()).filter(|place| is_figure(place) && !is_time(&sheet.columns[*place])))
        .min()
        .unwrap_or(0);
    let is_name = |place: usize| {
        sheet.rows.iter().map(|row| row.text(place)).all(|text| {
            text.starts_with(char::is_alphabetic)
                && !matches!(text.to_lowercase().as_str(), "n/a" | "na" | "nan" | "none" | "null")
        })
    };
    let known: Vec<usize> = taken.all().filter(|place| Some(*place) != taken.place("test")).collect();
    let users = taken.place("threads").unwrap_or(0);
    let follows = |place: usize| {
        let mut by_users: BTreeMap<&str, &str> = BTreeMap::new();
        sheet
            .rows
            .iter()
            .all(|row| *by_users.entry(row.text(users)).or_insert(row.text(place)) == row.text(place))
    };
    let is_setting = |(place, _): &(usize, &str)| {
        let values: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(*place)).collect();
        let fraction = values.iter().any(|text| text.contains('.') && text.parse::<f64>().is_ok());
        let few = values.len() * 2 <= sheet.rows.len();
        let setting = values.len() == 1 || (!fraction && !follows(*place));
        let may_be = !is_figure(place) && (*place < first_figure || is_name(*place));
        Some(*place) == taken.place("test") || (may_be && few && setting)
    };
    sheet.others(&known).filter(is_setting).map(|(place, _)| place).collect()
}

/// When a row was taken: it may stand before the settings.
fn is_time(column: &str) -> bool {
    matches!(plain(column).as_str(), "time" | "time_s" | "elapsed" | "timestamp")
}

fn variant(sheet: &Sheet, row: &SheetRow, factors: &[usize]) -> Variant {
    let differs = |place: &usize| {
        let first = sheet.rows.first().map(|row| row.text(*place));
        sheet.rows.iter().any(|row| Some(row.text(*place)) != first)
    };
    let pair = |place: &usize| (sheet.columns[*place].clone(), row.text(*place).to_owned());
    let factors_that_differ: Vec<(String, String)> =
        factors.iter().filter(|place| differs(place)).map(pair).collect();
    let name = factors_that_differ.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ");
    Variant {
        name: name.trim().to_owned(),
        properties: factors.iter().map(pair).collect(),
        factors: factors_that_differ,
    }
}

fn column_use(sheet: &Sheet, taken: &Taken, factors: &[usize]) -> ColumnUse {
    const NAMED_MAX: usize = 12;
    let named = |place: usize, meaning| UsedColumn { name: sheet.columns[place].clone(), meaning };
    let of_meaning = |(meaning, _): &(&'static str, &[&str])| {
        Some(named(taken.place(meaning)?, ColumnMeaning::Named((*meaning).to_owned())))
    };
    let of_times = |column: &TimeColumn| {
        let meaning = match column.figure {
            TimeFigure::Mean => ColumnMeaning::MeanTime,
            TimeFigure::Percentile(100.0) => ColumnMeaning::LongestTime,
            TimeFigure::Percentile(percent) => ColumnMeaning::Percentile(percent),
        };
        named(column.place, meaning)
    };
    let meanings = MEANINGS.iter().filter(|(name, _)| *name != "test");
    let some = |places: &[usize]| {
        let first = places.iter().take(NAMED_MAX).map(|place| sheet.columns[*place].clone());
        (first.collect(), places.len().saturating_sub(NAMED_MAX) as u64)
    };
    let known: Vec<usize> = taken.all().chain(factors.iter().copied()).collect();
    let others: Vec<usize> = sheet.others(&known).map(|(place, _)| place).collect();
    ColumnUse {
        used: meanings.filter_map(of_meaning).chain(taken.times.iter().map(of_times)).collect(),
        differing: some(factors),
        unused: some(&others),
    }
}

#[cfg(test)]
mod tests;
