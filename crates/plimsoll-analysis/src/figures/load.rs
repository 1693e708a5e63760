//! Figures over load.

use super::figure::{
    Axis, Figure, FigureKind, Limit, Point, Quantity, Scale, Series, SeriesName, percentiles,
};
use crate::requirement::Named;
use crate::step::StepRow;

/// How far above the highest throughput the line in proportion to load is drawn.
const IDEAL_ABOVE_MAX: f64 = 1.5;

/// None for fewer than two different loads.
pub(crate) fn figures(rows: &[StepRow], named: &Named) -> Vec<Figure> {
    let mut rows: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid()).collect();
    rows.sort_by_key(|row| (row.users, row.number));
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    if first.users == last.users {
        return Vec::new();
    }
    let figure = |kind, quantity, scale, series| Figure {
        kind,
        x: Axis { quantity: Quantity::Users, scale: Scale::Linear },
        y: Axis { quantity, scale },
        series,
        steps: Vec::new(),
        heat: None,
        limits: Vec::new(),
        point_s: None,
    };
    let throughput = rows.iter().map(|row| {
        let bounds = row.throughput_per_s.bounds_95;
        Point {
            x: f64::from(row.users),
            y: Some(row.throughput_per_s.value),
            low: bounds.map(|b| b.low),
            high: bounds.map(|b| b.high),
        }
    });
    let per_user = first.throughput_per_s.value / f64::from(first.users.max(1));
    // Only as far as it helps: far above what was measured it would press the measured line flat.
    let highest = rows.iter().map(|row| row.throughput_per_s.value).fold(0.0, f64::max);
    let reach = if per_user > 0.0 { IDEAL_ABOVE_MAX * highest / per_user } else { f64::INFINITY };
    let ends = [f64::from(first.users), f64::from(last.users).min(reach)];
    let ideal = ends.map(|users| Point::at(users, Some(per_user * users)));
    let times = |name, time: &dyn Fn(&StepRow) -> Option<f64>| {
        let point = |row: &&StepRow| Point::at(f64::from(row.users), time(row));
        Series { name, points: rows.iter().map(point).collect() }
    };
    let mut response: Vec<Series> = percentiles(named)
        .into_iter()
        .map(|percent| {
            times(SeriesName::Percentile(percent), &|row| row.percentile_us(percent).map(|us| us as f64))
        })
        .collect();
    if named.mean {
        response.push(times(SeriesName::Mean, &|row| row.response.mean_us));
    }
    let response = figure(FigureKind::ResponseByLoad, Quantity::ResponseUs, Scale::Linear, response);
    vec![
        figure(
            FigureKind::ThroughputByLoad,
            Quantity::ThroughputPerS,
            Scale::Linear,
            vec![
                Series { name: SeriesName::Throughput, points: throughput.collect() },
                Series { name: SeriesName::Ideal, points: ideal.to_vec() },
            ],
        ),
        Figure { limits: Limit::all(named), ..response },
    ]
}
