//! Every recorded series at the lowest and the highest load.

use crate::document::{Cell, CellKind, CellPicture, ColumnSet, SEARCHED, Table};
use crate::words::{Words, servers as reported};
use plimsoll_analysis::servers::RecordedSeries;

pub fn table(words: &Words, all: &[RecordedSeries]) -> Table {
    let (text, number) = (|id| words.text(id), CellKind::Number);
    let value = |of: fn(&RecordedSeries) -> Option<f64>| {
        move |series: &&RecordedSeries| Cell::maybe(of(series), |value| words.significant(value, 3))
    };
    ColumnSet::new()
        .column(CellKind::Text, text("label-source"), &["source"], |series: &&RecordedSeries| {
            Cell::text(reported::source_in_full(words, &series.source))
        })
        .column(CellKind::Text, text("panel-recorded-metric"), &["metric"], |series| Cell::text(name(series)))
        .column(CellKind::Text, text("panel-recorded-unit"), &["unit"], |series| Cell::text(unit(series)))
        .column(number, text("panel-recorded-lowest"), &["lowest_load"], value(|series| series.lowest_load))
        .column(
            number,
            text("panel-recorded-highest"),
            &["highest_load"],
            value(|series| series.highest_load),
        )
        .column(number, text("panel-recorded-max"), &["max"], value(|series| Some(series.max)))
        .column(CellKind::Picture, text("panel-recorded-course"), &[], |series| Cell {
            picture: Some(CellPicture::Course(series.course.clone())),
            ..Cell::default()
        })
        .table("recorded", all)
        .laid_out(SEARCHED)
}

fn name(series: &RecordedSeries) -> String {
    let attributes: Vec<String> =
        series.attributes.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if attributes.is_empty() {
        series.metric.clone()
    } else {
        format!("{}{{{}}}", series.metric, attributes.join(", "))
    }
}

fn unit(series: &RecordedSeries) -> String {
    // Braces are UCUM's mark of what is counted: `{switch}/s`.
    let unit = series.unit.replace(['{', '}'], "");
    if series.per_s && !unit.ends_with("/s") { format!("{unit}/s") } else { unit }
}
