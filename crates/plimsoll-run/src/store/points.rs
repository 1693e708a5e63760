//! Points on their way into the file: first as rows of what came between two flushes, later as blocks by series.
//!
//! A flush must be small, for it comes every second; a block must be long, to be small for each point. So a flush
//! writes one row of all series, and when enough have gathered they are written as blocks and the rows deleted.

use super::block;
use super::rows::column;
use crate::telemetry::Point;
use rusqlite::types::Type;
use rusqlite::{Connection, Result, params};
use std::collections::{BTreeMap, HashMap};

/// A series that has so many points ends the gathering,
const SERIES_POINTS_MAX: usize = 1_024;
/// and so many points of all series do: 12 MB of memory.
const ALL_POINTS_MAX: usize = 512 * 1_024;

/// What is read at least when a point is asked for.
const BLOCK_POINTS_MAX: usize = 4_096;

/// Points that are not in blocks.
#[derive(Debug, Default)]
pub(super) struct PendingPoints {
    /// In rows of the file, by series.
    flushed: BTreeMap<i64, Vec<Point>>,
    /// Not in the file yet.
    pending: Vec<(i64, Point)>,
    /// Points of each series, flushed and pending.
    lengths: HashMap<i64, usize>,
    longest: usize,
    count: usize,
}

/// What a flush did, to be taken over once it is committed.
pub(super) enum Flushed {
    AsRow,
    AsBlocks,
}

impl PendingPoints {
    /// What a process that was killed had flushed.
    pub fn left(connection: &Connection) -> Result<PendingPoints> {
        let mut left = PendingPoints { flushed: recent(connection)?, ..PendingPoints::default() };
        left.rolled_back();
        Ok(left)
    }

    pub fn add(&mut self, series: i64, point: Point) {
        self.pending.push((series, point));
        let length = self.lengths.entry(series).or_default();
        *length += 1;
        self.longest = self.longest.max(*length);
        self.count += 1;
    }

    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether a flush is due, so that memory stays bounded.
    pub fn is_full(&self) -> bool {
        self.pending.len() >= ALL_POINTS_MAX
    }

    /// Writes what is pending; `as_blocks` also all that was flushed before, in their last form.
    pub fn write(&self, connection: &Connection, at_end: bool) -> Result<Flushed> {
        if !at_end && !self.is_enough() {
            let bytes = block::row_to_bytes(&self.pending);
            connection.prepare_cached("INSERT INTO recent_points (points) VALUES (?1)")?.execute([bytes])?;
            return Ok(Flushed::AsRow);
        }
        let mut all: BTreeMap<i64, Vec<Point>> = self.flushed.clone();
        for (series, point) in &self.pending {
            all.entry(*series).or_default().push(*point);
        }
        let mut times = HashMap::new();
        for (series, points) in &mut all {
            sort(points);
            for part in points.chunks(BLOCK_POINTS_MAX) {
                put_block(connection, *series, part, &mut times)?;
            }
        }
        connection.execute("DELETE FROM recent_points", [])?;
        Ok(Flushed::AsBlocks)
    }

    /// What was written is in the file for good.
    pub fn committed(&mut self, flushed: Flushed) {
        match flushed {
            Flushed::AsBlocks => *self = PendingPoints::default(),
            Flushed::AsRow => {
                for (series, point) in self.pending.drain(..) {
                    self.flushed.entry(series).or_default().push(point);
                }
            }
        }
    }

    /// What was not flushed is lost.
    pub fn rolled_back(&mut self) {
        self.pending.clear();
        self.lengths = self.flushed.iter().map(|(series, points)| (*series, points.len())).collect();
        self.longest = self.lengths.values().copied().max().unwrap_or(0);
        self.count = self.lengths.values().sum();
    }

    fn is_enough(&self) -> bool {
        self.longest >= SERIES_POINTS_MAX || self.count >= ALL_POINTS_MAX
    }
}

/// Points of series that are in rows of the file, and in no block yet.
pub(super) type Recent = BTreeMap<i64, Vec<Point>>;

pub(super) fn recent(connection: &Connection) -> Result<Recent> {
    let mut found = Recent::new();
    let mut statement = connection.prepare("SELECT points FROM recent_points ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let points = block::row_from_bytes(row.get_ref(0)?.as_blob()?);
        let damaged = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, Box::new(error));
        for (series, point) in points.map_err(damaged)? {
            found.entry(series).or_default().push(point);
        }
    }
    Ok(found)
}

/// By time; equal times by value, so that the order of writing does not matter.
pub(super) fn sort(points: &mut [Point]) {
    points.sort_by(|a, b| a.at_us.cmp(&b.at_us).then(a.value.total_cmp(&b.value)));
}

fn put_block(
    connection: &Connection,
    series: i64,
    points: &[Point],
    known: &mut HashMap<Vec<i64>, i64>,
) -> Result<()> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(()) };
    let times: Vec<i64> = points.iter().map(|point| point.at_us).collect();
    let values: Vec<f64> = points.iter().map(|point| point.value).collect();
    let times_id = match known.get(&times) {
        Some(id) => *id,
        None => {
            let bytes = block::times_to_bytes(&times);
            let id =
                connection.prepare_cached("INSERT INTO point_times (times) VALUES (?1)")?.insert([bytes])?;
            known.insert(times, id);
            id
        }
    };
    let (min, max) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
    // Divided first: the sum of finite values need not be finite.
    let mean: f64 = values.iter().map(|value| value / values.len() as f64).sum();
    let sql = "INSERT INTO point_blocks (series_id, number, first_us, last_us, count, times_id, value_min, \
               value_max, value_mean, points) \
               VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM point_blocks WHERE series_id = ?1), \
               ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.prepare_cached(sql)?.execute(params![
        series,
        first.at_us,
        last.at_us,
        column(points.len() as u64),
        times_id,
        min,
        max,
        mean,
        block::values_to_bytes(&values)
    ])?;
    Ok(())
}
