//! The seconds that are over, with what the load generator cost in each.

use super::health::{CpuUse, ProcessHealth};
use super::results::{ResultSecond, Results};
use crate::generator::GeneratorEvent;
use plimsoll_engine::RunClock;
use plimsoll_run::{ArrivalInterval, GeneratorInterval, SECOND_US, Second, WorkerInterval};
use std::collections::BTreeMap;

/// ArrivalsBySecond by second and scenario.
pub type ArrivalsBySecond = BTreeMap<u32, BTreeMap<String, u64>>;

/// Hands over each second once its results are there.
pub struct SecondFeed {
    clock: RunClock,
    /// Rows that come later than this after their second are added to it.
    late_us: u64,
    health: ProcessHealth,
    /// Seconds before this one have been handed over.
    handed_over: u32,
    workers: BTreeMap<u32, (CpuUse, u32)>,
}

/// Which seconds are over.
#[derive(Clone, Copy)]
pub struct Due {
    current: u32,
    over: u32,
    all: bool,
}

impl Due {
    /// All seconds before this one.
    pub fn until(&self) -> u32 {
        if self.all { u32::MAX } else { self.over }
    }
}

impl SecondFeed {
    pub fn new(clock: RunClock, late_us: u64, group: u32) -> SecondFeed {
        let mut health = ProcessHealth::of_group(group);
        health.look();
        let handed_over = (clock.now_us() / SECOND_US) as u32;
        SecondFeed { clock, late_us, health, handed_over, workers: BTreeMap::new() }
    }

    /// `all`: the generator has ended.
    pub fn due(&self, all: bool) -> Due {
        let now_us = self.clock.now_us();
        let over = (now_us.saturating_sub(self.late_us) / SECOND_US) as u32;
        Due { current: (now_us / SECOND_US) as u32, over, all }
    }

    /// What the generator cost until now, with the users that are at work.
    pub fn look(&mut self, due: Due, active: u32) {
        let looked = self.workers.last_key_value().map_or(self.handed_over, |(second, _)| second + 1);
        if due.current > looked || (due.all && due.current >= looked) {
            let load = self.health.look();
            let second = if due.all { due.current } else { due.current - 1 };
            self.workers.insert(second, (load, active));
        }
    }

    /// Hands over the seconds that are due; at the end all.
    pub fn hand_over(
        &mut self,
        due: Due,
        results: &mut Results,
        (active, began): (u32, &ArrivalsBySecond),
        sink: &mut dyn FnMut(GeneratorEvent),
    ) {
        let until = due.until();
        let mut results = results.take_before(until);
        // Seconds without results are handed_over too, at the end as far as there is something to tell.
        let without = if due.all { 0..0 } else { self.handed_over..due.over };
        let known = began.keys().chain(self.workers.keys()).copied().filter(|second| *second < until);
        for second in without.chain(known) {
            results.entry(second).or_default();
        }
        for (second, result) in results {
            let generator = self.generator(second, &result, (active, began.get(&second)));
            let transactions = result.transactions.into_iter().collect();
            sink(GeneratorEvent::Second(Box::new(Second { step: 0, second, transactions, generator })));
        }
        self.handed_over = self.handed_over.max(due.over);
    }

    /// Its threads use all cores: each core stands for a worker with an equal part.
    fn generator(
        &mut self,
        second: u32,
        result: &ResultSecond,
        (active, arrivals): (u32, Option<&BTreeMap<String, u64>>),
    ) -> GeneratorInterval {
        let mut generator = GeneratorInterval {
            connect: result.connect.clone(),
            examples: result.examples.clone(),
            ..Default::default()
        };
        let cores = self.health.cores();
        let (load, users) = self.workers.remove(&second).unwrap_or((CpuUse::default(), active));
        for core in 0..cores {
            let mut worker = WorkerInterval {
                cpu_us: load.cpu_us / u64::from(cores),
                wall_us: load.wall_us,
                ..Default::default()
            };
            if core == 0 {
                worker.users = users;
                worker.busy_us = result.busy_us;
                worker.think_us = result.think_us;
                worker.connects = result.connects;
            }
            generator.workers.insert(core, worker);
        }
        for (scenario, count) in arrivals.into_iter().flatten() {
            let arrival = ArrivalInterval { due: *count, started: *count, busy: users, ..Default::default() };
            generator.arrivals.insert(scenario.clone(), arrival);
        }
        generator
    }
}
