//! Files of older schemas.

use crate::fixture::{completed, header, second, step};
use plimsoll_run::{Run, RunEvent, RunWriter, Telemetry, TelemetryReader, TimeWindow};

/// Takes from a file of this schema what version 3 did not have.
const TO_3: &str = "DROP TABLE placed_series; DROP TABLE jobs; DROP TABLE completions; \
     ALTER TABLE steps DROP COLUMN name; PRAGMA user_version = 3;";
/// And what version 2 did not have.
const TO_2: &str = "DROP TABLE server_errors; DROP TABLE server_intervals; DROP TABLE server_events; \
    DROP TABLE gaps; DROP TABLE recent_points; DROP TABLE point_blocks; DROP TABLE point_times; \
    DROP TABLE series; DROP TABLE sources; DROP TABLE inputs; DROP TABLE hosts; PRAGMA user_version = 2;";
/// And what version 1 did not have.
const TO_1: &str = "DROP VIEW second_totals; DROP TABLE arrivals; \
    ALTER TABLE steps DROP COLUMN rate_per_s; ALTER TABLE intervals DROP COLUMN service; \
    ALTER TABLE generator DROP COLUMN connections; ALTER TABLE generator DROP COLUMN connects; \
    ALTER TABLE generator DROP COLUMN turns; ALTER TABLE generator DROP COLUMN events; \
    ALTER TABLE generator DROP COLUMN events_max; ALTER TABLE generator DROP COLUMN turn_us_max; \
    ALTER TABLE generator_histograms DROP COLUMN descriptors_max; \
    ALTER TABLE generator_histograms DROP COLUMN ports_max; \
    ALTER TABLE generator_histograms DROP COLUMN sockets_used; \
    ALTER TABLE generator_histograms DROP COLUMN sockets_time_wait; PRAGMA user_version = 1;";
/// The first files of version 1 had these neither.
const TO_FIRST: &str =
    "ALTER TABLE intervals DROP COLUMN failed; ALTER TABLE generator DROP COLUMN run_delay_us;";

#[test]
fn files_of_older_schemas_are_read_as_far_as_they_go() {
    for changes in [&[TO_3][..], &[TO_3, TO_2], &[TO_3, TO_2, TO_1], &[TO_3, TO_2, TO_1, TO_FIRST]] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.run");
        let mut writer = RunWriter::create(&path, &header()).unwrap();
        writer.append(&RunEvent::StepStarted(step(1))).unwrap();
        (0..3).for_each(|n| writer.append(&second(1, n)).unwrap());
        writer.finish(&completed()).unwrap();
        let now = Run::open(&path).unwrap();
        let connection = rusqlite::Connection::open(&path).unwrap();
        changes.iter().for_each(|sql| connection.execute_batch(sql).unwrap());
        drop(connection);
        let before = std::fs::read(&path).unwrap();
        let old = Run::open(&path).unwrap();
        assert_eq!((&old.header, &old.steps, &old.end), (&now.header, &now.steps, &now.end));
        assert_eq!(old.seconds.len(), now.seconds.len());
        for (old, now) in old.seconds.iter().zip(&now.seconds) {
            for ((_, old), (_, now)) in old.transactions.iter().zip(&now.transactions) {
                assert_eq!(
                    (old.requests, &old.errors, &old.response),
                    (now.requests, &now.errors, &now.response)
                );
            }
            assert_eq!(old.generator.workers[&0].cpu_us, 300_000);
            assert_eq!(old.generator.arrivals.is_empty(), changes.len() > 2);
        }
        assert_eq!(old.telemetry, Telemetry::default());
        let reader = TelemetryReader::open(&path).unwrap();
        assert!(reader.points(&Default::default(), TimeWindow::ALL).unwrap().is_empty());
        assert_eq!(std::fs::read(&path).unwrap(), before, "the file is changed");
    }
}
