//! The seconds of a fleet's nodes as rows, both ways.

use super::rows::{SecondKey, column, count, histogram, histogram_column};
use crate::generator::GeneratorInterval;
use crate::node::NodeInterval;
use rusqlite::{Connection, Result, Row, params};

/// Replaces what is there, for they come merged.
pub(super) fn put(connection: &Connection, at: SecondKey, generator: &GeneratorInterval) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO node_intervals (step, second, node, requests, errors, response, connect, \
               lateness, cpu_us, wall_us, users, clock_ahead_us, clock_uncertainty_us, missing) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    for (number, node) in &generator.nodes {
        connection.prepare_cached(sql)?.execute(params![
            at.step,
            at.second,
            number,
            column(node.requests),
            column(node.errors),
            histogram_column(&node.response),
            histogram_column(&node.connect),
            histogram_column(&node.lateness),
            column(node.cpu_us),
            column(node.wall_us),
            node.users,
            node.clock_ahead_us,
            column(node.clock_uncertainty_us),
            node.is_missing,
        ])?;
    }
    Ok(())
}

pub(super) const NODES: &str = "SELECT step, second, node, requests, errors, response, connect, lateness, \
                                cpu_us, wall_us, users, clock_ahead_us, clock_uncertainty_us, missing \
                                FROM node_intervals";

/// Adds the node in the columns of [`NODES`].
pub(super) fn add(row: &Row<'_>, generator: &mut GeneratorInterval) -> Result<()> {
    let node = NodeInterval {
        requests: count(row, 3)?,
        errors: count(row, 4)?,
        response: histogram(row, 5)?,
        connect: histogram(row, 6)?,
        lateness: histogram(row, 7)?,
        cpu_us: count(row, 8)?,
        wall_us: count(row, 9)?,
        users: row.get(10)?,
        clock_ahead_us: row.get(11)?,
        clock_uncertainty_us: count(row, 12)?,
        is_missing: row.get(13)?,
    };
    generator.nodes.insert(row.get(2)?, node);
    Ok(())
}

/// Whether the run file has this table: of earlier versions it has none.
pub(super) fn are_there(connection: &Connection) -> Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'node_intervals'";
    connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|tables| tables == 1)
}
