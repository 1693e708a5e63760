//! Runs to write and compare.

use plimsoll_run::{
    ArrivalInterval, Design, End, EndReason, ErrorKind, ExpectedUse, GeneratorInterval, Interval, Latencies,
    LoadStep, PlanRecord, Run, RunEvent, RunHeader, Second, TransactionKey, TransactionKind, Variant,
    WorkUnit, WorkerInterval,
};
use std::path::Path;

pub fn header() -> RunHeader {
    RunHeader {
        examples: plimsoll_run::ExampleLimits::default(),
        detectors: [("knee".to_owned(), plimsoll_run::DetectorSetting::Off)].into_iter().collect(),
        about: vec![("system".to_owned(), "lookup 2.0.45".to_owned())],
        labels: vec![("commit".to_owned(), "a1b2c3".to_owned())],
        resources: Default::default(),
        name: "lookup".to_owned(),
        variant: Variant {
            name: "heap 4g".to_owned(),
            properties: [("heap".to_owned(), "4g".to_owned())].into_iter().collect(),
            factors: vec![("heap".to_owned(), "1g".to_owned())],
        },
        repeat: 2,
        started_unix_us: 1_790_000_000_000_000,
        time_zone: "Europe/Copenhagen".to_owned(),
        version: "0.1.0".to_owned(),
        plan: PlanRecord {
            file: "lookup.jmx".to_owned(),
            text: "<jmeterTestPlan/>".to_owned(),
            skipped: vec!["lookup.jmx:84: BeanShellSampler \"x\"".to_owned()],
            approximated: vec![],
            verify_certificates: true,
            uses_tls: Some(true),
        },
        study: Some("study: lookup\n".to_owned()),
        design: Design::Climb { goal: 0.6 },
        requirements: vec!["p95 <= 2.5 s".to_owned()],
        expected_per_s: Some(11_000.0 / 3_600.0),
        headroom_percent: Some(30.0),
        environment: plimsoll_run::environment::capture(),
        command: vec!["plimsoll".to_owned(), "run".to_owned()],
        generator: plimsoll_run::LoadGeneratorKind::Jmeter { version: "5.6.3".to_owned() },
        language: Some("da".to_owned()),
        fleet: Some(plimsoll_run::FleetRecord {
            name: "lab".to_owned(),
            nodes: vec![plimsoll_run::NodeRecord { number: 1, cores: 8, ..Default::default() }],
            on_lost_node: plimsoll_run::OnLostNode::RepeatStep,
        }),
        secrets: Default::default(),
        times_made_up: true,
        lengths_made_up: true,
        report_texts: plimsoll_run::ReportTexts { author: Some("a lab".to_owned()), ..Default::default() },
        tested: plimsoll_run::TestedParts {
            targets: vec!["http://127.0.0.1:8080".to_owned()],
            data: vec![("users.csv".to_owned(), Some(12))],
        },
        imported_tables: vec![plimsoll_run::ImportedTable {
            file: "steps.csv".to_owned(),
            rows: plimsoll_run::ImportedRows::Steps(vec![plimsoll_run::ImportedStep {
                step: 1,
                mean_us: Some(552e3),
                ..plimsoll_run::ImportedStep::default()
            }]),
        }],
        means_only: true,
        expected: Some(ExpectedUse {
            per_s: 5.5e6 / 3_600.0,
            unit: Some("registrations".to_owned()),
            shared_by: vec![("municipality".to_owned(), 98.0)],
        }),
        units: vec![WorkUnit { name: "registrations".to_owned(), per_call: 500.0, transaction: None }],
        configuration: vec![("heap".to_owned(), "MaxHeapSize = 4294967296".to_owned())],
    }
}

pub fn step(number: u32) -> LoadStep {
    LoadStep {
        number,
        threads: 5,
        nodes: 2,
        started_us: 0,
        measured_from_us: 1_000_000,
        measured_to_us: Some(60_000_000),
        ..LoadStep::default()
    }
}

pub fn request(name: &str) -> TransactionKey {
    TransactionKey { name: name.to_owned(), kind: TransactionKind::Request }
}

pub fn group(name: &str) -> TransactionKey {
    TransactionKey { name: name.to_owned(), kind: TransactionKind::Group }
}

/// `requests` of 10 ms, the last one failed.
pub fn interval(requests: u64) -> Interval {
    let mut interval = Interval { requests, bytes_received: 100, bytes_sent: 50, ..Interval::default() };
    for _ in 0..requests {
        interval.response.record_us(10_000);
        interval.first_byte.record_us(9_000);
    }
    interval.fail(ErrorKind::Status, "503", 10_000);
    interval
}

pub fn second(step: u32, second: u32) -> RunEvent {
    let worker = WorkerInterval {
        cpu_us: 300_000,
        run_delay_us: 9,
        wall_us: 1_000_000,
        users: 5,
        think_us: 7,
        busy_us: 8,
        connections: 5,
        connects: 2,
        turns: 100,
        events: 400,
        events_max: 5,
        turn_us_max: 90,
    };
    RunEvent::Second(Second {
        step,
        second,
        transactions: [
            (request("/lookup"), interval(4)),
            (request("/login"), interval(1)),
            (group("both"), interval(9)),
        ]
        .into(),
        generator: GeneratorInterval {
            workers: [(0, worker), (1, worker)].into_iter().collect(),
            arrivals: [("shop".to_owned(), ArrivalInterval { due: 5, started: 4, ..Default::default() })]
                .into(),
            ..GeneratorInterval::default()
        },
    })
}

pub fn completed() -> End {
    End { at_us: 60_000_000, reason: EndReason::Completed }
}

/// All that a run says. `Latencies` that hold the same values are not always equal (one may have more
/// memory), so runs are compared by this.
pub fn dump(run: &Run) -> String {
    let buckets = |latencies: &Latencies| latencies.buckets().collect::<Vec<_>>();
    let mut text = format!("{:?}\n{:?}\n{:?}\n{:?}\n", run.header, run.steps, run.notes, run.end);
    text += &format!("{:?}\n{:?}\n", run.jobs, run.completions);
    for s in &run.seconds {
        let (lateness, connect) = (buckets(&s.generator.lateness), buckets(&s.generator.connect));
        let GeneratorInterval { workers, machine, extractors, examples, .. } = &s.generator;
        text += &format!("{extractors:?} {examples:?}\n");
        text += &format!("{} {} {workers:?} {machine:?} {lateness:?} {connect:?}\n", s.step, s.second);
        for (scenario, a) in &s.generator.arrivals {
            let (delay, a) =
                (buckets(&a.delay), ArrivalInterval { delay: Latencies::default(), ..a.clone() });
            text += &format!("  {scenario} {a:?} {delay:?}\n");
        }
        for (transaction, i) in &s.transactions {
            text += &format!(
                "  {transaction:?} {} {:?} {:?} {} {} {:?} {:?}\n",
                i.requests,
                i.errors,
                buckets(&i.failed),
                i.bytes_received,
                i.bytes_sent,
                buckets(&i.response),
                buckets(&i.first_byte)
            );
        }
    }
    text
}

/// Names of the files in the folder of `path`.
pub fn next_to(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
