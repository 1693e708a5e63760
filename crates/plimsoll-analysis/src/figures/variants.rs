//! Figures across runs: one series per variant.

use super::figure::{Axis, Figure, FigureKind, FigurePart, FigurePoint, FigureSeries, Scale, SeriesName};
use super::quantity::Quantity;
use crate::grid::VARIANTS_MAX;
use crate::matrix::{Matrix, MatrixCell, MatrixRow};

/// None for a single load: there is no line to draw; nor where some loads are users and some rates: they have no axis in
/// common.
pub(crate) fn of_matrix(matrix: &Matrix) -> Vec<Figure> {
    if matrix.rows.len() < 2 || matrix.has_both_loads() {
        return Vec::new();
    }
    let rates = matrix.rows.iter().any(|row| row.rate_per_s.is_some());
    let loads = if rates { Quantity::AskedPerS } else { Quantity::Users };
    let of = |columns: &[usize], kind, quantity, point: fn(f64, &MatrixCell) -> FigurePoint| {
        let one = |column: usize| FigureSeries {
            name: SeriesName::Variant(matrix.variants[column].clone()),
            points: matrix
                .rows
                .iter()
                .filter_map(|row| Some(point(row.load().value(), row.cells[column].as_ref()?)))
                .collect(),
        };
        Figure::new(
            kind,
            Axis { quantity: loads, scale: scale(matrix) },
            Axis { quantity, scale: Scale::Linear },
            columns.iter().copied().map(one).collect(),
        )
    };
    let groups = groups(matrix);
    let figure = |kind, quantity, point: fn(f64, &MatrixCell) -> FigurePoint| -> Vec<Figure> {
        let one = |(part, columns): &(Option<FigurePart>, Vec<usize>)| Figure {
            part: part.clone(),
            ..of(columns, kind, quantity, point)
        };
        groups.iter().map(one).collect()
    };
    let figures = [
        figure(FigureKind::VariantThroughput, Quantity::ThroughputPerS, |x, cell| FigurePoint {
            x,
            y: Some(cell.throughput_per_s),
            low: (cell.repeats > 1).then_some(cell.throughput_per_s_min),
            high: (cell.repeats > 1).then_some(cell.throughput_per_s_max),
        }),
        figure(FigureKind::VariantMean, Quantity::ResponseUs, |x, cell| {
            FigurePoint::at(x, cell.mean_with_in_flight_us.or(cell.response.mean_us))
        }),
        figure(FigureKind::VariantP95, Quantity::ResponseUs, |x, cell| {
            // A lower bound would be drawn as if it were the figure.
            let whole = cell.response.p95_us.filter(|_| cell.mean_with_in_flight_us.is_none());
            FigurePoint::at(x, whole.map(|us| us as f64))
        }),
    ];
    let shows = |figure: &Figure| figure.series.iter().flat_map(|s| &s.points).any(|p| p.y.is_some());
    figures.into_iter().flatten().filter(shows).collect()
}

/// Which variants are drawn together.
fn groups(matrix: &Matrix) -> Vec<(Option<FigurePart>, Vec<usize>)> {
    let all: Vec<usize> = (0..matrix.variants.len()).collect();
    if all.len() <= VARIANTS_MAX {
        return vec![(None, all)];
    }
    if let Some(grid) = &matrix.grid {
        return grid.groups().map(|(name, columns)| (Some(FigurePart::Variants(name)), columns)).collect();
    }
    let of = all.len().div_ceil(VARIANTS_MAX);
    let parts = all.chunks(all.len().div_ceil(of)).enumerate();
    parts.map(|(i, columns)| (Some(FigurePart::Lines { number: i + 1, of }), columns.to_vec())).collect()
}

/// Loads from 50 to 8,000 need a logarithmic axis, 10 to 80 do not; with two loads it would have two labels.
fn scale(matrix: &Matrix) -> Scale {
    let (first, last) = (matrix.rows.first(), matrix.rows.last());
    let load = |row: &MatrixRow| row.load().value();
    let ratio = first.zip(last).map_or(1.0, |(first, last)| load(last) / load(first).max(f64::MIN_POSITIVE));
    if ratio >= 20.0 && matrix.rows.len() >= 3 { Scale::Log } else { Scale::Linear }
}
