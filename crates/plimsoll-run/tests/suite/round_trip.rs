//! What goes in comes out, merged by second.

use crate::fixture::{completed, dump, header, interval, request, second, step};
use plimsoll_run::record::Second;
use plimsoll_run::{
    ArrivalInterval, Completion, End, EndReason, ErrorExample, ErrorKind, ExtractorKey, ExtractorUse,
    GeneratorInterval, Interval, Job, JobVerdict, Latencies, LoadStep, MachineInterval, NodeInterval, Note,
    NoteContent, NoteKind, Run, RunEvent, RunFailure, RunHeader, RunWriter, SearchEnd, TransactionKey,
    TransactionKind, WorkerInterval, visible, visible_line,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Writes the events, reads the file, and compares with the events merged in memory.
fn check(header: &RunHeader, events: &[RunEvent], end: &End) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, header).unwrap();
    for (number, event) in events.iter().enumerate() {
        writer.append(event).unwrap();
        if number % 3 == 0 {
            writer.flush().unwrap();
        }
    }
    writer.finish(end).unwrap();
    assert_eq!(dump(&Run::open(&path).unwrap()), dump(&expected(header, events, end)));
}

/// An interval as the run file keeps it: the details of errors come from strangers, and hold no control characters.
fn shown(interval: &Interval) -> Interval {
    let mut shown = interval.clone();
    shown.errors.clear();
    for ((kind, detail), count) in &interval.errors {
        *shown.errors.entry((*kind, visible_line(detail).into_owned())).or_default() += count;
    }
    shown
}

/// Likewise a note that is text.
fn shown_note(note: &Note) -> Note {
    let mut shown = note.clone();
    if let NoteContent::Text(text) = &mut shown.content {
        *text = visible(text).into_owned();
    }
    shown
}

fn shown_end(end: &End) -> End {
    match &end.reason {
        EndReason::Failed(RunFailure::Text(why)) => {
            End { reason: EndReason::Failed(RunFailure::Text(visible(why).into_owned())), ..end.clone() }
        }
        _ => end.clone(),
    }
}

fn expected(header: &RunHeader, events: &[RunEvent], end: &End) -> Run {
    let mut steps: BTreeMap<u32, LoadStep> = BTreeMap::new();
    let mut seconds: BTreeMap<(u32, u32), Second> = BTreeMap::new();
    let (mut jobs, mut completions) = (BTreeMap::new(), BTreeMap::new());
    let mut notes = Vec::new();
    for event in events {
        match event {
            RunEvent::StepStarted(step) | RunEvent::StepEnded(step) => {
                steps.insert(step.number, step.clone());
            }
            RunEvent::Second(Second { step, second, transactions, generator }) => {
                let new = Second { step: *step, second: *second, ..Second::default() };
                let merged = seconds.entry((*step, *second)).or_insert(new);
                for (transaction, interval) in transactions {
                    merged.transactions.entry(transaction.clone()).or_default().merge(&shown(interval));
                }
                merged.generator.merge(generator);
            }
            RunEvent::Job(job) => drop(jobs.insert(job.number, job.clone())),
            RunEvent::Completion(completion) => {
                completions.insert((completion.step, completion.name.clone()), completion.clone());
            }
            RunEvent::Note(note) => notes.push(shown_note(note)),
            RunEvent::Ended(_) => {}
        }
    }
    Run {
        header: header.clone(),
        steps: steps.into_values().collect(),
        seconds: seconds.into_values().collect(),
        jobs: jobs.into_values().collect(),
        completions: completions.into_values().collect(),
        notes,
        end: Some(shown_end(end)),
        ..Run::default()
    }
}

/// Up to a day, and beyond what a histogram tells apart.
fn latencies() -> impl Strategy<Value = Latencies> {
    prop::collection::vec(prop_oneof![0..5_000u64, 0..100_000_000u64, Just(u64::MAX)], 0..20).prop_map(
        |values| {
            let mut latencies = Latencies::default();
            values.into_iter().for_each(|v| latencies.record_us(v));
            latencies
        },
    )
}

fn any_interval() -> impl Strategy<Value = Interval> {
    let errors = prop::collection::vec((0..ErrorKind::ALL.len(), "[a-c]{0,2}|æ'\"\0", 0..1_000u64), 0..80);
    (0..1_000_000u64, errors, 0..u64::from(u32::MAX), latencies(), latencies()).prop_map(
        |(requests, errors, bytes, response, first_byte)| {
            let mut interval = Interval {
                requests,
                bytes_received: bytes,
                bytes_sent: bytes / 2,
                response,
                service: (requests % 2 == 0).then(|| first_byte.clone()),
                first_byte,
                ..Interval::default()
            };
            for (kind, detail, response_us) in errors {
                interval.fail(ErrorKind::ALL[kind], &detail, response_us);
            }
            interval
        },
    )
}

fn any_generator() -> impl Strategy<Value = GeneratorInterval> {
    let worker = (0..10_000_000u64, any::<u32>()).prop_map(|(time, users)| WorkerInterval {
        cpu_us: time,
        run_delay_us: time / 7,
        wall_us: time + 1,
        users,
        think_us: time + 2,
        busy_us: time + 3,
        connections: users / 2,
        connects: time / 3,
        turns: time / 5,
        events: time / 4,
        events_max: users / 3,
        turn_us_max: time / 6,
    });
    let arrivals = (0..1_000_000u64, latencies()).prop_map(|(due, delay)| ArrivalInterval {
        due,
        started: due / 2,
        waited: due / 3,
        dropped: due / 4,
        waiting: due / 5,
        busy: 7,
        delay,
    });
    let machine = (0..100_000u64, 0..60_000u32).prop_map(|(descriptors_max, ports)| MachineInterval {
        descriptors_max,
        ports_max: ports,
        sockets_used: ports / 2,
        sockets_time_wait: ports / 3,
    });
    let workers = prop::collection::btree_map(0..4u32, worker, 0..4);
    let arrivals = prop::collection::btree_map("[a-c ]{0,3}", arrivals, 0..3);
    let extractor =
        ("[a-c]", "[xy]").prop_map(|(transaction, variable)| ExtractorKey { transaction, variable });
    let extractor_use = (0..1_000u64).prop_map(|uses| ExtractorUse { uses, missed: uses / 2 });
    let extractors = prop::collection::btree_map(extractor, extractor_use, 0..3);
    let node = (0..1_000_000u64, any::<i32>(), any::<bool>(), latencies()).prop_map(
        |(requests, clock_ahead_us, is_missing, response)| NodeInterval {
            requests,
            errors: requests / 2,
            connect: response.clone(),
            lateness: response.clone(),
            response,
            cpu_us: requests / 3,
            wall_us: requests / 4,
            users: 5,
            clock_ahead_us: clock_ahead_us.into(),
            clock_uncertainty_us: requests / 5,
            is_missing,
        },
    );
    let nodes = prop::collection::btree_map(1..4u32, node, 0..3);
    (workers, arrivals, machine, latencies(), latencies(), extractors, nodes).prop_map(
        |(workers, arrivals, machine, lateness, connect, extractors, nodes)| GeneratorInterval {
            nodes,
            exchanges: Vec::new(),
            workers,
            arrivals,
            machine,
            lateness,
            connect,
            extractors,
            examples: Vec::new(),
        },
    )
}

fn any_transaction() -> impl Strategy<Value = TransactionKey> {
    let kinds = [TransactionKind::Request, TransactionKind::Group, TransactionKind::Completion];
    ("[ab]|/søg \"x\"|", prop::sample::select(kinds.to_vec()))
        .prop_map(|(name, kind)| TransactionKey { name, kind })
}

fn any_event() -> impl Strategy<Value = RunEvent> {
    let ended_step =
        (1..4u32, 0..1_000_000_000u64, any::<bool>()).prop_map(|(number, at, cut_short)| LoadStep {
            measured_to_us: Some(at + 5),
            ended_us: Some(at + 6),
            cut_short,
            abandoned: at % 7,
            rate_per_s: cut_short.then_some(at as f64 / 3.0),
            name: if cut_short { "import 1".to_owned() } else { String::new() },
            ..step(number)
        });
    let second =
        (1..4u32, 0..5u32, prop::collection::vec((any_transaction(), any_interval()), 0..4), any_generator())
            .prop_map(|(step, second, transactions, generator)| {
                let transactions = transactions.into_iter().collect();
                RunEvent::Second(Second { step, second, transactions, generator })
            });
    let kinds = prop::sample::select(vec![NoteKind::Information, NoteKind::Warning, NoteKind::Decision]);
    let note = (any::<u32>(), kinds, ".{0,9}").prop_map(|(at, kind, text)| Note::text(at.into(), kind, text));
    let verdicts = prop::sample::select(JobVerdict::ALL.to_vec());
    let job = (1..4u32, verdicts, any::<u32>(), ".{0,9}").prop_map(|(number, verdict, at, detail)| Job {
        number,
        name: format!("import {number}"),
        step: number * 2,
        started_us: at.into(),
        ended_us: (verdict != JobVerdict::Running).then_some(u64::from(at) + 9),
        verdict,
        // What would command a terminal is stored as what it looks like.
        detail: plimsoll_run::visible(&detail).into_owned(),
    });
    let completion = (0..3u32, "[ab]", any::<u32>()).prop_map(|(step, name, sent)| Completion {
        step,
        name,
        sent: sent.into(),
        failed: 1,
        arrived: u64::from(sent / 2),
        doubled: 3,
    });
    prop_oneof![
        1 => job.prop_map(RunEvent::Job),
        1 => completion.prop_map(RunEvent::Completion),
        1 => ended_step.clone().prop_map(RunEvent::StepStarted),
        1 => ended_step.prop_map(RunEvent::StepEnded),
        6 => second,
        1 => note.prop_map(RunEvent::Note),
    ]
}

fn any_end() -> impl Strategy<Value = End> {
    let reason = prop_oneof![
        Just(EndReason::Completed),
        Just(EndReason::Converged),
        Just(EndReason::LoadExhausted),
        ".{0,9}".prop_map(|why| EndReason::Impossible(SearchEnd::Text(why))),
        Just(EndReason::Interrupted),
        Just(EndReason::StoppedByPlan),
        ".{0,9}".prop_map(|why| EndReason::Failed(RunFailure::Text(why))),
    ];
    (0..1u64 << 53, reason).prop_map(|(at_us, reason)| End { at_us, reason })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_events_come_back(
        events in prop::collection::vec(any_event(), 0..25),
        end in any_end(),
        expected_per_s in prop::option::of(0.0..1e9f64),
        goal in 0.0..1.0f64,
        text in ".{0,20}",
    ) {
        let mut header = header();
        header.expected_per_s = expected_per_s;
        header.design = plimsoll_run::Design::Climb { goal };
        header.study = (text.len() % 2 == 0).then(|| text.clone());
        header.plan.text = text;
        check(&header, &events, &end);
    }
}

#[test]
fn an_empty_run_and_a_default_header_come_back() {
    check(&RunHeader::default(), &[], &completed());
}

#[test]
fn a_second_that_comes_again_is_merged() {
    let transactions = [(request("/lookup"), interval(7)), (request("/login"), interval(2))].into();
    let more = RunEvent::Second(Second { step: 1, second: 3, transactions, ..Second::default() });
    check(&header(), &[second(1, 3), second(1, 4), more.clone(), second(1, 3), more], &completed());
}

#[test]
fn many_error_details_merge_as_in_memory() {
    let many = |first: u32| {
        let mut interval = Interval::default();
        (first..first + 50).for_each(|n| interval.fail(ErrorKind::Assertion, &format!("detail {n}"), 1));
        let transactions = [(request("/"), interval)].into();
        RunEvent::Second(Second { step: 1, transactions, ..Second::default() })
    };
    check(&header(), &[many(0), many(25), many(100)], &completed());
}

#[test]
fn the_first_example_of_a_failure_stays_and_files_without_examples_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut writer = RunWriter::create(&path, &header()).unwrap();
    let example = |at_us: u64, kind: ErrorKind| {
        let what = ("/lookup", kind, "503");
        ErrorExample::new(what, at_us, "http://a/lookup", "503 Busy", "no room")
    };
    let extractor = ExtractorKey { transaction: "/lookup".to_owned(), variable: "token".to_owned() };
    for (number, kinds) in
        [vec![ErrorKind::Status], vec![ErrorKind::Status, ErrorKind::Reset]].iter().enumerate()
    {
        let RunEvent::Second(mut second) = second(1, number as u32) else { panic!("a second") };
        let at_us = number as u64 + 1;
        second.generator.examples = kinds.iter().map(|kind| example(at_us, *kind)).collect();
        second.generator.extractors.insert(extractor.clone(), ExtractorUse { uses: 3, missed: 2 });
        // It comes in two parts.
        writer.append(&RunEvent::Second(second.clone())).unwrap();
        second.generator.examples.clear();
        writer.append(&RunEvent::Second(second)).unwrap();
    }
    writer.finish(&completed()).unwrap();
    let read = || {
        let run = Run::open(&path).unwrap();
        let generators = run.seconds.into_iter().map(|second| second.generator);
        let all = generators.flat_map(|generator| {
            let uses: u64 = generator.extractors.values().map(|found| found.uses).sum();
            generator.examples.into_iter().map(move |example| (example.at_us, example.kind, uses))
        });
        all.collect::<Vec<_>>()
    };
    assert_eq!(read(), [(1, ErrorKind::Status, 6), (2, ErrorKind::Reset, 6)]);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("DROP TABLE error_examples; DROP TABLE extractors").unwrap();
    assert_eq!(read(), []);
}
