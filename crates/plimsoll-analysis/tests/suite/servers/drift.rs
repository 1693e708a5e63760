//! What got slower with time, within a step and from job to job.

use crate::servers::watched::{check, found, lab};
use plimsoll_analysis::findings::{Claim, LoadMeasure, Measure};
use plimsoll_run::{DetectorSetting, Job, JobVerdict, ServerEventKind};
use plimsoll_testkit::synthetic::lab::{Lab, container};
use plimsoll_testkit::synthetic::{self, Spec, each_second, request, run};
use std::collections::BTreeMap;

/// Response times of one step of 300 s, by a factor of their usual ones.
fn factored(factor: impl Fn(f64) -> f64) -> Lab {
    factored_for(300, factor)
}

fn factored_for(measured_s: u32, factor: impl Fn(f64) -> f64) -> Lab {
    let mut run = run(&Spec { loads: vec![(10, 1)], measured_s, lambda: 0.5, ..Spec::default() });
    let mut random = fastrand::Rng::with_seed(5);
    each_second(&mut run, 1, |second| {
        let factor = factor(f64::from(second.second));
        let interval = second.transactions.entry(request("GET /lookup")).or_default();
        interval.response = plimsoll_run::Latencies::default();
        for _ in 0..interval.requests {
            let us = 200_000.0 * factor * (0.2 * synthetic::normal(&mut random)).exp();
            interval.response.record_us(us as u64);
        }
        second.transactions.retain(|transaction, _| transaction.name == "GET /lookup");
    });
    Lab::new(run)
}

#[test]
fn no_steady_state() {
    check("no-steady-state", true, &factored(|at| 1.0 + at / 600.0));
    check("no-steady-state", false, &factored(|_| 1.0));
    check("no-steady-state", false, &factored(|at| 1.0 + at / 30_000.0));
    // A warm-up of half a minute, and a burst, are not the rest.
    check("no-steady-state", false, &factored(|at| 1.0 + (-at / 15.0).exp()));
    check("no-steady-state", false, &factored(|at| if (200.0..210.0).contains(&at) { 3.0 } else { 1.0 }));
}

#[test]
fn a_short_step_whose_times_double_has_no_steady_state() {
    check("no-steady-state", true, &factored_for(36, |at| 1.0 + at / 12.0));
    check("no-steady-state", true, &factored_for(36, |at| 4.0 - at / 12.0));
    // As much as a cache that fills, or chance, moves in so short a time.
    check("no-steady-state", false, &factored_for(36, |at| 1.0 + at / 120.0));
    check("no-steady-state", false, &factored_for(36, |_| 1.0));
    check("no-steady-state", true, &factored_for(15, |at| 1.0 + at / 4.0));
    check("no-steady-state", false, &factored_for(11, |at| 1.0 + at / 4.0));
}

/// Bursts of 5 s, each so many times slower, at 40, 110 and 205 s.
fn burst(at: f64) -> f64 {
    let within = [40.0, 110.0, 205.0].into_iter().any(|from| (from..from + 5.0).contains(&at));
    if within { 4.0 } else { 1.0 }
}

#[test]
fn bursts_do_not_hide_a_drift() {
    check("no-steady-state", true, &factored(|at| burst(at) * (1.0 + at / 600.0)));
    check("no-steady-state", true, &factored(|at| burst(at) * if at < 150.0 { 1.0 } else { 1.3 }));
    check("no-steady-state", true, &factored(|at| burst(at) * (1.5 - at / 600.0)));
    check("no-steady-state", false, &factored(burst));
    check("no-steady-state", false, &factored(|at| burst(at) * (1.0 + at / 30_000.0)));
}

fn jobs(durations_s: &[f64], restart_after: Option<usize>) -> Lab {
    let mut lab = lab();
    for (i, duration) in durations_s.iter().enumerate() {
        let started_us = i as u64 * 40_000_000;
        lab.run.jobs.push(Job {
            number: i as u32 + 1,
            name: format!("import {}", i + 1),
            step: 1,
            started_us,
            ended_us: Some(started_us + (duration * 1e6) as u64),
            verdict: JobVerdict::Done,
            detail: String::new(),
        });
        if restart_after == Some(i) {
            lab.event(&container("app1"), ServerEventKind::Restart, i as i64 * 40 + 39);
        }
    }
    lab
}

#[test]
fn degrades_in_order() {
    check("degrades-in-order", true, &jobs(&[10.0, 10.5, 10.9, 11.6, 12.2, 12.9], None));
    check("degrades-in-order", false, &jobs(&[10.0, 10.5, 9.9, 10.6, 10.1, 9.8], None));
    check("degrades-in-order", false, &jobs(&[10.0, 11.0, 12.0, 13.0], None));
    check("degrades-in-order", false, &jobs(&[10.0, 10.01, 10.02, 10.03, 10.04, 10.05], None));
    // A restart begins a new sequence: two of three are too few, five are enough.
    check("degrades-in-order", false, &jobs(&[10.0, 11.0, 12.0, 10.0, 11.0, 12.0], Some(2)));
    check("degrades-in-order", true, &jobs(&[10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0], Some(4)));
}

#[test]
fn a_first_time_that_is_slow_by_itself_is_known() {
    let begins_slowly = |times: &[f64], restarted: Option<usize>| {
        found("degrades-in-order", &jobs(times, restarted)).into_iter().find_map(|finding| {
            match finding.claim {
                Claim::DegradesInOrder(degradation) => Some(degradation.begins_slowly),
                _ => None,
            }
        })
    };
    assert_eq!(begins_slowly(&[10.0, 10.5, 10.9, 11.6, 12.2, 12.9], None), Some(false));
    let slow_first = [13.0, 10.0, 10.5, 10.9, 11.6, 12.2, 12.9, 13.3, 13.9];
    assert_eq!(begins_slowly(&slow_first, None), Some(true));
    // What comes after a restart is a sequence of its own, whose first is its second place or later.
    let after_restart = [10.0, 10.1, 10.0, 10.5, 10.9, 11.6, 12.2, 12.9];
    assert_eq!(begins_slowly(&after_restart, Some(1)), Some(false));
}

#[test]
fn a_drift_that_begins_slowly_is_reported_from_no_time_below_the_shortest() {
    let lab = jobs(&[1.1, 1.6, 1.6, 2.1, 2.4, 2.6, 2.9, 2.9, 4.4, 7.5, 7.8, 9.3], None);
    let first = found("degrades-in-order", &lab).into_iter().find_map(|finding| match finding.claim {
        Claim::DegradesInOrder(degradation) => Some(degradation.first_us),
        _ => None,
    });
    assert_eq!(first, Some(1_100_000.0));
}

#[test]
fn a_drift_is_reported_by_the_times_that_were_measured() {
    let mut lab = jobs(&[7.1, 7.7, 7.9, 8.2, 8.4, 8.5, 9.2, 10.8, 11.6, 15.4], None);
    for (i, job) in lab.run.jobs.iter_mut().enumerate() {
        job.step = 1 + i as u32 / 4;
    }
    let finding = found("degrades-in-order", &lab).remove(0);
    let Claim::DegradesInOrder(degradation) = &finding.claim else { panic!("{:?}", finding.claim) };
    assert_eq!((degradation.first_us, degradation.last_us), (7_100_000.0, 15_400_000.0));
    let shown: Vec<(Measure, Option<u32>, f64)> =
        finding.evidence.iter().map(|e| (e.measure.clone(), e.step, e.value)).collect();
    let of = |step, us| (Measure::Load(LoadMeasure::JobDuration), Some(step), us);
    assert_eq!(shown, [of(1, 7_100_000.0), of(3, 15_400_000.0)]);
}

#[test]
fn a_restart_resets_a_drift_or_does_not() {
    let reset = |after_s: f64| {
        let lab = jobs(&[10.0, 11.0, 12.0, 13.0, 14.0, after_s, after_s], Some(4));
        let claims = found("degrades-in-order", &lab).into_iter().map(|finding| finding.claim);
        let degradation = claims.filter_map(|claim| match claim {
            Claim::DegradesInOrder(degradation) => Some(degradation),
            _ => None,
        });
        degradation.map(|d| (d.after_restart_us, d.reset_by_restart)).next()
    };
    assert_eq!(reset(10.0), Some((Some(10_000_000.0), true)));
    assert_eq!(reset(14.5), Some((Some(14_500_000.0), false)));
}

#[test]
fn thresholds_can_be_changed_and_detectors_turned_off() {
    let with = |setting: Option<DetectorSetting>| {
        let mut lab = jobs(&[10.0, 11.0, 12.0, 13.0], None);
        let settings = setting.map(|setting| ("degrades-in-order".to_owned(), setting));
        lab.run.header.detectors = settings.into_iter().collect();
        lab
    };
    let thresholds = |values: &[(&str, f64)]| {
        let values: BTreeMap<String, f64> = values.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
        Some(DetectorSetting::Thresholds(values))
    };
    check("degrades-in-order", false, &with(None));
    check("degrades-in-order", true, &with(thresholds(&[("times", 4.0), ("p", 0.1)])));
    check("degrades-in-order", false, &with(thresholds(&[("times", 4.0)])));
    let mut off = with(thresholds(&[("times", 4.0), ("p", 0.1)]));
    off.run.header.detectors.insert("degrades-in-order".to_owned(), DetectorSetting::Off);
    check("degrades-in-order", false, &off);
}
