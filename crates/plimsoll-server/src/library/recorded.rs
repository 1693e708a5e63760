//! A run file as the analysis takes it: the run, with what was observed of its servers.

use plimsoll_analysis::Observations;
use plimsoll_run::{Run, SeriesFilter, StoreError, TelemetryReader, TimeWindow};
use std::path::Path;

/// Of a long run both are much to read: they are read beside each other.
pub fn open(path: &Path) -> Result<(Run, Observations), StoreError> {
    let (run, observed) = std::thread::scope(|scope| {
        let observed = scope.spawn(|| observations(path));
        let run = Run::open(path);
        (run, observed.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    Ok((run?, observed?))
}

/// The points of those metrics that figures and tables are made of, and what the servers logged of their requests.
fn observations(path: &Path) -> Result<Observations, StoreError> {
    let reader = TelemetryReader::open(path)?;
    let mut points = Vec::new();
    for metric in plimsoll_run::metric::ANALYSED.iter().copied() {
        points.extend(reader.points(&SeriesFilter::metric(metric), TimeWindow::ALL)?);
    }
    Ok(Observations { points, requests: reader.requests(None, TimeWindow::ALL)? })
}

/// What the servers logged of their requests alone: which of them answered when.
pub fn requests(path: &Path) -> Result<Observations, StoreError> {
    let requests = TelemetryReader::open(path).and_then(|reader| reader.requests(None, TimeWindow::ALL))?;
    Ok(Observations { points: Vec::new(), requests })
}
