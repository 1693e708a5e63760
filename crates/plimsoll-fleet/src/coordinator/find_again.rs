//! How another process finds the nodes of a coordinator that was killed.

use super::meeting::Meeting;
use super::state::MemberState;
use super::{Fleet, FleetError, FleetState, HeardNode, Member, lock};
use crate::kubernetes::NodePods;
use crate::launch::Launched;
use crate::message::NodeOrder;
use crate::server::OwnServer;
use plimsoll_engine::Control;
use plimsoll_study::FleetSpec;
use std::time::{Duration, Instant};

/// How long nodes may take to be heard of by a new coordinator.
const FOUND: Duration = Duration::from_secs(10);
/// How long a node may take to end a step that nobody wants any more.
const DROPPED: Duration = Duration::from_secs(30);
impl Fleet {
    /// Finds the nodes of a coordinator that was killed. `goes_on`: the step that they perform is gone on with; else they
    /// leave it.
    pub fn resume(
        spec: &FleetSpec,
        state: &FleetState,
        version: &str,
        goes_on: bool,
        (control, say): (&Control, &(dyn Fn(&str) + Sync)),
    ) -> Result<Fleet, FleetError> {
        if state.version() != version {
            let (theirs, ours) = (state.version().to_owned(), version.to_owned());
            return Err(FleetError::Resumed { theirs, ours });
        }
        let server = state.server.clone().map(OwnServer::take_over).transpose()?;
        let mut fleet =
            Fleet::open(spec, Meeting::of(spec, server), (state.session.clone(), state.keys), control)?;
        *lock(&fleet.launched) = state.launched.iter().cloned().filter_map(Launched::take_over).collect();
        *lock(&fleet.cluster) = state.cluster.clone().map(|pods| NodePods::take_over(pods, control));
        *lock(&fleet.step_before) = state.step.clone();
        fleet.nodes = state.nodes.iter().map(MemberState::member).collect();
        fleet.expect_nodes();
        fleet.until(FOUND, |heard| heard.last.is_some());
        let missing: Vec<String> = fleet.names(|heard| heard.last.is_none());
        let found = fleet.nodes.len() - missing.len();
        say(&format!("{found} of {} nodes of the fleet \"{}\" were found", fleet.nodes.len(), spec.name));
        missing.iter().for_each(|name| say(&format!("warning: node {name} is not there")));
        if let Some(step) = state.step.as_ref().filter(|_| !goes_on) {
            let drop = |node: &Member| (node.id.clone(), NodeOrder::Drop { key: step.key });
            fleet.order_all(fleet.nodes.iter().map(drop).collect(), Duration::from_secs(2));
            fleet.until(DROPPED, |heard| !heard.is_busy);
        }
        let nodes = fleet.nodes.clone();
        fleet.look_at_clocks(&nodes);
        Ok(fleet)
    }

    /// Those of a coordinator before have as long as any other to be heard of.
    fn expect_nodes(&self) {
        let mut heard = lock(&self.shared.heard);
        for node in &self.nodes {
            heard.entry(node.id.clone()).or_insert_with(|| HeardNode::expected(node.record.clone()));
        }
    }

    /// Waits until this holds of all nodes, or for so long.
    fn until(&self, most: Duration, holds: impl Fn(&HeardNode) -> bool) {
        let until = Instant::now() + most;
        while !self.names(|heard| !holds(heard)).is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Of the nodes of which this holds.
    fn names(&self, is: impl Fn(&HeardNode) -> bool) -> Vec<String> {
        let heard = lock(&self.shared.heard);
        let nodes = self.nodes.iter().filter(|node| heard.get(&node.id).is_some_and(&is));
        nodes.map(|node| node.record.name.clone()).collect()
    }
}
