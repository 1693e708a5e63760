//! Response times over time as a heat map: what percentiles hide (two speeds, stalls) shows here.

use super::figure::{Axis, Figure, FigureKind, HeatMap, Scale};
use super::quantity::Quantity;
use super::time::{bands, bucket_s};
use crate::step::StepRow;
use plimsoll_run::{Run, TransactionKind};

const COLUMNS_MAX: u32 = 100;
const ROWS_PER_DECADE: f64 = 8.0;
/// Up to more than a day.
const ROWS_MAX: usize = 88;

/// Where a row begins.
fn edge_us(row: usize) -> f64 {
    10_f64.powf(row as f64 / ROWS_PER_DECADE)
}

pub(crate) fn figure(run: &Run, rows: &[StepRow]) -> Option<Figure> {
    let requests = || {
        run.seconds.iter().flat_map(|s| {
            let of_requests = s.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
            of_requests.map(|(_, interval)| (s.second, &interval.response))
        })
    };
    let last = requests().map(|(second, _)| second).max()?;
    let column_s = bucket_s(last + 1, COLUMNS_MAX);
    let edges: Vec<u64> = (1..=ROWS_MAX).map(|row| edge_us(row).ceil() as u64).collect();
    let mut all = vec![vec![0_u64; ROWS_MAX + 1]; (last + 1).div_ceil(column_s) as usize];
    for (second, response) in requests() {
        let rows = &mut all[(second / column_s) as usize];
        let mut row = 0;
        for (us, count) in response.buckets() {
            // They ascend.
            while row < ROWS_MAX && us >= edges[row] {
                row += 1;
            }
            rows[row] += count;
        }
    }
    let taken = |row: &usize| all.iter().any(|rows| rows[*row] > 0);
    let (lowest, highest) = ((0..=ROWS_MAX).find(taken)?, (0..=ROWS_MAX).rev().find(taken)?);
    let counts = all.iter().map(|rows| rows[lowest..=highest].to_vec());
    let edges_us = (lowest..=highest + 1).map(edge_us).collect();
    Some(Figure {
        steps: bands(rows),
        heat: Some(HeatMap { column_s, edges_us, counts: counts.collect() }),
        point_s: Some(column_s),
        ..Figure::new(
            FigureKind::LatencyHeat,
            Axis { quantity: Quantity::TimeS, scale: Scale::Linear },
            Axis { quantity: Quantity::ResponseUs, scale: Scale::Log },
            Vec::new(),
        )
    })
}
