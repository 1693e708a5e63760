//! Jobs and completions as columns, both ways.

use super::rows::{column, count, optional_count, unknown_name};
use crate::job::{Completion, Job, JobVerdict};
use rusqlite::{Connection, Result, Row, params};

pub(super) fn put_job(connection: &Connection, job: &Job) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO jobs (number, name, step, started_us, ended_us, verdict, detail) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.prepare_cached(sql)?.execute(params![
        job.number,
        job.name,
        job.step,
        column(job.started_us),
        job.ended_us.map(column),
        job.verdict.name(),
        job.detail,
    ])?;
    Ok(())
}

pub(super) const JOBS: &str =
    "SELECT number, name, step, started_us, ended_us, verdict, detail FROM jobs ORDER BY number";

/// From the columns of [`JOBS`].
pub(super) fn job(row: &Row<'_>) -> Result<Job> {
    let verdict: String = row.get(5)?;
    Ok(Job {
        number: row.get(0)?,
        name: row.get(1)?,
        step: row.get(2)?,
        started_us: count(row, 3)?,
        ended_us: optional_count(row, 4)?,
        verdict: JobVerdict::named(&verdict).ok_or_else(|| unknown_name(5, &verdict))?,
        detail: row.get(6)?,
    })
}

pub(super) fn put_completion(connection: &Connection, completion: &Completion) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO completions (step, name, sent, failed, arrived, doubled) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.prepare_cached(sql)?.execute(params![
        completion.step,
        completion.name,
        column(completion.sent),
        column(completion.failed),
        column(completion.arrived),
        column(completion.doubled),
    ])?;
    Ok(())
}

pub(super) const COMPLETIONS: &str =
    "SELECT step, name, sent, failed, arrived, doubled FROM completions ORDER BY step, name";

/// From the columns of [`COMPLETIONS`].
pub(super) fn completion(row: &Row<'_>) -> Result<Completion> {
    Ok(Completion {
        step: row.get(0)?,
        name: row.get(1)?,
        sent: count(row, 2)?,
        failed: count(row, 3)?,
        arrived: count(row, 4)?,
        doubled: count(row, 5)?,
    })
}
