//! Steps named by their load, the best of them, and what a rate comes to.

use crate::statistics::{Bounds, Estimate};
use crate::step::{AppliedLoad, StepRow, mean_throughput};
use serde::Serialize;

/// Of the mean: an interval that reaches below is wide.
const WIDE: f64 = 0.8;

/// A step named by its load, and what it carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperatingPoint {
    pub step: u32,
    pub threads: u32,
    pub nodes: u32,
    pub users: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_users: Option<f64>,
    /// Users were not known: they are the requests at work on average.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_at_work: bool,
    /// Arrivals per second that were asked for; `None` where the load is users.
    pub rate_per_s: Option<f64>,
    pub throughput_per_s: Estimate,
    /// So many steps of this load were measured; throughput is their mean.
    #[serde(skip_serializing_if = "is_one")]
    pub of_steps: usize,
}

fn is_one(steps: &usize) -> bool {
    *steps == 1
}

impl OperatingPoint {
    pub fn load(&self) -> AppliedLoad {
        AppliedLoad {
            users: self.users,
            mean_users: self.mean_users,
            is_at_work: self.is_at_work,
            rate_per_s: self.rate_per_s,
        }
    }

    /// What surely was carried, where the interval is so wide that its mean says little; `None`: it is not.
    pub fn surely_per_s(&self) -> Option<f64> {
        let low = self.throughput_per_s.bounds_95?.low.max(0.0);
        (low < WIDE * self.throughput_per_s.value).then_some(low)
    }

    pub(crate) fn of(row: &StepRow) -> OperatingPoint {
        OperatingPoint {
            step: row.number,
            threads: row.threads,
            nodes: row.nodes,
            users: row.users,
            mean_users: row.mean_users,
            is_at_work: row.is_at_work,
            rate_per_s: row.rate_per_s,
            throughput_per_s: row.throughput_per_s,
            of_steps: 1,
        }
    }
}

/// Of the load that brought most, its highest step.
pub(crate) fn best_step(rows: &[StepRow]) -> Option<&StepRow> {
    let loads = by_load(rows);
    let best = best_of(loads.iter().filter(|row| row.is_current()))?.number;
    rows.iter().find(|row| row.number == best)
}

/// The highest of many short windows is a chance: where any step was measured for as long, shorter ones are not the best, unless
/// they surely brought far more.
pub const BEST_OF_S: f64 = 10.0;
const FAR_MORE: f64 = 1.2;

/// Surely more than chance makes of a throughput measured for longer.
fn brought_far_more(short: &StepRow, long: &[&StepRow]) -> bool {
    let most = long.iter().map(|row| row.throughput_per_s.value).fold(0.0, f64::max);
    short.throughput_per_s.bounds_95.is_some_and(|bounds| bounds.low > FAR_MORE * most)
}

/// The first of equals: the same throughput with less load is the better step. Where any holds enough requests for a claim, those
/// with fewer are not the best either; nor is one that mostly fails, while there is another.
pub(crate) fn best_of<'a>(rows: impl Iterator<Item = &'a StepRow>) -> Option<&'a StepRow> {
    let (failing, rows): (Vec<&StepRow>, Vec<&StepRow>) = rows.partition(|row| row.mostly_fails());
    let rows = if rows.is_empty() { failing } else { rows };
    let (enough, few): (Vec<&StepRow>, Vec<&StepRow>) =
        rows.into_iter().partition(|row| row.carries_claims());
    let rows = if enough.is_empty() { few } else { enough };
    let (long, short): (Vec<&StepRow>, Vec<&StepRow>) =
        rows.into_iter().partition(|row| row.measured_s >= BEST_OF_S);
    let rows = match long.is_empty() {
        true => short,
        false => {
            let more = short.into_iter().filter(|row| brought_far_more(row, &long)).collect::<Vec<_>>();
            long.into_iter().chain(more).collect()
        }
    };
    rows.into_iter()
        .reduce(|best, row| if row.throughput_per_s.value > best.throughput_per_s.value { row } else { best })
}

/// A step with the mean of all windows of its load.
pub(crate) fn of_load(row: &StepRow, rows: &[StepRow]) -> OperatingPoint {
    let same = same_load(row, rows);
    OperatingPoint {
        throughput_per_s: mean_of(&same).unwrap_or(row.throughput_per_s),
        of_steps: same.len().max(1),
        ..OperatingPoint::of(row)
    }
}

/// Of steps that differ the interval of their mean is as wide as few of them make it: what each of them surely carried was carried.
fn mean_of(same: &[&StepRow]) -> Option<Estimate> {
    let mean = mean_throughput(same)?;
    let own = || same.iter().filter_map(|row| row.throughput_per_s.bounds_95);
    let (least, most) = own().fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), bounds| {
        (low.min(bounds.low), high.max(bounds.high))
    });
    let within = |bounds: Bounds| Bounds {
        low: bounds.low.max(least.min(mean.value)),
        high: bounds.high.min(most.max(mean.value)),
    };
    let all_known = own().count() == same.len();
    Some(Estimate { bounds_95: mean.bounds_95.map(|b| if all_known { within(b) } else { b }), ..mean })
}

/// Valid steps of each load as one, in the order of their first: the best of them, with the mean of all. Invalid steps are
/// themselves.
pub(super) fn by_load(rows: &[StepRow]) -> Vec<StepRow> {
    let mut loads: Vec<StepRow> = Vec::with_capacity(rows.len());
    for row in rows {
        if !row.is_valid() {
            loads.push(row.clone());
            continue;
        }
        let same = same_load(row, rows);
        let is_first = same.first().is_none_or(|first| first.number == row.number);
        if is_first {
            let best = best_of(same.iter().copied()).unwrap_or(row);
            loads.push(StepRow {
                throughput_per_s: mean_throughput(&same).unwrap_or(row.throughput_per_s),
                ..best.clone()
            });
        }
    }
    loads
}

/// How many steps of this step's load were measured.
pub(super) fn steps_of_load(step: u32, rows: &[StepRow]) -> usize {
    rows.iter().find(|row| row.number == step).map_or(0, |row| same_load(row, rows).len())
}

/// The valid steps of the load of a step, by the same servers; only itself where the load is not known.
pub(super) fn same_load<'a>(row: &StepRow, rows: &'a [StepRow]) -> Vec<&'a StepRow> {
    let is_same = |other: &&StepRow| {
        let is_one = other.number == row.number;
        let loads_known = !row.is_at_work && !other.is_at_work;
        is_one
            || loads_known
                && other.load() == row.load()
                && other.nodes == row.nodes
                && other.servers == row.servers
                && other.is_before_change == row.is_before_change
    };
    rows.iter().filter(|other| other.is_valid() && other.measured_s > 0.0).filter(is_same).collect()
}

/// A rate kept up for longer, and set against the expected use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Projection {
    pub per_s: f64,
    pub per_hour: f64,
    pub per_day: f64,
    pub per_week: f64,
    pub expected_per_s: Option<f64>,
    /// per_s / expected_per_s.
    pub headroom: Option<f64>,
}

impl Projection {
    pub(crate) fn of(per_s: f64, expected_per_s: Option<f64>) -> Projection {
        let expected_per_s = expected_per_s.filter(|expected| *expected > 0.0);
        Projection {
            per_s,
            per_hour: per_s * 3_600.0,
            per_day: per_s * 86_400.0,
            per_week: per_s * 604_800.0,
            expected_per_s,
            headroom: expected_per_s.map(|expected| per_s / expected),
        }
    }
}
