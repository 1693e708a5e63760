//! What the servers did: figures of each host over the run's time, and tables of each server and step.

pub(crate) mod attendance;
pub(crate) mod cpu;
mod figures;
pub(crate) mod heap;
pub(crate) mod jvms;
mod lines;
pub(crate) mod panel;
pub(crate) mod peers;
pub(crate) mod pool;
pub(crate) mod queue;
pub(crate) mod readings;
mod requests;
pub(crate) mod shape;
mod steps;

pub use attendance::ServersAtWork;
pub use panel::{Line, PANELS, Panel, PanelKind, Shape};
pub use pool::{Pool, PoolKind};
pub use queue::Queue;
pub use requests::{LimitCount, ServerStep};
pub use steps::{HostStep, StepValue};

use crate::figures::Figure;
use crate::requirement::Requirement;
use crate::step::StepRow;
use plimsoll_run::{Run, SeriesPoints, ServerSecond, Telemetry};
use serde::Serialize;

/// The points and requests of a run, which are too many to be part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observations {
    pub points: Vec<SeriesPoints>,
    pub requests: Vec<ServerSecond>,
}

/// All that is said of the servers of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Servers {
    /// By host, then in the order of [`PANELS`].
    pub figures: Vec<Figure>,
    /// What each host did in each step.
    pub host_steps: Vec<HostStep>,
    /// What each server logged of its requests in each step.
    pub server_steps: Vec<ServerStep>,
}

impl Servers {
    pub(crate) fn of(run: &Run, observed: &Observations, rows: &[StepRow]) -> Servers {
        let limits: Vec<Requirement> =
            run.header.requirements.iter().flat_map(|text| Requirement::parse(text)).collect();
        Servers {
            figures: figures::figures(run, observed, rows),
            host_steps: steps::host_steps(observed, rows),
            server_steps: requests::server_steps(observed, rows, &limits),
        }
    }

    /// Nothing was watched.
    pub fn is_empty(&self, telemetry: &Telemetry) -> bool {
        telemetry.is_empty() && self.figures.is_empty()
    }

    /// Hosts that anything is known of, by name.
    pub fn hosts<'a>(&'a self, telemetry: &'a Telemetry) -> Vec<&'a str> {
        let named = telemetry.hosts.iter().map(|host| host.name.as_str());
        let drawn = self.figures.iter().filter_map(|figure| figure.source.as_ref()).map(|s| s.host.as_str());
        let mut hosts: Vec<&str> = named.chain(drawn).collect();
        hosts.sort_unstable();
        hosts.dedup();
        hosts
    }
}
