//! Reads of a run file what the servers did.

use super::error::StoreError;
use super::interval_rows;
use super::reader::{self, contradiction, each};
use super::rows::{self, count};
use super::sums;
use super::{block, points, telemetry_rows};
use crate::reading::{Series, Source};
use crate::record::LoadStep;
use crate::telemetry::{
    Point, RequestLog, SeriesFilter, SeriesPoints, ServerSecond, StoredSeries, Telemetry, TimeWindow,
};
use rusqlite::types::Type;
use rusqlite::{Connection, Result as SqlResult, params};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run file opened to read points and requests of servers. It sees the file as it was when it was opened, even if it
/// is still being written.
#[derive(Debug)]
pub struct TelemetryReader {
    connection: Connection,
    path: PathBuf,
    series: BTreeMap<i64, Arc<Series>>,
    recent: points::Recent,
}

impl TelemetryReader {
    pub fn open(path: &Path) -> Result<TelemetryReader, StoreError> {
        let connection = reader::open(path)?;
        let read = all_series(&connection).and_then(|series| Ok((series, points::recent(&connection)?)));
        let (series, recent) = read.map_err(|error| StoreError::of(path, error))?;
        Ok(TelemetryReader { connection, path: path.to_owned(), series, recent })
    }

    /// The series of the file, without their points.
    pub fn stored(&self) -> Result<Vec<StoredSeries>, StoreError> {
        stored_series(&self.connection).map_err(|error| StoreError::of(&self.path, error))
    }

    /// What was measured of each step: from, to; of one without an end up to the last that can be.
    pub fn windows_us(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        let read = || {
            let mut steps = self.connection.prepare(rows::STEPS)?;
            let steps = steps.query_map([], rows::step)?.collect::<SqlResult<Vec<LoadStep>>>()?;
            let window = |step: &LoadStep| {
                let to_us = step.measured_to_us.or(step.ended_us)?;
                Some((step.measured_from_us as i64, to_us as i64))
            };
            Ok(steps.iter().filter_map(window).filter(|(from, to)| from < to).collect())
        };
        read().map_err(|error| StoreError::of(&self.path, error))
    }

    /// The points of all series that fit, within the window; a series without points in it is left out. By series.
    pub fn points(&self, filter: &SeriesFilter, window: TimeWindow) -> Result<Vec<SeriesPoints>, StoreError> {
        let mut found = Vec::new();
        let mut times = Times::default();
        for (id, series) in self.series.iter().filter(|(_, series)| filter.matches(series)) {
            let points =
                self.points_of(*id, window, &mut times).map_err(|error| StoreError::of(&self.path, error))?;
            if !points.is_empty() {
                found.push(SeriesPoints { series: Arc::clone(series), points });
            }
        }
        found.sort_by(|a, b| a.series.cmp(&b.series));
        Ok(found)
    }

    fn points_of(&self, series: i64, window: TimeWindow, times: &mut Times) -> SqlResult<Vec<Point>> {
        let within = |point: &Point| point.at_us >= window.from_us && point.at_us < window.to_us;
        let sql = "SELECT count, times_id, points FROM point_blocks \
                   WHERE series_id = ?1 AND last_us >= ?2 AND first_us < ?3 ORDER BY number";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(params![series, window.from_us, window.to_us])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let length = block_length(row, 0)?;
            let values = block::values_from_bytes(row.get_ref(2)?.as_blob()?, length).map_err(damaged)?;
            let times = times.get(&self.connection, row.get(1)?, length)?;
            let points = times.iter().zip(values).map(|(at_us, value)| Point { at_us: *at_us, value });
            // A filter tells no length; blocks are long, and what grows by doubling would take half more.
            all.reserve_exact(length);
            all.extend(points.filter(within));
        }
        all.extend(self.recent.get(&series).into_iter().flatten().copied().filter(within));
        if !all.is_sorted_by_key(|point| point.at_us) {
            points::sort(&mut all);
        }
        Ok(all)
    }

    /// What servers logged of their requests, of one source or of all, by source and second.
    pub fn requests(
        &self,
        source: Option<&Source>,
        window: TimeWindow,
    ) -> Result<Vec<ServerSecond>, StoreError> {
        self.read_requests(source, window).map_err(|error| StoreError::of(&self.path, error))
    }

    fn read_requests(&self, source: Option<&Source>, window: TimeWindow) -> SqlResult<Vec<ServerSecond>> {
        let sources = sources(&self.connection)?;
        let transactions = reader::transactions(&self.connection)?;
        // A second counts when it begins in the window.
        let first =
            window.from_us.div_euclid(1_000_000) + i64::from(window.from_us.rem_euclid(1_000_000) > 0);
        let end = window.to_us.div_euclid(1_000_000) + i64::from(window.to_us.rem_euclid(1_000_000) > 0);
        let within = format!("WHERE second >= {first} AND second < {end}");
        let mut found: BTreeMap<(i64, i64), ServerSecond> = BTreeMap::new();
        each(&self.connection, &format!("{} {within}", interval_rows::SERVER.select_intervals()), |row| {
            let (id, second): (i64, i64) = (row.get(0)?, row.get(1)?);
            let owner = known(&sources, id)?;
            if source.is_some_and(|wanted| wanted != owner) {
                return Ok(());
            }
            let interval = interval_rows::interval(row)?;
            let transaction = reader::named(&transactions, row)?.clone();
            let new = || ServerSecond { source: owner.clone(), second, transactions: BTreeMap::new() };
            found.entry((id, second)).or_insert_with(new).transactions.insert(transaction, interval);
            Ok(())
        })?;
        each(&self.connection, &format!("{} {within}", interval_rows::SERVER.select_errors()), |row| {
            let key: (i64, i64) = (row.get(0)?, row.get(1)?);
            if source.is_some_and(|wanted| sources.get(&key.0) != Some(wanted)) {
                return Ok(());
            }
            let second = found.get_mut(&key).ok_or_else(|| contradiction("an error without its second"))?;
            match second.transactions.get_mut(reader::named(&transactions, row)?) {
                Some(interval) => interval_rows::add_error(row, interval),
                None => Err(contradiction("an error without its interval")),
            }
        })?;
        let mut found: Vec<ServerSecond> = found.into_values().collect();
        sums::check_intervals(found.iter().flat_map(|second| second.transactions.values()))?;
        found.sort_by(|a, b| a.source.cmp(&b.source).then(a.second.cmp(&b.second)));
        Ok(found)
    }
}

/// Everything but points and requests.
pub(super) fn index(connection: &Connection) -> SqlResult<Telemetry> {
    let mut telemetry = Telemetry::default();
    let sources = sources(connection)?;
    each(connection, telemetry_rows::HOSTS, |row| {
        telemetry.hosts.push(telemetry_rows::host(row)?);
        Ok(())
    })?;
    let mut placed = placed_series(connection)?;
    each(connection, telemetry_rows::INPUTS, |row| {
        let placed = placed.remove(&row.get(telemetry_rows::INPUT_ID)?).unwrap_or_default();
        telemetry.inputs.push(telemetry_rows::input(row, placed)?);
        Ok(())
    })?;
    each(connection, telemetry_rows::GAPS, |row| {
        telemetry.gaps.push(telemetry_rows::gap(row, known(&sources, row.get(0)?)?.clone())?);
        Ok(())
    })?;
    each(connection, telemetry_rows::EVENTS, |row| {
        telemetry.events.push(telemetry_rows::event(row, known(&sources, row.get(0)?)?.clone())?);
        Ok(())
    })?;
    telemetry.series = stored_series(connection)?;
    let sql =
        "SELECT source_id, sum(requests), min(second), max(second) FROM server_intervals GROUP BY source_id";
    each(connection, sql, |row| {
        telemetry.request_logs.push(RequestLog {
            source: known(&sources, row.get(0)?)?.clone(),
            requests: count(row, 1)?,
            first_second: row.get(2)?,
            last_second: row.get(3)?,
        });
        Ok(())
    })?;
    telemetry.request_logs.sort_by(|a, b| a.source.cmp(&b.source));
    Ok(telemetry)
}

fn stored_series(connection: &Connection) -> SqlResult<Vec<StoredSeries>> {
    let series = all_series(connection)?;
    // Count, first, last.
    let mut extents: BTreeMap<i64, (u64, i64, i64)> = BTreeMap::new();
    let sql =
        "SELECT series_id, sum(count), min(first_us), max(last_us) FROM point_blocks GROUP BY series_id";
    each(connection, sql, |row| {
        extents.insert(row.get(0)?, (count(row, 1)?, row.get(2)?, row.get(3)?));
        Ok(())
    })?;
    for (id, points) in points::recent(connection)? {
        for point in points {
            let extent = extents.entry(id).or_insert((0, i64::MAX, i64::MIN));
            *extent = (extent.0 + 1, extent.1.min(point.at_us), extent.2.max(point.at_us));
        }
    }
    let mut stored = Vec::with_capacity(extents.len());
    for (id, (points, first_us, last_us)) in extents {
        let series = series.get(&id).ok_or_else(|| contradiction("points of an unknown series"))?;
        stored.push(StoredSeries { series: Arc::clone(series), points, first_us, last_us });
    }
    stored.sort_by(|a, b| a.series.cmp(&b.series));
    Ok(stored)
}

fn all_series(connection: &Connection) -> SqlResult<BTreeMap<i64, Arc<Series>>> {
    let sources = sources(connection)?;
    let mut found = BTreeMap::new();
    each(connection, telemetry_rows::SERIES, |row| {
        let source = known(&sources, row.get(1)?)?.clone();
        found.insert(row.get(0)?, Arc::new(telemetry_rows::series(row, source)?));
        Ok(())
    })?;
    Ok(found)
}

/// By the input's id.
fn placed_series(connection: &Connection) -> SqlResult<HashMap<i64, Vec<Arc<Series>>>> {
    let series = all_series(connection)?;
    let mut found: HashMap<i64, Vec<Arc<Series>>> = HashMap::new();
    each(connection, "SELECT input_id, series_id FROM placed_series ORDER BY input_id, series_id", |row| {
        let series =
            series.get(&row.get(1)?).ok_or_else(|| contradiction("an input of an unknown series"))?;
        found.entry(row.get(0)?).or_default().push(Arc::clone(series));
        Ok(())
    })?;
    Ok(found)
}

fn sources(connection: &Connection) -> SqlResult<HashMap<i64, Source>> {
    let mut statement = connection.prepare(telemetry_rows::SOURCES)?;
    statement.query_map([], telemetry_rows::source)?.collect()
}

fn known(sources: &HashMap<i64, Source>, id: i64) -> SqlResult<&Source> {
    sources.get(&id).ok_or_else(|| contradiction("a row of an unknown source"))
}

/// Times that several series share, the last ones that were asked for.
#[derive(Default)]
struct Times {
    known: HashMap<i64, Vec<i64>>,
    buffered: usize,
}

impl Times {
    /// 32 MB.
    const BUFFERED_MAX: usize = 4 << 20;

    fn get(&mut self, connection: &Connection, id: i64, length: usize) -> SqlResult<&[i64]> {
        if !self.known.contains_key(&id) {
            if self.buffered > Times::BUFFERED_MAX {
                *self = Times::default();
            }
            let mut statement = connection.prepare_cached("SELECT times FROM point_times WHERE id = ?1")?;
            let times = statement.query_row([id], |row| {
                block::times_from_bytes(row.get_ref(0)?.as_blob()?, length).map_err(damaged)
            })?;
            self.buffered += times.len();
            self.known.insert(id, times);
        }
        let times = self.known.get(&id).map_or(&[][..], Vec::as_slice);
        if times.len() == length { Ok(times) } else { Err(contradiction("times of another length")) }
    }
}

fn block_length(row: &rusqlite::Row<'_>, index: usize) -> SqlResult<usize> {
    let length = count(row, index)?;
    usize::try_from(length).map_err(|_| contradiction("a block of an impossible length"))
}

fn damaged(error: block::DamagedPoints) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, Box::new(error))
}
