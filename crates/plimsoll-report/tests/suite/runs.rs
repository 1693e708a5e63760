//! The runs that are reported, made up.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Words};
use plimsoll_run::{Design, EndReason, ErrorKind, Run, SearchEnd, ServerEventKind};
use plimsoll_testkit::synthetic::lab::{Lab, container, host, jvm};
use plimsoll_testkit::synthetic::lost::{EXHAUSTED, lost};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, run};

/// Without the loads that follow the numbers of steps: `step 4 (32 users)` is `step 4`.
pub fn without_loads(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(" (") {
        let (before, after) = (&rest[..start], &rest[start + 2..]);
        plain.push_str(before);
        let is_load = |inside: &str| {
            let figures = inside.trim_end_matches(" users").trim_end_matches(" user").trim_end_matches("/s");
            figures.len() < inside.len() && figures.chars().all(|c| c.is_ascii_digit() || ".,–".contains(c))
        };
        match after.find(')').filter(|end| is_load(&after[..*end])) {
            Some(end) => rest = &after[end + 1..],
            None => {
                plain.push_str(" (");
                rest = after;
            }
        }
    }
    plain + rest
}

pub fn climb() -> Run {
    let spec = Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::LoadExhausted),
        loads: vec![(5, 2), (8, 2), (8, 3), (8, 4)],
        lambda: 1.75,
        alpha: 0.002,
        requirements: vec![
            "p95 <= 2.5 s",
            "p98 <= 900 ms",
            "mean < 600 ms",
            "errors < 1 %",
            "throughput >= 60/s",
        ],
        ..Spec::default()
    };
    let mut made = run(&spec);
    made.header.name = "MinLog2 borger lookup".to_owned();
    made.header.expected_per_s = Some(11_000.0 / 3_600.0);
    fail(&mut made, 4, 1, ErrorKind::Status, "status 503", 12_000);
    made
}

pub fn limited() -> Run {
    let mut made = run(&Spec { requirements: vec!["p95 <= 5 s"], ..Spec::default() });
    each_second(&mut made, 3, |s| s.generator.workers.values_mut().for_each(|w| w.cpu_us = 930_000));
    made
}

/// Given rates; the server carries about 437 requests a second.
pub fn rates(drop: bool) -> Run {
    open(&OpenSpec {
        rates: vec![200.0, 400.0, 600.0],
        drop,
        requirements: vec!["p95 <= 250 ms", "errors < 1 %"],
        ..OpenSpec::default()
    })
}

/// A search of the same server.
pub fn capacity(end: EndReason, rates: &[f64]) -> Run {
    open(&OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(end),
        rates: rates.to_vec(),
        users: 400,
        requirements: vec!["p95 <= 100 ms", "errors < 1 %"],
        ..OpenSpec::default()
    })
}

pub fn found() -> Run {
    capacity(EndReason::Converged, &[100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0])
}

/// The load generator was the limit at the higher rate.
pub fn searched_in_vain() -> Run {
    let message = "the load generator was the limit at 400/s".to_owned();
    let mut made = capacity(EndReason::Inconclusive(SearchEnd::Text(message)), &[100.0, 400.0, 400.0]);
    for step in [2, 3] {
        each_second(&mut made, step, |second| {
            second.generator.machine.sockets_time_wait = 28_000;
            for worker in second.generator.workers.values_mut() {
                (worker.cpu_us, worker.turn_us_max) = (930_000, 30_000);
            }
            second.generator.arrivals.values_mut().for_each(|arrivals| arrivals.started -= 10);
            (0..10).for_each(|_| second.generator.lateness.record_us(40_000));
        });
        fail(&mut made, step, 2, ErrorKind::GeneratorResources, "no local port is free", 40);
    }
    made
}

/// Two servers, one of which has no core and no heap left.
pub fn watched() -> Analysis {
    let mut lab = Lab::new(climb());
    for (name, busy) in [("docker01", 0.97), ("docker02.lab", 0.3)] {
        lab.host(name, "application");
        lab.gauge(&host(name), "system.cpu.utilization", &[("cpu.mode", "user")], |_| busy);
        lab.gauge(&host(name), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 1.0 - busy);
        lab.gauge(&container(name), "container.cpu.usage", &[], |_| 2.0 * busy);
        lab.counter(&jvm(name), "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "sum")], |_| {
            busy / 2.0
        });
        lab.log(&host(name), |_| (busy * 20.0) as u64);
    }
    lab.event(&jvm("docker01"), ServerEventKind::OutOfMemory, 60);
    analyse(&[lab.run], &[lab.observed], 42)
}

/// One of two servers is gone in the last step.
pub fn lost_server() -> Analysis {
    let lab = lost(&EXHAUSTED, true);
    analyse(&[lab.run], &[lab.observed], 42)
}

pub fn english() -> Words {
    Words::new(Language::English)
}

pub fn of(run: Run) -> Analysis {
    analyse(&[run], &[], 42)
}
