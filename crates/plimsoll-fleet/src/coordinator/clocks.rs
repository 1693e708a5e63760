//! The clocks of a fleet's nodes against the run's.

use super::{Fleet, HeardNode, Member, lock};
use crate::clock::Offset;
use plimsoll_engine::RunClock;
use std::time::Instant;

impl Fleet {
    /// Looks at the clocks of these nodes.
    pub(super) fn look_at_clocks(&self, nodes: &[Member]) {
        let looks = nodes.iter().map(|node| self.shared.look_at_clock(&node.id));
        self.handle.block_on(futures_util::future::join_all(looks));
    }

    /// The clock of a run that another coordinator began, as its nodes know it; `None`: none of them does.
    pub fn clock_of_run(&self, started_unix_us: i64) -> Option<RunClock> {
        let heard = lock(&self.shared.heard);
        let knows = |heard: &HeardNode| heard.run.filter(|run| run.started_unix_us == started_unix_us);
        let (zero, offset) = heard
            .values()
            .filter_map(|heard| Some((knows(heard)?, heard.clock.last())))
            .min_by_key(|(_, offset)| offset.uncertainty_us)?;
        let now = Instant::now();
        let theirs_us = now.duration_since(self.shared.started).as_micros() as i64 + offset.ahead_us;
        RunClock::of_another(now, u64::try_from(theirs_us - zero.node_us).ok()?, started_unix_us)
    }

    /// What a node's clock reads when the run's reads 0.
    pub(super) fn run_zero_us(&self, id: &str, clock: &RunClock) -> i64 {
        let ours = self.shared.now_us() as i64 - clock.now_us() as i64;
        ours + self.offset_of(id).ahead_us
    }

    pub(super) fn offset_of(&self, id: &str) -> Offset {
        lock(&self.shared.heard).get(id).map(|heard| heard.clock.last()).unwrap_or_default()
    }

    /// The run's clock as the node has it, which reads 0 when the node's reads this, against ours at this moment of the run: by how
    /// much it is ahead, and how sure that is.
    pub(super) fn clock_of(&self, id: &str, zero_us: i64, clock: &RunClock, run_us: u64) -> (i64, u64) {
        let began_us = self.shared.now_us() as i64 - clock.now_us() as i64;
        let at_us = u64::try_from(began_us + run_us as i64).unwrap_or(0);
        let found = lock(&self.shared.heard).get(id).map(|heard| heard.clock.at(at_us)).unwrap_or_default();
        (began_us + found.ahead_us - zero_us, found.uncertainty_us)
    }

    /// As [`Fleet::run_zero_us`], as a coordinator before said it to the node.
    pub(super) fn run_zero_before(&self, id: &str, clock: &RunClock) -> i64 {
        let run = lock(&self.shared.heard).get(id).and_then(|heard| heard.run);
        let known = run.filter(|run| run.started_unix_us == clock.started_unix_us());
        known.map_or_else(|| self.run_zero_us(id, clock), |run| run.node_us)
    }
}
