//! Events that arrive elsewhere.

use crate::experiment::bench::{Bench, failure, reason, warnings};
use crate::program::said;
use plimsoll_run::{EndReason, NoteContent, NoteKind, TransactionKind};
use plimsoll_targets::{Behaviour, EventFields, Target};
use std::net::SocketAddr;

fn sink() -> Target {
    Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Events(EventFields::default()))
        .expect("a port")
}

/// Each iteration sends one event once, another one twice, and one to where no events are taken.
fn plan(sink: SocketAddr) -> String {
    let body = |id: &str| {
        format!(
            "'{{\"event\":{{\"commonEventHeader\":{{\"eventId\":\"{id}\",\"startEpochMicrosec\":${{sent}}}}}}}}'"
        )
    };
    let post = |url: &str, id: &str| {
        format!("      - post: http://{sink}{url}\n        label: send\n        body: {}\n", body(id))
    };
    format!(
        "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - set: {{id: \"${{__UUID}}\", sent: \"${{__time}}000\"}}\n{}{}{}{}      - pause: 20 ms\n",
        post("/events/t", "${id}"),
        post("/events/t", "${id}-twice"),
        post("/events/t", "${id}-twice"),
        post("/nowhere", "${id}-lost"),
    )
}

#[test]
fn arrivals_join_the_run_and_lost_and_doubled_events_are_counted() {
    let sink = sink();
    let bench = Bench::new(&plan(sink.address()));
    let study = format!(
        "study: s\nplan: p.yaml\nthreads: [1, 2]\nstep: 2 s\ncompletion: {{events: 'http://{}', transaction: arrival, timeout: 1 s}}\n\
         requirements: ['p95 of \"arrival\" <= 2 s']\n",
        sink.address()
    );
    let output = bench.run(&study);
    let run = bench.opened("run.run");
    assert_eq!(reason(&run), &EndReason::Completed, "{}", said(&output));
    assert_eq!(run.completions.len(), 2, "{:?}", run.completions);
    for completion in &run.completions {
        // A step may end within an iteration.
        let iterations = completion.sent / 4;
        assert!(iterations > 5 && completion.failed == 0, "{completion:?}");
        let near = |count: u64, times: u64| count.abs_diff(iterations * times) <= 8;
        assert!(near(completion.arrived, 2) && near(completion.doubled, 1), "{completion:?}");
        assert!(near(completion.lost(), 2), "{completion:?}");
    }
    let timed: u64 = run
        .seconds
        .iter()
        .flat_map(|second| &second.transactions)
        .filter(|(t, _)| t.kind == TransactionKind::Completion && t.name == "arrival")
        .map(|(_, interval)| interval.response.count())
        .sum();
    assert_eq!(timed, run.completions.iter().map(|c| c.arrived).sum::<u64>());
    let clock = run.notes.iter().find(|note| note.kind == NoteKind::Information).expect("a note");
    assert!(matches!(clock.content, NoteContent::SinkClock { .. }), "{clock:?}");
    assert_eq!(warnings(&run), Vec::<String>::new());
    assert!(said(&output).contains("p95 of \"arrival\" <= 2 s"), "{}", said(&output));
}

#[test]
fn a_sink_that_is_not_there_is_reported_before_the_load() {
    let bench =
        Bench::new("plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:PORT/\n");
    let output =
        bench.run("study: s\nplan: p.yaml\nthreads: 1\nstep: 1 s\ncompletion: 'http://127.0.0.1:PORT'\n");
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    let run = bench.opened("run.run");
    let why = failure(&run);
    assert!(why.contains("failed to ask the event sink") && run.steps.is_empty(), "{why}");
    let ok = Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Ok).expect("a port");
    let other =
        Bench::new("plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://127.0.0.1:PORT/\n");
    let study =
        format!("study: s\nplan: p.yaml\nthreads: 1\nstep: 1 s\ncompletion: http://{}\n", ok.address());
    let output = other.run(&study);
    assert!(said(&output).contains("does not answer as one: not JSON"), "{}", said(&output));
}
