//! The comparison as a figure.

use super::judgement::Effect;
use super::row::Row;
use crate::figures::{
    Axis, Figure, FigureKind, FigurePoint, FigureSeries, Limit, Quantity, Scale, SeriesName,
};

/// More rows can't be read; then those of all requests alone are drawn.
const ROWS_MAX: usize = 30;

/// A row for each figure that is compared by its ratio: x is the row's number from 1, y its change in percent with the
/// interval; the margins are limits. `None` without rows that have an interval.
pub(super) fn forest(rows: &[Row], margin: f64) -> Option<Figure> {
    let drawn = |row: &&Row| {
        row.effect != Effect::NotComparable && row.ratio.is_some_and(|ratio| ratio.bounds_95.is_some())
    };
    let mut shown: Vec<&Row> = rows.iter().filter(drawn).collect();
    if shown.len() > ROWS_MAX {
        shown.retain(|row| row.subject.transaction.is_none());
        shown.truncate(ROWS_MAX);
    }
    if shown.is_empty() {
        return None;
    }
    let series = shown.iter().enumerate().map(|(i, row)| {
        let change = row.change();
        let bounds = change.bounds_95;
        FigureSeries {
            name: SeriesName::Compared {
                subject: row.subject.clone(),
                metric: row.metric,
                effect: row.effect,
            },
            points: vec![FigurePoint {
                x: i as f64 + 1.0,
                y: Some(change.value),
                low: bounds.map(|b| b.low),
                high: bounds.map(|b| b.high),
            }],
        }
    });
    let limit = |y: f64| Limit { y, requirement: String::new() };
    Some(Figure {
        limits: vec![limit(-100.0 * margin), limit(100.0 * margin)],
        ..Figure::new(
            FigureKind::ComparisonForest,
            Axis { quantity: Quantity::Rows, scale: Scale::Linear },
            Axis { quantity: Quantity::ChangePercent, scale: Scale::Linear },
            series.collect(),
        )
    })
}
