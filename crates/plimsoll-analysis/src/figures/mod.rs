//! Figures as data: axes with units, series with points and intervals, steps as bands. Drawing is the report's.

mod figure;
mod heat;
mod load;
mod over_time;
mod percentiles;
mod quantity;
mod rates;
mod servers;
mod time;
mod variants;

pub use figure::{
    Axis, Figure, FigureKind, FigurePart, HeatMap, Limit, Mark, Point, Scale, Series, SeriesName, StepBand,
    TimeDoubt, WindowMark,
};
pub use quantity::Quantity;
pub(crate) use servers::figures as of_servers;
pub(crate) use variants::of_matrix;

use crate::capacity::Capacity;
use crate::measured::Measured;
use crate::requirements::Named;

/// Every figure of one run that has something to show.
pub(crate) fn of_run(measured: &Measured) -> Vec<Figure> {
    let Measured { recorded, run, windows, .. } = *measured;
    let rows = &run.steps;
    let named = Named::of(&run.header.requirements);
    let mut figures = Vec::new();
    if let Capacity::Rate(search) = &run.capacity {
        figures.extend(rates::figure(search, windows, rows));
    }
    figures.extend(load::figures(rows, &named, run.scalability.as_ref()));
    figures.extend(time::figures(recorded, rows, &named));
    figures.extend(heat::figure(recorded, rows));
    figures.extend(percentiles::figure(windows, run.capacity.best().map(|best| best.step)));
    figures
}
