//! Performs small YAML plans with the engine and gathers what it told.

use plimsoll_engine::{Control, EngineEvent, LoadTask, Summary};
use plimsoll_plan::Plan;
use plimsoll_run::{ErrorKind, ExampleLimits, GeneratorInterval, Interval, TransactionKind};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

#[derive(Default)]
pub struct Performed {
    pub requests: BTreeMap<String, Interval>,
    pub groups: BTreeMap<String, Interval>,
    pub generator: GeneratorInterval,
    pub summary: Summary,
}

impl Performed {
    pub fn count(&self, label: &str) -> u64 {
        self.requests.get(label).map_or(0, |interval| interval.requests)
    }

    /// The failures of one label by kind.
    pub fn failures(&self, label: &str) -> Vec<(ErrorKind, String, u64)> {
        let errors = self.requests.get(label).map(|interval| interval.errors.clone()).unwrap_or_default();
        errors.into_iter().map(|((kind, detail), count)| (kind, detail, count)).collect()
    }

    pub fn total(&self) -> u64 {
        self.requests.values().map(|interval| interval.requests).sum()
    }
}

/// The failure of a label that was counted once.
#[track_caller]
pub fn check_failure(performed: &Performed, label: &str, kind: ErrorKind, words: &str) {
    let failures = performed.failures(label);
    let is_it = matches!(failures.as_slice(), [(k, detail, 1)] if *k == kind && detail.contains(words));
    assert!(is_it, "{label}: {failures:?} instead of {kind} {words}");
}

#[track_caller]
pub fn check_all_succeed(performed: &Performed, labels: &[(&str, u64)]) {
    for (label, count) in labels {
        assert_eq!((performed.count(label), performed.failures(label)), (*count, vec![]), "{label}");
    }
}

/// A plan of one scenario; `head` holds further lines of it, `steps` are indented by six.
pub fn plan(folder: &Path, top: &str, head: &str, steps: &str) -> Plan {
    let indent = |text: &str, by: &str| -> String {
        text.lines().filter(|l| !l.trim().is_empty()).map(|line| format!("{by}{line}\n")).collect()
    };
    let text = format!(
        "plan: test\n{top}\nscenarios:\n  - name: s\n{}    steps:\n{}",
        indent(head, "    "),
        indent(steps, "      ")
    );
    let reading = plimsoll_formats::read_yaml("test.yaml", &text, folder, &BTreeMap::new());
    reading.plan.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics))
}

/// The whole of a plan by one worker.
pub fn task(plan: &Plan) -> LoadTask<'_> {
    let (grace, examples) = (Duration::from_secs(5), ExampleLimits::default());
    LoadTask { seed: 7, grace, examples, ..LoadTask::of(plan) }
}

pub fn perform(plan: &Plan, workers: u32) -> Performed {
    perform_until(plan, workers, &Control::default())
}

pub fn perform_until(plan: &Plan, workers: u32, control: &Control) -> Performed {
    perform_task(&LoadTask { workers, ..task(plan) }, control)
}

pub fn perform_task(task: &LoadTask<'_>, control: &Control) -> Performed {
    let mut performed = Performed::default();
    let summary = plimsoll_engine::run(task, control, &mut |event| {
        let EngineEvent::Second(second) = event else { return };
        performed.generator.merge(&second.generator);
        for (transaction, interval) in second.transactions {
            let list = match transaction.kind {
                TransactionKind::Request => &mut performed.requests,
                TransactionKind::Group | TransactionKind::Completion => &mut performed.groups,
            };
            list.entry(transaction.name).or_default().merge(&interval);
        }
    });
    performed.summary = summary.unwrap_or_else(|e| panic!("{e}"));
    performed
}
