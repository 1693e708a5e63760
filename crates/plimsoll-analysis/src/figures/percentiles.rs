//! The whole distribution, one curve per step.

use super::figure::{Axis, Figure, FigureKind, FigurePart, FigurePoint, FigureSeries, Scale, SeriesName};
use super::quantity::Quantity;
use crate::step::{AppliedLoad, Window};
use plimsoll_run::Latencies;

/// More curves than this can't be distinguished.
const CURVES_MAX: usize = 8;
/// Steps, where each has a curve of response and one of service time.
const CURVES_MAX_BOTH: usize = 4;
const NINES_MAX: f64 = 5.0;
const POINTS_PER_NINE: usize = 10;

/// First, last, best and evenly between.
pub(crate) fn figure(windows: &[Window], best: Option<u32>) -> Option<Figure> {
    let measured: Vec<&Window> = windows.iter().filter(|w| !w.total.response.is_empty()).collect();
    let both = measured.iter().any(|window| window.total.service.is_some());
    let curves = if both { CURVES_MAX_BOTH } else { CURVES_MAX };
    let chosen = chosen(&measured, best, curves);
    let left_out = measured.len() - chosen.len();
    let series: Vec<FigureSeries> = chosen.into_iter().flat_map(|i| self::curves(measured[i])).collect();
    let figure = Figure::new(
        FigureKind::PercentileCurves,
        Axis { quantity: Quantity::PercentileNines, scale: Scale::Linear },
        Axis {
            quantity: if both { Quantity::ResponseAndServiceUs } else { Quantity::ResponseUs },
            scale: Scale::Log,
        },
        series,
    );
    let part = (left_out > 0).then_some(FigurePart::Chosen { left_out });
    (!figure.series.is_empty()).then_some(Figure { part, ..figure })
}

fn chosen(windows: &[&Window], best: Option<u32>, curves: usize) -> Vec<usize> {
    let best = best.and_then(|best| windows.iter().position(|w| w.step.number == best));
    places(windows.len(), best, curves)
}

fn places(n: usize, best: Option<usize>, curves: usize) -> Vec<usize> {
    if n <= curves {
        return (0..n).collect();
    }
    let mut chosen: Vec<usize> = (0..curves).map(|i| i * (n - 1) / (curves - 1)).collect();
    if let Some(best) = best.filter(|best| !chosen.contains(best)) {
        // The nearest inner one makes room, so that first and last stay.
        let nearest = (1..curves - 1).min_by_key(|i| chosen[*i].abs_diff(best)).unwrap_or(1);
        chosen[nearest] = best;
        chosen.sort_unstable();
    }
    chosen
}

/// Of response time, and of service time where that is another.
fn curves(window: &Window) -> Vec<FigureSeries> {
    let service = window.total.service.as_ref().map(|service| curve(window, service, true));
    std::iter::once(curve(window, &window.total.response, false)).chain(service).collect()
}

/// From the median up to the percentile that a single request makes up.
fn curve(window: &Window, times: &Latencies, service: bool) -> FigureSeries {
    let nines_max = (times.count() as f64).log10().min(NINES_MAX);
    let median = 2_f64.log10();
    let steps = ((nines_max - median).max(0.0) * POINTS_PER_NINE as f64).floor() as usize;
    let point = |i: usize| {
        let nines = median + i as f64 / POINTS_PER_NINE as f64;
        FigurePoint::at(nines, times.quantile_us(1.0 - 10_f64.powf(-nines)).map(|us| us as f64))
    };
    let step = window.step;
    let load = AppliedLoad { users: step.users(), rate_per_s: step.rate_per_s, ..AppliedLoad::default() };
    let name = SeriesName::Step { number: step.number, load, service };
    FigureSeries { name, points: (0..=steps).map(point).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_last_and_best_are_among_the_chosen() {
        #[track_caller]
        fn check(n: usize, best: Option<usize>, expected: &[usize]) {
            assert_eq!(places(n, best, CURVES_MAX), expected);
        }
        check(8, Some(3), &[0, 1, 2, 3, 4, 5, 6, 7]);
        check(25, None, &[0, 3, 6, 10, 13, 17, 20, 24]);
        check(25, Some(11), &[0, 3, 6, 11, 13, 17, 20, 24]);
    }
}
