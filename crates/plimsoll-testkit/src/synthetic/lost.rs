//! Two servers under a climb, of which one is gone in the last step.

use super::lab::{Lab, container, host, jvm};
use super::{Spec, run};
use plimsoll_run::{Design, EndReason, Run, ServerEventKind};

/// Users of the steps, and what they bring: in the last one no more than half.
const LOADS: [(u32, u32); 6] = [(5, 2), (8, 2), (11, 2), (14, 2), (17, 2), (9, 2)];

/// How full the old generation of the first server is in each step, and how much of the time it collects.
pub struct Heap {
    pub used: [f64; 6],
    pub collecting: [f64; 6],
}

pub const EXHAUSTED: Heap =
    Heap { used: [0.65, 0.75, 0.78, 0.85, 0.999, 0.999], collecting: [0.016, 0.02, 0.04, 0.08, 0.45, 0.02] };

pub const HEALTHY: Heap = Heap { used: [0.4; 6], collecting: [0.01; 6] };

/// Six steps of 60 s. The first server logs no request from the ramp of the sixth on, if it is lost.
pub fn lost(heap: &Heap, is_lost: bool) -> Lab {
    let mut made = run(&Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::Converged),
        loads: LOADS.to_vec(),
        measured_s: 60,
        lambda: 0.65,
        requirements: vec!["p95 <= 10 s"],
        ..Spec::default()
    });
    (made.steps[5].threads, made.steps[5].nodes) = (17, 3);
    let gone_s = made.steps[5].measured_from_us as i64 / 1_000_000;
    let mut lab = Lab::new(made);
    lab.noise = 0.001;
    for name in ["docker01", "docker02"] {
        lab.host(name, "application");
        let is_first = name == "docker01";
        let of = |values: [f64; 6]| by_step(&lab.run, if is_first { values } else { [values[0]; 6] });
        let (used, collecting) = (of(heap.used), of(heap.collecting));
        let full = of(heap.collecting.map(|share| 10.0 * share));
        let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
        lab.gauge(&jvm(name), "jvm.memory.used", &old, move |at| 1e9 * used(at));
        lab.exact(&jvm(name), "jvm.memory.committed", &old, |_| 1e9);
        let of_full = |statistic| [("jvm.gc.name", "full"), ("statistic", statistic)];
        lab.counter(&jvm(name), "jvm.gc.duration", &of_full("count"), full);
        lab.counter(&jvm(name), "jvm.gc.duration", &of_full("sum"), collecting);
        lab.log(&host(name), move |second| if is_first && is_lost && second >= gone_s { 0 } else { 10 });
    }
    lab
}

/// A container's memory against its limit, and that the kernel killed for it at the beginning of the last step.
pub fn killed() -> Lab {
    let mut lab = lost(&HEALTHY, true);
    let gone_s = lab.run.steps[5].measured_from_us as i64 / 1_000_000;
    let used = by_step(&lab.run, [0.5, 0.6, 0.7, 0.8, 0.97, 0.1]);
    lab.gauge(&container("docker01"), "container.memory.usage", &[], used);
    lab.exact(&container("docker01"), "container.memory.limit", &[], |_| 1.0);
    lab.event(&container("docker01"), ServerEventKind::OomKill, gone_s);
    lab
}

/// A value for each step; between them that of the first.
pub fn by_step(run: &Run, values: [f64; 6]) -> impl Fn(f64) -> f64 + use<> {
    let steps = Run { steps: run.steps.clone(), ..Run::default() };
    move |at| values[Lab::step_at(&steps, at).map_or(0, |step| step as usize - 1)]
}
