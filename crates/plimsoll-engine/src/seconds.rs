//! The seconds of all workers, joined.

use crate::load_task::EngineEvent;
use crate::machine::MachineResources;
use crate::recorder::WorkerSecond;
use plimsoll_run::{OTHER_NAMES, Second, TransactionKey};
use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// Time between two looks whether workers are still waited for.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Joins the workers' seconds, until all workers have ended or nobody waits for those any more that have not. A second is told as soon as no worker can add to it: each closes its
/// seconds in order, and says with its last one that there are no more.
pub fn collect(
    seconds: std::sync::mpsc::Receiver<WorkerSecond>,
    workers: u32,
    machine: MachineResources,
    names: &mut TransactionNames,
    is_over: impl Fn() -> bool,
    sink: &mut dyn FnMut(EngineEvent),
) {
    let mut open: BTreeMap<u32, Second> = BTreeMap::new();
    let mut closed: BTreeMap<u32, u32> = BTreeMap::new();
    let mut joined = |mut second: Second| {
        second.generator.machine = machine.now();
        sink(EngineEvent::Second(Box::new(second)));
    };
    loop {
        let second = match seconds.recv_timeout(LOOK_EVERY) {
            Ok(second) => second,
            Err(RecvTimeoutError::Timeout) if !is_over() => continue,
            Err(_) => break,
        };
        add(open.entry(second.second).or_default(), &second, names);
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

/// The names that transactions of a task have, of all workers together: each worker knows its own.
#[derive(Debug)]
pub struct TransactionNames {
    known: HashSet<TransactionKey>,
    max: usize,
}

impl TransactionNames {
    pub fn new(max: usize) -> TransactionNames {
        TransactionNames { known: HashSet::new(), max }
    }

    /// The transaction itself, or the one that stands for all whose names came later.
    fn known(&mut self, transaction: &TransactionKey) -> TransactionKey {
        if self.known.contains(transaction) {
            return transaction.clone();
        }
        if self.known.len() >= self.max {
            return TransactionKey { name: OTHER_NAMES.to_owned(), kind: transaction.kind };
        }
        self.known.insert(transaction.clone());
        transaction.clone()
    }
}

fn add(joined: &mut Second, second: &WorkerSecond, names: &mut TransactionNames) {
    joined.second = second.second;
    for (transaction, interval) in &second.transactions {
        joined.transactions.entry(names.known(transaction)).or_default().merge(interval);
    }
    joined.generator.merge(&second.generator);
}
