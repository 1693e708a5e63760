//! The frame of a figure: axes, grid, labels, step bands; and the way from values to places.

use super::canvas::{Canvas, Height, TextAnchor};
use super::palette::{BAND, BAND_INVALID, GRID, INK};
use super::ticks::{round_step, ticks};
use crate::words::{self, Words};
use plimsoll_analysis::figures::{Axis, Figure, Quantity, Scale, SeriesName};

/// Where values lie on the canvas, in CSS pixels.
pub struct Plot {
    x: Place,
    y: Place,
}

struct Place {
    axis: Axis,
    low: f64,
    high: f64,
    /// Where `low` and `high` lie.
    from: f64,
    to: f64,
}

impl Place {
    fn of(&self, value: f64) -> f64 {
        let share = match self.axis.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value.max(self.low * 0.5) / self.low).ln() / (self.high / self.low).ln(),
        };
        self.from + share * (self.to - self.from)
    }
}

impl Plot {
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.of(x), self.y.of(y))
    }

    pub fn left(&self) -> f64 {
        self.x.from
    }

    pub fn right(&self) -> f64 {
        self.x.to
    }

    pub fn top(&self) -> f64 {
        self.y.to
    }

    pub fn bottom(&self) -> f64 {
        self.y.from
    }

    /// Draws what belongs to the x axis and is stretched along it.
    pub fn inside(&self, canvas: &mut Canvas, draw: impl FnOnce(&mut Canvas)) {
        canvas.layer((self.left(), self.right()), (self.top(), self.bottom()), draw);
    }
}

/// Lays out the plot for values within these ranges and draws everything but the data.
pub fn frame(words: &Words, canvas: &mut Canvas, figure: &Figure, x: (f64, f64), y: (f64, f64)) -> Plot {
    let font = canvas.font;
    let y_axis = readable(figure.y, y);
    let (y_low, y_high) = extended(y_axis, y);
    let y_ticks = ticks(y_axis.quantity, y_axis.scale, y_low, y_high, Y_TICKS);
    let y_labels: Vec<String> =
        y_ticks.iter().map(|v| words::figure::tick(words, figure.y.quantity, *v)).collect();
    // Figures of servers stand above one another: the same time is to be at the same place.
    let least = if figure.kind.panel().is_some() { font * LABEL_EMS } else { 0.0 };
    let label_width = y_labels.iter().map(|l| canvas.text_width(l)).fold(least, f64::max);
    let bands = if figure.steps.is_empty() { 0.0 } else { font * 1.4 };
    let (top, bottom) = (font * 2.3 + bands, canvas.height - font * 3.2);
    let plot = Plot {
        x: Place {
            axis: figure.x,
            low: x.0,
            high: x.1,
            from: label_width + 12.0,
            to: canvas.width - font * 1.3,
        },
        y: Place { axis: y_axis, low: y_low, high: y_high, from: bottom, to: top },
    };
    canvas.describe(description(&plot, figure));
    draw_bands(canvas, &plot, figure, top - bands, bottom);
    for (value, label) in y_ticks.iter().zip(&y_labels) {
        let at = plot.y.of(*value);
        canvas.line(&[(plot.left(), at), (plot.right(), at)], GRID, 1.0, None);
        canvas.text(label, (plot.left() - 6.0, at), (TextAnchor::Right, Height::Middle), INK);
    }
    draw_x_axis(words, canvas, &plot, figure, bottom);
    let name = words::figure::axis(words, y_axis.quantity, y_axis.scale);
    canvas.text(&name, (0.0, font * 0.3), (TextAnchor::Left, Height::Top), INK);
    plot
}

/// For the viewer's script: of each axis the least and the greatest value, where they lie, and what it counts.
fn description(plot: &Plot, figure: &Figure) -> String {
    let axis = |place: &Place, quantity: Quantity| {
        let log = place.axis.scale == Scale::Log;
        serde_json::json!([place.low, place.high, tenth(place.from), tenth(place.to), log, quantity])
    };
    serde_json::json!([axis(&plot.x, figure.x.quantity), axis(&plot.y, figure.y.quantity)]).to_string()
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

const Y_TICKS: usize = 6;
/// Room for the longest usual label, `1,000 ms`.
const LABEL_EMS: f64 = 4.9;

/// A logarithmic axis with fewer than three labels can't be read; it becomes a linear one.
fn readable(axis: Axis, range: (f64, f64)) -> Axis {
    let (low, high) = extended(axis, range);
    let labels = ticks(axis.quantity, axis.scale, low, high, Y_TICKS).len();
    if axis.scale == Scale::Log && labels < 3 { Axis { scale: Scale::Linear, ..axis } } else { axis }
}

fn draw_x_axis(words: &Words, canvas: &mut Canvas, plot: &Plot, figure: &Figure, bottom: f64) {
    let (font, axis) = (canvas.font, plot.x.axis);
    canvas.line(&[(plot.left(), bottom), (plot.right(), bottom)], INK, 1.0, None);
    let room = ((plot.right() - plot.left()) / (font * 4.6)) as usize;
    let mut last_end = f64::MIN;
    let loads = loads(figure);
    let round = || ticks(axis.quantity, axis.scale, plot.x.low, plot.x.high, room.max(2));
    canvas.moving(|canvas| {
        for value in loads.unwrap_or_else(round) {
            let (at, label) = (plot.x.of(value), words::figure::tick(words, axis.quantity, value));
            let half = canvas.text_width(&label) / 2.0;
            canvas.line(&[(at, bottom), (at, bottom + 4.0)], INK, 1.0, None);
            if at - half > last_end + font * 0.5 && at + half <= canvas.width {
                canvas.text(&label, (at, bottom + 7.0), (TextAnchor::Middle, Height::Top), INK);
                last_end = at + half;
            }
        }
    });
    let name = words::figure::axis(words, axis.quantity, axis.scale);
    canvas.text(&name, (plot.right(), bottom + font * 1.9), (TextAnchor::Right, Height::Top), INK);
}

/// A few measured loads are better marks than round numbers between them.
fn loads(figure: &Figure) -> Option<Vec<f64>> {
    const MAX: usize = 14;
    if !figure.x.quantity.is_load() {
        return None;
    }
    let measured = figure
        .series
        .iter()
        .filter(|series| !matches!(series.name, SeriesName::Ideal | SeriesName::Law { .. }));
    let mut loads: Vec<f64> = measured.flat_map(|s| &s.points).map(|p| p.x).collect();
    loads.sort_by(f64::total_cmp);
    loads.dedup();
    (loads.len() <= MAX).then_some(loads)
}

/// Grey behind each measured window, its number above.
fn draw_bands(canvas: &mut Canvas, plot: &Plot, figure: &Figure, top: f64, bottom: f64) {
    if figure.steps.is_empty() {
        return;
    }
    canvas.layer((plot.left(), plot.right()), (top, bottom), |canvas| {
        for band in &figure.steps {
            let x = (plot.x.of(band.from_s), plot.x.of(band.to_s));
            canvas.rectangle(x, (top, bottom), if band.valid { BAND } else { BAND_INVALID });
        }
    });
    let mut last_end = f64::MIN;
    let several = figure.steps.len() > 1;
    canvas.moving(|canvas| {
        for band in figure.steps.iter().filter(|_| several) {
            let label = if band.valid { band.step.to_string() } else { format!("{} !", band.step) };
            let middle = (plot.x.of(band.from_s) + plot.x.of(band.to_s)) / 2.0;
            let half = canvas.text_width(&label) / 2.0;
            if middle - half > last_end + 3.0 {
                canvas.text(&label, (middle, top + 2.0), (TextAnchor::Middle, Height::Top), INK);
                last_end = middle + half;
            }
        }
    });
}

/// Linear axes start at 0 and end on a round value; logarithmic ones keep a little distance.
fn extended(axis: Axis, (low, high): (f64, f64)) -> (f64, f64) {
    match axis.scale {
        Scale::Linear if axis.quantity == Quantity::CpuPercent => (0.0, high.max(100.0)),
        Scale::Linear if axis.quantity == Quantity::PercentOfAllCpus => (0.0, 100.0),
        Scale::Linear => {
            let high = if high > 0.0 { high * 1.04 } else { 1.0 };
            let step = round_step(high / 6.0);
            (0.0_f64.min(low), (high / step).ceil() * step)
        }
        Scale::Log => {
            let low = if low > 0.0 { low } else { 1.0 };
            (low * 0.85, (high * 1.15).max(low * 2.0))
        }
    }
}
