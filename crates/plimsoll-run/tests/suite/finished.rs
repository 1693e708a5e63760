//! The life of a file that nothing bad happens to.

use crate::fixture::{beside, completed, header, second, step};
use plimsoll_run::{Run, RunEvent, RunWriter, StoreError};

#[test]
fn a_finished_run_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    (0..50).for_each(|n| writer.append(&second(1, n)).unwrap());
    writer.flush().unwrap();
    writer.finish(&completed()).unwrap();
    assert_eq!(beside(&path), ["a.run"]);
    assert_eq!(Run::open(&path).unwrap().seconds.len(), 50);
    assert_eq!(beside(&path), ["a.run"]);
}

#[test]
fn an_existing_file_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    std::fs::write(&path, "precious").unwrap();
    let error = RunWriter::create(&path, &header()).unwrap_err();
    assert!(matches!(error, StoreError::Exists { .. }), "{error:?}");
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
}

#[test]
fn a_folder_that_is_missing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let error = RunWriter::create(&folder.path().join("none/a.run"), &header()).unwrap_err();
    assert!(matches!(error, StoreError::Create { .. }), "{error:?}");
}

#[test]
fn a_run_can_be_read_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&RunEvent::StepStarted(step(1))).unwrap();
    writer.append(&second(1, 0)).unwrap();
    writer.flush().unwrap();
    writer.append(&second(1, 1)).unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!((run.seconds.len(), run.end), (1, None));
    writer.finish(&completed()).unwrap();
    assert_eq!(Run::open(&path).unwrap().seconds.len(), 2);
}

#[test]
fn a_reader_that_stays_does_not_hinder_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&second(1, 0)).unwrap();
    writer.flush().unwrap();
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM intervals;").unwrap();
    writer.finish(&completed()).unwrap();
    drop(reader);
    assert!(Run::open(&path).unwrap().is_complete());
}

#[test]
fn an_open_step_is_measured_to_the_last_second() {
    for (planned_to_us, seconds, measured_to_us) in [
        (Some(60_000_000), 0..5, 5_000_000),
        (Some(3_000_000), 0..5, 3_000_000),
        (None, 0..2, 2_000_000),
        (Some(60_000_000), 0..0, 1_000_000),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let mut writer = RunWriter::create(&path, &header()).unwrap();
        let open = plimsoll_run::LoadStep { measured_to_us: planned_to_us, ..step(1) };
        writer.append(&RunEvent::StepStarted(open)).unwrap();
        seconds.clone().for_each(|n| writer.append(&second(1, n)).unwrap());
        writer.append(&second(2, 40)).unwrap();
        writer.flush().unwrap();
        drop(writer);
        let run = Run::open(&path).unwrap();
        assert_eq!(run.steps[0].measured_to_us, Some(measured_to_us), "{planned_to_us:?} {seconds:?}");
        assert_eq!((run.steps[0].ended_us, run.end), (None, None));
    }
}
