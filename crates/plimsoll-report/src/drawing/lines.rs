//! Lines with markers and intervals.

use super::Form;
use super::canvas::Canvas;
use super::palette::{IDEAL, Look, look};
use super::plot::{Plot, frame};
use plimsoll_analysis::figures::{Figure, Point, Quantity, Scale, Series, SeriesName};

pub fn draw(canvas: &mut Canvas, figure: &Figure, form: Form) {
    let points = || figure.series.iter().flat_map(|s| &s.points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (x_low, x_high) = range(&mut points().map(|p| p.x));
    let y = range(&mut points().flat_map(|p| [p.y, p.low, p.high]).flatten());
    if !(x_low.is_finite() && y.0.is_finite()) {
        return;
    }
    let x = match (figure.x.quantity, figure.x.scale) {
        (Quantity::TimeS, _) => (0.0, figure.steps.iter().map(|s| s.to_s).fold(x_high, f64::max)),
        (_, Scale::Log) => (x_low * 0.8, (x_high * 1.2).max(x_low * 2.0)),
        (Quantity::PercentileNines, _) => (x_low, x_high.max(1.0)),
        // Room for the last marker.
        _ => (0.0, x_high.max(1.0) * 1.02),
    };
    let plot = frame(canvas, figure, x, y);
    let markers = figure.x.quantity == Quantity::Users;
    // Drawn backwards, so that the first series lies on top.
    for (index, series) in figure.series.iter().enumerate().rev() {
        let (dash, look) = looks(index, series);
        draw_series(canvas, &plot, series, dash, &look, form);
        if markers && series.name != SeriesName::Ideal {
            draw_points(canvas, &plot, series, &look);
        }
    }
}

/// The look of a series; the same in the legend.
pub fn looks(index: usize, series: &Series) -> (usize, Look) {
    if series.name == SeriesName::Ideal { IDEAL } else { look(index) }
}

/// One line per stretch without gaps.
fn draw_series(canvas: &mut Canvas, plot: &Plot, series: &Series, dash: usize, look: &Look, form: Form) {
    let width = match (form, series.points.len()) {
        (Form::Narrow, n) if n > 60 => 1.2,
        (_, n) if n > 120 => 1.4,
        _ => 2.0,
    };
    for stretch in series.points.split(|p: &Point| p.y.is_none()) {
        let line: Vec<(f64, f64)> = stretch.iter().filter_map(|p| Some(plot.at(p.x, p.y?))).collect();
        match line.as_slice() {
            [] => {}
            [(x, y)] => canvas.line(&[(x - 1.0, *y), (x + 1.0, *y)], look.color, width, None),
            _ => canvas.line(&line, look.color, width, Some(dash)),
        }
    }
}

fn draw_points(canvas: &mut Canvas, plot: &Plot, series: &Series, look: &Look) {
    const CAP: f64 = 4.0;
    for point in &series.points {
        let Some(y) = point.y else { continue };
        if let (Some(low), Some(high)) = (point.low, point.high) {
            let ((x, bottom), (_, top)) = (plot.at(point.x, low), plot.at(point.x, high));
            canvas.line(&[(x, bottom), (x, top)], look.color, 1.2, None);
            for end in [bottom, top] {
                canvas.line(&[(x - CAP, end), (x + CAP, end)], look.color, 1.2, None);
            }
        }
        canvas.marker(plot.at(point.x, y), look, 3.4);
    }
}
