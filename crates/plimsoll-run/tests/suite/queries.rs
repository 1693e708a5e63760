//! The tables as SCHEMA.md promises them to people with a sqlite3 shell.

use crate::fixture::{completed, header, second};
use plimsoll_run::store::{APPLICATION_ID, SCHEMA_VERSION};
use plimsoll_run::{RunEvent, RunWriter, Second};
use rusqlite::Connection;

fn file() -> (tempfile::TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&second(1, 0)).unwrap();
    writer.append(&second(1, 1)).unwrap();
    let idle = RunEvent::Second(Second { step: 1, second: 2, ..Second::default() });
    writer.append(&idle).unwrap();
    writer.finish(&completed()).unwrap();
    let connection = Connection::open(&path).unwrap();
    (folder, connection)
}

#[test]
fn second_totals_adds_requests_but_no_groups() {
    let (_folder, connection) = file();
    let mut statement = connection
        .prepare(
            "SELECT second, users, requests, errors, bytes_received, bytes_sent, round(response_us_mean / 1e3), \
             round(response_us_max / 1e3), generator_cpu_us FROM second_totals ORDER BY second",
        )
        .unwrap();
    let rows: Vec<[Option<f64>; 9]> = statement
        .query_map([], |row| {
            let mut columns = [None; 9];
            for (index, column) in columns.iter_mut().enumerate() {
                *column = row.get(index)?;
            }
            Ok(columns)
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let busy = [10.0, 5.0, 2.0, 200.0, 100.0, 10.0, 10.0, 600_000.0];
    for (second, row) in rows[..2].iter().enumerate() {
        assert_eq!(row[0], Some(second as f64));
        assert_eq!(row[1..], busy.map(Some));
    }
    assert_eq!(rows[2][..4], [Some(2.0), None, Some(0.0), Some(0.0)]);
    assert_eq!(rows[2][6], None);
}

#[test]
fn the_texts_and_the_header_are_in_meta_and_the_file_is_marked() {
    let (_folder, connection) = file();
    let value = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(value("SELECT value FROM meta WHERE key = 'plan_text'"), "<jmeterTestPlan/>");
    assert_eq!(value("SELECT value FROM meta WHERE key = 'study_text'"), "study: lookup\n");
    assert_eq!(value("SELECT value ->> 'name' FROM meta WHERE key = 'header'"), "lookup");
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!((pragma("application_id"), pragma("user_version")), (APPLICATION_ID, SCHEMA_VERSION));
}

#[test]
fn the_queries_of_the_documentation_run() {
    let (_folder, connection) = file();
    let document = include_str!("../../SCHEMA.md");
    let mut checked = 0;
    for block in document.split("```sql\n").skip(1) {
        let sql = block.split("```").next().unwrap();
        connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        checked += 1;
    }
    assert!(checked > 2);
}
