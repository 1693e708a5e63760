//! Lines with markers and intervals.

use super::Form;
use super::canvas::{Canvas, Height, TextAnchor};
use super::palette::{LIMIT, LOOKS, UNCERTAIN};
use super::plot::{Plot, frame};
use super::style::{DASHED, Style, style};
use crate::words::Words;
use plimsoll_analysis::figures::{
    Figure, FigureKind, FigurePoint, FigureSeries, Limit, PlacementUncertainty, Quantity, Scale, SeriesName,
};

pub fn draw(words: &Words, canvas: &mut Canvas, figure: &Figure, form: Form) {
    let points = || figure.series.iter().flat_map(|s| &s.points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (x_low, x_high) = range(&mut points().map(|p| p.x));
    let limits = || figure.limits.iter().filter(|limit| figure.shows(limit));
    let room = if figure.y.scale == Scale::Log { LABEL_ROOM } else { 1.0 };
    let measured = points().flat_map(|p| [p.y, p.low, p.high]).flatten();
    let y = range(&mut measured.chain(limits().map(|limit| limit.y * room)));
    if !(x_low.is_finite() && y.0.is_finite()) {
        return;
    }
    let x = match (figure.x.quantity, figure.x.scale) {
        (Quantity::TimeS, _) if figure.end_s.is_some() => (0.0, figure.end_s.unwrap_or(x_high)),
        (Quantity::TimeS, _) => (0.0, figure.steps.iter().map(|s| s.to_s).fold(x_high, f64::max)),
        (_, Scale::Log) => (x_low * 0.8, (x_high * 1.2).max(x_low * 2.0)),
        (Quantity::PercentileNines, _) => (x_low, x_high.max(1.0)),
        // Room for the last marker.
        _ => (0.0, x_high.max(1.0) * 1.02),
    };
    let plot = frame(words, canvas, figure, x, y);
    // Drawn backwards, so that the first series lies on top.
    let series = || figure.series.iter().enumerate().rev().map(|(i, series)| (i, series, style(figure, i)));
    plot.inside(canvas, |canvas| {
        fill_between(canvas, &plot, figure);
        for (index, series, style) in series() {
            if matches!(series.name, SeriesName::Law { .. }) {
                canvas.series(index, |canvas| draw_band(canvas, &plot, series, &style));
            }
            if figure.kind.panel().is_some() && !style.marker {
                canvas.series(index, |canvas| draw_extremes(canvas, &plot, series, &style));
            }
            canvas.series(index, |canvas| draw_series(canvas, &plot, series, &style, form));
        }
        draw_marks(canvas, &plot, figure);
    });
    if series().any(|(_, _, style)| style.marker) {
        canvas.moving(|canvas| {
            for (index, series, style) in series().filter(|(_, _, style)| style.marker) {
                canvas.series(index, |canvas| draw_points(canvas, &plot, series, &style));
            }
        });
    }
    if !figure.marks.is_empty() {
        canvas.moving(|canvas| number_marks(canvas, &plot, figure));
    }
    if let Some(uncertainty) = &figure.uncertainty {
        draw_uncertainty(canvas, &plot, uncertainty);
    }
    let mut limits: Vec<&Limit> = limits().collect();
    limits.sort_by(|a, b| a.y.total_cmp(&b.y));
    draw_limits(canvas, &plot, &limits);
}

/// Percentiles over time are the edges of bands: the lighter, the fewer requests lie in it.
fn fill_between(canvas: &mut Canvas, plot: &Plot, figure: &Figure) {
    const OPACITIES: [f64; 3] = [0.22, 0.14, 0.08];
    if figure.kind != FigureKind::ResponseOverTime {
        return;
    }
    let percentiles = figure.series.iter().filter(|s| matches!(s.name, SeriesName::Percentile(_)));
    let percentiles: Vec<&FigureSeries> = percentiles.collect();
    for (pair, opacity) in percentiles.windows(2).zip(OPACITIES) {
        let both = pair[0].points.iter().zip(&pair[1].points);
        let places: Vec<Option<(f64, f64, f64)>> =
            both.map(|(low, high)| Some((low.x, low.y?, high.y?))).collect();
        for stretch in places.split(Option::is_none).filter(|stretch| stretch.len() > 1) {
            let corners = || stretch.iter().flatten();
            let lower = corners().map(|(x, low, _)| plot.at(*x, *low));
            let upper = corners().rev().map(|(x, _, high)| plot.at(*x, *high));
            canvas.area(&lower.chain(upper).collect::<Vec<_>>(), LOOKS[0].color, opacity);
        }
    }
}

/// Where a fitted curve lies with 95 %.
fn draw_band(canvas: &mut Canvas, plot: &Plot, series: &FigureSeries, style: &Style) {
    let edge =
        |of: fn(&FigurePoint) -> Option<f64>| series.points.iter().filter_map(move |p| Some((p.x, of(p)?)));
    let outline: Vec<(f64, f64)> = edge(|p| p.low)
        .chain(edge(|p| p.high).collect::<Vec<_>>().into_iter().rev())
        .map(|(x, y)| plot.at(x, y))
        .collect();
    if outline.len() > 2 {
        canvas.area(&outline, style.look.color, 0.12);
    }
}

/// From the lowest to the highest reading of each point, one area per stretch without gaps.
fn draw_extremes(canvas: &mut Canvas, plot: &Plot, series: &FigureSeries, style: &Style) {
    for stretch in series.points.split(|p: &FigurePoint| p.y.is_none()) {
        if stretch.iter().all(|p| p.high.is_none()) {
            continue;
        }
        let edge = |of: fn(&FigurePoint) -> Option<f64>| -> Vec<(f64, f64)> {
            stretch.iter().filter_map(|p| Some(plot.at(p.x, of(p).or(p.y)?))).collect()
        };
        let (lower, upper) = (edge(|p| p.low), edge(|p| p.high));
        let outline: Vec<(f64, f64)> = lower.into_iter().chain(upper.into_iter().rev()).collect();
        canvas.area(&outline, style.look.color, 0.16);
    }
}

fn draw_marks(canvas: &mut Canvas, plot: &Plot, figure: &Figure) {
    let (dash, look) = LIMIT;
    for mark in &figure.marks {
        let (x, _) = plot.at(mark.at_s, 0.0);
        canvas.line(&[(x, plot.top()), (x, plot.bottom())], look.color, 1.0, Some(dash));
    }
}

/// Events, numbered as in the list under the figures. Where many lie close together only the first has its number.
fn number_marks(canvas: &mut Canvas, plot: &Plot, figure: &Figure) {
    let mut last_end = f64::MIN;
    let (_, look) = LIMIT;
    for mark in &figure.marks {
        let (x, _) = plot.at(mark.at_s, 0.0);
        let label = (mark.event + 1).to_string();
        if x > last_end {
            canvas.text(&label, (x + 2.0, plot.top()), (TextAnchor::Left, Height::Top), look.color);
            last_end = x + canvas.text_width(&label) + 4.0;
        }
    }
}

/// As wide as the whole may be shifted, both ways together, on the time axis; from end to end and dashed when nobody
/// knows.
fn draw_uncertainty(canvas: &mut Canvas, plot: &Plot, uncertainty: &PlacementUncertainty) {
    const CAP: f64 = 3.5;
    let (color, y) = (UNCERTAIN, plot.bottom());
    let right = plot.right();
    let Some(seconds) = uncertainty.seconds else {
        canvas.line(&[(plot.left(), y), (right, y)], color, 3.0, Some(DASHED));
        return;
    };
    let width = plot.at(2.0 * seconds, 0.0).0 - plot.at(0.0, 0.0).0;
    let left = (right - width.max(2.0)).max(plot.left());
    canvas.line(&[(left, y), (right, y)], color, 3.0, None);
    for end in [left, right] {
        canvas.line(&[(end, y - CAP), (end, y + CAP)], color, 1.5, None);
    }
}

/// Above a limit there is to be place for its label; linear axes end on a round value and have it.
const LABEL_ROOM: f64 = 1.15;

/// Dashed, with its requirement above its right end; below it where the next one lies close above.
fn draw_limits(canvas: &mut Canvas, plot: &Plot, limits: &[&Limit]) {
    let font = canvas.font;
    for (i, limit) in limits.iter().enumerate() {
        let at = |limit: &Limit| plot.at(0.0, limit.y).1;
        let y = at(limit);
        let (dash, look) = LIMIT;
        canvas.line(&[(plot.left(), y), (plot.right(), y)], look.color, 1.2, Some(dash));
        let close = limits.get(i + 1).is_some_and(|next| y - at(next) < font * 1.3);
        let anchor = if close { Height::Top } else { Height::Bottom };
        let place = (plot.right() - 4.0, if close { y + 2.0 } else { y - 2.0 });
        canvas.text(&limit.requirement, place, (TextAnchor::Right, anchor), look.color);
    }
}

/// One line per stretch without gaps.
fn draw_series(canvas: &mut Canvas, plot: &Plot, series: &FigureSeries, style: &Style, form: Form) {
    let Some(dash) = style.dash else { return };
    let width = style.width
        * match (form, series.points.len()) {
            (Form::Narrow, n) if n > 60 => 1.2,
            (_, n) if n > 120 => 1.4,
            _ => 2.0,
        };
    for stretch in series.points.split(|p: &FigurePoint| p.y.is_none()) {
        let line: Vec<(f64, f64)> = stretch.iter().filter_map(|p| Some(plot.at(p.x, p.y?))).collect();
        match line.as_slice() {
            [] => {}
            [(x, y)] => canvas.line(&[(x - 1.0, *y), (x + 1.0, *y)], style.look.color, width, None),
            _ => canvas.line(&line, style.look.color, width, Some(dash)),
        }
    }
}

fn draw_points(canvas: &mut Canvas, plot: &Plot, series: &FigureSeries, style: &Style) {
    const CAP: f64 = 4.0;
    let look = &style.look;
    for point in &series.points {
        let Some(y) = point.y else { continue };
        if let (Some(low), Some(high)) = (point.low, point.high) {
            let ((x, bottom), (_, top)) = (plot.at(point.x, low), plot.at(point.x, high));
            canvas.line(&[(x, bottom), (x, top)], look.color, 1.2, None);
            for end in [bottom, top] {
                canvas.line(&[(x - CAP, end), (x + CAP, end)], look.color, 1.2, None);
            }
        }
        canvas.marker(plot.at(point.x, y), look, style.hollow, if style.dash.is_none() { 4.6 } else { 3.4 });
    }
}
