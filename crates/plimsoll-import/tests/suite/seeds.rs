//! Tables of five published performance studies, imported: what their authors overlooked must come out by itself.

use plimsoll_analysis::capacity::{Capacity, Projection};
use plimsoll_analysis::comparison::{Group, Options, compare};
use plimsoll_analysis::findings::{
    Claim, CountAsShare, Finding, ImpliedResponse, MeansDiffer, NotProportional, OverLimit, PerNodeFlat,
    PercentilesOfPercentiles, PoolTooSmall, RepeatsDiffer, SharedCeiling,
};
use plimsoll_analysis::{Analysis, RunAnalysis, analyse};
use plimsoll_import::{ImportError, ImportSettings, import, import_each};
use plimsoll_run::Run;
use std::path::{Path, PathBuf};

fn seed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seeds").join(name)
}

fn settings(test: &str) -> ImportSettings {
    ImportSettings {
        test: (!test.is_empty()).then(|| test.to_owned()),
        goal: Some(0.6),
        ..ImportSettings::default()
    }
}

fn analysed(runs: &[Run]) -> Analysis {
    analyse(runs, &[], 1)
}

/// One run of these files.
fn one(files: &[&str], settings: &ImportSettings) -> RunAnalysis {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("run.plimsoll");
    let files: Vec<PathBuf> = files.iter().map(|file| seed(file)).collect();
    import(&files, &output, settings).unwrap();
    analysed(&[Run::open(&output).unwrap()]).runs.remove(0)
}

/// Every run of one table, those whose names fit, by their names.
fn each(file: &str, fits: impl Fn(&str) -> bool) -> Vec<Run> {
    let folder = tempfile::tempdir().unwrap();
    let outcomes = import_each(&[seed(file)], folder.path(), &ImportSettings::default()).unwrap();
    let runs = outcomes.iter().map(|outcome| Run::open(&outcome.run).unwrap());
    runs.filter(|run| fits(&run.header.variant.name)).collect()
}

fn claims<'a>(findings: &'a [Finding], id: &str) -> Vec<&'a Claim> {
    findings.iter().filter(|finding| finding.id == id).map(|finding| &finding.claim).collect()
}

fn claim<'a>(findings: &'a [Finding], id: &str) -> &'a Claim {
    let found: Vec<&str> = findings.iter().map(|finding| finding.id).collect();
    claims(findings, id).first().copied().unwrap_or_else(|| panic!("{id} in {found:?}"))
}

fn near(value: f64, expected: f64, by: f64) {
    assert!((value - expected).abs() <= by, "{value}, not {expected} ± {by}");
}

#[test]
fn borger_never_saturated_so_its_number_is_a_lower_bound() {
    let run = one(&["minlog2_steps.csv"], &settings("borger_lookup"));
    let Capacity::LowerBound { best, .. } = &run.capacity else { panic!("{:?}", run.capacity) };
    near(best.throughput_per_s.value, 112.02, 0.01);
    claim(&run.findings, "maximum-not-found");
}

#[test]
fn borger_every_node_brings_the_same_from_two_to_ten() {
    let run = one(&["minlog2_steps.csv"], &settings("borger_lookup"));
    let Claim::PerNodeFlat(PerNodeFlat { nodes_min, nodes_max, low_per_s, high_per_s, .. }) =
        claim(&run.findings, "per-node-flat")
    else {
        panic!()
    };
    assert_eq!((*nodes_min, *nodes_max), (2, 10));
    near(*low_per_s, 11.2, 0.01);
    near(*high_per_s, 11.7, 0.01);
}

#[test]
fn borger_response_rises_from_five_to_eight_threads() {
    let run = one(&["minlog2_steps.csv"], &settings("borger_lookup"));
    let Claim::ImpliedResponse(ImpliedResponse { from_step, to_step, from_us, to_us, .. }) =
        claim(&run.findings, "implied-response")
    else {
        panic!()
    };
    assert_eq!((*from_step, *to_step), (1, 2));
    near(*from_us, 552e3, 1e3);
    near(*to_us, 690e3, 1e3);
}

#[test]
fn medhjaelper_error_rate_is_weighted() {
    let run = one(&["minlog2_steps.csv"], &settings("medhjaelper_lookup"));
    near(run.total.errors_percent, 0.11, 0.005);
}

#[test]
fn registration_maximum_is_that_of_step_four() {
    let run = one(&["minlog2_steps.csv"], &settings("registration"));
    let best = run.capacity.best().unwrap();
    assert_eq!(best.step, 4);
    near(best.throughput_per_s.value, 7.2, 0.01);
}

#[test]
fn registration_step_five_is_forty_one_percent_over_and_step_four_the_least() {
    let files = ["minlog2_steps.csv", "minlog2_registration_access.csv"];
    let mut settings = settings("registration");
    settings.requirements = vec!["p95 <= 6.5 s".to_owned(), "p98 <= 15.5 s".to_owned()];
    let run = one(&files, &settings);
    let found = claims(&run.findings, "over-limit");
    let [Claim::OverLimit(OverLimit { steps, worst, least, allowed_percent, .. })] = found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((worst.step, worst.over, worst.calls), (5, 784, 1_909));
    near(worst.percent, 41.07, 0.01);
    assert_eq!((least.step, steps.as_slice(), *allowed_percent), (4, [3, 5].as_slice(), 5.0));
    near(least.percent, 1.70, 0.01);
}

#[test]
fn sosi_another_column_brings_nothing() {
    let runs = each("sosi_gateway_runs.csv", |_| true);
    let analysis = analysed(&runs);
    let found = claims(&analysis.findings, "not-proportional");
    let mut changes: Vec<(String, f64)> = found
        .iter()
        .map(|claim| match claim {
            Claim::NotProportional(NotProportional { resource, change_percent, .. }) => {
                (resource.clone(), (change_percent * 10.0).round() / 10.0)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    changes.sort_by(|a, b| a.1.total_cmp(&b.1));
    assert_eq!(changes, [("columns".to_owned(), -4.5), ("columns".to_owned(), 2.9)]);
}

#[test]
fn sosi_an_hour_has_3600_seconds() {
    let runs = each("sosi_gateway_runs.csv", |name| name == "20131126_152518");
    let analysis = analysed(&runs);
    let projection: &Projection = analysis.runs[0].advice.projection_best.as_ref().unwrap();
    near(projection.per_hour, 212_832.0, 60.0);
}

#[test]
fn folio_job_one_took_twelve_minutes_longer_and_signs_are_retained() {
    let runs = each("folio_data_import.csv", |_| true);
    let names: Vec<String> = runs.iter().map(|run| run.header.variant.name.clone()).collect();
    let group = |at: usize| Group { name: names[at].clone(), runs: vec![at] };
    let comparison = compare(&runs, &[], &names, &[(group(0), group(1))], Options::default());
    let deltas: Vec<f64> =
        comparison.contrasts[0].jobs.iter().filter_map(|job| job.difference_s).map(f64::round).collect();
    assert_eq!(deltas, [739.0, -13.0, 66.0, -71.0, 214.0, 44.0, 205.0, 226.0]);
    assert!(comparison.contrasts[0].jobs[0].warm_up);
}

#[test]
fn folio_imports_took_longer_each_time_until_a_restart() {
    let check = |variant: &str, reset: Option<bool>| {
        let runs = each("folio_data_import.csv", |name| name == variant);
        let analysis = analysed(&runs);
        let found: Vec<bool> = claims(&analysis.runs[0].findings, "degrades-in-order")
            .iter()
            .map(|claim| match claim {
                Claim::DegradesInOrder(of) => of.reset_by_restart,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found, reset.into_iter().collect::<Vec<_>>(), "{variant}");
    };
    check("config1_xmx", None);
    check("config2_default", Some(false));
    check("config3_66pct", Some(true));
}

#[test]
fn folio_configuration_three_against_the_baseline() {
    let run = one(&["folio_response_ms.csv"], &ImportSettings::default());
    let change = |of: &str| -> f64 {
        let found = claims(&run.findings, "means-differ").into_iter().find_map(|claim| match claim {
            Claim::MeansDiffer(MeansDiffer { transaction, condition, others, baseline, .. })
                if transaction == of && condition == "with_import" =>
            {
                assert_eq!(baseline, "1");
                others.iter().find(|other| other.name == "3").map(|other| other.change_percent)
            }
            _ => None,
        });
        found.unwrap()
    };
    near(change("check-in"), 1.6, 0.05);
    near(change("check-out"), -8.2, 0.05);
}

#[test]
fn folio_requests_with_an_import_next_to_them_are_slower() {
    let run = one(&["folio_requests_s.csv"], &ImportSettings::default());
    let found = claims(&run.findings, "means-differ");
    let by_in_inventory = found.iter().find_map(|claim| match claim {
        Claim::MeansDiffer(MeansDiffer { transaction, others, .. }) if transaction.contains("inventory") => {
            Some(others[0].change_percent)
        }
        _ => None,
    });
    near(by_in_inventory.unwrap(), 230.9, 0.1);
}

fn ves() -> RunAnalysis {
    let about = vec![("pool size".to_owned(), "16".to_owned())];
    one(&["ves_summary.csv"], &ImportSettings { about, ..ImportSettings::default() })
}

#[test]
fn ves_error_rate_is_a_count() {
    let run = ves();
    let Claim::CountAsShare(CountAsShare { stated, requests, share_percent, .. }) =
        claim(&run.findings, "count-as-share")
    else {
        panic!()
    };
    assert_eq!((*stated, *requests), (144.0, 15_000.0));
    near(*share_percent, 0.96, 1e-9);
}

#[test]
fn ves_pool_of_sixteen_must_run_out() {
    let run = ves();
    let Claim::PoolTooSmall(PoolTooSmall { in_use, size, .. }) = claim(&run.findings, "pool-too-small")
    else {
        panic!()
    };
    near(*in_use, 20.1, 1e-9);
    assert_eq!(*size, 16.0);
    let unknown = one(&["ves_summary.csv"], &ImportSettings::default());
    assert!(claims(&unknown.findings, "pool-too-small").is_empty(), "the size is not known");
}

#[test]
fn ves_runs_of_one_condition_differ() {
    let run = ves();
    let found = claims(&run.findings, "repeats-differ");
    let [Claim::RepeatsDiffer(RepeatsDiffer { us, condition, .. })] = found[..] else { panic!("{found:?}") };
    assert_eq!(us, &[274e3, 574e3, 291e3]);
    assert_eq!(condition, "environment 2, client dmaap, rps 100, minutes 10");
}

#[test]
fn ves_percentiles_of_percentiles_are_none() {
    let run = ves();
    let Claim::PercentilesOfPercentiles(PercentilesOfPercentiles { columns, rows, .. }) =
        claim(&run.findings, "percentiles-of-percentiles")
    else {
        panic!()
    };
    assert_eq!((columns.join(" ").as_str(), *rows), ("p50_avg p50_max p95_avg p95_max p99_avg p99_max", 30));
}

#[test]
fn apinizer_at_two_thousand_threads_it_is_14839() {
    let runs = each("apinizer_grid.csv", |name| name == "D get");
    let analysis = analysed(&runs);
    let row = analysis.runs[0].steps.iter().find(|row| row.users == 2_000).unwrap();
    near(row.throughput_per_s.value, 14_839.0, 0.02);
}

#[test]
fn apinizer_knees_lie_below_the_smallest_load() {
    let check = |variant: &str| {
        let analysis = analysed(&each("apinizer_grid.csv", |name| name == variant));
        claim(&analysis.runs[0].findings, "knee-below-range");
    };
    ["A get", "B get", "C get", "D get", "D post50k"].into_iter().for_each(check);
}

#[test]
fn apinizer_bodies_of_50k_are_as_many_on_four_cores_as_on_eight() {
    let runs = each("apinizer_grid.csv", |_| true);
    assert_eq!(runs.len(), 12);
    let analysis = analysed(&runs);
    let found = claims(&analysis.findings, "shared-ceiling");
    let [
        Claim::SharedCeiling(SharedCeiling {
            small, large, resource, bits_per_s, network_bits_per_s, ..
        }),
    ] = found[..]
    else {
        panic!("{found:?}")
    };
    assert_eq!((small.as_str(), large.as_str(), resource.as_str()), ("C post50k", "D post50k", "cores"));
    near(*bits_per_s, 1.92e9, 1e7);
    assert_eq!(*network_bits_per_s, Some(2e9));
}

#[test]
fn apinizer_a_policy_is_a_variant() {
    let runs = each("apinizer_policy.csv", |_| true);
    let names: Vec<&str> = runs.iter().map(|run| run.header.variant.name.as_str()).collect();
    assert_eq!(names, ["D get", "D get_policy"]);
    let analysis = analysed(&runs);
    let at_50 = |run: usize| analysis.runs[run].steps[0].throughput_per_s.value;
    near(at_50(1) / at_50(0), 14_760.0 / 15_420.0, 1e-4);
}

#[test]
fn of_several_variants_one_must_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("run.plimsoll");
    let result = import(&[seed("apinizer_policy.csv")], &output, &ImportSettings::default());
    let Err(ImportError::SeveralTests { tests, .. }) = result else { panic!("{result:?}") };
    assert_eq!(tests, ["D get", "D get_policy"]);
    assert!(!output.exists());
}
