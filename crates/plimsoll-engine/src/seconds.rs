//! The seconds of all workers, joined.

use crate::job::EngineEvent;
use crate::machine::MachineResources;
use crate::recorder::WorkerSecond;
use plimsoll_run::{GeneratorInterval, Interval, TransactionKey};
use std::collections::BTreeMap;

/// Joins the workers' seconds. A second is told as soon as no worker can add to it: each closes its
/// seconds in order, and says with its last one that there are no more.
pub fn collect(
    seconds: std::sync::mpsc::Receiver<WorkerSecond>,
    workers: u32,
    machine: MachineResources,
    sink: &mut dyn FnMut(EngineEvent),
) {
    let mut open: BTreeMap<u32, Joined> = BTreeMap::new();
    let mut closed: BTreeMap<u32, u32> = BTreeMap::new();
    for second in seconds {
        open.entry(second.second).or_default().add(&second);
        closed.insert(second.worker, if second.is_last { u32::MAX } else { second.second });
        if closed.len() < workers as usize {
            continue;
        }
        let complete = closed.values().copied().min().unwrap_or(0);
        while let Some(entry) = open.first_entry().filter(|entry| *entry.key() <= complete) {
            let (number, mut joined) = entry.remove_entry();
            joined.generator.machine = machine.now();
            sink(joined.into_event(number));
        }
    }
    for (number, mut joined) in open {
        joined.generator.machine = machine.now();
        sink(joined.into_event(number));
    }
}

#[derive(Default)]
struct Joined {
    transactions: BTreeMap<TransactionKey, Interval>,
    generator: GeneratorInterval,
}

impl Joined {
    fn add(&mut self, second: &WorkerSecond) {
        for (transaction, interval) in &second.transactions {
            self.transactions.entry(transaction.clone()).or_default().merge(interval);
        }
        self.generator.merge(&second.generator);
    }

    fn into_event(self, second: u32) -> EngineEvent {
        let transactions = self.transactions.into_iter().collect();
        EngineEvent::Second { second, transactions, generator: Box::new(self.generator) }
    }
}
