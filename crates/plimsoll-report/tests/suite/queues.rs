//! Work that heaps up behind the load, and work of others on the machine: what the reader is told of them.

use plimsoll_analysis::analyse;
use plimsoll_report::{Language, Words, html, terminal};
use plimsoll_run::{ClockMethod, ClockOffset, Run, WorkUnit};
use plimsoll_testkit::synthetic::lab::{Lab, container, host, service};
use plimsoll_testkit::synthetic::{Spec, run};

/// 5, 10 and 20 calls a second for two minutes each.
fn lab() -> Lab {
    let spec = Spec { lambda: 0.5, measured_s: 120, requirements: vec!["p95 <= 60 s"], ..Spec::default() };
    let mut lab = Lab::new(run(&spec));
    lab.noise = 0.0;
    lab
}

/// 500 registrations in a call, of which consumers take so many a second at most.
fn consumed(most_per_s: f64) -> Lab {
    let mut lab = lab();
    let unit = WorkUnit { name: "registrations".to_owned(), per_call: 500.0, transaction: None };
    lab.run.header.units = vec![unit];
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let came =
        move |at: f64| Lab::step_at(&steps, at).map_or(0.0, |step| 1_250.0 * 2_f64.powf(f64::from(step)));
    let lag = |at: f64| {
        let seconds = 0..at.max(0.0) as i64;
        seconds.fold(0.0, |lag: f64, s| (lag + came(s as f64) - most_per_s).max(0.0))
    };
    let kafka = service("broker", "kafka");
    let of = [
        ("messaging.consumer.group.name", "readers"),
        ("messaging.destination.name", "events"),
        ("messaging.destination.partition.id", "0"),
    ];
    lab.exact(&kafka, "kafka.consumer_group.lag", &of, lag);
    lab.counter(&kafka, "kafka.partition.current_offset", &of, &came);
    lab.counter(&kafka, "kafka.consumer_group.offset", &of, |at| came(at).min(most_per_s));
    lab
}

/// Two cores that are used up all the time, and hardly by the container that is watched on them.
fn shared() -> Lab {
    let mut lab = lab();
    lab.run.header.environment = vec![("cores".to_owned(), "2".to_owned())];
    for name in ["machine", "docker01"] {
        lab.host(name, "");
    }
    let clock = Some(ClockOffset { ahead_us: 0, uncertainty_us: 0, method: ClockMethod::SameMachine });
    lab.run.telemetry.hosts.iter_mut().for_each(|host| host.clock = clock);
    lab.gauge(&host("machine"), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 0.03);
    lab.gauge(&container("docker01"), "container.cpu.usage", &[], |_| 0.1);
    lab
}

/// The box, and the findings of these ids.
fn reported(lab: &Lab, ids: &[&str], language: Language) -> String {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let words = Words::new(language);
    let text = terminal(&analysis, &words, 1_000);
    let is_reported = |line: &&str| {
        let of_box = ["Valid", "Gyldig", "Geçerli", "Recommended", "Anbefalet", "Önerilen"];
        let limit = ["Limiting", "Begrænsende", "Sınırlayan"];
        of_box.iter().chain(&limit).any(|begin| line.starts_with(begin))
            || ids.iter().any(|id| line.contains(&format!("[{id}]")))
    };
    text.lines().filter(is_reported).map(str::trim_start).collect::<Vec<_>>().join("\n")
}

fn in_every_language(lab: &Lab, ids: &[&str]) -> String {
    let all = [Language::English, Language::Danish, Language::Turkish];
    all.map(|language| reported(lab, ids, language)).join("\n\n")
}

#[test]
fn what_consumers_keep_up_with_is_recommended_and_how_long_they_took_is_reported() {
    let ids = ["queue-not-keeping-up", "drain-time"];
    insta::assert_snapshot!("one_step_not_sustained", in_every_language(&consumed(6_000.0), &ids));
    insta::assert_snapshot!("no_step_sustained", in_every_language(&consumed(1_000.0), &ids));
}

#[test]
fn other_work_on_the_machine_is_reported_with_the_validity_and_the_limit() {
    insta::assert_snapshot!(in_every_language(&shared(), &["other-work"]));
}

#[test]
fn the_tile_has_what_is_computed_where_nothing_measured_can_be_recommended() {
    let lab = consumed(1_000.0);
    let analysis = analyse(&[lab.run], &[lab.observed], 1);
    let page = html(&analysis, &Words::new(Language::English)).replace('\u{a0}', " ");
    assert!(page.contains("<p class=\"value\">2.00/s</p>"));
    assert!(page.contains("What consumers keep up with"));
}

#[test]
fn more_consumers_are_not_advised_while_some_do_nothing() {
    let advised = |members: f64| {
        let mut lab = consumed(6_000.0);
        let kafka = service("broker", "kafka");
        let group = [("messaging.consumer.group.name", "readers")];
        lab.exact(&kafka, "kafka.consumer_group.members", &group, move |_| members);
        lab.exact(&kafka, "kafka.topic.partitions", &[("messaging.destination.name", "events")], |_| 4.0);
        let analysis = analyse(&[lab.run], &[lab.observed], 1);
        terminal(&analysis, &Words::new(Language::English), 1_000).contains("with more consumers")
    };
    assert!(advised(4.0));
    assert!(!advised(8.0));
}
