use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::{AppliedLoad, ServersAtWork, StepRow, idle_users, mean_throughput};
use serde::Serialize;

/// From one load to a higher one: efficiency is (ΔX/X)/(ΔN/N), with rates in place of users N; 1 when throughput grows in proportion to load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marginal {
    pub from_step: u32,
    pub to_step: u32,
    pub from_load: AppliedLoad,
    pub to_load: AppliedLoad,
    pub from_per_s: f64,
    pub to_per_s: f64,
    pub efficiency: Estimate,
    /// Where the higher load was carried by fewer servers: two systems are compared, not two loads of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
}

/// From each load to the next higher one, of the valid steps of all servers, those of one load together: (ΔX/X)/(ΔN/N) with its
/// interval.
/// Without those in which users were idle: there throughput is not one of the load.
pub(crate) fn marginals(rows: &[StepRow]) -> Vec<Marginal> {
    let rows = by_load(rows.iter().filter(|row| row.is_of_one_system()));
    let loads: Vec<StepRow> =
        rows.chunk_by(|a, b| a.load() == b.load() && a.nodes == b.nodes).map(together).collect();
    let of_load = |pair: &&[StepRow]| idle_users(&pair[0], &pair[1]).is_none();
    loads.windows(2).filter(of_load).filter_map(|pair| marginal(&pair[0], &pair[1])).collect()
}

/// The steps of one load as their first, with the mean of their throughputs, as a capacity has it.
fn together(rows: &[&StepRow]) -> StepRow {
    let throughput_per_s = mean_throughput(rows).unwrap_or(rows[0].throughput_per_s);
    StepRow { throughput_per_s, ..rows[0].clone() }
}

/// At some load users were idle: a law of load says nothing of it.
pub(crate) fn is_set_elsewhere(rows: &[StepRow]) -> bool {
    let rows = by_load(rows.iter().filter(|row| row.is_of_one_system()));
    rows.windows(2).any(|pair| idle_users(pair[0], pair[1]).is_some())
}

/// Into each valid step that had fewer servers, from the next lower load that had all: two systems, not one.
pub(crate) fn marginals_to_fewer_servers(rows: &[StepRow]) -> Vec<Marginal> {
    let whole = by_load(rows.iter().filter(|row| row.is_of_one_system()));
    let fewer = by_load(rows.iter().filter(|row| row.is_valid() && row.servers.is_some()));
    let lower = |to: &StepRow| {
        whole.iter().copied().rfind(|from| from.number < to.number && from.load().value() < to.load().value())
    };
    fewer.into_iter().filter_map(|to| marginal(lower(to)?, to)).collect()
}

fn by_load<'a>(rows: impl Iterator<Item = &'a StepRow>) -> Vec<&'a StepRow> {
    let mut rows: Vec<&StepRow> = rows.collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    rows
}

/// The interval by the delta method from the two throughputs' intervals; `None` without them.
fn marginal(from: &StepRow, to: &StepRow) -> Option<Marginal> {
    let (x1, x2) = (from.throughput_per_s, to.throughput_per_s);
    let (n1, n2) = (from.load().value(), to.load().value());
    if n2 <= n1 || n1 <= 0.0 || x1.value <= 0.0 || x2.value <= 0.0 {
        return None;
    }
    let added = (n2 - n1) / n1;
    let ratio = x2.value / x1.value;
    let value = (ratio - 1.0) / added;
    let relative = (x1.standard_error()? / x1.value).hypot(x2.standard_error()? / x2.value);
    let half = Z_95 * ratio * relative / added;
    Some(Marginal {
        from_step: from.number,
        to_step: to.number,
        from_load: from.load(),
        to_load: to.load(),
        from_per_s: x1.value,
        to_per_s: x2.value,
        efficiency: Estimate {
            value,
            // Throughput can't lose more than all of it.
            bounds_95: Some(Bounds { low: (value - half).max(-1.0 / added), high: value + half }),
        },
        servers: to.servers,
    })
}

/// More load brought it again in proportion to the lower one: what held it back at the higher one was not the load.
pub(crate) fn recovers(all: &[Marginal], place: usize, efficiency: f64) -> bool {
    let from = &all[place];
    let of = |later: &Marginal| {
        let (brought, added) =
            (later.to_per_s / from.from_per_s, later.to_load.value() / from.from_load.value());
        (brought - 1.0) / (added - 1.0) >= efficiency
    };
    all[place + 1..].iter().any(of)
}
