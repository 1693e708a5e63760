//! Writes example reports of made-up runs, in every language, to a folder, to look at: `cargo run --example report -- /tmp`.

use plimsoll_analysis::analyse;
use plimsoll_report::{Language, Words};
use plimsoll_run::{Design, EndReason, ErrorKind, Note, NoteKind, Run, SearchEnd};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::{self, Spec, fail, run};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "/tmp".to_owned()));
    for (name, runs) in [
        ("report-example", vec![climb()]),
        ("report-limited", vec![limited()]),
        ("report-grid", grid()),
        ("report-single", vec![single()]),
        ("report-open", vec![rates(false)]),
        ("report-dropped", vec![rates(true)]),
        ("report-capacity", vec![capacity(EndReason::Converged, &FOUND)]),
        (
            "report-capacity-bound",
            vec![capacity(EndReason::LoadExhausted, &[100.0, 200.0, 400.0, 400.0, 400.0])],
        ),
        ("report-capacity-unreachable", vec![unreachable()]),
        ("report-capacity-inconclusive", vec![inconclusive()]),
        ("report-capacity-invalid", vec![invalid()]),
    ] {
        let analysis = analyse(&runs, &[], 42);
        std::fs::write(folder.join(format!("{name}.json")), plimsoll_report::json(&analysis))?;
        for language in Language::ALL {
            let words = Words::new(language);
            let end =
                if language == Language::English { String::new() } else { format!("-{}", language.tag()) };
            let write = |ending, text| std::fs::write(folder.join(format!("{name}{end}.{ending}")), text);
            write("html", plimsoll_report::html(&analysis, &words))?;
            write("txt", plimsoll_report::terminal(&analysis, &words, 80))?;
        }
    }
    Ok(())
}

/// The seeds' climb, 2 to 10 nodes, that ran out of nodes.
fn climb() -> Run {
    let mut loads = vec![(5, 2)];
    loads.extend((2..=10).map(|nodes| (8, nodes)));
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::LoadExhausted),
        loads,
        ramp_s: 5,
        measured_s: 120,
        lambda: 1.75,
        alpha: 0.002,
        beta: 0.00001,
        spread: 0.45,
        requirements: vec!["p95 <= 2.5 s", "p98 <= 5.5 s", "p95 of \"POST /login\" <= 1.2 s", "errors < 1 %"],
        ..Spec::default()
    };
    let mut made = run(&spec);
    made.header.name = "MinLog2 borger lookup".to_owned();
    made.header.expected_per_s = Some(11_000.0 / 3_600.0);
    made.header.environment =
        [("cpu", "8 × Intel Xeon 2.5 GHz"), ("memory", "16 GB"), ("kernel", "Linux 6.8")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
    made.header.command = ["plimsoll", "run", "minlog2.yaml"].map(str::to_owned).to_vec();
    made.header.plan.approximated =
        vec!["lookup.jmx:84: Synchronizing Timer \"all together\": waits per node".to_owned()];
    made.notes =
        vec![Note::text(127_000_000, NoteKind::Decision, "step 1 brought 17.3/s; next 8 threads on 2 nodes")];
    fail(&mut made, 9, 1, ErrorKind::Status, "status 503", 12_000);
    fail(&mut made, 10, 2, ErrorKind::Status, "status 503", 12_000);
    fail(&mut made, 10, 1, ErrorKind::ResponseTimeout, "", 5_000_000);
    made
}

/// Given loads; the load generator was the limit in the last step, and one requirement fails.
fn limited() -> Run {
    let spec = Spec {
        loads: vec![(10, 1), (50, 1), (100, 1), (200, 1)],
        measured_s: 30,
        lambda: 40.0,
        alpha: 0.02,
        beta: 0.00002,
        requirements: vec!["p99 < 100 ms", "mean <= 60 ms", "throughput >= 1000/s", "max < 5 s"],
        ..Spec::default()
    };
    let mut made = run(&spec);
    made.header.name = "Checkout <script>alert(1)</script> & \"friends\"".to_owned();
    synthetic::each_second(&mut made, 4, |second| {
        second.generator.workers.values_mut().for_each(|w| w.cpu_us = 940_000);
    });
    made
}

/// One load, fast answers, stopped by hand.
fn single() -> Run {
    let spec = Spec {
        design: Design::Single,
        end: Some(EndReason::Interrupted),
        loads: vec![(8, 1)],
        measured_s: 45,
        lambda: 900.0,
        spread: 0.7,
        requirements: vec!["p99.9 < 10 ms"],
        ..Spec::default()
    };
    let mut made = run(&spec);
    made.header.name = "Fast endpoint".to_owned();
    made.header.plan.verify_certificates = false;
    made
}

/// Given rates, the last above what the server carries; arrivals wait for one of 100 users, or are dropped.
fn rates(drop: bool) -> Run {
    let spec = OpenSpec {
        rates: vec![100.0, 200.0, 300.0, 400.0, 480.0],
        drop,
        measured_s: 60,
        requirements: vec!["p95 <= 250 ms", "p99.9 <= 1 s", "errors < 1 %"],
        ..OpenSpec::default()
    };
    let mut made = open(&spec);
    made.header.name = "Event intake".to_owned();
    made
}

const FOUND: [f64; 14] =
    [100.0, 200.0, 400.0, 800.0, 565.7, 475.7, 436.2, 417.7, 426.9, 426.9, 436.2, 426.9, 426.9, 426.9];

/// A search of the same server.
fn capacity(end: EndReason, rates: &[f64]) -> Run {
    let spec = OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(end),
        rates: rates.to_vec(),
        measured_s: 30,
        users: 400,
        requirements: vec!["p95 <= 60 ms", "errors < 1 %", "throughput >= 300/s"],
        ..OpenSpec::default()
    };
    let mut made = open(&spec);
    made.header.name = "Event intake: capacity".to_owned();
    made.header.expected_per_s = Some(150.0);
    made
}

fn unreachable() -> Run {
    let message = "not reachable: already at the lowest rate the requirements fail".to_owned();
    let mut made = capacity(EndReason::Impossible(SearchEnd::Text(message)), &[100.0, 50.0, 25.0, 25.0]);
    made.header.requirements = vec!["p95 <= 20 ms".to_owned()];
    made
}

fn inconclusive() -> Run {
    let message = "what lies between can't be decided; longer steps or more repeats decide more".to_owned();
    let mut made = capacity(
        EndReason::Inconclusive(SearchEnd::Text(message)),
        &[100.0, 200.0, 400.0, 800.0, 430.0, 430.0, 430.0],
    );
    made.header.requirements = vec!["p99.9 <= 80 ms".to_owned()];
    made
}

/// The load generator was the limit before the server was.
fn invalid() -> Run {
    let message = "the load generator was the limit at 400/s".to_owned();
    let mut made = capacity(EndReason::Inconclusive(SearchEnd::Text(message)), &[100.0, 200.0, 400.0, 400.0]);
    for step in [3, 4] {
        synthetic::each_second(&mut made, step, |second| {
            second.generator.machine.sockets_time_wait = 27_100;
            for worker in second.generator.workers.values_mut() {
                (worker.cpu_us, worker.turn_us_max) = (930_000, 14_000);
            }
        });
        fail(&mut made, step, 2, ErrorKind::GeneratorResources, "no local port is free", 40);
    }
    made
}

/// Threads × payload, two repeats, as a gateway benchmark.
fn grid() -> Vec<Run> {
    let variant = |name: &str, lambda: f64, alpha: f64, repeat: u32| {
        let loads = [1, 2, 5, 10, 25, 50, 100].map(|threads| (threads, 1)).to_vec();
        let spec = Spec {
            loads,
            lambda,
            alpha,
            beta: 0.0002,
            measured_s: 15,
            seed: u64::from(repeat),
            ..Spec::default()
        };
        let mut made = run(&spec);
        made.header.name = "Gateway benchmark".to_owned();
        made.header.variant.name = name.to_owned();
        made.header.repeat = repeat;
        made
    };
    let variants = [("GET", 60.0, 0.08), ("POST 5 kB", 52.0, 0.09), ("POST 50 kB", 40.0, 0.2)];
    variants
        .iter()
        .flat_map(|(name, lambda, alpha)| [1, 2].map(|repeat| variant(name, *lambda, *alpha, repeat)))
        .collect()
}
