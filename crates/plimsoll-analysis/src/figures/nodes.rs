//! What each node of a fleet did over time.

use super::figure::{
    Axis, Figure, FigureKind, FigurePart, FigurePoint, FigureSeries, PlacementUncertainty, Scale, SeriesName,
};
use super::quantity::Quantity;
use super::time::{POINTS_MAX, bands, bucket_s};
use crate::step::StepRow;
use plimsoll_run::{NodeInterval, PlacementMethod, Run, SECOND_US};
use std::collections::BTreeMap;

/// More lines can't be distinguished.
const NODES_MAX: usize = 8;

/// Throughput and p95 of each; of the busiest where there are many. Nothing where one machine made the load.
pub(crate) fn figures(run: &Run, rows: &[StepRow]) -> Vec<Figure> {
    let (Some(fleet), Some(last)) = (&run.header.fleet, run.seconds.iter().map(|s| s.second).max()) else {
        return Vec::new();
    };
    let width = bucket_s(last + 1, POINTS_MAX);
    let mut nodes: BTreeMap<u32, BTreeMap<u32, NodeInterval>> = BTreeMap::new();
    let mut unsure_us = 0;
    for second in &run.seconds {
        for (number, node) in second.generator.nodes.iter().filter(|(_, node)| !node.is_missing) {
            nodes.entry(*number).or_default().entry(second.second / width).or_default().merge(node);
            unsure_us = unsure_us.max(node.clock_ahead_us.unsigned_abs() + node.clock_uncertainty_us);
        }
    }
    let all = nodes.len();
    let mut busiest: Vec<(u32, u64)> =
        nodes.iter().map(|(number, b)| (*number, b.values().map(|node| node.requests).sum())).collect();
    busiest.sort_by_key(|(number, requests)| (std::cmp::Reverse(*requests), *number));
    busiest.iter().skip(NODES_MAX).for_each(|(number, _)| drop(nodes.remove(number)));
    let name = |number: u32| {
        let record = fleet.nodes.iter().find(|node| node.number == number);
        SeriesName::Attribute(format!("{number} {}", record.map_or("", |node| &node.name)).trim().to_owned())
    };
    let of = |kind, quantity, scale, y: &dyn Fn(&NodeInterval) -> Option<f64>| {
        let line = |(number, buckets): (&u32, &BTreeMap<u32, NodeInterval>)| FigureSeries {
            name: name(*number),
            points: points(buckets, width, y),
        };
        let x = Axis { quantity: Quantity::TimeS, scale: Scale::Linear };
        Figure {
            steps: bands(rows),
            point_s: Some(width),
            part: (all > NODES_MAX).then(|| FigurePart::Busiest {
                number: 1,
                of: 1,
                left_out: all - NODES_MAX,
            }),
            uncertainty: Some(PlacementUncertainty {
                method: PlacementMethod::Stamped,
                seconds: Some(unsure_us as f64 / SECOND_US as f64),
            }),
            ..Figure::new(kind, x, Axis { quantity, scale }, nodes.iter().map(line).collect())
        }
    };
    if nodes.is_empty() {
        return Vec::new();
    }
    let per_s =
        |node: &NodeInterval| Some(node.requests.saturating_sub(node.errors) as f64 / f64::from(width));
    let p95 = |node: &NodeInterval| node.response.quantile_us(0.95).map(|us| us as f64);
    vec![
        of(FigureKind::NodeThroughputOverTime, Quantity::ThroughputPerS, Scale::Linear, &per_s),
        of(FigureKind::NodeResponseOverTime, Quantity::ResponseUs, Scale::Log, &p95),
    ]
}

/// Nothing where nothing came from the node.
fn points(
    buckets: &BTreeMap<u32, NodeInterval>,
    width: u32,
    y: &dyn Fn(&NodeInterval) -> Option<f64>,
) -> Vec<FigurePoint> {
    let (Some((first, _)), Some((last, _))) = (buckets.first_key_value(), buckets.last_key_value()) else {
        return Vec::new();
    };
    let at = |bucket: u32| (f64::from(bucket) + 0.5) * f64::from(width);
    (*first..=*last).map(|bucket| FigurePoint::at(at(bucket), buckets.get(&bucket).and_then(y))).collect()
}
