//! All that the workers of a task share for its timers.

use super::constant::shared_delay_ms;
use super::random::RandomMoments;
use super::rendezvous::{Arrival, RendezvousState};
use super::shape::{self, Front};
use crate::load_task::{LoadTask, Share, part_seed};
use plimsoll_plan::plan::{self, RandomThroughput, ShapeStage, Timer};
use plimsoll_run::SECOND_US;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

#[derive(Debug)]
pub struct SharedTimers {
    share: Share,
    seed: u64,
    /// By scenario.
    scenarios: Vec<OfScenario>,
    /// By timer.
    timers: Vec<OfTimer>,
    last_ms: AtomicU64,
    /// Whether anybody asks how many users are active.
    counts_active: bool,
    /// What wakes each worker.
    wakers: Mutex<Vec<Arc<OwnedFd>>>,
}

#[derive(Debug, Default)]
struct OfScenario {
    /// When a shape ended it; 0: none has.
    ends_us: AtomicU64,
    users: AtomicU32,
    active: AtomicU32,
    last_ms: AtomicU64,
    /// Of a scenario's random throughputs the first one counts for all (PreciseThroughputTimer.groupEvents).
    random: OnceLock<RandomThroughput>,
    moments: Mutex<Option<RandomMoments>>,
    moments_taken: AtomicU64,
}

#[derive(Debug, Default)]
struct OfTimer {
    front: Front,
    /// The whole second in which the shape began, plus one microsecond; 0: not yet.
    began_us: AtomicU64,
    rendezvous: RendezvousState,
}

/// The turn that a shape gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    At(u64),
    /// The shape is over then.
    None {
        ends_us: u64,
    },
}

impl SharedTimers {
    pub fn of(task: &LoadTask<'_>) -> Self {
        let counts = |timer: &Timer| {
            use plan::Among::{ActiveUsers, ActiveUsersOfScenario};
            matches!(timer, Timer::Throughput { among: ActiveUsers | ActiveUsersOfScenario, .. })
        };
        SharedTimers {
            share: task.share,
            seed: task.seed,
            scenarios: task.plan.scenarios.iter().map(|_| OfScenario::default()).collect(),
            timers: task.plan.timers.iter().map(|_| OfTimer::default()).collect(),
            last_ms: AtomicU64::new(0),
            counts_active: task.plan.timers.iter().any(counts),
            wakers: Mutex::default(),
        }
    }

    /// The processes that perform the plan together; each makes its part of a throughput.
    pub fn processes(&self) -> f64 {
        f64::from(self.share.count.max(1))
    }

    /// A user has begun (+1) or ended (−1) to be active.
    pub fn count_active(&self, scenario: usize, change: i32) {
        if self.counts_active {
            self.scenarios[scenario].active.fetch_add(change as u32, Ordering::Relaxed);
        }
    }

    pub fn active(&self, scenario: Option<usize>) -> u32 {
        let of = |scenario: &OfScenario| scenario.active.load(Ordering::Relaxed);
        match scenario {
            Some(number) => of(&self.scenarios[number]),
            None => self.scenarios.iter().map(of).sum(),
        }
    }

    /// A shape has ended the scenario.
    pub fn set_end(&self, scenario: usize, ends_us: u64) {
        self.scenarios[scenario].ends_us.store(ends_us.max(1), Ordering::Relaxed);
    }

    pub fn end_us(&self, scenario: usize) -> Option<u64> {
        Some(self.scenarios[scenario].ends_us.load(Ordering::Relaxed)).filter(|us| *us > 0)
    }

    /// How many users a scenario has in this process.
    pub fn set_users(&self, scenario: usize, users: u32) {
        self.scenarios[scenario].users.store(users, Ordering::Relaxed);
    }

    /// How far ahead the row of a scenario's users, or of all, is after one more.
    pub fn row_delay_ms(&self, scenario: Option<usize>, now_ms: u64, interval_ms: u64) -> u64 {
        let last = scenario.map_or(&self.last_ms, |number| &self.scenarios[number].last_ms);
        shared_delay_ms(last, now_ms, interval_ms)
    }

    /// The next turn of a shape on the run's clock.
    pub fn turn(&self, timer: usize, stages: &[ShapeStage], now_us: u64) -> Turn {
        let state = &self.timers[timer];
        let second_us = now_us / SECOND_US * SECOND_US;
        let began = state.began_us.compare_exchange(0, second_us + 1, Ordering::Relaxed, Ordering::Relaxed);
        let began_us = began.map_or_else(|before| before - 1, |_| second_us);
        let (part, parts) = (u64::from(self.share.index), u64::from(self.share.count.max(1)));
        match state.front.take(stages, now_us.saturating_sub(began_us), part, parts) {
            Some(turn_us) => Turn::At(began_us + turn_us),
            None => Turn::None { ends_us: began_us + shape::seconds(stages) * SECOND_US },
        }
    }

    /// The next moment of a scenario's random throughput, microseconds from the scenario's start.
    /// `known` holds the period that the caller has seen last.
    pub fn moment_us(&self, scenario: usize, timer: RandomThroughput, known: &mut Period) -> u64 {
        let state = &self.scenarios[scenario];
        let timer = state.random.get_or_init(|| timer);
        let number = state.moments_taken.fetch_add(1, Ordering::Relaxed);
        let number = number * u64::from(self.share.count.max(1)) + u64::from(self.share.index);
        let batch = u64::from(timer.batch.max(1));
        let (period, place) = (number / (timer.moments() * batch), number / batch % timer.moments());
        if known.as_ref().is_none_or(|(at, _)| *at != period) {
            let seed = match timer.seed {
                0 => part_seed(self.seed, scenario as u64) as i64,
                seed => seed,
            };
            let mut moments = state.moments.lock().unwrap_or_else(PoisonError::into_inner);
            let moments = moments.get_or_insert_with(|| RandomMoments::new(*timer, seed));
            *known = Some((period, moments.of(period)));
        }
        known.as_ref().and_then(|(_, moments)| moments.get(place as usize)).copied().unwrap_or(0)
    }

    /// A user comes to where others wait.
    pub fn arrive(&self, timer: usize, rendezvous: &plan::Rendezvous, scenario: usize) -> Arrival {
        let all = || self.scenarios[scenario].users.load(Ordering::Relaxed);
        let arrival = self.timers[timer].rendezvous.arrive(rendezvous.users.unwrap_or_else(all));
        if arrival == Arrival::Complete {
            self.wake();
        }
        arrival
    }

    pub fn give_up(&self, timer: usize, generation: u64) {
        if self.timers[timer].rendezvous.give_up(generation) {
            self.wake();
        }
    }

    pub fn leave(&self, timer: usize, generation: u64) {
        self.timers[timer].rendezvous.leave(generation);
    }

    pub fn is_over(&self, timer: usize, generation: u64) -> bool {
        self.timers[timer].rendezvous.is_over(generation)
    }

    pub fn add_waker(&self, waker: Arc<OwnedFd>) {
        self.wakers.lock().unwrap_or_else(PoisonError::into_inner).push(waker);
    }

    /// The workers before are gone.
    pub fn forget_wakers(&self) {
        self.wakers.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn wake(&self) {
        for waker in self.wakers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            // It fails only when the worker has not looked for 2^64 wake-ups.
            let _ = rustix::io::write(waker, &1_u64.to_ne_bytes());
        }
    }
}

/// A period's number and its moments.
pub type Period = Option<(u64, Arc<[u64]>)>;
