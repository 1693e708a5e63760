//! The heat map of response times.

use super::canvas::Canvas;
use super::palette::HEAT;
use super::plot::frame;
use crate::words::Words;
use plimsoll_analysis::figures::{Figure, HeatMap};

pub fn draw(words: &Words, canvas: &mut Canvas, figure: &Figure, heat: &HeatMap) {
    let (Some(low), Some(high)) = (heat.edges_us.first(), heat.edges_us.last()) else { return };
    let end_s = (heat.counts.len() as u32 * heat.column_s) as f64;
    let plot = frame(words, canvas, figure, (0.0, end_s), (*low, *high));
    let max = heat.counts.iter().flatten().copied().max().unwrap_or(0);
    plot.inside(canvas, |canvas| {
        for row in 0..heat.edges_us.len() - 1 {
            let (bottom, top) = (heat.edges_us[row], heat.edges_us[row + 1]);
            for (from, to, shade) in stretches(heat, row, max) {
                let (left, lower) = plot.at((from as u32 * heat.column_s) as f64, bottom);
                let (right, upper) = plot.at((to as u32 * heat.column_s) as f64, top);
                canvas.rectangle((left, right), (upper, lower), HEAT[shade]);
            }
        }
    });
}

/// Neighbours of one shade as one rectangle: (from column, to column, shade). Empty cells are left out.
fn stretches(heat: &HeatMap, row: usize, max: u64) -> Vec<(usize, usize, usize)> {
    let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
    for (column, rows) in heat.counts.iter().enumerate() {
        let Some(shade) = shade(rows[row], max) else { continue };
        match stretches.last_mut() {
            Some((_, to, last)) if *to == column && *last == shade => *to = column + 1,
            _ => stretches.push((column, column + 1, shade)),
        }
    }
    stretches
}

/// Logarithmic, so that a single slow request is seen beside thousands of fast ones.
fn shade(count: u64, max: u64) -> Option<usize> {
    if count == 0 {
        return None;
    }
    let share = (count as f64).ln_1p() / (max as f64).ln_1p();
    Some(((share * HEAT.len() as f64) as usize).min(HEAT.len() - 1))
}
