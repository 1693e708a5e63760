//! The seconds of all workers, joined.

use crate::job::EngineEvent;
use crate::machine::MachineResources;
use crate::recorder::WorkerSecond;
use plimsoll_run::Second;
use std::collections::BTreeMap;

/// Joins the workers' seconds. A second is told as soon as no worker can add to it: each closes its
/// seconds in order, and says with its last one that there are no more.
pub fn collect(
    seconds: std::sync::mpsc::Receiver<WorkerSecond>,
    workers: u32,
    machine: MachineResources,
    sink: &mut dyn FnMut(EngineEvent),
) {
    let mut open: BTreeMap<u32, Second> = BTreeMap::new();
    let mut closed: BTreeMap<u32, u32> = BTreeMap::new();
    let mut joined = |mut second: Second| {
        second.generator.machine = machine.now();
        sink(EngineEvent::Second(Box::new(second)));
    };
    for second in seconds {
        add(open.entry(second.second).or_default(), &second);
        closed.insert(second.worker, if second.is_last { u32::MAX } else { second.second });
        if closed.len() < workers as usize {
            continue;
        }
        let complete = closed.values().copied().min().unwrap_or(0);
        while let Some(entry) = open.first_entry().filter(|entry| *entry.key() <= complete) {
            joined(entry.remove());
        }
    }
    open.into_values().for_each(joined);
}

fn add(joined: &mut Second, second: &WorkerSecond) {
    joined.second = second.second;
    for (transaction, interval) in &second.transactions {
        joined.transactions.entry(transaction.clone()).or_default().merge(interval);
    }
    joined.generator.merge(&second.generator);
}
