//! The load generator's own second as rows, both ways.

use super::rows::{SecondKey, column, count, histogram, histogram_column};
use super::{answer_rows, node_rows};
use crate::generator::{ArrivalInterval, GeneratorInterval, MachineInterval, WorkerInterval};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

/// Replaces what is there, see [`stored_generator`].
pub(super) fn put_generator(
    connection: &Connection,
    at: SecondKey,
    generator: &GeneratorInterval,
) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO generator_histograms (step, second, lateness, connect, \
               descriptors_max, ports_max, sockets_used, sockets_time_wait) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let machine = &generator.machine;
    connection.prepare_cached(sql)?.execute(params![
        at.step,
        at.second,
        histogram_column(&generator.lateness),
        histogram_column(&generator.connect),
        column(machine.descriptors_max),
        machine.ports_max,
        machine.sockets_used,
        machine.sockets_time_wait,
    ])?;
    for (number, interval) in &generator.workers {
        put_worker(connection, at, *number, interval)?;
    }
    for (scenario, interval) in &generator.arrivals {
        put_arrivals(connection, at, scenario, interval)?;
    }
    answer_rows::put(connection, at, generator)?;
    node_rows::put(connection, at, generator)
}

fn put_worker(connection: &Connection, at: SecondKey, number: u32, worker: &WorkerInterval) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO generator (step, second, worker, cpu_us, run_delay_us, wall_us, users, \
               think_us, busy_us, connections, connects, turns, events, events_max, turn_us_max) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    connection.prepare_cached(sql)?.execute(params![
        at.step,
        at.second,
        number,
        column(worker.cpu_us),
        column(worker.run_delay_us),
        column(worker.wall_us),
        worker.users,
        column(worker.think_us),
        column(worker.busy_us),
        worker.connections,
        column(worker.connects),
        column(worker.turns),
        column(worker.events),
        worker.events_max,
        column(worker.turn_us_max),
    ])?;
    Ok(())
}

fn put_arrivals(
    connection: &Connection,
    at: SecondKey,
    scenario: &str,
    arrivals: &ArrivalInterval,
) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO arrivals (step, second, scenario, due, started, waited, dropped, \
               waiting, busy, delay) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    connection.prepare_cached(sql)?.execute(params![
        at.step,
        at.second,
        scenario,
        column(arrivals.due),
        column(arrivals.started),
        column(arrivals.waited),
        column(arrivals.dropped),
        column(arrivals.waiting),
        arrivals.busy,
        histogram_column(&arrivals.delay),
    ])?;
    Ok(())
}

pub(super) const GENERATOR: &str = "SELECT step, second, lateness, connect, descriptors_max, ports_max, \
                                    sockets_used, sockets_time_wait FROM generator_histograms";

/// From the columns of [`GENERATOR`]; workers and arrivals are in tables of their own, see [`WORKERS`] and
/// [`ARRIVALS`].
pub(super) fn generator(row: &Row<'_>) -> Result<GeneratorInterval> {
    Ok(GeneratorInterval {
        lateness: histogram(row, 2)?,
        connect: histogram(row, 3)?,
        machine: MachineInterval {
            descriptors_max: count(row, 4)?,
            ports_max: row.get(5)?,
            sockets_used: row.get(6)?,
            sockets_time_wait: row.get(7)?,
        },
        ..GeneratorInterval::default()
    })
}

pub(super) const WORKERS: &str = "SELECT step, second, worker, cpu_us, run_delay_us, wall_us, users, \
                                  think_us, busy_us, connections, connects, turns, events, events_max, \
                                  turn_us_max FROM generator";

/// Adds the worker in the columns of [`WORKERS`].
pub(super) fn add_worker(row: &Row<'_>, generator: &mut GeneratorInterval) -> Result<()> {
    let worker = WorkerInterval {
        cpu_us: count(row, 3)?,
        run_delay_us: count(row, 4)?,
        wall_us: count(row, 5)?,
        users: row.get(6)?,
        think_us: count(row, 7)?,
        busy_us: count(row, 8)?,
        connections: row.get(9)?,
        connects: count(row, 10)?,
        turns: count(row, 11)?,
        events: count(row, 12)?,
        events_max: row.get(13)?,
        turn_us_max: count(row, 14)?,
    };
    generator.workers.insert(row.get(2)?, worker);
    Ok(())
}

pub(super) const ARRIVALS: &str = "SELECT step, second, scenario, due, started, waited, dropped, waiting, \
                                   busy, delay FROM arrivals";

/// Adds the arrivals in the columns of [`ARRIVALS`].
pub(super) fn add_arrivals(row: &Row<'_>, generator: &mut GeneratorInterval) -> Result<()> {
    let arrivals = ArrivalInterval {
        due: count(row, 3)?,
        started: count(row, 4)?,
        waited: count(row, 5)?,
        dropped: count(row, 6)?,
        waiting: count(row, 7)?,
        busy: row.get(8)?,
        delay: histogram(row, 9)?,
    };
    generator.arrivals.insert(row.get(2)?, arrivals);
    Ok(())
}

/// What is stored of the generator in one second.
pub(super) fn stored_generator(connection: &Connection, at: SecondKey) -> Result<Option<GeneratorInterval>> {
    const WHERE: &str = "WHERE step = ?1 AND second = ?2";
    let key = params![at.step, at.second];
    let sql = format!("{GENERATOR} {WHERE}");
    let Some(mut found) = connection.prepare_cached(&sql)?.query_row(key, generator).optional()? else {
        return Ok(None);
    };
    type Add = fn(&Row<'_>, &mut GeneratorInterval) -> Result<()>;
    for (sql, add) in
        [(WORKERS, add_worker as Add), (ARRIVALS, add_arrivals), (node_rows::NODES, node_rows::add)]
    {
        let mut statement = connection.prepare_cached(&format!("{sql} {WHERE}"))?;
        let mut rows = statement.query(key)?;
        while let Some(row) = rows.next()? {
            add(row, &mut found)?;
        }
    }
    answer_rows::add_stored(connection, at, &mut found)?;
    Ok(Some(found))
}
