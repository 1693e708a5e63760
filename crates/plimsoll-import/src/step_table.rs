//! A table of steps: CSV with a header, a row for each step. Columns by name, whatever their order and case:
//!
//! | column | also | |
//! |---|---|---|
//! | `start`, `end` | `from`, `to`, `begin`, `started`, `ended` | needed; local time, or with an offset |
//! | `threads` | `users`, `vus`, `load` | users, or users per node where there are nodes |
//! | `step` | `number`, `iteration` | else the rows are numbered |
//! | `nodes` | | else 1 |
//! | `throughput_per_s` | `throughput`, `rps`, `tps` | successful requests per second |
//! | `error_pct` | `errors_pct`, `error_percent` | |
//! | `test` | `scenario`, `name` | several tests in one table |
//! | `avg_ms`, `p95_ms`, … | see [`crate::time_columns`] | mean and percentiles of response times, with a unit |

use crate::decimal_comma;
use crate::possible_step::possible;
use crate::time_columns::{TimeColumn, TimesOfRow, time_columns};
use plimsoll_run::ErrorKind;
use plimsoll_telemetry::time::{WallClock, local};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableStep {
    pub test: String,
    pub number: u32,
    /// Users per node: a mean where it is not whole.
    pub threads: f64,
    pub nodes: u32,
    pub start_unix_us: i64,
    pub end_unix_us: i64,
    pub throughput_per_s: Option<f64>,
    pub error_percent: Option<f64>,
    /// Of response times.
    pub mean_us: Option<f64>,
    /// Of response times: percents, and microseconds.
    pub percentiles: Vec<(f64, f64)>,
    /// To how many microseconds those are rounded.
    pub resolution_us: f64,
    /// How long it took, where its seconds are not whole ones.
    pub measured_s: Option<f64>,
    /// Sent; 0: not known.
    pub bytes_per_request: u64,
    /// Requests and failures, where they were counted.
    pub counts: Option<(u64, u64)>,
    /// Kinds of failures with their details, where they are known.
    pub failures: Vec<(ErrorKind, String, u64)>,
}

const NAMES: [(&str, &[&str]); 8] = [
    ("start", &["start", "from", "begin", "started", "start_time"]),
    ("end", &["end", "to", "ended", "stop", "end_time"]),
    ("threads", &["threads", "users", "vus", "load"]),
    ("step", &["step", "number", "iteration"]),
    ("nodes", &["nodes"]),
    ("throughput", &["throughput_per_s", "throughput", "rps", "tps"]),
    ("error", &["error_pct", "errors_pct", "error_percent"]),
    ("test", &["test", "scenario", "name"]),
];

struct Columns {
    names: Vec<String>,
    known: [Option<usize>; NAMES.len()],
    times: Vec<TimeColumn>,
}

impl Columns {
    fn of(header: &str) -> Columns {
        let names: Vec<String> = header
            .split(delimiter(header) as char)
            .map(|name| name.trim().trim_matches('"').to_lowercase())
            .collect();
        let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let known = std::array::from_fn(|index| place(NAMES[index].1));
        Columns { known, names, times: Vec::new() }
    }

    fn with_times(self, rows: &[Result<csv::StringRecord, csv::Error>]) -> Columns {
        let cells = |place: usize| -> Vec<&str> {
            rows.iter().filter_map(|row| row.as_ref().ok()?.get(place)).collect()
        };
        let times = time_columns(self.names.iter().map(String::as_str), &cells);
        Columns { times, ..self }
    }

    fn place(&self, name: &str) -> Option<usize> {
        let index = NAMES.iter().position(|(known, _)| *known == name)?;
        self.known[index]
    }
}

fn delimiter(header: &str) -> u8 {
    let count = |byte: &u8| header.bytes().filter(|b| b == byte).count();
    *[b',', b';', b'\t'].iter().max_by_key(|byte| count(byte)).unwrap_or(&b',')
}

/// Whether a file that begins so is a table of steps.
pub fn recognise(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let header = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    let columns = Columns::of(header);
    let has = |name| columns.place(name).is_some();
    has("start") && has("end") && (has("threads") || has("step"))
}

/// The rows, and what is wrong with the others, with their lines. No step ends after `latest_unix_us`.
pub fn read(text: &str, clock: &mut WallClock, latest_unix_us: i64) -> (Vec<TableStep>, Vec<String>) {
    let text = text.trim_start_matches('\u{feff}');
    let header = text.lines().next().unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(header))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let (mut steps, mut problems, mut of_cells) = (Vec::new(), Vec::new(), Vec::new());
    let has_comma = decimal_comma::is_used(delimiter(header), text);
    let rows: Vec<Result<csv::StringRecord, csv::Error>> = reader.records().collect();
    let columns = Columns::of(header).with_times(&rows);
    for record in rows {
        let read = record.map_err(|error| error.to_string()).and_then(|record| {
            let record = if has_comma { decimal_comma::plain(record) } else { record };
            let line = record.position().map_or(0, csv::Position::line);
            step(&record, &columns, (clock, latest_unix_us), (&steps, &mut of_cells))
                .map_err(|problem| format!("line {line}: {problem}"))
        });
        match read {
            Ok(step) => steps.push(step),
            Err(problem) => problems.push(problem),
        }
        problems.append(&mut of_cells);
    }
    (steps, problems)
}

fn step(
    record: &csv::StringRecord,
    columns: &Columns,
    (clock, latest_unix_us): (&mut WallClock, i64),
    (before, problems): (&[TableStep], &mut Vec<String>),
) -> Result<TableStep, String> {
    let text = |name: &str| columns.place(name).and_then(|place| record.get(place)).unwrap_or_default();
    let mut time = |name: &str| {
        let text = text(name);
        local(text)
            .and_then(|written| clock.unix_us(&written))
            .ok_or_else(|| format!("{name}: {text:?} is not a time"))
    };
    let (start_unix_us, end_unix_us) = (time("start")?, time("end")?);
    if end_unix_us > latest_unix_us {
        return Err(format!("end: {:?} has not come yet", text("end")));
    }
    if end_unix_us <= start_unix_us {
        return Err("it ends before it begins".to_owned());
    }
    let whole = |name: &str, missing: u32| match text(name) {
        "" => Ok(missing),
        text => text.parse::<u32>().map_err(|_| format!("{name}: {text:?} is not a whole number")),
    };
    let number = |name: &str| match text(name) {
        "" => Ok(None),
        text => match text.trim_end_matches('%').trim().parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
            _ => Err(format!("{name}: {text:?} is not a number of 0 or more")),
        },
    };
    let cell = |place: usize| record.get(place).unwrap_or_default();
    let line = record.position().map_or(0, csv::Position::line);
    let column = |place: usize| format!("line {line}: {}", columns.names[place]);
    let times = TimesOfRow::of(&columns.times, &cell, &column, problems);
    let test = text("test").to_owned();
    let next = before.iter().filter(|step| step.test == test).count() as u32 + 1;
    let step = TableStep {
        number: whole("step", next)?,
        threads: number("threads")?.unwrap_or(0.0),
        nodes: whole("nodes", 1)?.max(1),
        start_unix_us,
        end_unix_us,
        throughput_per_s: number("throughput")?,
        error_percent: number("error")?,
        mean_us: times.mean_us,
        percentiles: times.percentiles,
        resolution_us: times.resolution_us,
        test,
        ..TableStep::default()
    };
    Ok(possible(step, line, problems))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn a_table_is_read_by_its_names_and_its_bad_rows_are_reported() {
        let table = "Test;step;threads;nodes;start;end;throughput_per_s;error_pct\n\
                     a;1;5;2;2020-12-09T13:00:42;2020-12-09T13:15:46;18.1;\n\
                     a;2;8;2;2020-12-09 13:16:39;2020-12-09 13:31:44;23.18;0.7\n\
                     b;;8;;2020-12-09T14:16:39+02:00;2020-12-09T14:31:44+02:00;;\n\
                     b;3;x;2;2020-12-09T13:16:39;2020-12-09T13:31:44;1;\n\
                     b;4;1;2;soon;2020-12-09T13:31:44;1;\n";
        assert!(recognise(table.as_bytes()));
        let zone = TimeZone::get("Europe/Copenhagen").unwrap();
        let (steps, problems) = read(table, &mut WallClock::new(zone.clone()), i64::MAX);
        let short: Vec<_> = steps
            .iter()
            .map(|s| (s.test.as_str(), s.number, s.threads, s.nodes, s.throughput_per_s, s.error_percent))
            .collect();
        assert_eq!(
            short,
            [
                ("a", 1, 5.0, 2, Some(18.1), None),
                ("a", 2, 8.0, 2, Some(23.18), Some(0.7)),
                ("b", 1, 8.0, 1, None, None)
            ]
        );
        assert_eq!(steps[2].start_unix_us - steps[1].start_unix_us, 0);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("line 5: threads"), "{problems:?}");
        // The second step ended at 12:31:44Z.
        let (steps, problems) = read(table, &mut WallClock::new(zone), 1_607_517_000_000_000);
        assert_eq!((steps.len(), problems.len()), (1, 4), "{problems:?}");
        assert_eq!(problems[0], "line 3: end: \"2020-12-09 13:31:44\" has not come yet");
    }

    #[test]
    fn other_tables_are_no_steps() {
        for text in ["load,throughput\n1,2\n", "timeStamp,elapsed,label\n", "", "config,threads,get_per_s\n"]
        {
            assert!(!recognise(text.as_bytes()), "{text}");
        }
    }
}
