//! The whole distribution, one curve per step.

use super::figure::{Axis, Figure, FigureKind, Point, Quantity, Scale, Series, SeriesName};
use crate::window::Window;

/// More curves than this can't be told apart.
const CURVES_MAX: usize = 5;
const NINES_MAX: f64 = 5.0;
const POINTS_PER_NINE: usize = 10;

/// First, last, best and evenly between.
pub(crate) fn figure(windows: &[Window], best: Option<u32>) -> Option<Figure> {
    let measured: Vec<&Window> = windows.iter().filter(|w| !w.total.response.is_empty()).collect();
    let series: Vec<Series> = chosen(&measured, best).into_iter().map(|i| curve(measured[i])).collect();
    (!series.is_empty()).then_some(Figure {
        kind: FigureKind::PercentileCurves,
        x: Axis { quantity: Quantity::PercentileNines, scale: Scale::Linear },
        y: Axis { quantity: Quantity::ResponseUs, scale: Scale::Log },
        series,
        steps: Vec::new(),
        heat: None,
        limits: Vec::new(),
        point_s: None,
    })
}

fn chosen(windows: &[&Window], best: Option<u32>) -> Vec<usize> {
    let n = windows.len();
    if n <= CURVES_MAX {
        return (0..n).collect();
    }
    let mut chosen: Vec<usize> = (0..CURVES_MAX).map(|i| i * (n - 1) / (CURVES_MAX - 1)).collect();
    let best = best.and_then(|best| windows.iter().position(|w| w.step.number == best));
    if let Some(best) = best.filter(|best| !chosen.contains(best)) {
        // The nearest inner one makes room, so that first and last stay.
        let nearest = (1..CURVES_MAX - 1).min_by_key(|i| chosen[*i].abs_diff(best)).unwrap_or(1);
        chosen[nearest] = best;
        chosen.sort_unstable();
    }
    chosen
}

/// From the median up to the percentile that a single request makes up.
fn curve(window: &Window) -> Series {
    let response = &window.total.response;
    let nines_max = (response.count() as f64).log10().min(NINES_MAX);
    let median = 2_f64.log10();
    let steps = ((nines_max - median).max(0.0) * POINTS_PER_NINE as f64).floor() as usize;
    let point = |i: usize| {
        let nines = median + i as f64 / POINTS_PER_NINE as f64;
        Point::at(nines, response.quantile_us(1.0 - 10_f64.powf(-nines)).map(|us| us as f64))
    };
    let name = SeriesName::Step { number: window.step.number, users: window.step.users() };
    Series { name, points: (0..=steps).map(point).collect() }
}
