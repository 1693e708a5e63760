//! Writes example reports of made-up runs to a folder, to look at: `cargo run --example report -- /tmp`.

#[path = "../../plimsoll-analysis/tests/synthetic/mod.rs"]
mod synthetic;

use plimsoll_analysis::analyse;
use plimsoll_run::{Design, EndReason, ErrorKind, Note, NoteKind, Run};
use std::path::PathBuf;
use synthetic::{Spec, fail, run};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "/tmp".to_owned()));
    for (name, runs) in [
        ("report-example", vec![climb()]),
        ("report-limited", vec![limited()]),
        ("report-grid", grid()),
        ("report-single", vec![single()]),
    ] {
        let analysis = analyse(&runs, 42);
        std::fs::write(folder.join(format!("{name}.html")), plimsoll_report::html(&analysis))?;
        std::fs::write(folder.join(format!("{name}.json")), plimsoll_report::json(&analysis))?;
        std::fs::write(folder.join(format!("{name}.txt")), plimsoll_report::terminal(&analysis, 80))?;
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
    made.notes = vec![Note {
        at_us: 127_000_000,
        kind: NoteKind::Decision,
        text: "step 1 brought 17.3/s; next 8 threads on 2 nodes".to_owned(),
    }];
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
