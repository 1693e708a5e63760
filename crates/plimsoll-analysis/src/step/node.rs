//! What each node of a fleet did in a step.

use super::window::Window;
use plimsoll_run::{NodeInterval, NoteContent, Run, RunHeader, SECOND_US, StepProblem};
use serde::Serialize;
use std::collections::BTreeMap;

/// One node's part of a step.
// A row of the report's table of nodes, and of its JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeLoad {
    pub number: u32,
    pub name: String,
    /// All that ended, failed ones too.
    pub requests: u64,
    /// Of the step's requests.
    pub share_percent: f64,
    pub throughput_per_s: f64,
    pub errors: u64,
    pub response_p50_us: Option<u64>,
    pub response_p95_us: Option<u64>,
    pub connect_p95_us: Option<u64>,
    pub lateness_p99_us: Option<u64>,
    /// Of the cores that its workers may use: one each.
    pub cpu_percent: f64,
    /// The run's clock as the node has it, against the run's: the value of the greatest size. Its seconds are shifted by as much.
    pub clock_ahead_us: i64,
    /// How sure that is, at worst.
    pub clock_uncertainty_us: u64,
    /// Seconds of which nothing came from it.
    pub missing_s: u64,
    /// The first of them, of the run.
    pub missing_from_s: Option<u32>,
    /// All of them: the first and the last second of each stretch.
    pub missing_stretches: Vec<(u32, u32)>,
    /// It was not there when the step began, and others made its share.
    pub is_absent: bool,
}

impl NodeLoad {
    pub(crate) fn all(window: &Window, header: &RunHeader) -> Vec<NodeLoad> {
        let mut sums: BTreeMap<u32, (NodeInterval, Vec<u32>)> = BTreeMap::new();
        let mut clocks: BTreeMap<u32, (i64, u64)> = BTreeMap::new();
        for second in &window.seconds {
            for (number, node) in &second.generator.nodes {
                let (sum, missing) = sums.entry(*number).or_default();
                sum.merge(node);
                if node.is_missing {
                    missing.push(second.second);
                } else {
                    let (ahead, unsure) = clocks.entry(*number).or_default();
                    if node.clock_ahead_us.unsigned_abs() > ahead.unsigned_abs() {
                        *ahead = node.clock_ahead_us;
                    }
                    *unsure = node.clock_uncertainty_us.max(*unsure);
                }
            }
        }
        let all: u64 = sums.values().map(|(sum, _)| sum.requests).sum();
        let records = header.fleet.iter().flat_map(|fleet| &fleet.nodes);
        let names: BTreeMap<u32, &str> = records.map(|node| (node.number, node.name.as_str())).collect();
        let rows = sums.into_iter().map(|(number, (sum, missing))| NodeLoad {
            number,
            name: names.get(&number).map_or_else(String::new, |name| (*name).to_owned()),
            requests: sum.requests,
            share_percent: 100.0 * sum.requests as f64 / all.max(1) as f64,
            throughput_per_s: sum.requests as f64 / window.duration_s().max(f64::MIN_POSITIVE),
            errors: sum.errors,
            response_p50_us: sum.response.quantile_us(0.50),
            response_p95_us: sum.response.quantile_us(0.95),
            connect_p95_us: sum.connect.quantile_us(0.95),
            lateness_p99_us: sum.lateness.quantile_us(0.99),
            cpu_percent: 100.0 * sum.cpu_us as f64 / sum.wall_us.max(1) as f64,
            clock_ahead_us: clocks.get(&number).map_or(0, |(ahead, _)| *ahead),
            clock_uncertainty_us: clocks.get(&number).map_or(0, |(_, unsure)| *unsure),
            missing_s: missing.len() as u64,
            missing_from_s: missing.first().copied(),
            missing_stretches: stretches(&missing),
            is_absent: false,
        });
        rows.collect()
    }

    /// Those without which a step was made: what was noted of it since the step before.
    pub(crate) fn absent(run: &Run, place: usize) -> Vec<NodeLoad> {
        let from = place.checked_sub(1).and_then(|before| run.steps[before].ended_us).unwrap_or(0);
        let until = run.steps[place].ended_us.unwrap_or(u64::MAX);
        let notes = run.notes.iter().filter(|note| (from..=until).contains(&note.at_us));
        let absent = notes.filter_map(|note| match &note.content {
            NoteContent::NodeAbsent { node, name } => Some((*node, name.clone())),
            _ => None,
        });
        let load = |(number, name)| NodeLoad { number, name, is_absent: true, ..NodeLoad::default() };
        absent.collect::<BTreeMap<_, _>>().into_iter().map(load).collect()
    }

    /// `nodes-missing`: a second of the window without one of the nodes had less load than was asked for.
    pub(crate) fn missing(nodes: &[NodeLoad]) -> Option<StepProblem> {
        let away: Vec<&NodeLoad> = nodes.iter().filter(|node| node.missing_s > 0).collect();
        let seconds = away.iter().map(|node| node.missing_s).max()?;
        Some(StepProblem::NodesMissing { seconds, nodes: away.len() as u32, of: nodes.len() as u32 })
    }

    /// When it was missing for the first time, seconds of the run.
    pub fn missing_from(&self) -> Option<f64> {
        self.missing_from_s.map(|second| f64::from(second) * SECOND_US as f64 / 1e6)
    }
}

/// Seconds that follow one another, as the first and the last of them.
fn stretches(seconds: &[u32]) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for second in seconds {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == *second => *last = *second,
            _ => found.push((*second, *second)),
        }
    }
    found
}
