//! Detectors of what tables told: what must trigger them, what comes near, and what must not.

use plimsoll_analysis::analyse;
use plimsoll_run::{
    ImportedError, ImportedMean, ImportedOverLimit, ImportedRows, ImportedServer, ImportedSummary,
    ImportedTable, Run, Variant,
};
use plimsoll_testkit::synthetic::{Spec, run};

fn check(id: &str, expected: bool, runs: &[Run]) {
    let analysis = analyse(runs, &[], 1);
    let own = analysis.runs.iter().flat_map(|run| &run.findings);
    let found: Vec<&str> = analysis.findings.iter().chain(own).map(|finding| finding.id).collect();
    assert_eq!(found.contains(&id), expected, "{id} in {found:?}");
}

fn reported(id: &str, expected: bool, rows: ImportedRows) {
    let mut run = run(&Spec { loads: vec![(10, 1)], ..Spec::default() });
    run.header.about = vec![("pool size".to_owned(), "16".to_owned())];
    run.header.imported_tables = vec![ImportedTable { file: "table.csv".to_owned(), rows }];
    check(id, expected, &[run]);
}

fn summary(error: Option<ImportedError>, mean_us: f64, p50_us: f64) -> ImportedSummary {
    ImportedSummary {
        condition: vec![("client".to_owned(), "a".to_owned())],
        rate_per_s: 100.0,
        duration_s: 100.0,
        percentiles: vec![("p50_avg".to_owned(), p50_us)],
        mean_us: Some(mean_us),
        error,
        ..ImportedSummary::default()
    }
}

#[test]
fn over_limit() {
    let of = |over: u64| {
        let over = vec![ImportedOverLimit { limit_us: 6.5e6, calls: over }];
        ImportedRows::Servers(vec![ImportedServer {
            step: 1,
            calls: 1_000,
            over,
            ..ImportedServer::default()
        }])
    };
    reported("over-limit", true, of(400));
    reported("over-limit", true, of(70));
    reported("over-limit", false, of(55));
    reported("over-limit", false, of(0));
}

#[test]
fn count_as_share() {
    let of = |error| ImportedRows::Summaries(vec![summary(Some(error), 1e3, 1e3)]);
    reported("count-as-share", true, of(ImportedError::Bare(144.0)));
    reported("count-as-share", false, of(ImportedError::Bare(100.0)));
    reported("count-as-share", false, of(ImportedError::Percent(0.5)));
    reported("count-as-share", false, ImportedRows::Summaries(vec![summary(None, 1e3, 1e3)]));
}

#[test]
fn pool_too_small() {
    let of = |mean_us| ImportedRows::Summaries(vec![summary(None, mean_us, 1e3)]);
    reported("pool-too-small", true, of(201e3));
    reported("pool-too-small", true, of(161e3));
    reported("pool-too-small", false, of(159e3));
    reported("pool-too-small", false, of(20e3));
}

#[test]
fn repeats_differ() {
    let of = |all: &[f64]| ImportedRows::Summaries(all.iter().map(|us| summary(None, 1e3, *us)).collect());
    reported("repeats-differ", true, of(&[274e3, 574e3, 291e3]));
    reported("repeats-differ", false, of(&[219e3, 240e3, 312e3]));
    reported("repeats-differ", false, of(&[219e3]));
}

#[test]
fn percentiles_of_percentiles() {
    let of = |name: &str| {
        let percentiles = vec![(name.to_owned(), 1e3)];
        ImportedRows::Summaries(vec![ImportedSummary { percentiles, ..summary(None, 1e3, 1e3) }])
    };
    reported("percentiles-of-percentiles", true, of("p95_max"));
    reported("percentiles-of-percentiles", false, of("p95"));
}

#[test]
fn means_differ() {
    let mean = |variant: &str, condition: &str, mean_us: f64| ImportedMean {
        transaction: "check-in".to_owned(),
        variant: variant.to_owned(),
        condition: condition.to_owned(),
        mean_us,
    };
    reported("means-differ", true, ImportedRows::Means(vec![mean("1", "with", 1e3), mean("2", "with", 2e3)]));
    reported(
        "means-differ",
        true,
        ImportedRows::Means(vec![mean("", "before", 1e3), mean("", "after", 2e3)]),
    );
    reported(
        "means-differ",
        false,
        ImportedRows::Means(vec![mean("1", "with", 1e3), mean("2", "without", 2e3)]),
    );
    reported("means-differ", false, ImportedRows::Means(Vec::new()));
}

/// Nodes of ten threads each.
fn nodes(alpha: f64) -> Run {
    let loads = [1, 2, 4, 8].map(|nodes| (10, nodes)).to_vec();
    run(&Spec { loads, measured_s: 60, alpha, ..Spec::default() })
}

#[test]
fn per_node_flat() {
    check("per-node-flat", true, &[nodes(0.0)]);
    check("per-node-flat", false, &[nodes(0.002)]);
    check("per-node-flat", false, &[nodes(0.05)]);
}

#[test]
fn not_proportional() {
    let of = |columns: &str, other: &str, lambda: f64| {
        let mut run = run(&Spec { loads: vec![(10, 1)], measured_s: 60, lambda, ..Spec::default() });
        let properties = [("columns", columns), ("place", other)].map(|(n, v)| (n.to_owned(), v.to_owned()));
        let (name, properties) = (format!("{columns} {other}"), properties.into());
        run.header.variant = Variant { name, properties, ..Variant::default() };
        run
    };
    check("not-proportional", true, &[of("1", "a", 20.0), of("2", "a", 20.0)]);
    check("not-proportional", true, &[of("1", "a", 20.0), of("2", "a", 24.0)]);
    check("not-proportional", false, &[of("1", "a", 20.0), of("2", "a", 27.0)]);
    check("not-proportional", false, &[of("1", "a", 20.0), of("2", "b", 20.0)]);
}
