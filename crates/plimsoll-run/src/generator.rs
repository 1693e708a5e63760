//! One second of the load generator itself: what the instrument says of its own work.

use crate::answers::{ErrorExample, ExtractorKey, ExtractorUse};
use crate::as_pairs;
use crate::exchange::ExchangeExample;
use crate::latencies::Latencies;
use crate::node::NodeInterval;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One second of the load generator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GeneratorInterval {
    /// By worker number.
    pub workers: BTreeMap<u32, WorkerInterval>,
    /// By scenario name; only scenarios with an arrival rate.
    pub arrivals: BTreeMap<String, ArrivalInterval>,
    pub machine: MachineInterval,
    /// How late timers fired (think times, starts, arrivals), microseconds.
    pub lateness: Latencies,
    /// Time to connect, TLS included.
    pub connect: Latencies,
    #[serde(with = "as_pairs")]
    pub extractors: BTreeMap<ExtractorKey, ExtractorUse>,
    /// Of failures whose transaction and kind a worker had not seen before.
    pub examples: Vec<ErrorExample>,
    /// Of failures and slow answers that are to be kept. Of a run that is read they are [`Run::exchanges`](crate::Run::exchanges).
    pub exchanges: Vec<ExchangeExample>,
    /// By number; only where the load comes from a fleet.
    pub nodes: BTreeMap<u32, NodeInterval>,
}

/// One second of one worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerInterval {
    /// User + system time of the worker's thread.
    pub cpu_us: u64,
    /// Time in which the worker was ready to run and other work had its core.
    pub run_delay_us: u64,
    /// Wall time covered: 1,000,000 but for the first and the last second.
    pub wall_us: u64,
    /// Users that were running when the second ended.
    pub users: u32,
    /// Time that users spent thinking, summed, for thinking that ended in this second.
    pub think_us: u64,
    /// Time that users spent in requests, summed, for requests that ended in this second.
    pub busy_us: u64,
    /// Connections that were open when the second ended.
    pub connections: u32,
    /// Connections that were begun.
    pub connects: u64,
    /// Turns of the worker's loop: each takes what is ready and works it off.
    pub turns: u64,
    /// Readiness events of all turns.
    pub events: u64,
    /// Most events in one turn: the receive backlog.
    pub events_max: u32,
    /// The longest turn: an answer may have waited this long before it was seen.
    pub turn_us_max: u64,
}

/// One second of one scenario with an arrival rate. `due = started + dropped + what is waiting now - what
/// was waiting a second ago`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ArrivalInterval {
    /// Arrivals whose intended start was in this second.
    pub due: u64,
    /// Arrivals that began in it.
    pub started: u64,
    /// Of these, arrivals that had to wait for a free user.
    pub waited: u64,
    /// Arrivals that never began: no user was free, or the time was over.
    pub dropped: u64,
    /// Arrivals that waited for a free user when the second ended.
    pub waiting: u64,
    /// Users at work when the second ended.
    pub busy: u32,
    /// From the intended to the actual start, of those that began.
    pub delay: Latencies,
}

/// What the generator's machine has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineInterval {
    /// Open files that the process may have (`RLIMIT_NOFILE`); 0: unknown.
    pub descriptors_max: u64,
    /// Local ports for connections to one address (`ip_local_port_range`, for each local address that the load
    /// connects from); 0: unknown.
    pub ports_max: u32,
    /// TCP sockets of the machine that are in use, and those in TIME-WAIT (`/proc/net/sockstat`).
    pub sockets_used: u32,
    pub sockets_time_wait: u32,
}

impl WorkerInterval {
    fn merge(&mut self, other: &WorkerInterval) {
        self.cpu_us += other.cpu_us;
        self.run_delay_us += other.run_delay_us;
        self.wall_us += other.wall_us;
        self.users = other.users;
        self.think_us += other.think_us;
        self.busy_us += other.busy_us;
        self.connections = other.connections;
        self.connects += other.connects;
        self.turns += other.turns;
        self.events += other.events;
        self.events_max = self.events_max.max(other.events_max);
        self.turn_us_max = self.turn_us_max.max(other.turn_us_max);
    }
}

impl ArrivalInterval {
    /// Parts of several workers add up.
    pub fn merge(&mut self, other: &ArrivalInterval) {
        self.due += other.due;
        self.started += other.started;
        self.waited += other.waited;
        self.dropped += other.dropped;
        self.waiting += other.waiting;
        self.busy += other.busy;
        self.delay.merge(&other.delay);
    }
}

impl MachineInterval {
    fn merge(&mut self, other: &MachineInterval) {
        self.descriptors_max = self.descriptors_max.max(other.descriptors_max);
        self.ports_max = self.ports_max.max(other.ports_max);
        self.sockets_used = self.sockets_used.max(other.sockets_used);
        self.sockets_time_wait = self.sockets_time_wait.max(other.sockets_time_wait);
    }
}

impl GeneratorInterval {
    pub fn merge(&mut self, other: &GeneratorInterval) {
        for (number, theirs) in &other.workers {
            self.workers.entry(*number).or_default().merge(theirs);
        }
        for (scenario, theirs) in &other.arrivals {
            self.arrivals.entry(scenario.clone()).or_default().merge(theirs);
        }
        self.machine.merge(&other.machine);
        self.lateness.merge(&other.lateness);
        self.connect.merge(&other.connect);
        for (extractor, theirs) in &other.extractors {
            self.extractors.entry(extractor.clone()).or_default().merge(*theirs);
        }
        self.examples.extend(other.examples.iter().cloned());
        self.exchanges.extend(other.exchanges.iter().cloned());
        for (number, theirs) in &other.nodes {
            match self.nodes.get_mut(number) {
                Some(node) => node.merge(theirs),
                None => drop(self.nodes.insert(*number, theirs.clone())),
            }
        }
    }

    /// Without copies of whole exchanges.
    pub(crate) fn without_exchanges(&self) -> GeneratorInterval {
        GeneratorInterval {
            workers: self.workers.clone(),
            arrivals: self.arrivals.clone(),
            machine: self.machine,
            lateness: self.lateness.clone(),
            connect: self.connect.clone(),
            extractors: self.extractors.clone(),
            examples: self.examples.clone(),
            exchanges: Vec::new(),
            nodes: self.nodes.clone(),
        }
    }

    /// The same with packed histograms, for intervals that are kept.
    pub fn packed(&self) -> GeneratorInterval {
        let arrivals = self.arrivals.iter();
        GeneratorInterval {
            workers: self.workers.clone(),
            arrivals: arrivals
                .map(|(name, scenario)| {
                    (name.clone(), ArrivalInterval { delay: scenario.delay.packed(), ..*scenario })
                })
                .collect(),
            machine: self.machine,
            lateness: self.lateness.packed(),
            connect: self.connect.packed(),
            extractors: self.extractors.clone(),
            examples: self.examples.clone(),
            exchanges: Vec::new(),
            nodes: self.nodes.iter().map(|(number, node)| (*number, node.packed())).collect(),
        }
    }

    pub fn users(&self) -> u32 {
        self.workers.values().map(|w| w.users).sum()
    }
}
