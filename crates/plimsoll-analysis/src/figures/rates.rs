//! A capacity search: what each window measured against its rate, marked by its verdict.

use super::figure::{
    Axis, Figure, FigureKind, FigurePoint, FigureSeries, Limit, Scale, SeriesName, WindowMark,
};
use super::quantity::Quantity;
use crate::capacity::{ProbedRate, ProbedWindow, RateCapacity};
use crate::requirements::{Judgement, Requirement, RequirementMetric, WindowReason, measured_in};
use crate::step::{StepRow, Window};

/// Where the largest value is so many times the smallest, a linear axis would press the small ones flat.
const LOG_RATIO: f64 = 20.0;

/// None without a window to show.
pub(crate) fn figure(search: &RateCapacity, windows: &[Window], rows: &[StepRow]) -> Option<Figure> {
    let limiting = search.limiting.as_deref().and_then(|text| Requirement::parse(text).ok());
    let requirement = limiting.as_ref();
    let measure = requirement.map_or(RequirementMetric::Percentile(95.0), |requirement| requirement.measure);
    let window_of = |step: u32| rows.iter().position(|row| row.number == step).map(|i| &windows[i]);
    let transaction = requirement.and_then(|requirement| requirement.transaction.as_deref());
    let value = |windows: &[&Window]| measured_in(windows, measure, transaction);
    let marks = [WindowMark::Pass, WindowMark::Fail, WindowMark::Inconclusive, WindowMark::Invalid];
    let marked = |mark: WindowMark| {
        let of_rate = |rate: &ProbedRate| -> Vec<FigurePoint> {
            let wanted = rate.windows.iter().filter(|window| mark_of(window) == mark);
            let point = |window: &ProbedWindow| {
                let y = window_of(window.step).and_then(|window| value(&[window]));
                FigurePoint::at(rate.rate_per_s, y)
            };
            wanted.map(point).filter(|point| point.y.is_some()).collect()
        };
        FigureSeries {
            name: SeriesName::Windows(mark),
            points: search.rates.iter().flat_map(of_rate).collect(),
        }
    };
    let mut series: Vec<FigureSeries> =
        marks.map(marked).into_iter().filter(|s| !s.points.is_empty()).collect();
    let pooled = search.rates.iter().filter_map(|rate| {
        let valid = rate
            .windows
            .iter()
            .filter(|window| mark_of(window) != WindowMark::Invalid && !window.is_superseded);
        let windows: Vec<&Window> = valid.filter_map(|window| window_of(window.step)).collect();
        Some(FigurePoint::at(rate.rate_per_s, Some(value(&windows)?)))
    });
    let pooled: Vec<FigurePoint> = pooled.collect();
    if pooled.len() > 1 {
        series.push(FigureSeries { name: SeriesName::Pooled, points: pooled });
    }
    let values = || series.iter().flat_map(|s| &s.points).filter_map(|point| point.y);
    let (low, high) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
    let times = !matches!(measure, RequirementMetric::Errors | RequirementMetric::Throughput);
    let scale = if times && high > LOG_RATIO * low.max(1.0) { Scale::Log } else { Scale::Linear };
    let quantity = if times { Quantity::ResponseUs } else { Quantity::ErrorsPercent };
    Some(Figure {
        limits: requirement.map(Limit::of).into_iter().collect(),
        ..Figure::new(
            FigureKind::RateSearch,
            Axis { quantity: Quantity::AskedPerS, scale: Scale::Linear },
            Axis { quantity, scale },
            series,
        )
    })
}

fn mark_of(window: &ProbedWindow) -> WindowMark {
    match (&window.verdict.reason, window.verdict.judgement) {
        (WindowReason::Invalid { .. }, _) => WindowMark::Invalid,
        (_, Judgement::Pass) => WindowMark::Pass,
        (_, Judgement::Fail) => WindowMark::Fail,
        (_, Judgement::Inconclusive) => WindowMark::Inconclusive,
    }
}
