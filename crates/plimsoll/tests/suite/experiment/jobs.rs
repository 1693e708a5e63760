//! Jobs beside a load.

use crate::experiment::bench::{Bench, reason};
use crate::program::said;
use plimsoll_run::{EndReason, JobVerdict};
use plimsoll_targets::{Behaviour, EventFields, Target};
use std::net::SocketAddr;

fn sink() -> Target {
    Target::start(SocketAddr::from(([127, 0, 0, 1], 0)), Behaviour::Events(EventFields::default()))
        .expect("a port")
}

const PLAN: &str = "plan: p\nscenarios:\n  - users: 1\n    steps:\n      - get: http://SINK/\n        label: home\n      - pause: 50 ms\n";

#[test]
fn jobs_are_steps_and_so_is_the_time_between_them() {
    let sink = sink();
    let bench = Bench::new(&PLAN.replace("SINK", &sink.address().to_string()));
    let study = "study: s\nplan: p.yaml\nbackground: {users: 2, before: 2 s, after: 2 s}\njobs:\n  - name: import\n    repeat: 2\n    \
        pause: 2 s\n    timeout: 60 s\n    start: {post: 'http://SINK/events/jobs', body: '{\"job\": ${job}}', extract: {count: $.count}}\n    \
        poll: {command: 'test -e done-$JOB && echo all $JOB; e=$?; sleep 2; touch done-$JOB; exit $e', every: 50 ms}\n  \
        - name: check\n    pause: 1 s\n    start: {put: 'http://SINK/events/jobs', body: '{}'}\n    \
        poll: {get: 'http://SINK/summary?${count}', done: {json: $.count, is: [99]}, failed: {json: $.count, is: [3]}}\n";
    let output = bench.run(&study.replace("SINK", &sink.address().to_string()));
    let run = bench.opened("run.run");
    assert_eq!(reason(&run), &EndReason::Completed, "{}", said(&output));
    let jobs: Vec<_> = run.jobs.iter().map(|job| (job.name.as_str(), job.verdict)).collect();
    let expected =
        [("import 1", JobVerdict::Done), ("import 2", JobVerdict::Done), ("check", JobVerdict::Failed)];
    assert_eq!(jobs, expected, "{:?}", run.jobs);
    assert_eq!(run.jobs[1].detail, "all 2");
    assert!(run.jobs[2].detail.contains("\"count\":3"), "{:?}", run.jobs[2]);
    let names: Vec<&str> = run.steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names[..5], ["no job", "import 1", "no job", "import 2", "no job"], "{names:?}");
    for job in &run.jobs[..2] {
        let step = run.steps.iter().find(|step| step.number == job.step).expect("a step");
        assert_eq!(step.name, job.name);
        let (from, to) = (step.measured_from_us, step.measured_to_us.expect("an end"));
        assert!(job.started_us <= from && Some(to) <= job.ended_us && to > from, "{job:?} {step:?}");
    }
    let mut seconds: Vec<u32> = run.seconds.iter().map(|second| second.second).collect();
    seconds.dedup();
    assert!(seconds.is_sorted(), "a second is in two steps: {seconds:?}");
}

#[test]
fn mistakes_in_jobs_are_reported_with_their_lines() {
    let bench = Bench::new(PLAN);
    for (study, part) in [
        ("jobs: {start: x}\n", "`jobs` needs `background`"),
        ("background: {users: 2}\n", "`background` needs `jobs`"),
        ("background: {}\njobs: {start: x}\n", "s.yaml:3: background: how much load"),
        ("background: {users: 1}\njobs:\n  start: {pots: x}\n", "s.yaml:5: start: unknown key `pots`"),
        (
            "background: {users: 1}\njobs:\n  start: x\n  poll: {get: x, done: {json: '$[', is: 1}}\n",
            "s.yaml:6: json: `$[` is not a JSONPath",
        ),
        ("threads: 1\nstep: 1 s\nbackground: {users: 1}\njobs: {start: x}\n", "`jobs` exclude `threads`"),
    ] {
        let output = bench.run(&format!("study: s\nplan: p.yaml\n{study}"));
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(part), "{part:?} is not in:\n{}", said(&output));
    }
}
