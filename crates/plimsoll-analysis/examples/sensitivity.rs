//! The smallest size of each fault that is found in 95 % of the runs, as a table in Markdown; and how often something is
//! found in runs without one. The runs are made up (`plimsoll_testkit::synthetic::healthy`), the same every time.
//!
//! `cargo run --release -p plimsoll-analysis --example sensitivity [ID…]`: of these findings only

#![expect(clippy::print_stdout, reason = "it is a program")]

use plimsoll_analysis::analyse;
use plimsoll_testkit::synthetic::healthy::{self, Fault};
use std::collections::BTreeMap;

/// Runs for each size.
const RUNS: u64 = 40;
/// Of them must find it.
const FOUND: usize = 38;
const HEALTHY_RUNS: u64 = 1_000;

/// A detector, its fault in words, the sizes to try (ascending) and how to make one.
type Row = (&'static str, &'static str, &'static [f64], fn(f64) -> Fault);

const ROWS: &[Row] = &[
    (
        "leak-suspected",
        "growth of the heap's floor, MiB a minute (1 GiB, 10 floors a step)",
        &[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 30.0, 50.0],
        |leak| Fault { leak, ..Fault::default() },
    ),
    (
        "gc-overhead",
        "share of the time in collections, beside 1.2 %",
        &[0.05, 0.07, 0.08, 0.085, 0.09, 0.095, 0.1, 0.12],
        |collecting| Fault { collecting, ..Fault::default() },
    ),
    (
        "throttled",
        "share of throttled periods",
        &[0.03, 0.04, 0.045, 0.048, 0.05, 0.055, 0.06],
        |throttled| Fault { throttled, ..Fault::default() },
    ),
    ("steal", "share of the CPU time, beside 0.5 %", &[0.03, 0.04, 0.045, 0.05, 0.06], |steal| Fault {
        steal,
        ..Fault::default()
    }),
    ("io-wait", "share of the CPU time", &[0.15, 0.17, 0.18, 0.19, 0.2, 0.21, 0.22, 0.25], |io_wait| Fault {
        io_wait,
        ..Fault::default()
    }),
    ("swap", "KiB a second", &[32.0, 48.0, 60.0, 64.0, 72.0, 96.0], |swap| Fault {
        swap,
        ..Fault::default()
    }),
    ("cpu-saturated", "use of all cores", &[0.85, 0.88, 0.9, 0.91, 0.92, 0.93, 0.95, 0.97], |busy| Fault {
        busy,
        ..Fault::default()
    }),
    (
        "peer-skew",
        "requests of one server, times those of the other",
        &[0.1, 0.2, 0.22, 0.25, 0.28, 0.3, 0.35, 0.4, 0.5],
        |skew| Fault { skew, ..Fault::default() },
    ),
    (
        "queue-not-keeping-up",
        "messages a second that stay, of 400 that come",
        &[0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 20.0, 24.0],
        |lag| Fault { lag, ..Fault::default() },
    ),
    (
        "carry-over",
        "messages left when a step begins, taken at 100 a second",
        &[50.0, 100.0, 150.0, 300.0, 500.0, 550.0, 600.0, 800.0],
        |left| Fault { left, ..Fault::default() },
    ),
    (
        "pool-exhausted",
        "connections in use on average, of 20",
        &[8.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0],
        |connections| Fault { connections, ..Fault::default() },
    ),
    (
        "instance-lost",
        "seconds of silence of one of two servers, at 32 requests a second",
        &[5.0, 10.0, 15.0, 18.0, 20.0, 25.0],
        |lost_s| Fault { lost_s, ..Fault::default() },
    ),
    (
        "no-steady-state",
        "growth of response times within a step",
        &[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5],
        |drift| Fault { drift, ..Fault::default() },
    ),
    (
        "degrades-in-order",
        "growth from one of 6 jobs to the next, noise 3 %",
        &[0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1],
        |slower_jobs| Fault { slower_jobs, ..Fault::default() },
    ),
    (
        "errors",
        "share of 4,000 requests that fail",
        &[0.005, 0.01, 0.012, 0.014, 0.016, 0.02, 0.03],
        |failing| Fault { failing, ..Fault::default() },
    ),
    (
        "fast-failures",
        "share of requests that fail in a fifth of the time",
        &[0.005, 0.01, 0.012, 0.014, 0.02, 0.03],
        |failing| Fault { failing, ..Fault::default() },
    ),
    ("knee", "throughput that is missing at twice the load", &[0.2, 0.24, 0.26, 0.28, 0.3, 0.35], |knee| {
        Fault { knee, ..Fault::default() }
    }),
];

fn findings(seed: u64, fault: Fault) -> Vec<&'static str> {
    let lab = healthy::lab(seed, fault);
    let analysis = analyse(&[lab.run], &[lab.observed], seed);
    analysis.runs[0].findings.iter().map(|finding| finding.id).collect()
}

fn main() {
    println!("| fault | finding | found in 95 % of the runs from |\n|---|---|---|");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (id, fault, sizes, make) in
        ROWS.iter().filter(|row| wanted.is_empty() || wanted.iter().any(|id| id == row.0))
    {
        let found =
            |size: f64| (0..RUNS).filter(|seed| findings(5_000 + seed, make(size)).contains(id)).count();
        let smallest = sizes.iter().find(|size| found(**size) >= FOUND);
        let shown =
            smallest.map_or_else(|| "not at any size that was tried".to_owned(), |size| size.to_string());
        println!("| {fault} | `{id}` | {shown} |");
    }
    if !wanted.is_empty() {
        return;
    }
    let mut wrong: BTreeMap<&str, u64> = BTreeMap::new();
    let mut runs = 0;
    for seed in 0..HEALTHY_RUNS {
        let found: Vec<&str> = findings(10_000 + seed, Fault::default())
            .into_iter()
            .filter(|id| *id != "maximum-not-found")
            .collect();
        runs += u64::from(!found.is_empty());
        found.into_iter().for_each(|id| *wrong.entry(id).or_default() += 1);
    }
    println!("\n{runs} of {HEALTHY_RUNS} healthy runs have a wrong finding: {wrong:?}");
}
