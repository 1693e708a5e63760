//! Figures as data: axes with units, series with points and intervals, steps as bands. Drawing is the report's.

mod figure;
mod heat;
mod load;
mod nodes;
mod over_time;
mod percentiles;
mod quantity;
mod rates;
mod run;
mod servers;
mod time;
mod variants;

pub use figure::{
    Axis, Figure, FigureKind, FigurePart, FigurePoint, FigureSeries, HeatMap, Limit, Mark,
    PlacementUncertainty, Scale, SeriesName, StepBand, WindowMark,
};
pub use quantity::Quantity;
pub(crate) use run::of_run;
pub(crate) use servers::figures as of_servers;
pub(crate) use variants::of_matrix;
