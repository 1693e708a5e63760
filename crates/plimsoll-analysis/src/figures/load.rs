//! Figures over load.

use super::figure::{
    Axis, Figure, FigureKind, FigurePoint, FigureSeries, Limit, Scale, SeriesName, percentiles,
};
use super::quantity::Quantity;
use crate::requirements::Named;
use crate::scalability::Scalability;
use crate::step::StepRow;

/// How far above the highest throughput the line in proportion to load is drawn.
const IDEAL_ABOVE_MAX: f64 = 1.5;

/// None for fewer than two different loads.
pub(crate) fn figures(rows: &[StepRow], named: &Named, scalability: Option<&Scalability>) -> Vec<Figure> {
    let mut rows: Vec<&StepRow> = rows.iter().filter(|row| row.is_valid()).collect();
    let load = |row: &StepRow| row.load().value();
    rows.sort_by(|a, b| load(a).total_cmp(&load(b)).then(a.number.cmp(&b.number)));
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    if load(first) == load(last) {
        return Vec::new();
    }
    let rates = rows.iter().all(|row| row.rate_per_s.is_some());
    let x = if rates { Quantity::AskedPerS } else { Quantity::Users };
    let figure = |kind, quantity, scale, series| {
        Figure::new(kind, Axis { quantity: x, scale: Scale::Linear }, Axis { quantity, scale }, series)
    };
    let throughput = rows.iter().map(|row| {
        let bounds = row.throughput_per_s.bounds_95;
        FigurePoint {
            x: load(row),
            y: Some(row.throughput_per_s.value),
            low: bounds.map(|b| b.low),
            high: bounds.map(|b| b.high),
        }
    });
    let per_load = first.throughput_per_s.value / load(first).max(f64::MIN_POSITIVE);
    // Only as far as it helps: far above what was measured it would press the measured line flat.
    let highest = rows.iter().map(|row| row.throughput_per_s.value).fold(0.0, f64::max);
    let reach = if per_load > 0.0 { IDEAL_ABOVE_MAX * highest / per_load } else { f64::INFINITY };
    let ends = [load(first), load(last).min(reach)];
    let ideal = ends.map(|load| FigurePoint::at(load, Some(per_load * load)));
    let times = |name, time: &dyn Fn(&StepRow) -> Option<f64>| {
        // A lower bound would be drawn as if it were the figure.
        let whole = |row: &&StepRow| time(row).filter(|_| row.mean_with_in_flight_us().is_none());
        let point = |row: &&StepRow| FigurePoint::at(load(row), whole(row));
        FigureSeries { name, points: rows.iter().map(point).collect() }
    };
    let mut response: Vec<FigureSeries> = percentiles(named)
        .into_iter()
        .map(|percent| {
            times(SeriesName::Percentile(percent), &|row| row.percentile_us(percent).map(|us| us as f64))
        })
        .collect();
    if named.mean {
        response.push(times(SeriesName::Mean, &|row| row.response.mean_us));
    }
    let service = percentiles(named).into_iter().map(|percent| {
        times(SeriesName::ServicePercentile(percent), &|row| {
            let same = || row.percentile_us(percent).filter(|_| row.service.is_none());
            row.service_percentile_us(percent).or_else(same).map(|us| us as f64)
        })
    });
    let by_throughput = by_throughput(&rows, named);
    let both = rows.iter().any(|row| row.service.is_some());
    response.extend(service.filter(|_| both));
    let quantity = if both { Quantity::ResponseAndServiceUs } else { Quantity::ResponseUs };
    let response = figure(FigureKind::ResponseByLoad, quantity, scale(&response), response);
    vec![
        figure(
            FigureKind::ThroughputByLoad,
            Quantity::ThroughputPerS,
            Scale::Linear,
            [
                FigureSeries { name: SeriesName::Throughput, points: throughput.collect() },
                FigureSeries { name: SeriesName::Ideal, points: ideal.to_vec() },
            ]
            .into_iter()
            .chain(scalability.map(curve))
            .collect(),
        ),
        Figure { limits: Limit::all(named), ..response },
        Figure {
            x: Axis { quantity: Quantity::ThroughputPerS, scale: Scale::Linear },
            limits: Limit::all(named),
            ..figure(
                FigureKind::ResponseByThroughput,
                Quantity::ResponseUs,
                self::scale(&by_throughput),
                by_throughput,
            )
        },
    ]
}

/// Where load no longer brings throughput, the line turns up, or back.
fn by_throughput(rows: &[&StepRow], named: &Named) -> Vec<FigureSeries> {
    let one = |percent: f64| {
        let point = |row: &&StepRow| {
            let whole = row.percentile_us(percent).filter(|_| row.mean_with_in_flight_us().is_none());
            FigurePoint::at(row.throughput_per_s.value, whole.map(|us| us as f64))
        };
        FigureSeries { name: SeriesName::Percentile(percent), points: rows.iter().map(point).collect() }
    };
    percentiles(named).into_iter().map(one).collect()
}

/// The fitted law with its band.
fn curve(scalability: &Scalability) -> FigureSeries {
    let points = scalability.curve.iter().map(|at| FigurePoint {
        x: at.load,
        y: Some(at.throughput_per_s),
        low: Some(at.low),
        high: Some(at.high),
    });
    let name = SeriesName::Law { law: scalability.law, adequate: scalability.is_adequate() };
    FigureSeries { name, points: points.collect() }
}

/// In an overload response times are many times the others; a linear axis would press those flat.
fn scale(series: &[FigureSeries]) -> Scale {
    const RATIO: f64 = 20.0;
    let values = || series.iter().flat_map(|s| &s.points).filter_map(|point| point.y);
    let range = values().reduce(f64::min).zip(values().reduce(f64::max));
    match range {
        Some((low, high)) if high > RATIO * low.max(1.0) => Scale::Log,
        _ => Scale::Linear,
    }
}
