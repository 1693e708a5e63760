//! Loads by rows, as other tools and teams write them down: a column of users and one of throughput, under any of their usual
//! names or those that the user gives; a run for each combination of what else the rows differ in. What each column was taken
//! for is said.

use super::sheet::{Sheet, SheetRow};
use super::table_run::{NOMINAL_STEP_S, TableRun, nominal};
use crate::possible_step::possible;
use crate::step_table::TableStep;
use crate::time_columns::{TimeColumn, TimeFigure, TimesOfRow};
use meanings::{MEANINGS, RateUnit, plain, unit_of_rate, with_seconds};
use plimsoll_run::{ColumnMeaning, ColumnUse, UsedColumn, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// Which column is taken for what.
struct Taken {
    places: BTreeMap<&'static str, usize>,
    /// Percentiles of response times, by their names; a mean where none is taken for it.
    times: Vec<TimeColumn>,
    /// It holds errors, and whether in percent, as a share of 1 or a number is not known.
    unclear: Option<usize>,
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
                    let spelt =
                        |name: &str| if meaning == "throughput" { with_seconds(name) } else { plain(name) };
                    names.iter().find_map(|known| sheet.columns.iter().position(|name| spelt(name) == *known))
                }
            };
            places.extend(place.map(|place| (meaning, place)));
        }
        // `0.4` is no number of requests, and what the column holds then is not known.
        let is_number = |text: &&str| text.parse().is_ok_and(|count: f64| count.is_finite());
        let is_whole = |text: &str| text.parse().is_ok_and(|count: f64| count.fract() == 0.0);
        let has_parts = |place: &usize| {
            let mut numbers = sheet.rows.iter().map(|row| row.text(*place)).filter(is_number);
            numbers.any(|text| !is_whole(text))
        };
        // `1.5%` is no number of requests.
        let is_share = |place: &usize| {
            let says = |text: &&str| !matches!(*text, "" | "-" | "0");
            let mut texts = sheet.rows.iter().map(|row| row.text(*place)).filter(says).peekable();
            texts.peek().is_some() && texts.all(|text| text.ends_with('%'))
        };
        let rates = || error_rate(sheet, &places);
        let counted = places.get("errors").copied().or_else(rates).filter(is_share);
        if let Some(place) = counted.filter(|_| !places.contains_key("errors_pct")) {
            places.remove("errors");
            places.insert("errors_pct", place);
        }
        let has_share = places.contains_key("errors_pct");
        let of_counts = places.get("errors").copied().filter(|place| !has_share && has_parts(place));
        if of_counts.is_some() {
            places.remove("errors");
        }
        let is_free = |column: &TimeColumn| !places.values().any(|place| *place == column.place);
        let has_mean = places.contains_key("mean_ms") || places.contains_key("mean_s");
        let counts = |column: &TimeColumn| column.figure != TimeFigure::Mean || !has_mean;
        let times = sheet.time_columns().into_iter().filter(counts).filter(is_free).collect();
        let unclear = of_counts.or_else(|| error_rate(sheet, &places));
        Ok(Taken { places, times, unclear })
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

/// A column of errors that is not taken: its name says no unit.
fn error_rate(sheet: &Sheet, places: &BTreeMap<&'static str, usize>) -> Option<usize> {
    const NAMES: [&str; 5] = ["error_rate", "errors_rate", "failure_rate", "error_ratio", "errors_ratio"];
    let is_known = ["errors", "errors_pct"].iter().any(|meaning| places.contains_key(meaning));
    let of_rate = || sheet.columns.iter().position(|name| NAMES.contains(&plain(name).as_str()));
    of_rate().filter(|_| !is_known)
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
    if let Some(place) = taken.unclear {
        let column = &sheet.columns[place];
        problems.push(format!(
            "{column}: it holds errors, and whether as a share in percent or otherwise is not known, so none are taken: \
             --columns errors_pct={column:?} if it is in percent"
        ));
    }
    let rate_s = unit_of_rate(&sheet.columns[throughput]).seconds();
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
        let per_s = per_s / rate_s;
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
    let failed = count("errors").filter(|_| !has_share);
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
        let place = taken.place(meaning)?;
        let meaning = match (*meaning, unit_of_rate(&sheet.columns[place])) {
            ("throughput", RateUnit::Minute) => "throughput_per_minute",
            ("throughput", RateUnit::Hour) => "throughput_per_hour",
            (meaning, _) => meaning,
        };
        Some(named(place, ColumnMeaning::Named(meaning.to_owned())))
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

mod meanings;
#[cfg(test)]
mod tests;

pub use meanings::meanings;
