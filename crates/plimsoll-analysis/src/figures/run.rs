use super::figure::Figure;
use super::{heat, load, nodes, percentiles, rates, time};
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
    // A clock that is made up is no axis, and means of whole steps have no ups and downs.
    if !run.header.times_made_up && !run.header.means_only {
        figures.extend(time::figures(recorded, rows, &named));
        figures.extend(heat::figure(recorded, rows));
        figures.extend(nodes::figures(recorded, rows));
    }
    figures.extend(percentiles::figure(windows, run.capacity.best().map(|best| best.step)));
    figures
}
