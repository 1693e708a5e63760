//! A run file as the analysis takes it: the run, with what was observed of its servers.

use plimsoll_analysis::servers::Averaging;
use plimsoll_analysis::{FollowUp, Observations, follow_up, servers};
use plimsoll_run::resource::part_of_name;
use plimsoll_run::{
    Run, Series, SeriesFilter, SeriesPoints, StoreError, StoredSeries, TelemetryReader, TimeWindow, metric,
};
use std::collections::BTreeSet;
use std::path::Path;

/// Of a long run both are much to read: they are read beside each other.
pub fn open(path: &Path) -> Result<(Run, Observations), StoreError> {
    let (run, observed) = std::thread::scope(|scope| {
        // Where the system gives no further thread it takes longer.
        let background = std::thread::Builder::new().spawn_scoped(scope, || observations(path)).ok();
        let run = Run::open(path);
        let observed = background.map(|thread| thread.join());
        let observed = observed.unwrap_or_else(|| Ok(observations(path)));
        (run, observed.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (run, mut observed) = (run?, observed?);
    observed.others = others(path, &run)?;
    let all = observed.points.iter().chain(&observed.others);
    let resources = servers::resources(all, &run.header.resources);
    observed.points.extend(resources);
    Ok((run, observed))
}

/// Whether claims of findings held, where one of the runs was made to decide one of another; the files in any order.
pub fn follow_ups<'a>(
    runs: &[Run],
    files: impl IntoIterator<Item = &'a Path>,
    seed: u64,
) -> Result<Vec<FollowUp>, StoreError> {
    if runs.iter().all(|run| follow_up::label(&run.header, follow_up::NEXT_OF).is_none()) {
        return Ok(Vec::new());
    }
    let mut opened = files.into_iter().map(open).collect::<Result<Vec<_>, StoreError>>()?;
    opened.sort_by_key(|(run, _)| run.header.started_unix_us);
    let (runs, observed): (Vec<Run>, Vec<Observations>) = opened.into_iter().unzip();
    Ok(plimsoll_analysis::analyse(&runs, &observed, seed).follow_ups)
}

/// The points of those metrics that figures and tables are made of, and what the servers logged of their requests.
fn observations(path: &Path) -> Result<Observations, StoreError> {
    let reader = TelemetryReader::open(path)?;
    let stored = reader.stored()?;
    let is_analysed = |stored: &&StoredSeries| metric::ANALYSED.contains(&stored.series.metric.as_ref());
    let averaging = Averaging::of(stored.iter().filter(is_analysed), &reader.windows_us()?);
    let mut points = Vec::new();
    for metric in metric::ANALYSED.iter().copied() {
        let found = reader.points(&SeriesFilter::metric(metric), TimeWindow::ALL)?.into_iter();
        points.extend(found.map(|series| match &averaging {
            Some(averaging) => averaging.averaged(series),
            None => series,
        }));
    }
    let requests = reader.requests(None, TimeWindow::ALL)?;
    let averaged_over_s = averaging.map(|averaging| averaging.seconds);
    Ok(Observations { points, requests, averaged_over_s, ..Observations::default() })
}

/// The points of other metrics: a service's own, which may say what runs out, and what only a reader looks at. Of very many series those
/// come first whose names say something, or that the study names.
fn others(path: &Path, run: &Run) -> Result<Vec<SeriesPoints>, StoreError> {
    let known = metric::ANALYSED;
    let stored = || run.telemetry.series.iter().filter(|s| !known.contains(&s.series.metric.as_ref()));
    let is_resource = |series: &Series| {
        let mut declared = run.header.resources.iter().flat_map(|resource| resource.patterns());
        declared.any(|pattern| pattern.fits(series)) || part_of_name(series).is_some()
    };
    let (first, rest): (Vec<_>, Vec<_>) = stored().partition(|stored| is_resource(&stored.series));
    let reader = TelemetryReader::open(path)?;
    let (mut points, mut read, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for stored in first.into_iter().chain(rest) {
        if count >= OTHER_POINTS_MAX {
            break;
        }
        if read.insert(stored.series.metric.as_ref()) {
            let metric = SeriesFilter::metric(stored.series.metric.as_ref());
            let found = reader.points(&metric, TimeWindow::ALL)?;
            count += found.iter().map(|series| series.points.len()).sum::<usize>();
            points.extend(found);
        }
    }
    Ok(points)
}

/// Points of metrics that nothing but a reader looks at: 32 MB of them.
const OTHER_POINTS_MAX: usize = 2_000_000;

/// What the servers logged of their requests alone: which of them answered when.
pub fn requests(path: &Path) -> Result<Observations, StoreError> {
    let requests = TelemetryReader::open(path).and_then(|reader| reader.requests(None, TimeWindow::ALL))?;
    Ok(Observations { requests, ..Observations::default() })
}
