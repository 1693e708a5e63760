//! Which loads a next step asks for.

use super::base::per_s;
use crate::file::RAISE_MAX;
use plimsoll_analysis::findings::{Finding, NextStep};
use plimsoll_analysis::{MeasuredRun, StepRow};
use plimsoll_plan::document::Node;
use plimsoll_plan::document::build::{list, text};
use plimsoll_plan::units::RATE_PER_S_MAX;

/// Keys of a study that say which loads it puts on.
const LOAD_KEYS: [&str; 6] = ["threads", "nodes", "rates", "users", "climb", "capacity"];

/// Otherwise the load is the plan's own.
pub(super) fn has_loads(tree: &Node) -> bool {
    LOAD_KEYS.iter().any(|key| tree.get(key).is_some())
}

/// How often loads between two others are measured.
const TIMES_BETWEEN: usize = 3;

/// The loads that a run tried: users, or arrivals per second.
pub(super) struct TriedLoads {
    /// In the order in which they were tried, each once.
    pub in_order: Vec<f64>,
    pub is_open: bool,
    /// Of the highest load.
    nodes: u32,
    users_max: u32,
}

impl TriedLoads {
    /// `None`: no load is known.
    pub fn of(run: &MeasuredRun) -> Option<TriedLoads> {
        let rows: Vec<&StepRow> = run.steps.iter().filter(|row| row.load().is_known()).collect();
        let highest = rows.iter().max_by(|a, b| a.load().value().total_cmp(&b.load().value()))?;
        let mut in_order = Vec::new();
        for row in &rows {
            let value = row.load().value();
            if value > 0.0 && !in_order.contains(&value) {
                in_order.push(value);
            }
        }
        Some(TriedLoads {
            is_open: highest.rate_per_s.is_some(),
            nodes: if run.header.fleet.is_some() { highest.nodes.max(1) } else { 1 },
            users_max: rows.iter().map(|row| row.users).max().unwrap_or(1),
            in_order,
        })
    }

    pub fn ascending(&self) -> Vec<f64> {
        let mut all = self.in_order.clone();
        all.sort_by(f64::total_cmp);
        all
    }

    /// Users are whole and rates have three digits; each load once, in the order given.
    fn fitting(&self, loads: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let mut found: Vec<f64> = Vec::new();
        for load in loads {
            let load = match self.is_open {
                true => rounded(load).min(RATE_PER_S_MAX),
                false => load.round().clamp(1.0, f64::from(RAISE_MAX)),
            };
            if load > 0.0 && !found.contains(&load) {
                found.push(load);
            }
        }
        found
    }

    /// Puts these loads in the place of those that the study had; with so many times the users that may be at work.
    pub fn put(&self, tree: &mut Node, loads: &[f64], users_factor: u32) {
        let pool = tree.get("users").and_then(Node::as_str).and_then(|users| users.parse::<u32>().ok());
        super::timing::lift(tree);
        LOAD_KEYS.iter().for_each(|key| drop(tree.remove(key)));
        if self.is_open {
            tree.remove("passes");
            tree.set("rates", list(loads.iter().map(|rate| text(per_s(*rate))).collect()));
            let users = pool.unwrap_or(self.users_max).saturating_mul(users_factor).clamp(1, RAISE_MAX);
            tree.set("users", text(users.to_string()));
            return;
        }
        let threads = |users: &f64| (users / f64::from(self.nodes)).round().max(1.0);
        tree.set("threads", list(loads.iter().map(|users| text(threads(users).to_string())).collect()));
        if self.nodes > 1 {
            tree.set("nodes", text(self.nodes.to_string()));
        }
    }
}

/// To three digits.
fn rounded(rate: f64) -> f64 {
    if rate <= 0.0 || !rate.is_finite() {
        return 0.0;
    }
    let unit = 10_f64.powf(rate.log10().floor() - 2.0);
    // What is divided is written with as few digits as it has.
    if unit < 1.0 { (rate / unit).round() / (1.0 / unit).round() } else { (rate / unit).round() * unit }
}

/// The loads for this next step; `None`: those of the study stay as they are.
pub(super) fn loads(
    next: &NextStep,
    finding: &Finding,
    run: &MeasuredRun,
    tried: &TriedLoads,
) -> Option<Vec<f64>> {
    let ascending = tried.ascending();
    let (lowest, highest) = (*ascending.first()?, *ascending.last()?);
    let value = |step: u32| run.step(step).map(|row| row.load().value());
    let all = match next {
        NextStep::LoadHigher => {
            let last_two = ascending.iter().rev().take(2).rev().copied();
            tried.fitting(last_two.chain([1.5, 2.0, 3.0].map(|factor| factor * highest)))
        }
        NextStep::LoadLower => {
            let seen = finding.evidence.iter().filter_map(|item| value(item.step?)).reduce(f64::min);
            let from = seen.unwrap_or(lowest);
            tried.fitting([0.25, 0.5, 0.75, 1.0].map(|factor| factor * from))
        }
        NextStep::LoadBetween { from_step, to_step } => {
            let (a, b) = (value(*from_step)?, value(*to_step)?);
            let between = tried.fitting([0.0, 0.25, 0.5, 0.75, 1.0].map(|part| a + part * (b - a)));
            between.repeat(TIMES_BETWEEN)
        }
        // Of one load there is no order.
        NextStep::OtherOrder if lowest == highest => return None,
        NextStep::OtherOrder => tried.fitting(tried.in_order.iter().rev().copied()),
        NextStep::SoakWithHeapDumps { .. } => {
            let best = run.capacity.best().map(|best| best.load().value());
            let seen = finding.evidence.iter().filter_map(|item| value(item.step?)).next_back();
            tried.fitting(seen.or(best))
        }
        _ => return None,
    };
    (!all.is_empty()).then_some(all)
}

/// From the load below the knee to the highest one, and beyond it by the factor by which the limit was moved.
pub(super) fn around_knee(run: &MeasuredRun, tried: &TriedLoads, factor: f64) -> Vec<f64> {
    let ascending = tried.ascending();
    let knee = run.capacity.best().map(|best| best.load().value());
    let below = knee.and_then(|knee| ascending.iter().rposition(|load| *load < knee)).unwrap_or(0);
    let highest = ascending.last().copied().unwrap_or(1.0);
    tried.fitting(ascending[below.min(ascending.len())..].iter().copied().chain([factor * highest]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_short() {
        let cases = [(133.333, 133.0), (1333.33, 1330.0), (0.33333, 0.333), (12.5, 12.5), (0.3, 0.3)];
        for (rate, expected) in cases {
            assert_eq!(per_s(rounded(rate)), per_s(expected));
        }
    }
}
