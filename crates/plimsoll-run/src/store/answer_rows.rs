//! What was seen in answers as rows, both ways: uses of extractors, and examples of failures.

use super::rows::{SecondKey, column, count, unknown_name};
use crate::answers::{EXAMPLES_MAX, ErrorExample, ExtractorKey, ExtractorUse};
use crate::generator::GeneratorInterval;
use crate::interval::ErrorKind;
use crate::visible::visible_line;
use rusqlite::{Connection, Result, Row, params};

/// Uses replace what is there, for they come merged; the first example of a transaction and kind stays.
pub(super) fn put(connection: &Connection, at: SecondKey, generator: &GeneratorInterval) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO extractors (step, second, transaction_name, variable, uses, missed) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    for (of, found) in &generator.extractors {
        connection.prepare_cached(sql)?.execute(params![
            at.step,
            at.second,
            of.transaction,
            of.variable,
            column(found.uses),
            column(found.missed),
        ])?;
    }
    let sql = format!(
        "INSERT OR IGNORE INTO error_examples \
         (step, second, transaction_name, kind, at_us, detail, url, status, excerpt) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 \
         WHERE (SELECT count(*) FROM error_examples) < {EXAMPLES_MAX}"
    );
    for example in &generator.examples {
        connection.prepare_cached(&sql)?.execute(params![
            at.step,
            at.second,
            example.transaction,
            example.kind.name(),
            column(example.at_us),
            example.detail,
            example.url,
            example.status,
            example.excerpt,
        ])?;
    }
    Ok(())
}

pub(super) const EXTRACTORS: &str =
    "SELECT step, second, transaction_name, variable, uses, missed FROM extractors";

/// Adds the use in the columns of [`EXTRACTORS`].
pub(super) fn add_extractor(row: &Row<'_>, generator: &mut GeneratorInterval) -> Result<()> {
    let line = |index| row.get::<_, String>(index).map(|text| visible_line(&text).into_owned());
    let of = ExtractorKey { transaction: line(2)?, variable: line(3)? };
    let found = ExtractorUse { uses: count(row, 4)?, missed: count(row, 5)? };
    generator.extractors.insert(of, found);
    Ok(())
}

pub(super) const EXAMPLES: &str = "SELECT step, second, transaction_name, kind, at_us, detail, url, status, \
                                   excerpt FROM error_examples";

/// Adds the example in the columns of [`EXAMPLES`].
pub(super) fn add_example(row: &Row<'_>, generator: &mut GeneratorInterval) -> Result<()> {
    let name: String = row.get(3)?;
    let line = |index| row.get::<_, String>(index).map(|text| visible_line(&text).into_owned());
    generator.examples.push(ErrorExample {
        transaction: line(2)?,
        kind: ErrorKind::named(&name).ok_or_else(|| unknown_name(3, &name))?,
        at_us: count(row, 4)?,
        detail: line(5)?,
        url: line(6)?,
        status: line(7)?,
        excerpt: line(8)?,
    });
    Ok(())
}

/// Whether the run file has these tables: of earlier versions it has none.
pub(super) fn are_there(connection: &Connection) -> Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name IN ('extractors', 'error_examples')";
    connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|tables| tables == 2)
}

/// Of one second that is added to.
pub(super) fn add_stored(
    connection: &Connection,
    at: SecondKey,
    generator: &mut GeneratorInterval,
) -> Result<()> {
    let mut statement =
        connection.prepare_cached(&format!("{EXTRACTORS} WHERE step = ?1 AND second = ?2"))?;
    let mut rows = statement.query(params![at.step, at.second])?;
    while let Some(row) = rows.next()? {
        add_extractor(row, generator)?;
    }
    Ok(())
}
