//! How nodes are waited for.

use super::{Fleet, FleetError, HeardNode, Member, lock};
use crate::kubernetes::NodePods;
use crate::launch::Launched;
use crate::message::{NodeOrder, PROTOCOL};
use plimsoll_engine::Control;
use plimsoll_run::NodeRecord;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How long nodes are waited for at most by whoever only looks at a fleet.
const LOOKED_FOR: Duration = Duration::from_secs(30);
/// A node that was not heard of for so long is not there.
const SILENT: Duration = Duration::from_secs(4);

impl Fleet {
    /// Waits for so many nodes. `goes_on`: with those that came, and says all that keeps the others away; else the first that keeps
    /// one away is the error.
    pub(super) fn wait_for_nodes(
        &mut self,
        version: &str,
        control: &Control,
        (mut wanted, goes_on): (usize, bool),
    ) -> Result<Vec<FleetError>, FleetError> {
        let began = Instant::now();
        let mut problems = Vec::new();
        loop {
            let (heard, twice) = self.there();
            let is_time_up = began.elapsed() > self.patience(goes_on);
            if heard.len() >= wanted || goes_on && is_time_up {
                let is_ours =
                    |heard: &HeardNode| heard.protocol == PROTOCOL && heard.record.version == version;
                let (ours, others): (Vec<_>, Vec<_>) =
                    heard.into_iter().partition(|(_, heard)| is_ours(heard));
                let missing = wanted > ours.len() + others.len();
                problems.extend(others.into_iter().map(|(_, heard)| of_another_version(heard, version)));
                if !goes_on && !problems.is_empty() {
                    return Err(problems.remove(0));
                }
                if missing {
                    problems.push(self.missing((ours.len(), wanted), &ours, &twice, began.elapsed()));
                }
                self.nodes = members(ours, wanted);
                return Ok(problems);
            }
            if control.stopped().is_some() {
                return Err(FleetError::Stopped);
            }
            for (problem, away) in self.will_not_come(&heard, began.elapsed()) {
                if !goes_on {
                    return Err(problem);
                }
                problems.push(problem);
                wanted -= away.min(wanted);
            }
            if is_time_up {
                self.dismiss(heard.iter().map(|(id, _)| id.clone()));
                return Err(self.missing((heard.len(), wanted), &heard, &twice, began.elapsed()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What is known to keep nodes away for good, each once, and how many of them.
    fn will_not_come(&self, heard: &[(String, HeardNode)], waited: Duration) -> Vec<(FleetError, usize)> {
        let mut found = Vec::new();
        let gone: Vec<String> = lock(&self.launched).iter_mut().filter_map(Launched::ended).collect();
        if !gone.is_empty() {
            let count = gone.len();
            found.push((FleetError::Launch(gone), count));
        }
        if let Some(cluster) = &mut *lock(&self.cluster)
            && let Err(error) = cluster.look(waited)
        {
            let here = heard.iter().filter(|(_, heard)| NodePods::is_name(&heard.record.name)).count();
            found.push((error.into(), cluster.nodes().saturating_sub(here)));
        }
        found
    }

    fn missing(
        &self,
        (joined, wanted): (usize, usize),
        heard: &[(String, HeardNode)],
        twice: &BTreeSet<String>,
        waited: Duration,
    ) -> FleetError {
        let is_heard = |name: &str| heard.iter().any(|(_, heard)| heard.record.name == name);
        let launched = lock(&self.launched);
        let is_silent = |launched: &&Launched| !launched.is_gone() && !is_heard(launched.name());
        let silent = launched.iter().filter(is_silent).map(Launched::said);
        let twice = twice.iter().map(|name| {
            format!("{name} was started twice on one machine and counts once (`--name` gives a node a name of its own)")
        });
        let names: Vec<String> = silent.chain(twice).collect();
        FleetError::Missing {
            fleet: self.spec.name.clone(),
            joined,
            wanted,
            waited_s: waited.as_secs(),
            names,
        }
    }

    /// Nodes that could begin a step now, each once, and the names of those that were started more than once.
    fn there(&self) -> (Vec<(String, HeardNode)>, BTreeSet<String>) {
        let (mut once, mut twice) = (BTreeMap::<_, (String, HeardNode)>::new(), BTreeSet::new());
        for (id, heard) in &*lock(&self.shared.heard) {
            // One that still performs a step of a run whose coordinator is gone is waited for.
            if heard.silent() >= SILENT || heard.is_busy {
                continue;
            }
            // Where a machine can't say which it is, two of one name may be two.
            let machine = if heard.machine.is_empty() { id } else { &heard.machine };
            let who = (heard.record.name.clone(), machine.clone());
            let found = (id.clone(), heard.clone());
            match once.get_mut(&who) {
                None => drop(once.insert(who, found)),
                Some(other) => {
                    twice.insert(who.0);
                    // One of them may be gone already.
                    if heard.last > other.1.last {
                        *other = found;
                    }
                }
            }
        }
        (once.into_values().collect(), twice)
    }

    /// How long nodes are waited for; pods say themselves why they do not come.
    fn patience(&self, only_looks: bool) -> Duration {
        let awaits_pods = lock(&self.cluster).as_ref().is_some_and(|pods| !pods.is_given_up());
        let pods = self.spec.kubernetes.as_ref().filter(|_| awaits_pods);
        let pods = pods.map(|pods| pods.start_within + Duration::from_secs(10));
        let others = self.spec.join_within;
        pods.unwrap_or_default().max(if only_looks { others.min(LOOKED_FOR) } else { others })
    }

    /// Nodes that were started for nothing end; those that others started go on waiting.
    fn dismiss(&self, ids: impl Iterator<Item = String>) {
        if self.spec.joined == 0 {
            self.order_all(ids.map(|id| (id, NodeOrder::Leave)).collect(), Duration::from_secs(1));
        }
    }
}

fn of_another_version(heard: HeardNode, ours: &str) -> FleetError {
    let HeardNode { record: NodeRecord { name, version, .. }, protocol, .. } = heard;
    match version == ours {
        true => FleetError::Build { name, version, theirs: protocol },
        false => FleetError::Version { name, theirs: version, ours: ours.to_owned() },
    }
}

/// By name, numbered from 1; who is not needed leaves others alone.
fn members(heard: Vec<(String, HeardNode)>, wanted: usize) -> Vec<Member> {
    let member =
        |(id, heard): (String, HeardNode)| Member { number: 0, id, record: heard.record, workers: None };
    let mut members: Vec<Member> = heard.into_iter().map(member).collect();
    members.sort_by(|a, b| (&a.record.name, &a.id).cmp(&(&b.record.name, &b.id)));
    members.truncate(wanted);
    members.iter_mut().zip(1..).for_each(|(member, number)| member.number = number);
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_another_program_is_said_with_what_to_do() {
        let of = |version: &str, protocol| {
            let record =
                NodeRecord { name: "a".to_owned(), version: version.to_owned(), ..NodeRecord::default() };
            of_another_version(HeardNode { protocol, ..HeardNode::expected(record) }, "0.2.0")
        };
        let older = of("0.1.9", PROTOCOL);
        assert_eq!(older.to_string(), "node a runs plimsoll 0.1.9, and this is 0.2.0");
        assert!(older.hint().is_some_and(|hint| hint.starts_with("install the same version")));
        let (built, ours) = (of("0.2.0", PROTOCOL - 1), PROTOCOL);
        let expected = format!(
            "node a runs another build of plimsoll 0.2.0: its messages are of form {}, and those of this build of form {ours}",
            ours - 1
        );
        assert_eq!(built.to_string(), expected);
        assert!(built.hint().is_some_and(|hint| hint.starts_with("copy this very program")));
    }
}
