//! Figures as data: axes with units, series with points and intervals, steps as bands. Drawing is the report's.

mod figure;
mod heat;
mod load;
mod percentiles;
mod rates;
mod time;
mod variants;

pub use figure::{
    Axis, Figure, FigureKind, FigurePart, HeatMap, Limit, Mark, Point, Quantity, Scale, Series, SeriesName,
    StepBand, TimeDoubt, WindowMark,
};
pub(crate) use time::{bands, bucket_s};
pub(crate) use variants::of_matrix;

use crate::capacity::Capacity;
use crate::requirements::Named;
use crate::scalability::Scalability;
use crate::step::{StepRow, Window};
use plimsoll_run::Run;

/// Every figure of one run that has something to show.
pub(crate) fn of_run(
    run: &Run,
    windows: &[Window],
    rows: &[StepRow],
    capacity: &Capacity,
    scalability: Option<&Scalability>,
) -> Vec<Figure> {
    let named = Named::of(&run.header.requirements);
    let mut figures = Vec::new();
    if let Capacity::Rate(search) = capacity {
        figures.extend(rates::figure(search, windows, rows));
    }
    figures.extend(load::figures(rows, &named, scalability));
    figures.extend(time::figures(run, rows, &named));
    figures.extend(heat::figure(run, rows));
    figures.extend(percentiles::figure(windows, capacity.best().map(|best| best.step)));
    figures
}
