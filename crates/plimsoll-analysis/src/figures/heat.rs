//! Response times over time as a heat map: what percentiles hide (two speeds, stalls) shows here.

use super::figure::{Axis, Figure, FigureKind, HeatMap, Quantity, Scale};
use super::time::{bands, bucket_s};
use crate::step::StepRow;
use plimsoll_run::{Latencies, Run, TransactionKind};

const COLUMNS_MAX: u32 = 100;
const ROWS_PER_DECADE: f64 = 8.0;

pub(crate) fn figure(run: &Run, rows: &[StepRow]) -> Option<Figure> {
    let requests = || {
        run.seconds.iter().flat_map(|s| {
            let of_requests = s.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
            of_requests.map(|(_, interval)| (s.second, &interval.response))
        })
    };
    let min_us = requests().filter_map(|(_, response)| response.min_us()).min()?;
    let max_us = requests().filter_map(|(_, response)| response.max_us()).max()?;
    let last = requests().map(|(second, _)| second).max()?;
    let row_of = |us: u64| ((us.max(1) as f64).log10() * ROWS_PER_DECADE).floor() as usize;
    let (lowest, highest) = (row_of(min_us), row_of(max_us));
    let column_s = bucket_s(last + 1, COLUMNS_MAX);
    let mut merged = vec![Latencies::default(); (last + 1).div_ceil(column_s) as usize];
    requests().for_each(|(second, response)| merged[(second / column_s) as usize].merge(response));
    let counts = merged.iter().map(|column| {
        let mut rows = vec![0_u64; highest - lowest + 1];
        for (us, count) in column.buckets() {
            // A bucket's highest value can lie just above the largest row's edge.
            rows[row_of(us).clamp(lowest, highest) - lowest] += count;
        }
        rows
    });
    let edges_us = (lowest..=highest + 1).map(|row| 10_f64.powf(row as f64 / ROWS_PER_DECADE)).collect();
    Some(Figure {
        kind: FigureKind::LatencyHeat,
        x: Axis { quantity: Quantity::TimeS, scale: Scale::Linear },
        y: Axis { quantity: Quantity::ResponseUs, scale: Scale::Log },
        series: Vec::new(),
        steps: bands(rows),
        heat: Some(HeatMap { column_s, edges_us, counts: counts.collect() }),
        limits: Vec::new(),
        point_s: Some(column_s),
        source: None,
        end_s: None,
        marks: Vec::new(),
        doubt: None,
    })
}
