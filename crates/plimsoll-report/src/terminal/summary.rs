//! The summary of runs: verdict, what was tested, capacity, what to do, tables, findings.

use super::lines::{broken, hanging, wrapped};
use super::table::{aligned, grouped};
use crate::words::number::dash;
use crate::words::{self, Words};
use plimsoll_analysis::figures::{FigureKind, SeriesName};
use plimsoll_analysis::matrix::MatrixCell;
use plimsoll_analysis::{Analysis, Matrix, RunAnalysis, StepRow};
use plimsoll_run::visible;

/// Of the step table, before the response times.
const HEAD: [&str; 6] = [
    "terminal-step",
    "terminal-users",
    "terminal-per-s",
    "terminal-gain",
    "terminal-goal",
    "terminal-errors",
];

/// The same for open load.
const HEAD_OPEN: [&str; 7] = [
    "terminal-step",
    "terminal-target",
    "terminal-started",
    "terminal-per-s",
    "terminal-dropped",
    "terminal-waiting",
    "terminal-errors",
];

/// Tables narrower than this can't be read; a narrower terminal wraps them itself.
const WIDTH_MIN: usize = 60;

/// Verdict, capacity, step table and findings of every run, wrapped to `width` columns.
pub fn terminal(analysis: &Analysis, words: &Words, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    let comparison = analysis.matrix.iter().map(|matrix| comparison(words, matrix, width).join("\n") + "\n");
    let runs = analysis.runs.iter().map(|run| summary(words, &analysis.runs, run, width));
    let next_to = super::tables::several_runs(words, analysis, width);
    let jobs = (!next_to.is_empty()).then(|| next_to[1..].join("\n") + "\n");
    let conclusion = analysis.conclusion.as_ref().map(|found| {
        let lines = super::conclusion::lines(words, analysis, found, width);
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect::<String>()
    });
    let text = conclusion
        .into_iter()
        .chain(comparison)
        .chain(jobs)
        .chain(runs)
        .collect::<Vec<_>>()
        .join("\n")
        .replace('\u{a0}', " ");
    visible(&text).into_owned()
}

/// Loads × variants: throughput and mean response time, side by side; where that is too wide, a row for each variant
/// under each load.
fn comparison(words: &Words, matrix: &Matrix, width: usize) -> Vec<String> {
    let next_to = aligned(&side_by_side(words, matrix));
    if next_to.iter().all(|line| line.chars().count() <= width) {
        return next_to;
    }
    grouped(&by_load(words, matrix), 2, width)
}

fn side_by_side(words: &Words, matrix: &Matrix) -> Vec<Vec<String>> {
    let rates = matrix.rows.iter().any(|row| row.rate_per_s.is_some());
    let mut head = vec![words.text(if rates { "terminal-target" } else { "terminal-users" })];
    head.extend(matrix.variants.iter().flat_map(|name| {
        [
            format!("{} {}", words::run::variant(words, name), words.text("label-per-s")),
            words.text("label-mean"),
        ]
    }));
    let mut rows = vec![head];
    for row in &matrix.rows {
        let users = || words.count(u64::from(row.users));
        let mut cells =
            vec![row.rate_per_s.map_or_else(users, |rate| words::load::asked_number(words, rate))];
        cells.extend(
            row.cells
                .iter()
                .flat_map(|cell| cell.as_ref().map_or_else(|| [dash(), dash()], |cell| figures(words, cell))),
        );
        rows.push(cells);
    }
    rows
}

/// Load, variant, figures: without the loads that a variant does not have.
fn by_load(words: &Words, matrix: &Matrix) -> Vec<Vec<String>> {
    let head = ["compare-load", "label-variant", "label-throughput-per-s", "compare-mean"];
    let mut rows = vec![head.map(|id| words.capitalised(&words.text(id))).to_vec()];
    for row in &matrix.rows {
        let load = words::load::load(words, &row.load());
        for (name, cell) in matrix.variants.iter().zip(&row.cells) {
            let Some(cell) = cell else { continue };
            let [throughput, mean] = figures(words, cell);
            rows.push(vec![load.clone(), words::run::variant(words, name), throughput, mean]);
        }
    }
    rows
}

fn figures(words: &Words, cell: &MatrixCell) -> [String; 2] {
    let throughput = match cell.valid {
        true => words.rate(cell.throughput_per_s),
        false => format!("{} {}", words.text("label-invalid"), words.rate(cell.throughput_per_s)),
    };
    let throughput = words::compare::with_servers(words, throughput, cell.servers, cell.repeats > 1);
    [throughput, cell.response.mean_us.map_or_else(dash, |us| words.time(us))]
}

fn summary(words: &Words, runs: &[RunAnalysis], run: &RunAnalysis, width: usize) -> String {
    let words = &words.of_run(run);
    let mut lines = vec![words::run::title(words, runs, &run.header), String::new()];
    // Nothing is louder than that the figures can't be used.
    for text in words::verdict::loudest(words, run) {
        lines.extend(wrapped(&text, 0, width));
    }
    lines.extend(wrapped(&words::verdict::outcome(words, run), 0, width));
    if let Some(expected) = words::answer::at_expected(words, run) {
        lines.extend(wrapped(&expected, 0, width));
    }
    if let Some(heading) = words::verdict::critical_heading(words, run) {
        lines.extend(wrapped(&heading, 0, width));
        for (_, finding) in words::verdict::critical(run) {
            let text = format!("- {} [{}]", words::finding::short(words, &finding.claim), finding.id);
            lines.extend(broken(&text, [2, 4], width));
        }
    }
    if let Some(tested) = words::tested::line(words, run) {
        lines.extend(wrapped(&tested, 0, width));
    }
    let (word, why) = (words::validity::word(words, run), words::validity::summary(words, run));
    let validity = format!("{}: {word}. {why}", words.text("label-validity"));
    lines.extend(wrapped(&validity, 0, width));
    lines.push(String::new());
    for verdict in &run.verdicts {
        let judgement = words::verdict::judgement(words, verdict.judgement);
        let answer = words::answer::sentence(words, run, verdict);
        let judged_at = words::verdict::judged_at(words, run, &verdict.judged_at);
        // The figure first; what was asked for is the start of its proof.
        let (first, rest) = match answer {
            Some(answer) => (answer, format!("{} ({judged_at}). ", verdict.requirement)),
            None => (format!("{} ({judged_at})", verdict.requirement), String::new()),
        };
        lines.extend(hanging(&format!("{judgement}  {first}"), 6, width));
        let proof = words::verdict::proof(words, run, verdict);
        lines.extend(wrapped(&format!("{rest}{proof}"), 6, width));
    }
    if !run.verdicts.is_empty() {
        lines.push(String::new());
    }
    lines.extend(wrapped(&words::capacity::sentence(words, &run.capacity), 0, width));
    if !run.verdicts.is_empty() {
        let recommended = words::capacity::recommended_line(words, run);
        lines.extend(wrapped(&recommended, 0, width));
    }
    if let Some(limit) = words::limits::line(words, &run.limiting_factor) {
        lines.extend(wrapped(&limit, 0, width));
    }
    // What stands in no step of an imported run: nobody asked for those steps.
    if run.is_imported() && !run.header.lengths_made_up && run.outside.requests > 0 {
        let text = format!("{}: {}.", words.text("label-outside"), words::run::outside(words, run));
        lines.extend(wrapped(&text, 0, width));
    }
    lines.extend(next_steps(words, run, width));
    lines.push(String::new());
    if !run.steps.is_empty() {
        lines.extend(table(words, run, width));
        if run.has_intended_starts() {
            lines.push(words.text("terminal-both"));
        }
    }
    lines.extend(super::tables::of_run(words, run, width));
    if !run.findings.is_empty() {
        lines.push(String::new());
    }
    for finding in &run.findings {
        let text = format!(
            "{} [{}] {}",
            words::finding::severity(words, finding.severity),
            finding.id,
            words::finding::sentence(words, std::slice::from_ref(run), &finding.claim)
        );
        lines.extend(wrapped(&text, 2, width));
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// What to do, numbered; nothing where nothing is found.
fn next_steps(words: &Words, run: &RunAnalysis, width: usize) -> Vec<String> {
    let steps = words::tested::next_steps(words, run);
    let mut lines = Vec::new();
    if !steps.is_empty() {
        lines.push(format!("{}:", words.text("label-what-to-do")));
    }
    for (number, (_, text)) in (1..).zip(steps) {
        lines.extend(broken(&format!("{number}. {text}"), [2, 5], width));
    }
    lines
}

/// One table, or where that is too wide one for the load and one for the times.
fn table(words: &Words, run: &RunAnalysis, width: usize) -> Vec<String> {
    let (load, times) = (without_unknown(load(words, run), 1), without_unknown(times(words, run), 0));
    let remarks = remarks(words, run);
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

/// Without columns of which no row has a value, but for the first `names`.
fn without_unknown(rows: Vec<Vec<String>>, names: usize) -> Vec<Vec<String>> {
    let known = |column: usize| column < names || rows[1..].iter().any(|row| row[column] != dash());
    let known: Vec<bool> = (0..rows[0].len()).map(known).collect();
    let row =
        |row: Vec<String>| row.into_iter().zip(&known).filter(|(_, known)| **known).map(|(cell, _)| cell);
    rows.into_iter().map(|cells| row(cells).collect()).collect()
}

/// With its head, as the others.
fn load(words: &Words, run: &RunAnalysis) -> Vec<Vec<String>> {
    if run.is_open() {
        return open_load(words, run);
    }
    let row = |step: &StepRow| {
        let growth = step.growth.as_ref();
        let goal = growth.filter(|_| crate::sections::has_goal(run));
        vec![
            words.count(u64::from(step.number)),
            words::load::users_number(words, &step.load()),
            words.rate(step.throughput_per_s.value),
            growth.map_or_else(dash, |growth| words.gain(growth.gain_percent_exact)),
            goal.map_or_else(dash, |growth| words.whole_percent(growth.goal_percent)),
            match run.errors_known(step) {
                true if step.is_from_table => words.written(step.errors_percent),
                true => words.percent(step.errors_percent),
                false => dash(),
            },
        ]
    };
    let head = HEAD.map(|id| words.text(id)).to_vec();
    std::iter::once(head).chain(run.steps.iter().map(row)).collect()
}

/// Of open load: what was asked, and what became of it.
fn open_load(words: &Words, run: &RunAnalysis) -> Vec<Vec<String>> {
    let row = |step: &StepRow| {
        let arrivals = step.arrivals.as_ref();
        vec![
            words.count(u64::from(step.number)),
            step.rate_per_s.map_or_else(dash, |rate| words::load::asked_number(words, rate)),
            arrivals.map_or_else(dash, |arrivals| words.rate(arrivals.started_per_s)),
            words.rate(step.throughput_per_s.value),
            arrivals.map_or_else(dash, |arrivals| words.count(arrivals.dropped)),
            arrivals.map_or_else(dash, |arrivals| words.count(arrivals.waiting_at_end)),
            words.percent(step.errors_percent),
        ]
    };
    let head = HEAD_OPEN.map(|id| words.text(id)).to_vec();
    std::iter::once(head).chain(run.steps.iter().map(row)).collect()
}

/// The usual percentiles, those that requirements name, and the mean if one does.
fn times(words: &Words, run: &RunAnalysis) -> Vec<Vec<String>> {
    let figure = run.figures.iter().find(|figure| figure.kind == FigureKind::ResponseOverTime);
    let series = figure.map(|figure| figure.series.as_slice()).unwrap_or_default();
    let columns: Vec<SeriesName> = if series.is_empty() {
        [50.0, 95.0, 99.0].map(SeriesName::Percentile).to_vec()
    } else {
        series.iter().map(|series| series.name.clone()).collect()
    };
    let cell = |step: &StepRow, column: &SeriesName| match column {
        SeriesName::Percentile(percent) => words.time_or_dash(step.percentile_us(*percent)),
        _ => step.response.mean_us.map_or_else(dash, |us| words.time(us)),
    };
    let both = run.has_intended_starts();
    // With intended starts each percentile is that of response time and, after the stroke, of service time.
    let name = |column: &SeriesName| words::figure::series_name(words, column);
    let head = columns.iter().map(name).collect();
    let pair = |step: &StepRow, column: &SeriesName| match column {
        SeriesName::Percentile(percent) if both => {
            let service = step.service_percentile_us(*percent).or(step.percentile_us(*percent));
            format!("{} | {}", cell(step, column), words.time_or_dash(service))
        }
        _ => cell(step, column),
    };
    let rows = run.steps.iter().map(|step| columns.iter().map(|column| pair(step, column)).collect());
    std::iter::once(head).chain(rows).collect()
}

fn remarks(words: &Words, run: &RunAnalysis) -> Vec<Vec<String>> {
    let best = crate::sections::best(run);
    let remark = |step: &StepRow| match (step.is_valid(), best == Some(step.number)) {
        (false, _) => words::validity::step(words, &step.problems).to_owned(),
        (true, true) => words.text("label-best-small"),
        (true, false) => String::new(),
    };
    let remark = |step: &StepRow| {
        let servers = step.servers.map(|servers| words::detectors::servers_at_work(words, servers));
        let parts = [Some(remark(step)), servers].into_iter().flatten().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("; ")
    };
    std::iter::once(String::new()).chain(run.steps.iter().map(remark)).map(|text| vec![text]).collect()
}
