//! Comparisons for a terminal: plain text, no colour.

use super::lines::hanging;
use super::table::fitted;
use crate::words::number::dash;
use crate::words::{self, Words};
use plimsoll_analysis::comparison::{
    Comparison, Contrast, Effect, HISTORY_RUNS_MIN, History, Row, SeriesHistory,
};
use plimsoll_run::visible;

/// Tables narrower than this can't be read; a narrower terminal wraps them itself.
const WIDTH_MIN: usize = 60;

/// More rows of transactions than this are left to the other formats, but for those that are better or worse.
const ROWS_MAX: usize = 60;

/// Verdict, table, sentences and caveats of every contrast.
pub fn comparison_terminal(comparison: &Comparison, words: &Words, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    let parts = comparison.contrasts.iter().map(|found| contrast(words, comparison, found, width));
    visible(&parts.collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")).into_owned()
}

fn contrast(words: &Words, comparison: &Comparison, contrast: &Contrast, width: usize) -> String {
    let mut lines = hanging(&words::compare::heading(words, contrast), 0, width);
    lines.push(words::compare::judged(words, contrast.judged));
    lines.extend(hanging(&words::compare::counts(words, comparison, contrast), 0, width));
    lines.extend(hanging(&words::compare::unit(words, contrast), 0, width));
    lines.push(String::new());
    let rows = shown(&contrast.rows);
    if !rows.is_empty() {
        lines.extend(table(words, &rows, width));
        lines.push(String::new());
    }
    let sentences = rows.iter().filter_map(|row| words::compare::sentence(words, contrast, row));
    sentences.for_each(|sentence| lines.extend(hanging(&sentence, 2, width)));
    if !contrast.jobs.is_empty() {
        lines.push(String::new());
        lines.extend(jobs(words, contrast, width));
    }
    let summary =
        contrast.job_summary.iter().map(|found| words::compare::job_summary(words, contrast, found));
    let trends = contrast.job_trends.iter().map(|trend| words::compare::job_trend(words, trend));
    summary.chain(trends).for_each(|sentence| lines.extend(hanging(&sentence, 2, width)));
    if !contrast.configuration.is_empty() {
        lines.push(String::new());
        lines.push(words.text("compare-configuration"));
        for found in &contrast.configuration {
            let [setting, name, before, after] = words::compare::difference(words, found);
            lines.extend(hanging(&format!("{setting}, {name}: {before} → {after}"), 2, width));
        }
    }
    if !contrast.caveats.is_empty() {
        lines.push(String::new());
        lines.push(words.text("compare-caveats"));
        for caveat in &contrast.caveats {
            lines.extend(hanging(&words::compare::caveat(words, caveat), 2, width));
        }
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

fn shown(rows: &[Row]) -> Vec<&Row> {
    let all = rows.len() <= ROWS_MAX;
    let notable = |row: &Row| matches!(row.effect, Effect::Worse | Effect::Better);
    rows.iter().filter(|row| all || row.subject.transaction.is_none() || notable(row)).collect()
}

fn table(words: &Words, rows: &[&Row], width: usize) -> Vec<String> {
    let head = [
        "compare-load",
        "compare-requests",
        "compare-metric",
        "compare-before",
        "compare-after",
        "compare-change",
        "compare-interval",
        "compare-judgement",
    ];
    let mut cells: Vec<Vec<String>> = vec![head.iter().map(|id| words.text(id)).collect()];
    cells.extend(rows.iter().map(|row| {
        vec![
            words::compare::load(words, &row.subject.load, &row.subject.step_name),
            words::compare::requests(words, &row.subject),
            words::compare::metric(words, row.metric),
            words::compare::side(words, row.metric, &row.before),
            words::compare::side(words, row.metric, &row.after),
            words::compare::change(words, row),
            words::compare::bounds(words, row).unwrap_or_else(dash),
            words::compare::effect(words, row.effect),
        ]
    }));
    // Load, requests and figure name a row.
    fitted(&cells, 3, width)
}

fn jobs(words: &Words, contrast: &Contrast, width: usize) -> Vec<String> {
    let head = ["compare-job", "compare-before", "compare-after", "compare-delta", "compare-change"];
    let mut cells: Vec<Vec<String>> = vec![head.iter().map(|id| words.text(id)).collect()];
    cells.extend(contrast.jobs.iter().map(|row| words::compare::job_row(words, row).to_vec()));
    fitted(&cells, 1, width)
}

/// Where the levels of series changed, and what was not looked at.
pub fn series_terminal(history: &SeriesHistory, words: &Words, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    let mut lines = vec![words.text("compare-history-title"), words::compare::judged(words, history.judged)];
    lines.extend(hanging(&words::series::summary(words, history), 0, width));
    for series in &history.series {
        for change in &series.changes {
            lines.extend(hanging(&words::series::change(words, series, change), 2, width));
        }
    }
    for remark in words::series::remarks(words, history) {
        lines.extend(hanging(&remark, 0, width));
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")
}

/// The changes of level, the largest first.
pub fn history_terminal(history: &History, words: &Words, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    let mut lines = vec![words.text("compare-history-title"), words::compare::judged(words, history.judged)];
    lines.extend(hanging(&words::compare::history_summary(words, history), 0, width));
    if history.runs.len() < HISTORY_RUNS_MIN {
        lines.extend(hanging(&words.text("compare-history-few"), 0, width));
    }
    for series in &history.series {
        for change in &series.changes {
            lines.extend(hanging(&words::compare::history_change(words, series, change), 2, width));
        }
    }
    lines.push(String::new());
    let text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    visible(&text.replace('\u{a0}', " ")).into_owned()
}
