//! A variant of a made-up system, with its CPU watched.

use super::lab::{Lab, host};
use super::{Spec, run};
use plimsoll_run::Run;

/// What of its CPU is used in each step.
const BUSY: [f64; 5] = [0.26, 0.45, 0.65, 0.93, 0.97];

/// It saturates at some 1/`alpha` requests a second, with the CPU of `app1` used up from the fourth of five steps on.
pub fn variant(name: &str, factors: &[(&str, &str)], alpha: f64) -> Lab {
    let loads = vec![(10, 1), (20, 1), (40, 1), (80, 1), (160, 1)];
    let mut lab = Lab::new(run(&Spec { loads, measured_s: 60, lambda: 1.0, alpha, ..Spec::default() }));
    name.clone_into(&mut lab.run.header.variant.name);
    lab.run.header.variant.factors =
        factors.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let busy = move |at: f64| {
        Lab::step_at(&steps, at).and_then(|step| BUSY.get(step as usize - 1)).copied().unwrap_or(0.03)
    };
    lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
    lab
}
