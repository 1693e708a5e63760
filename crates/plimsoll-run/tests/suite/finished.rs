//! The life of a file that nothing bad happens to.

use crate::fixture::{completed, header, next_to, second, step};
use plimsoll_run::{
    End, EndReason, Note, NoteContent, NoteKind, RateAnswer, RateFinding, Run, RunEvent, RunFailure,
    RunWriter, SearchEnd, StepProblem, StepReason, StoreError, WindowFigure, WindowProblem,
};

#[test]
fn a_finished_run_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    (0..50).for_each(|n| writer.append(&second(1, n)).unwrap());
    writer.flush().unwrap();
    writer.finish(&completed()).unwrap();
    assert_eq!(next_to(&path), ["a.run"]);
    assert_eq!(Run::open(&path).unwrap().seconds.len(), 50);
    assert_eq!(next_to(&path), ["a.run"]);
}

/// So many seconds are read in two halves, which are those of one reading.
#[test]
fn a_long_run_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    for number in 1..=2 {
        writer.append(&RunEvent::StepStarted(step(number))).unwrap();
        (0..2_600).for_each(|n| writer.append(&second(number, n)).unwrap());
    }
    writer.flush().unwrap();
    let unfinished = Run::open(&path).unwrap();
    writer.finish(&completed()).unwrap();
    let finished = Run::open(&path).unwrap();
    let places: Vec<(u32, u32)> = finished.seconds.iter().map(|found| (found.step, found.second)).collect();
    let expected: Vec<(u32, u32)> = (1..=2).flat_map(|step| (0..2_600).map(move |n| (step, n))).collect();
    assert_eq!(places, expected);
    assert_eq!(finished.seconds, unfinished.seconds);
    assert_eq!(finished.seconds[5_199].transactions.len(), 3);
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
fn a_folder_that_is_missing_is_reported() {
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

#[test]
fn what_was_decided_comes_back_as_kinds_and_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let figures =
        vec![WindowFigure::FallsBehind { due: 9, started: 4, dropped: 3, waiting_at_end: 2, busy_at_end: 1 }];
    let fails = RateFinding { rate_per_s: 0.1 + 0.2, answer: RateAnswer::Fail, figures };
    let problem = StepProblem::GeneratorPorts { taken: 1, ports_max: 2 };
    let again = WindowProblem::Step { rate_per_s: None, problem };
    let notes = [
        NoteContent::StepChosen { step: 1, why: StepReason::Half(fails.clone()) },
        NoteContent::StepChosen { step: 2, why: StepReason::Again(again) },
        NoteContent::LoadPaused,
        NoteContent::SearchEnded(SearchEnd::LowestFails(fails.clone())),
    ];
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    for note in notes.clone() {
        writer.append(&RunEvent::Note(Note::new(7, note))).unwrap();
    }
    let end = End { at_us: 9, reason: EndReason::Impossible(SearchEnd::LowestFails(fails)) };
    writer.finish(&end).unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!(run.notes.iter().map(|note| note.content.clone()).collect::<Vec<_>>(), notes);
    assert_eq!((run.notes[2].kind, run.notes[3].kind), (NoteKind::Warning, NoteKind::Decision));
    assert_eq!(run.end, Some(end));
}

#[test]
fn a_file_of_the_schema_before_is_read_with_its_texts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    writer.append(&RunEvent::Note(Note::text(7, NoteKind::Decision, ""))).unwrap();
    writer.finish(&End { at_us: 9, reason: EndReason::Failed(RunFailure::Text(String::new())) }).unwrap();
    let sql = "ALTER TABLE notes RENAME COLUMN content TO text; UPDATE notes SET text = 'the first step'; \
               UPDATE run_end SET detail = 'no room'; PRAGMA user_version = 5";
    rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!(run.notes, [Note::text(7, NoteKind::Decision, "the first step")]);
    let reason = run.end.map(|end| end.reason);
    assert_eq!(reason, Some(EndReason::Failed(RunFailure::Text("no room".to_owned()))));
}
