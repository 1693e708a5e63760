//! The study that decides whether a finding's claim holds.

use super::base::{NextBase, measured};
use super::loads::{TriedLoads, around_knee, has_loads, loads};
use super::quantity::{self, QuantityChange};
use super::timing;
use plimsoll_analysis::findings::{Finding, NextStep};
use plimsoll_analysis::follow_up::{CHANGED, CLAIM, NEXT_OF, expected, needs_change, run_key};
use plimsoll_analysis::{MeasuredRun, StepRow};
use plimsoll_plan::document::build::{map, pairs, text};
use plimsoll_plan::document::{Node, NodeValue};
use plimsoll_run::{Design, secrets::MASK};
use std::time::Duration;

/// How far a limit is taken to be moved where nothing says it.
const MOVED: f64 = 1.5;

/// Keys that stand before the others.
const FIRST: [&str; 15] = [
    "study",
    "labels",
    "folder",
    "plan",
    "properties",
    "variants",
    "threads",
    "nodes",
    "rates",
    "users",
    "climb",
    "capacity",
    "step",
    "ramp",
    "pause",
];

/// Repeats where chance is the question.
const REPEATS: &str = "3";

/// Why the program can't carry it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextProblem {
    /// A person has to look or to mend something first.
    Person,
    /// It takes more load generators.
    Generator,
    /// The study has jobs: its loads are not steps.
    Jobs,
    /// Which loads were put on is not known, or there are none to choose.
    NoLoads,
    /// The study says no time that could be longer.
    NoTimes,
}

/// A study in the form of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct NextStudy {
    pub tree: Node,
    /// What the study changes of the system under test itself: `POOL 6 → 9`.
    pub changed: Option<String>,
    /// Somebody has to change the system under test before.
    pub by_hand: bool,
    /// Properties of the run whose values are secret: they have to be given again.
    pub secrets: Vec<String>,
    /// Places of the study that hold a mask instead of a secret: `system.env.TOKEN`.
    pub masked: Vec<String>,
}

impl NextStudy {
    pub fn of(base: &NextBase, run: &MeasuredRun, finding: &Finding) -> Result<NextStudy, NextProblem> {
        if expected(finding).is_none() {
            return Err(NextProblem::Person);
        }
        if finding.next == NextStep::FreeTheGenerator && !base.has_fleet {
            return Err(NextProblem::Generator);
        }
        let (mut tree, secrets) = base.tree(run);
        let mut variant = own_variant(&mut tree, &run.header.variant.name);
        if base.plan.is_some() {
            variant.remove("plan");
        }
        let find = || quantity::find(&finding.next, &finding.claim, &tree, &variant);
        let change = if base.changed.is_some() { None } else { find() };
        put_load(&mut tree, run, finding, change.as_ref())?;
        let mut name = variant_name(&finding.next).to_owned();
        if let Some(change) = &change {
            change.put(&mut variant);
            name.clone_from(&change.variant);
        }
        let old = Some(run.header.variant.name.as_str()).filter(|old| !old.is_empty());
        let name = old.map_or(name.clone(), |old| format!("{old}, {name}"));
        tree.set("variants", pairs(vec![(name, variant)]));
        let changed = change.map(|change| change.said);
        let said = base.changed.as_ref().or(changed.as_ref());
        tree.set("labels", labels(run, finding, said.map(String::as_str)));
        let by_hand = said.is_none() && needs_change(&finding.next);
        in_order(&mut tree);
        let mut masked = Vec::new();
        masks(&tree, "", &mut masked);
        Ok(NextStudy { tree, changed, by_hand, secrets, masked })
    }
}

/// What tells the new run from the one before, in a word or two.
fn variant_name(next: &NextStep) -> &'static str {
    match next {
        NextStep::LoadHigher => "higher loads",
        NextStep::LoadLower => "lower loads",
        NextStep::LoadBetween { .. } => "loads between",
        NextStep::MeasureLonger => "longer",
        NextStep::RunAgain | NextStep::RepeatEqual => "again",
        NextStep::MoreUsers => "more users",
        NextStep::OtherOrder => "other order",
        NextStep::PauseBetweenSteps { .. } => "with pauses",
        NextStep::SoakWithHeapDumps { .. } => "soak",
        NextStep::FreeTheGenerator => "more generators",
        _ => "changed",
    }
}

/// What the variant of the run says beside its properties, which the study has now; the other variants go.
fn own_variant(tree: &mut Node, name: &str) -> Node {
    let variants = tree.remove("variants");
    tree.remove("matrix");
    // A matrix adds to the name.
    let is_it =
        |known: &str| name == known || name.strip_prefix(known).is_some_and(|rest| rest.starts_with(", "));
    let entries = variants.iter().flat_map(Node::entries);
    let own = entries
        .filter(|(known, _)| known.as_str().is_some_and(is_it))
        .max_by_key(|(known, _)| known.as_str().map(str::len));
    let mut own = own.map_or_else(|| map(Vec::new()), |(_, value)| value.clone());
    if !matches!(own.value, NodeValue::Mapping(_)) {
        own = map(Vec::new());
    }
    own.remove("properties");
    own.remove("factors");
    own
}

fn put_load(
    tree: &mut Node,
    run: &MeasuredRun,
    finding: &Finding,
    change: Option<&QuantityChange>,
) -> Result<(), NextProblem> {
    let next = &finding.next;
    match next {
        NextStep::RunAgain | NextStep::FreeTheGenerator => return Ok(()),
        NextStep::RepeatEqual => {
            tree.set("repeats", text(REPEATS));
            tree.set("order", text("rotated"));
            return Ok(());
        }
        _ if tree.get("jobs").is_some() && needs_change(next) => return Ok(()),
        _ if tree.get("jobs").is_some() => return Err(NextProblem::Jobs),
        NextStep::PauseBetweenSteps { pause_s } => {
            timing::set_pause(tree, Duration::from_secs_f64(pause_s.max(1.0)));
            return Ok(());
        }
        _ => {}
    }
    let tried = TriedLoads::of(run).ok_or(NextProblem::NoLoads)?;
    let is_search = matches!(run.header.design, Design::Capacity { .. });
    if is_search && put_search(tree, run, next) {
        return Ok(());
    }
    match next {
        NextStep::MeasureLonger => return longer(tree, run, &tried),
        NextStep::MoreUsers => tried.put(tree, &tried.in_order, 2),
        _ if needs_change(next) => {
            let all = around_knee(run, &tried, change.map_or(MOVED, |change| change.factor.max(1.0)));
            tried.put(tree, &all, 1);
        }
        _ => {
            let all = loads(next, finding, run, &tried).ok_or(NextProblem::NoLoads)?;
            tried.put(tree, &all, 1);
            tree.remove("repeats");
            tree.remove("order");
        }
    }
    if let NextStep::SoakWithHeapDumps { hours } = next {
        timing::set_step(tree, Duration::from_secs((hours * 3_600.0).round().max(60.0) as u64));
    } else if tree.get("step").is_none() && tree.get("passes").is_none() {
        timing::set_step(tree, longest(run));
    }
    Ok(())
}

/// A load that the plan itself has becomes one of the study: only then it has a time.
fn longer(tree: &mut Node, run: &MeasuredRun, tried: &TriedLoads) -> Result<(), NextProblem> {
    let is_own = run.header.design == Design::Single || !has_loads(tree);
    if is_own && tree.get("step").is_none() {
        tried.put(tree, &tried.in_order, 1);
        timing::set_step(tree, longest(run));
    }
    if timing::lengthen(tree) { Ok(()) } else { Err(NextProblem::NoTimes) }
}

fn longest(run: &MeasuredRun) -> Duration {
    let times = run.steps.iter().filter(|row: &&StepRow| row.is_valid()).map(measured);
    times.max().or_else(|| run.steps.iter().map(measured).max()).unwrap_or(Duration::from_secs(60))
}

/// A search is told other bounds; `false`: it is asked for something else.
fn put_search(tree: &mut Node, run: &MeasuredRun, next: &NextStep) -> bool {
    let Some(search) = run.rate_capacity() else { return false };
    let holds = search.holds.as_ref().map(|rate| rate.rate_per_s);
    let fails = search.fails.as_ref().map(|rate| rate.rate_per_s);
    let Some(capacity) = tree.get_mut("capacity") else { return false };
    match next {
        NextStep::LoadHigher => {
            let Some(holds) = holds else { return false };
            capacity.set("start", text(super::base::per_s(holds)));
            capacity.set("max", text(super::base::per_s(8.0 * fails.unwrap_or(holds))));
        }
        NextStep::LoadLower => {
            let Some(fails) = fails else { return false };
            capacity.set("start", text(super::base::per_s(fails / 8.0)));
            capacity.remove("min");
        }
        NextStep::MeasureLonger => return timing::lengthen(tree),
        _ => return needs_change(next),
    }
    true
}

fn labels(run: &MeasuredRun, finding: &Finding, changed: Option<&str>) -> Node {
    let mut labels = vec![(NEXT_OF, text(run_key(&run.header))), (CLAIM, text(finding.id))];
    labels.extend(changed.map(|changed| (CHANGED, text(changed))));
    map(labels)
}

/// What a reader looks for first stands first.
fn in_order(tree: &mut Node) {
    let rank = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    if let NodeValue::Mapping(entries) = &mut tree.value {
        entries.sort_by_key(|(key, _)| rank(key.as_str().unwrap_or_default()));
    }
}

/// Places whose value is a mask, by the keys that lead to them.
fn masks(node: &Node, path: &str, found: &mut Vec<String>) {
    match &node.value {
        NodeValue::Scalar { text, .. } if text.contains(MASK) => found.push(path.to_owned()),
        NodeValue::Scalar { .. } | NodeValue::Null => {}
        NodeValue::Sequence(items) => items.iter().for_each(|item| masks(item, path, found)),
        NodeValue::Mapping(entries) => {
            for (key, value) in entries {
                let key = key.as_str().unwrap_or_default();
                let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                masks(value, &path, found);
            }
        }
    }
}
