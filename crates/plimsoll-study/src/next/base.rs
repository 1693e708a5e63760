//! What the new study begins with: the study of the run, or one that is made of a run without a study.

use plimsoll_analysis::{MeasuredRun, StepRow};
use plimsoll_plan::document::Node;
use plimsoll_plan::document::build::{list, map, pairs, text};
use plimsoll_plan::units::format_duration;
use plimsoll_run::{Design, RunHeader, secrets::MASK};
use std::time::Duration;

/// The run's own study, and where it was.
pub struct NextBase<'a> {
    /// As the run file has it; `None`: the run was one of a plan alone.
    pub study: Option<&'a Node>,
    /// Against which its paths are resolved.
    pub folder: String,
    /// The plan, where the study does not say it, or where it has to be another file.
    pub plan: Option<String>,
    /// Users, a rate or times were given on the command line.
    pub load_given: bool,
    /// What somebody has changed of the system under test already: then the study changes nothing of it.
    pub changed: Option<String>,
    /// More load generators are there.
    pub has_fleet: bool,
}

impl NextBase<'_> {
    /// With the properties of the run, and without its variants: those masked come back by name.
    pub(super) fn tree(&self, run: &MeasuredRun) -> (Node, Vec<String>) {
        let mut tree = self.study.cloned().unwrap_or_else(|| self.of_plan(run));
        tree.set("folder", text(&self.folder));
        if let Some(plan) = &self.plan {
            tree.set("plan", text(plan));
        }
        let masked = properties(&mut tree, &run.header);
        requirements(&mut tree, &run.header);
        (tree, masked)
    }

    fn of_plan(&self, run: &MeasuredRun) -> Node {
        let mut tree = map(vec![("study", text(&run.header.name))]);
        match (&run.header.design, first(run)) {
            (Design::Capacity { precision }, Some(row)) => {
                tree.set("capacity", capacity(row, run, *precision))
            }
            (_, Some(row)) if self.load_given => own_load(&mut tree, row, run),
            _ => {}
        }
        tree
    }
}

fn first(run: &MeasuredRun) -> Option<&StepRow> {
    run.steps.first()
}

/// The one load that the command line gave.
fn own_load(tree: &mut Node, row: &StepRow, run: &MeasuredRun) {
    match row.rate_per_s {
        Some(rate) => {
            tree.set("rates", list(vec![text(per_s(rate))]));
            tree.set("users", text(row.users.to_string()));
        }
        None => tree.set("threads", list(vec![text(row.users.to_string())])),
    }
    times(tree, row, run);
}

fn capacity(row: &StepRow, run: &MeasuredRun, precision: f64) -> Node {
    let mut node = map(vec![
        ("start", text(per_s(row.rate_per_s.unwrap_or(1.0)))),
        ("precision", text(format!("{} %", precision * 100.0))),
    ]);
    times(&mut node, row, run);
    node
}

fn times(node: &mut Node, row: &StepRow, run: &MeasuredRun) {
    node.set("step", text(length(measured(row))));
    let ramp = ramp(row, &run.header);
    if !ramp.is_zero() {
        node.set("ramp", text(length(ramp)));
    }
}

/// The planned window, in whole seconds.
pub(super) fn measured(row: &StepRow) -> Duration {
    Duration::from_secs(row.measured_s.round().max(1.0) as u64)
}

fn ramp(row: &StepRow, header: &RunHeader) -> Duration {
    let started_us = row.started_unix_us.saturating_sub(header.started_unix_us).max(0).unsigned_abs();
    Duration::from_secs((row.measured_from_us.saturating_sub(started_us) + 500_000) / 1_000_000)
}

pub(super) fn length(time: Duration) -> String {
    format_duration(time)
}

/// As a study has it.
pub(super) fn per_s(rate: f64) -> String {
    format!("{rate}/s")
}

/// All that the run had, whoever gave it: the variants' own are in there.
fn properties(tree: &mut Node, header: &RunHeader) -> Vec<String> {
    let all = &header.variant.properties;
    let is_masked = |value: &String| value.contains(MASK);
    let clear = all.iter().filter(|(_, value)| !is_masked(value));
    let entries: Vec<(String, Node)> = clear.map(|(name, value)| (name.clone(), text(value))).collect();
    tree.remove("properties");
    if !entries.is_empty() {
        tree.set("properties", pairs(entries));
    }
    all.iter().filter(|(_, value)| is_masked(value)).map(|(name, _)| name.clone()).collect()
}

/// Those of the command line, too.
fn requirements(tree: &mut Node, header: &RunHeader) {
    if !header.requirements.is_empty() {
        tree.set("requirements", list(header.requirements.iter().map(text).collect()));
    }
    if let Some(percent) = header.headroom_percent {
        tree.set("headroom", text(format!("{percent} %")));
    }
}
