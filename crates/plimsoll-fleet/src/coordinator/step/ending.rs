//! When a step is over, and what is said of it then.

use super::super::generator::LATE;
use super::super::{Member, lock};
use super::{ALL_AWAY, FleetStep};
use plimsoll_run::{NoteContent, OnLostNode};
use plimsoll_study::{GeneratorEvent, StepFailure, StepOutcome};

/// Why a step ended whose nodes nobody heard of any more.
const SERVER_AWAY: &str = "the NATS server of the fleet went away and did not come back: what nodes measured since is in their own run files";

impl FleetStep<'_> {
    pub(super) fn is_over(&self) -> bool {
        if self.merger.all_ended() || self.is_abandoned() {
            return true;
        }
        // Nobody else goes on, and who is away has had its time: where no node is heard of, it is the network, which comes back.
        let none_is_heard = self.control.stop == 0 && self.merger.none_ended() && self.failures.is_empty();
        let patience = if none_is_heard { ALL_AWAY } else { LATE };
        let all_away = self.merger.active().is_empty();
        all_away && self.lost.values().all(|since| since.elapsed() > patience)
    }

    /// The server does not come back: not while somebody waits for the end, and no longer than nodes would wait for us.
    fn is_abandoned(&self) -> bool {
        let patience = if self.control.stop > 0 { LATE } else { self.fleet.spec.orphan_timeout };
        self.away_since.is_some_and(|since| since.elapsed() > patience)
    }

    /// Who was lost without a word: where the cluster knows of its pod, it says why.
    fn ask_cluster(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        let is_silent = |node: &&Member| self.lost.contains_key(&node.number) && self.can_return(node.number);
        let silent: Vec<Member> = self.nodes.iter().filter(is_silent).cloned().collect();
        let names: Vec<&str> = silent.iter().map(|node| node.record.name.as_str()).collect();
        let why = lock(&self.fleet.cluster).as_ref().map(|cluster| cluster.why_gone(&names));
        for (node, why) in silent.iter().zip(why.unwrap_or_default()) {
            if let Some(why) = why {
                self.node_failed(node, why, sink);
            }
        }
    }

    /// How far its nodes were apart when they began.
    fn note_starts(&self, sink: &mut dyn FnMut(GeneratorEvent)) {
        let (users, late) = (&self.first_users_us, &self.first_late_us);
        // Arrivals begin one after another as they were asked to: each has a moment of its own.
        let note = match self.load.plan.rate_per_s_max() {
            None => {
                users.iter().min().zip(users.iter().max()).filter(|_| users.len() > 1).map(|(first, last)| {
                    NoteContent::NodesStarted { nodes: users.len() as u32, spread_us: last - first }
                })
            }
            Some(_) => late
                .iter()
                .max()
                .filter(|_| late.len() > 1)
                .map(|most| NoteContent::NodesArrived { nodes: late.len() as u32, late_us: *most }),
        };
        if let Some(note) = note.filter(|_| self.is_under_way) {
            sink(GeneratorEvent::Note(note));
        }
    }

    pub(super) fn end(mut self, sink: &mut dyn FnMut(GeneratorEvent)) -> StepOutcome {
        self.ask_cluster(sink);
        for second in self.merger.rest() {
            sink(GeneratorEvent::Second(Box::new(second)));
        }
        let first = self.first_users_us.iter().min().copied();
        self.note_starts(sink);
        let is_abandoned = self.is_abandoned();
        let mut outcome = StepOutcome { first_user_us: first, ..self.outcome };
        if outcome.ended_us == 0 {
            outcome.ended_us = self.load.clock.now_us();
        }
        if is_abandoned {
            self.failures.push(SERVER_AWAY.to_owned());
        }
        let all_lost = self.lost.len() == self.nodes.len();
        let ends = self.fleet.spec.on_lost_node == OnLostNode::End && !self.lost.is_empty();
        if all_lost || ends || is_abandoned || !self.failures.is_empty() && !self.is_under_way {
            let why = match self.failures.is_empty() {
                false => self.failures.join("\n"),
                true if all_lost => "all nodes of the fleet were lost".to_owned(),
                true => "a node of the fleet was lost, and the study says `on_lost_node: end`".to_owned(),
            };
            outcome.failure = Some(StepFailure { why, refused: !self.is_under_way });
        }
        outcome
    }
}
