//! The summary for a terminal: plain text, no colour.

use crate::words;
use crate::words::number::{count, dash, percent, rate, time_or_dash, whole_percent};
use plimsoll_analysis::figures::{FigureKind, SeriesName};
use plimsoll_analysis::{Analysis, Matrix, RunAnalysis, StepRow};

/// Tables narrower than this can't be read; a narrower terminal wraps them itself.
const WIDTH_MIN: usize = 60;

/// Verdict, capacity, step table and findings of every run, wrapped to `width` columns.
pub fn terminal(analysis: &Analysis, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    let comparison = analysis.matrix.iter().map(|matrix| comparison(matrix).join("\n") + "\n");
    let runs = analysis.runs.iter().map(|run| summary(run, width));
    comparison.chain(runs).collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")
}

/// Loads × variants: throughput and mean response time.
fn comparison(matrix: &Matrix) -> Vec<String> {
    let rates = matrix.rows.iter().any(|row| row.rate_per_s.is_some());
    let mut head = vec![words::label::USERS.to_lowercase()];
    head.extend(matrix.variants.iter().flat_map(|name| {
        [format!("{} {}", words::run::variant(name), words::label::PER_S), words::label::MEAN.to_owned()]
    }));
    if rates {
        head[0] = words::label::TERMINAL_HEAD_OPEN[1].to_owned();
    }
    let mut rows = vec![head];
    for row in &matrix.rows {
        let users = || count(u64::from(row.users));
        let mut cells = vec![row.rate_per_s.map_or_else(users, words::load::asked_number)];
        cells.extend(row.cells.iter().flat_map(|cell| match cell {
            Some(cell) => {
                [rate(cell.throughput_per_s), cell.response.mean_us.map_or_else(dash, words::number::time)]
            }
            None => [dash(), dash()],
        }));
        rows.push(cells);
    }
    aligned(&rows)
}

fn summary(run: &RunAnalysis, width: usize) -> String {
    let mut lines = vec![words::run::title(&run.header), String::new()];
    // Nothing is louder than that the figures can't be used.
    for text in words::verdict::loudest(run) {
        lines.extend(wrapped(&text, 0, width));
    }
    lines.push(words::verdict::outcome(run));
    let validity = format!("{}. {}", words::validity::word(run), words::validity::summary(run));
    lines.extend(wrapped(&validity, 0, width));
    lines.push(String::new());
    for verdict in &run.verdicts {
        let text = format!("{}  {}", words::verdict::judgement(verdict.judgement), verdict.requirement);
        lines.push(format!("{text} ({})", words::verdict::judged_at(&verdict.judged_at)));
        lines.extend(wrapped(&words::verdict::proof(verdict), 6, width));
    }
    if !run.verdicts.is_empty() {
        lines.push(String::new());
    }
    lines.extend(wrapped(&words::capacity::sentence(&run.capacity), 0, width));
    if !run.verdicts.is_empty() {
        let recommended = words::capacity::recommended_line(run);
        lines.extend(wrapped(&recommended, 0, width));
    }
    lines.push(String::new());
    if !run.steps.is_empty() {
        lines.extend(table(run, width));
        if run.has_intended_starts() {
            lines.push(words::label::TERMINAL_BOTH.to_owned());
        }
    }
    if !run.findings.is_empty() {
        lines.push(String::new());
    }
    for finding in &run.findings {
        let text = format!(
            "{} [{}] {}",
            words::finding::severity(finding.severity),
            finding.id,
            words::finding::sentence(&finding.claim)
        );
        lines.extend(wrapped(&text, 2, width));
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// One table, or where that is too wide one for the load and one for the times.
fn table(run: &RunAnalysis, width: usize) -> Vec<String> {
    let (load, times, remarks) = (load(run), times(run), remarks(run));
    let joined = |parts: &[&Vec<Vec<String>>]| {
        let row = |i: usize| parts.iter().flat_map(|part| part[i].clone()).collect::<Vec<String>>();
        aligned(&(0..load.len()).map(row).collect::<Vec<_>>())
    };
    let whole = joined(&[&load, &times, &remarks]);
    if whole.iter().all(|line| line.trim_end().chars().count() <= width) {
        return whole;
    }
    let numbers: Vec<Vec<String>> = load.iter().map(|row| row[..1].to_vec()).collect();
    let mut lines = joined(&[&load, &remarks]);
    lines.push(String::new());
    lines.extend(joined(&[&numbers, &times]));
    lines
}

/// With its head, as the others.
fn load(run: &RunAnalysis) -> Vec<Vec<String>> {
    if run.is_open() {
        return open_load(run);
    }
    let row = |step: &StepRow| {
        let growth = |f: fn(&plimsoll_analysis::step::Growth) -> i64| {
            step.growth.as_ref().map_or_else(dash, |growth| whole_percent(f(growth)))
        };
        vec![
            count(u64::from(step.number)),
            count(u64::from(step.users)),
            rate(step.throughput_per_s.value),
            growth(|g| g.gain_percent),
            growth(|g| g.goal_percent),
            percent(step.errors_percent),
        ]
    };
    let head = words::label::TERMINAL_HEAD.map(str::to_owned).to_vec();
    std::iter::once(head).chain(run.steps.iter().map(row)).collect()
}

/// Of open load: what was asked, and what became of it.
fn open_load(run: &RunAnalysis) -> Vec<Vec<String>> {
    let row = |step: &StepRow| {
        let arrivals = step.arrivals.as_ref();
        vec![
            count(u64::from(step.number)),
            step.rate_per_s.map_or_else(dash, words::load::asked_number),
            arrivals.map_or_else(dash, |arrivals| rate(arrivals.started_per_s)),
            rate(step.throughput_per_s.value),
            arrivals.map_or_else(dash, |arrivals| count(arrivals.dropped)),
            arrivals.map_or_else(dash, |arrivals| count(arrivals.waiting_at_end)),
            percent(step.errors_percent),
        ]
    };
    let head = words::label::TERMINAL_HEAD_OPEN.map(str::to_owned).to_vec();
    std::iter::once(head).chain(run.steps.iter().map(row)).collect()
}

/// The usual percentiles, those that requirements name, and the mean if one does.
fn times(run: &RunAnalysis) -> Vec<Vec<String>> {
    let figure = run.figures.iter().find(|figure| figure.kind == FigureKind::ResponseOverTime);
    let series = figure.map(|figure| figure.series.as_slice()).unwrap_or_default();
    let columns: Vec<SeriesName> = if series.is_empty() {
        [50.0, 95.0, 99.0].map(SeriesName::Percentile).to_vec()
    } else {
        series.iter().map(|series| series.name.clone()).collect()
    };
    let cell = |step: &StepRow, column: &SeriesName| match column {
        SeriesName::Percentile(percent) => time_or_dash(step.percentile_us(*percent)),
        _ => step.response.mean_us.map_or_else(dash, words::number::time),
    };
    let both = run.has_intended_starts();
    // With intended starts each percentile is that of response time and, after the stroke, of service time.
    let name = |column: &SeriesName| words::figure::series_name(column);
    let head = columns.iter().map(name).collect();
    let pair = |step: &StepRow, column: &SeriesName| match column {
        SeriesName::Percentile(percent) if both => {
            let service = step.service_percentile_us(*percent).or(step.percentile_us(*percent));
            format!("{} | {}", cell(step, column), time_or_dash(service))
        }
        _ => cell(step, column),
    };
    let rows = run.steps.iter().map(|step| columns.iter().map(|column| pair(step, column)).collect());
    std::iter::once(head).chain(rows).collect()
}

fn remarks(run: &RunAnalysis) -> Vec<Vec<String>> {
    let best = run.capacity.best().filter(|_| run.steps.len() > 1).map(|best| best.step);
    let remark = |step: &StepRow| match (step.is_valid(), best == Some(step.number)) {
        (false, _) => words::validity::step(&step.problems).to_owned(),
        (true, true) => words::label::BEST.to_lowercase(),
        (true, false) => String::new(),
    };
    std::iter::once(String::new()).chain(run.steps.iter().map(remark)).map(|text| vec![text]).collect()
}

/// Right-aligned columns of rows of equal length. A last column without a heading is text, to the left.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let remarks = rows.first().and_then(|head| head.last()).is_some_and(String::is_empty);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| {
            if remarks && i + 1 == columns { cell.clone() } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// Broken between words, but not at no-break spaces, which become plain ones; continuation lines are indented.
fn wrapped(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent);
    for word in text.split(' ') {
        let used = line.chars().count();
        if used > indent && used + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        if line.chars().count() > indent {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
