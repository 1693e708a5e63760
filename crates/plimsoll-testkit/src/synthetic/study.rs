//! A study of several variants with repeats, made up of small runs.

use super::lab::{Lab, service};
use super::{STARTED_UNIX_US, Spec, run};
use plimsoll_run::Variant;

/// A repeat of a variant, made in the hour given; `factor` is on the throughput of a user.
pub fn repeat(name: &str, number: u32, hour: i64, factor: f64, spec: Spec) -> Lab {
    let mut made = run(&Spec { lambda: spec.lambda * factor, ..spec });
    made.header.variant = Variant { name: name.to_owned(), ..Variant::default() };
    made.header.repeat = number;
    made.header.name = "Two clients".to_owned();
    made.header.started_unix_us = STARTED_UNIX_US + hour * 3_600_000_000;
    Lab::new(made)
}

/// A pool of 16 connections that runs out in the highest step, or never.
pub fn with_pool(mut lab: Lab, runs_out: bool) -> Lab {
    let source = service("app1", "http://127.0.0.1:8080/metrics");
    let name = [("db.client.connection.pool.name", "events")];
    let used = [("db.client.connection.pool.name", "events"), ("db.client.connection.state", "used")];
    let last_us = lab.run.steps.last().map_or(0.0, |step| step.started_us as f64);
    let full = move |at_s: f64| runs_out && at_s * 1e6 >= last_us;
    lab.exact(&source, "db.client.connection.max", &name, |_| 16.0);
    lab.exact(&source, "db.client.connection.count", &used, move |at| if full(at) { 16.0 } else { 5.0 });
    lab.exact(
        &source,
        "db.client.connection.pending_requests",
        &name,
        move |at| {
            if full(at) { 9.0 } else { 0.0 }
        },
    );
    lab
}

/// Two variants in turn, three repeats each: the second carries a fifth less, its pool runs out, and in one of its repeats
/// a requirement fails.
pub fn two_clients() -> Vec<Lab> {
    let spec = |seed: u64, limit: &'static str| Spec {
        loads: vec![(10, 1), (20, 1)],
        requirements: vec![limit, "errors < 5 %"],
        seed,
        ..Spec::default()
    };
    let mut labs = Vec::new();
    for (i, noise) in [1.0, 1.01, 0.99].into_iter().enumerate() {
        let (number, hour) = (i as u32 + 1, 2 * i as i64);
        let limit = if i == 2 { "p95 <= 700 ms" } else { "p95 <= 2 s" };
        let usual = repeat("plain <client>", number, hour, noise, spec(10 + i as u64, "p95 <= 2 s"));
        let slower = repeat("other client", number, hour + 1, 0.8 * noise, spec(20 + i as u64, limit));
        labs.extend([with_pool(usual, false), with_pool(slower, true)]);
    }
    labs
}
