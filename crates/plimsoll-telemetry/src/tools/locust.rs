//! Locust's CSV files (`--csv PREFIX`): `PREFIX_stats_history.csv`, a row for each second and name, and `PREFIX_stats.csv`,
//! the totals at the end. They hold no requests, so readings come out, with the attribute `request.name`.
//!
//! `http.client.request.duration` as `quantile`, `max`, `mean` (milliseconds in the file, seconds here),
//! `http.client.request.count` and `http.client.request.errors` (totals), `locust.users`.
//!
//! Traps: the percentiles of the history are those of the last ten seconds, not of the row's second; in the totals they
//! are of the whole run. The name `Aggregated` stands for all together. Averages and maxima run from the start.
//! `N/A` is nothing. Percentiles are rounded to two digits.

use crate::jtl::record::CsvFields;
use crate::line::to_str;
use crate::number::{decimal, scale, whole};
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, SeriesSet, can_be, emit};
use crate::time;
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Source};
use std::borrow::Cow;

pub struct Locust {
    source: Source,
    columns: Vec<String>,
    fields: CsvFields,
    series: SeriesSet,
    rows: u64,
}

impl Locust {
    pub fn new(options: &ReaderOptions) -> Locust {
        Locust {
            source: options.source.clone(),
            columns: Vec::new(),
            fields: CsvFields::default(),
            series: SeriesSet::default(),
            rows: 0,
        }
    }

    fn row(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        if self.columns.is_empty() {
            return Err(ProblemKind::NoHeader);
        }
        if self.fields.len() != self.columns.len() {
            return Err(ProblemKind::Columns { found: self.fields.len(), expected: self.columns.len() });
        }
        let of = |name: &str| {
            let place = self.columns.iter().position(|column| column == name);
            place.map_or(Cow::Borrowed(""), |at| self.fields.text(text, at))
        };
        let written = of("Timestamp");
        let own = match (self.columns.iter().any(|column| column == "Timestamp"), whole(written.as_bytes())) {
            (false, _) => At::Index(0),
            (true, Some(number)) => time::unix_us(number as f64)
                .map(At::Wall)
                .ok_or_else(|| ProblemKind::Time { value: written.to_string() })?,
            (true, None) => return Err(ProblemKind::Time { value: written.into_owned() }),
        };
        let at = line.at(own);
        let (kind, name) = (of("Type"), of("Name"));
        self.refuse_impossible(text)?;
        self.rows += 1;
        for (place, column) in self.columns.iter().enumerate() {
            let Some((metric, factor, quantile)) = meaning(column) else { continue };
            let cell = self.fields.text(text, place);
            if matches!(&*cell, "" | "N/A") {
                continue;
            }
            let value = decimal(&cell).ok_or_else(|| ProblemKind::number(column.clone(), cell.as_bytes()))?;
            // The users are those of the whole run, and stand in every row.
            if metric.name == metric::LOCUST_USERS && name != "Aggregated" {
                continue;
            }
            let key = format!("{column}\0{kind}\0{name}");
            let quantile = quantile.map(|q| q.to_string());
            let source = &self.source;
            let make = || {
                let pairs = [
                    (attribute::HTTP_REQUEST_METHOD, &*kind),
                    ("request.name", &*name),
                    ("quantile", quantile.as_deref().unwrap_or("")),
                ];
                let given = pairs.into_iter().filter(|(_, value)| !value.is_empty());
                let only_quantile = metric.name == metric::LOCUST_USERS;
                let given: Vec<_> = given.filter(|_| !only_quantile).collect();
                metric.of(source, &given)
            };
            if let Some(series) = self.series.get(key.as_bytes(), line.number, out, make) {
                emit(out, at, &series, scale(value, factor));
            }
        }
        Ok(())
    }
}

impl Locust {
    /// Whether all of a row can be: a row gives all of its readings or none.
    fn refuse_impossible(&self, text: &str) -> Result<(), ProblemKind> {
        let (mut requests, mut failures) = (None, None);
        for (place, column) in self.columns.iter().enumerate() {
            let Some((metric, factor, _)) = meaning(column) else { continue };
            let cell = self.fields.text(text, place);
            let Some(value) = decimal(&cell) else { continue };
            if !can_be(&metric, scale(value, factor)) {
                return Err(ProblemKind::impossible(column.clone(), cell.as_bytes()));
            }
            match metric.name {
                metric::HTTP_CLIENT_REQUEST_COUNT => requests = Some(value),
                metric::HTTP_CLIENT_REQUEST_ERRORS => failures = Some(value),
                _ => {}
            }
        }
        match (requests, failures) {
            (Some(requests), Some(failures)) if failures > requests => {
                let text = format!("{failures} of {requests}");
                Err(ProblemKind::impossible("failures", text.as_bytes()))
            }
            _ => Ok(()),
        }
    }
}

impl LineReader for Locust {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        let text = to_str(line.bytes);
        let whole = self.fields.split(text.as_bytes(), b',');
        if is_header(&text) {
            self.columns =
                (0..self.fields.len()).map(|at| self.fields.text(&text, at).into_owned()).collect();
            return;
        }
        let read =
            if whole { self.row(&line, &text, out) } else { Err(ProblemKind::unrecognised(line.bytes)) };
        if let Err(kind) = read {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

/// The metric of a column, what its number is multiplied by, and for a percentile which.
fn meaning(column: &str) -> Option<(MetricSpec, f64, Option<f64>)> {
    const DURATION: MetricSpec = MetricSpec::new(metric::HTTP_CLIENT_REQUEST_DURATION, "s", Gauge);
    const COUNT: MetricSpec = MetricSpec::new(metric::HTTP_CLIENT_REQUEST_COUNT, "{request}", Counter);
    const ERRORS: MetricSpec = MetricSpec::new(metric::HTTP_CLIENT_REQUEST_ERRORS, "{request}", Counter);
    Some(match column {
        "User Count" => (MetricSpec::new(metric::LOCUST_USERS, "{user}", Gauge), 1.0, None),
        "Total Request Count" | "Request Count" => (COUNT, 1.0, None),
        "Total Failure Count" | "Failure Count" => (ERRORS, 1.0, None),
        "Total Average Response Time" | "Average Response Time" => {
            (DURATION.with(&[("statistic", "mean")]), 0.001, None)
        }
        "Total Max Response Time" | "Max Response Time" => {
            (DURATION.with(&[("statistic", "max")]), 0.001, None)
        }
        _ => {
            let percent = decimal(column.strip_suffix('%')?)?;
            (DURATION.with(&[("statistic", "quantile")]), 0.001, Some((percent * 1e6).round() / 1e8))
        }
    })
}

fn is_header(text: &str) -> bool {
    text.contains("Type") && text.contains("Name") && text.contains("Request Count")
}

pub fn recognise(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| is_header(line) && line.contains(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::dump::Dump;

    fn dump(log: &str) -> String {
        let mut dump = Dump::default();
        let mut reader = Format::named("locust").unwrap().reader(&ReaderOptions::default()).unwrap();
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn counts_and_times_that_cannot_be_are_problems_with_their_line() {
        let history = "\
Timestamp,User Count,Type,Name,50%,Total Request Count,Total Failure Count,Total Average Response Time
1795249330,10,,Aggregated,12,-5,0,13.5
1795249331,10,,Aggregated,12,5,7,13.5
1795249332,10,,Aggregated,-12,5,0,13.5
1795249333,-1,,Aggregated,12,5,0,13.5
1795249334,10,,Aggregated,12,5,0,99999999999
1795249335,10,,Aggregated,12,5,5,13.5
";
        let dump = dump(history);
        assert_eq!(dump.lines().filter(|line| line.contains("request.count")).count(), 1, "{dump}");
        let problems: Vec<&str> = dump.lines().filter(|line| line.starts_with('!')).collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        ! input:2: Total Request Count: "-5" can't be; the row is left out
        ! input:3: failures: "7 of 5" can't be; the row is left out
        ! input:4: 50%: "-12" can't be; the row is left out
        ! input:5: User Count: "-1" can't be; the row is left out
        ! input:6: Total Average Response Time: "99999999999" can't be; the row is left out
        "#);
    }

    #[test]
    fn history_and_totals_are_read() {
        let history = "\
Timestamp,User Count,Type,Name,Requests/s,Failures/s,50%,99.9%,Total Request Count,Total Failure Count,Total Average Response Time,Total Max Response Time
1795249330,10,GET,\"/a, b\",0.0,0.0,N/A,N/A,0,0,0,0
1795249331,10,GET,\"/a, b\",5.0,0.0,12,40,5,1,13.5,41
1795249331,10,,Aggregated,5.0,0.0,12,40,5,1,13.5,41
soon,10,,Aggregated,5.0,0.0,12,40,5,1,13.5,41
1795249331,10,,Aggregated,5.0,0.0,twelve,40,5,1,13.5,41
";
        insta::assert_snapshot!(dump(history), @r#"
        2026-11-21T08:22:10Z http.client.request.count{http.request.method=GET,request.name=/a, b} 0 {request} total
        2026-11-21T08:22:10Z http.client.request.errors{http.request.method=GET,request.name=/a, b} 0 {request} total
        2026-11-21T08:22:10Z http.client.request.duration{http.request.method=GET,request.name=/a, b,statistic=mean} 0 s
        2026-11-21T08:22:10Z http.client.request.duration{http.request.method=GET,request.name=/a, b,statistic=max} 0 s
        2026-11-21T08:22:11Z http.client.request.duration{http.request.method=GET,quantile=0.5,request.name=/a, b,statistic=quantile} 0.012 s
        2026-11-21T08:22:11Z http.client.request.duration{http.request.method=GET,quantile=0.999,request.name=/a, b,statistic=quantile} 0.04 s
        2026-11-21T08:22:11Z http.client.request.count{http.request.method=GET,request.name=/a, b} 5 {request} total
        2026-11-21T08:22:11Z http.client.request.errors{http.request.method=GET,request.name=/a, b} 1 {request} total
        2026-11-21T08:22:11Z http.client.request.duration{http.request.method=GET,request.name=/a, b,statistic=mean} 0.0135 s
        2026-11-21T08:22:11Z http.client.request.duration{http.request.method=GET,request.name=/a, b,statistic=max} 0.041 s
        2026-11-21T08:22:11Z locust.users 10 {user}
        2026-11-21T08:22:11Z http.client.request.duration{quantile=0.5,request.name=Aggregated,statistic=quantile} 0.012 s
        2026-11-21T08:22:11Z http.client.request.duration{quantile=0.999,request.name=Aggregated,statistic=quantile} 0.04 s
        2026-11-21T08:22:11Z http.client.request.count{request.name=Aggregated} 5 {request} total
        2026-11-21T08:22:11Z http.client.request.errors{request.name=Aggregated} 1 {request} total
        2026-11-21T08:22:11Z http.client.request.duration{request.name=Aggregated,statistic=mean} 0.0135 s
        2026-11-21T08:22:11Z http.client.request.duration{request.name=Aggregated,statistic=max} 0.041 s
        ! input:5: "soon" is not a time
        2026-11-21T08:22:11Z locust.users 10 {user}
        ! input:6: 50%: "twelve" is not a number
        "#);
        let totals = "\
Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time,Max Response Time,50%
GET,/a,638,10,400.0,370.5,198.0,906.8,480
";
        insta::assert_snapshot!(dump(totals), @"
        #0 http.client.request.count{http.request.method=GET,request.name=/a} 638 {request} total
        #0 http.client.request.errors{http.request.method=GET,request.name=/a} 10 {request} total
        #0 http.client.request.duration{http.request.method=GET,request.name=/a,statistic=mean} 0.3705 s
        #0 http.client.request.duration{http.request.method=GET,request.name=/a,statistic=max} 0.9067999999999999 s
        #0 http.client.request.duration{http.request.method=GET,quantile=0.5,request.name=/a,statistic=quantile} 0.48 s
        ");
    }
}
