//! Files that are no run file of this version, or damaged.

use crate::fixture::{completed, header, second, step};
use plimsoll_run::{Run, RunEvent, RunWriter, StoreError};
use std::path::{Path, PathBuf};

fn finished(folder: &Path, seconds: u32) -> PathBuf {
    let path = folder.join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&RunEvent::StepStarted(step(1))).unwrap();
    (0..seconds).for_each(|n| writer.append(&second(1, n)).unwrap());
    writer.finish(&completed()).unwrap();
    path
}

/// Changes a good file by `change`, and expects the message and a hint.
fn check(change: impl Fn(&Path), message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = finished(folder.path(), 100);
    change(&path);
    let error = Run::open(&path).unwrap_err();
    let expected = message.replace("FILE", &path.display().to_string());
    assert!(error.to_string().starts_with(&expected), "{error}: {error:?}");
    assert!(error.hint().is_some());
    assert_eq!(error.path(), path);
}

fn sql(statements: &str) -> impl Fn(&Path) {
    move |path| rusqlite::Connection::open(path).unwrap().execute_batch(statements).unwrap()
}

fn content(bytes: &[u8]) -> impl Fn(&Path) {
    move |path| std::fs::write(path, bytes).unwrap()
}

/// Keeps that part of the file.
fn truncated(part: f64) -> impl Fn(&Path) {
    move |path| {
        let bytes = std::fs::read(path).unwrap();
        std::fs::write(path, &bytes[..(bytes.len() as f64 * part) as usize]).unwrap();
    }
}

#[test]
fn what_is_missing_or_no_run_is_refused() {
    check(|path| std::fs::remove_file(path).unwrap(), "open FILE: there is no such file");
    let no_run = "open FILE: it is not a run file";
    check(content(b""), no_run);
    check(content(b"label,elapsed\n"), no_run);
    check(content(&[b'x'; 100_000]), no_run);
    check(|path| drop((std::fs::remove_file(path), std::fs::create_dir(path))), no_run);
    check(sql("PRAGMA application_id = 7"), no_run);
}

#[test]
fn another_schema_is_refused() {
    check(
        sql("PRAGMA user_version = 8"),
        "open FILE: a newer Plimsoll wrote it (schema 8; this one reads 7)",
    );
    check(
        sql("PRAGMA user_version = 4"),
        "open FILE: an older Plimsoll wrote it (schema 4; this one reads 5)",
    );
}

#[test]
fn damage_is_reported() {
    let damaged = "read FILE: the file is damaged: ";
    for part in [0.1, 0.5, 0.99] {
        check(truncated(part), damaged);
    }
    check(sql("DROP TABLE notes"), damaged);
    check(sql("DELETE FROM meta WHERE key = 'header'"), damaged);
    check(sql("UPDATE meta SET value = '{' WHERE key = 'header'"), damaged);
    check(sql("UPDATE intervals SET response = x'00' WHERE second = 50"), damaged);
    check(sql("UPDATE intervals SET requests = -1 WHERE second = 50"), damaged);
    check(sql(&format!("UPDATE intervals SET bytes_sent = {}", i64::MAX)), damaged);
    check(sql(&format!("UPDATE generator_histograms SET descriptors_max = {}", i64::MAX)), damaged);
    check(sql(&format!("UPDATE steps SET measured_to_us = {}", i64::MAX)), damaged);
    check(sql("UPDATE steps SET nodes = 4294967295, threads = 2"), damaged);
    check(
        sql("UPDATE meta SET value = json_set(value, '$.started_unix_us', 1 << 62) WHERE key = 'header'"),
        damaged,
    );
    check(sql("UPDATE errors SET kind = 'bad luck'"), damaged);
    check(sql("UPDATE run_end SET reason = 'tired'"), damaged);
    check(sql("PRAGMA foreign_keys = OFF; DELETE FROM transactions"), damaged);
    check(sql("DELETE FROM generator_histograms WHERE second = 3"), damaged);
}

#[test]
fn overwritten_pages_are_reported_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let good = std::fs::read(finished(folder.path(), 100)).unwrap();
    let path = folder.path().join("bad.run");
    for page in 0..good.len() / 4096 {
        let mut bytes = good.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&path, &bytes).unwrap();
        let error = Run::open(&path).map(|_| page).unwrap_err();
        assert!(
            matches!(error, StoreError::Damaged { .. } | StoreError::NotARun { .. }),
            "page {page}: {error:?}"
        );
    }
}

#[test]
fn a_damaged_histogram_is_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = finished(folder.path(), 1);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let stored: Vec<u8> = connection
        .query_row("SELECT response FROM intervals WHERE second = 0", [], |row| row.get(0))
        .unwrap();
    for index in 0..stored.len() {
        for damage in [0x00, 0x7f, 0x80, 0xff] {
            let mut bytes = stored.clone();
            bytes[index] = damage;
            connection.execute("UPDATE intervals SET response = ?1 WHERE second = 0", [&bytes]).unwrap();
            match Run::open(&path) {
                Ok(run) => {
                    let interval = run.seconds[0].transactions.values().next().unwrap();
                    assert!(interval.response.quantile_us(0.5).is_none_or(|us| us < u64::MAX));
                }
                Err(error) => {
                    assert!(matches!(error, StoreError::Damaged { .. }), "{index} {damage}: {error:?}")
                }
            }
        }
    }
}

#[test]
fn what_could_go_on_for_ever_in_place_of_a_table_is_refused() {
    let refused = "read FILE: the file is damaged: it holds a view, a trigger or a computed column";
    let endless = "ALTER TABLE notes RENAME TO old; CREATE VIEW notes AS WITH RECURSIVE n(id) AS \
                   (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 1 AS at_us, '' AS kind, '' AS content FROM n;";
    check(sql(endless), refused);
    check(sql("CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM steps; END;"), refused);
    check(sql("ALTER TABLE notes ADD COLUMN more ANY AS (zeroblob(900000000));"), refused);
}

#[test]
fn a_name_of_megabytes_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = finished(folder.path(), 2);
    let longer =
        "UPDATE meta SET value = json_set(value, '$.name', hex(randomblob(1000000))) WHERE key = 'header'";
    sql(longer)(&path);
    assert!(Run::open(&path).unwrap().header.name.len() < 400);
}
