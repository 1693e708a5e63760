//! A server that is lost under load: what it lacked is the limit, its last step is no load to plan for, and the steps after
//! it are those of another system.

use plimsoll_analysis::bottleneck::{Grade, LimitVerdict, NotKnown, Resource};
use plimsoll_analysis::findings::{Claim, Retrograde};
use plimsoll_analysis::{Capacity, RunAnalysis, analyse};
use plimsoll_run::ServerEventKind;
use plimsoll_testkit::synthetic;
use plimsoll_testkit::synthetic::lab::{Lab, host, jvm};
use plimsoll_testkit::synthetic::lost::{EXHAUSTED, HEALTHY, by_step, killed, lost};

fn analysed(lab: &Lab) -> RunAnalysis {
    analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1).runs.remove(0)
}

/// Grade, resource, host and step of each cause, the likeliest first.
fn check(expected: &[(Grade, Resource, &str, u32)], lab: &Lab) {
    let run = analysed(lab);
    let LimitVerdict::Causes { at_step, causes, lost, .. } = &run.limiting_factor.verdict else {
        panic!("{:?}", run.limiting_factor.verdict)
    };
    let found: Vec<(Grade, Resource, &str, u32)> = causes
        .iter()
        .map(|cause| (cause.grade, cause.resource, cause.source.host.as_str(), cause.usage.step))
        .collect();
    assert_eq!(found, expected, "{causes:#?}");
    assert_eq!((*at_step, lost.len()), (6, 1), "{lost:?}");
}

#[test]
fn an_exhausted_heap_is_the_limit_though_its_server_was_gone_when_throughput_fell() {
    check(&[(Grade::Strong, Resource::Heap, "docker01", 5)], &lost(&EXHAUSTED, true));
}

#[test]
fn a_memory_limit_that_the_kernel_killed_for_is_the_limit() {
    check(&[(Grade::Strong, Resource::Memory, "docker01", 5)], &killed());
}

#[test]
fn a_lost_server_of_which_nothing_was_used_up_is_reported_and_no_cause_is_made_up() {
    let run = analysed(&lost(&HEALTHY, true));
    let LimitVerdict::NotKnown { reason: NotKnown::ServersLost { at_step: 6, lost } } =
        run.limiting_factor.verdict
    else {
        panic!("{:?}", run.limiting_factor.verdict)
    };
    assert_eq!(
        lost.iter().map(|l| (l.source.host.as_str(), l.last_step)).collect::<Vec<_>>(),
        [("docker01", 5)]
    );
}

#[test]
fn what_is_left_has_the_work_of_what_is_gone_and_that_is_no_strong_cause() {
    let mut lab = lost(&EXHAUSTED, true);
    let busy = by_step(&lab.run, [0.1, 0.15, 0.2, 0.25, 0.3, 0.97]);
    lab.gauge(&host("docker02"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
    check(
        &[(Grade::Strong, Resource::Heap, "docker01", 5), (Grade::Weak, Resource::Cpu, "docker02", 6)],
        &lab,
    );
}

#[test]
fn a_server_that_stays_and_has_a_healthy_heap_is_no_limit() {
    let run = analysed(&lost(&HEALTHY, false));
    let nothing = NotKnown::NothingSaturated { at_step: 6, looked_at: 6, connections_wait: false };
    assert_eq!(run.limiting_factor.verdict, LimitVerdict::NotKnown { reason: nothing });
}

#[test]
fn steps_of_fewer_servers_are_in_no_fit_and_no_efficiency() {
    let points = |lab: &Lab| {
        let found = analysed(lab).measured.scalability.expect("five loads");
        let to: Vec<u32> = found.marginals.iter().map(|m| m.to_step).collect();
        (found.points.len(), to, found.left_out)
    };
    assert_eq!(points(&lost(&EXHAUSTED, true)), (5, vec![2, 3, 4, 5], vec![6]));
    assert_eq!(points(&lost(&EXHAUSTED, false)), (6, vec![2, 3, 4, 5, 6], Vec::new()));
}

#[test]
fn a_fall_to_fewer_servers_says_how_many_were_left() {
    for (is_lost, expected) in [(true, Some((1, 2))), (false, None)] {
        let run = analysed(&lost(&HEALTHY, is_lost));
        let reported = |servers: Option<plimsoll_analysis::step::ServersAtWork>| {
            servers.map(|servers| (servers.at_work, servers.of))
        };
        let retrograde = run.findings.iter().find_map(|finding| match &finding.claim {
            Claim::Retrograde(Retrograde { marginal, .. }) => {
                Some((marginal.to_step, reported(marginal.servers)))
            }
            _ => None,
        });
        assert_eq!(retrograde, Some((6, expected)));
        let Capacity::Maximum { best, shown_by, .. } = &run.capacity else { panic!("{:?}", run.capacity) };
        assert_eq!((best.step, shown_by.step, reported(shown_by.servers)), (5, 6, expected));
    }
}

#[test]
fn a_step_with_a_critical_finding_about_a_server_is_not_recommended() {
    let recommended = |lab: &Lab| {
        let run = analysed(lab);
        assert_eq!(run.verdicts[0].holds_in, [1, 2, 3, 4, 5, 6]);
        (run.advice.recommended.map(|point| point.step), run.advice.passed_over)
    };
    assert_eq!(recommended(&lost(&EXHAUSTED, true)), (Some(3), vec![5]));
    // The highest that leaves a fifth of the fifth's throughput free.
    assert_eq!(recommended(&lost(&HEALTHY, true)), (Some(3), Vec::new()));
    assert_eq!(recommended(&lost(&HEALTHY, false)), (Some(3), Vec::new()));
    // In every step one of the servers restarted.
    let mut restless = lost(&HEALTHY, false);
    let middles: Vec<i64> =
        restless.run.steps.iter().map(|step| step.measured_from_us as i64 / 1_000_000 + 30).collect();
    middles.iter().for_each(|at| restless.event(&jvm("docker01"), ServerEventKind::Restart, *at));
    let (none, passed_over) = recommended(&restless);
    assert_eq!((none, passed_over), (None, vec![1, 2, 3, 4, 5, 6]));
}

/// Gone from the fifth step on, of which the first half brought much and the second next to nothing: how much less that is
/// than the step before is not sure.
fn lost_in_the_fifth() -> Lab {
    let mut lab = lost(&HEALTHY, false);
    let from_s = lab.run.steps[4].measured_from_us as i64 / 1_000_000;
    lab.observed.requests.retain(|of| of.source.host != "docker01" || of.second < from_s);
    synthetic::each_second(&mut lab.run, 5, |second| {
        let requests = if i64::from(second.second) < from_s + 30 { 35 } else { 1 };
        second.transactions.clear();
        let lookup = second.transactions.entry(synthetic::request("GET /lookup")).or_default();
        lookup.requests = requests;
        (0..requests).for_each(|_| lookup.response.record_us(100_000));
    });
    lab
}

#[test]
fn throughput_has_its_knee_in_the_first_step_of_fewer_servers_that_missed_its_goal() {
    let run = analysed(&lost_in_the_fifth());
    let falls = run.findings.iter().find_map(|finding| match &finding.claim {
        Claim::Retrograde(Retrograde { marginal, .. }) => Some(marginal.to_step),
        _ => None,
    });
    assert_eq!(falls, Some(6));
    let LimitVerdict::NotKnown { reason: NotKnown::ServersLost { at_step, .. } } =
        run.limiting_factor.verdict
    else {
        panic!("{:?}", run.limiting_factor.verdict)
    };
    assert_eq!(at_step, 5);
}

/// One load in all steps: the heap is exhausted in the fifth, and the server starts again in the sixth.
fn one_load() -> Lab {
    let mut lab = lost(&EXHAUSTED, false);
    lab.run.steps.iter_mut().for_each(|step| (step.threads, step.nodes) = (17, 2));
    let at_s = lab.run.steps[5].measured_from_us as i64 / 1_000_000 + 30;
    lab.event(&jvm("docker01"), ServerEventKind::Restart, at_s);
    lab
}

#[test]
fn a_load_under_which_a_server_failed_once_is_not_recommended_by_its_other_steps() {
    let run = analysed(&one_load());
    assert_eq!((run.advice.recommended, run.advice.passed_over), (None, vec![1, 2, 3, 4, 5, 6]));
}

#[test]
fn an_exhausted_heap_under_one_load_is_the_limit_and_nothing_is_said_to_grow() {
    let run = analysed(&one_load());
    let LimitVerdict::Causes { at_step: 5, bent: true, causes, .. } = &run.limiting_factor.verdict else {
        panic!("{:?}", run.limiting_factor.verdict)
    };
    assert_eq!((causes[0].grade, causes[0].resource), (Grade::Strong, Resource::Heap));
}

#[test]
fn collections_that_a_server_did_not_live_to_do_are_no_uncertainty() {
    let run = analysed(&lost(&EXHAUSTED, true));
    let overhead = run.findings.iter().find(|finding| finding.id == "gc-overhead").expect("it collected");
    assert!(overhead.against.is_empty(), "{:?}", overhead.against);
}

#[test]
fn a_server_is_gone_from_its_last_request_on_wherever_that_was() {
    let lab = lost(&HEALTHY, true);
    let from = lab.run.steps[5].measured_from_us as f64 / 1e6;
    let LimitVerdict::NotKnown { reason: NotKnown::ServersLost { lost, .. } } =
        analysed(&lab).limiting_factor.verdict
    else {
        panic!("nothing else is known")
    };
    assert_eq!(lost[0].from_s, from);
}
