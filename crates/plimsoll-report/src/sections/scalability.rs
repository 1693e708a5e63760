//! How throughput grows with load, and what a request costs.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table};
use crate::words::{self, Words, args};
use plimsoll_analysis::scalability::DemandsProblem;
use plimsoll_analysis::scalability::Marginal;
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::AppliedLoad;
use plimsoll_analysis::{Capacity, RunAnalysis};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    use words::scalability as said;
    let found = run.scalability.as_ref()?;
    let mut section = Section::new(words.text("scalability-title")).at("scalability");
    let mut texts = vec![said::fit(words, found)];
    texts.extend(found.inadequate.iter().map(|reason| said::inadequacy(words, reason)));
    texts.extend(found.peak.iter().map(|peak| said::peak(words, peak)));
    texts.extend(said::knee(words, &found.knee));
    texts.extend(found.bounds.iter().map(|bounds| said::bounds(words, bounds, is_maximum(&run.capacity))));
    section.blocks.extend(texts.into_iter().map(Block::paragraph));
    section.push(Block::Table(marginals(words, run)));
    if !found.left_out.is_empty() {
        section.push(Block::paragraph(said::left_out(words, &found.left_out)));
    }
    section.push(Block::note(words.text("scalability-note")));
    Some(section)
}

fn is_maximum(capacity: &Capacity) -> bool {
    match capacity {
        Capacity::Maximum { .. } | Capacity::Refused { .. } => true,
        Capacity::BelowAsked { pool_may_limit, .. } => !pool_may_limit,
        _ => false,
    }
}

/// What one request costs each watched host, where the mix of requests changed enough to tell.
pub fn of_requests<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let found = run.demands.iter().any(|host| host.demands.is_some());
    let constant = run.demands.iter().any(|host| host.problem == Some(DemandsProblem::MixTooConstant));
    if !found && !constant {
        return None;
    }
    let mut section = Section::new(words.text("scalability-demands")).at("demands");
    section.blocks.extend(found.then(|| Block::Table(demands(words, run))));
    section.blocks.extend(constant.then(|| Block::paragraph(words.text("scalability-mix-constant"))));
    section.blocks.extend(found.then(|| Block::note(words.text("scalability-demands-note"))));
    Some(section)
}

/// From each load to the next.
fn marginals(words: &Words, run: &RunAnalysis) -> Table {
    let load = |step: u32, load: &AppliedLoad| {
        let values = vec![step.into(), load.users.into(), load.rate_per_s.into()];
        Cell::written(words::load::users_number(words, load)).valued(values)
    };
    let efficiency = |of: &&Marginal| {
        let bounds = of.efficiency.bounds_95;
        let (low, high) = (bounds.map(|b| b.low).into(), bounds.map(|b| b.high).into());
        let written = Cell::written(words::scalability::efficiency(words, of));
        written.valued(vec![of.efficiency.value.into(), low, high])
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(
            number,
            text("scalability-from"),
            &["from_step", "from_users", "from_asked_per_s"],
            |of: &&Marginal| load(of.from_step, &of.from_load),
        )
        .column(number, text("scalability-to"), &["to_step", "to_users", "to_asked_per_s"], |of| {
            load(of.to_step, &of.to_load)
        })
        .column(number, text("scalability-per-s"), &["from_throughput_per_s", "to_throughput_per_s"], |of| {
            Cell::written(format!("{} → {}", words.rate(of.from_per_s), words.rate(of.to_per_s)))
                .valued(vec![of.from_per_s.into(), of.to_per_s.into()])
        })
        .column(
            number,
            text("scalability-efficiency"),
            &["efficiency", "efficiency_low", "efficiency_high"],
            efficiency,
        )
        .table("scalability", run.scalability.iter().flat_map(|found| &found.marginals))
}

/// What one request of each transaction costs the CPU of each watched host.
fn demands(words: &Words, run: &RunAnalysis) -> Table {
    type Demand<'a> = (&'a str, &'a str, &'a Estimate);
    let rows = run.demands.iter().flat_map(|host| {
        let demands = host.demands.iter().flat_map(|found| &found.demands_s);
        host.transactions
            .iter()
            .zip(demands)
            .map(|(name, demand)| (host.host.as_str(), name.as_str(), demand))
    });
    let highest = |(.., demand): &Demand<'_>| {
        Cell::maybe((demand.value > 0.0).then(|| 1.0 / demand.value), |per_s| words.rate(per_s))
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Name, text("scalability-host"), &["host"], |row: &Demand<'_>| Cell::text(row.0))
        .column(CellKind::Name, text("label-transaction"), &["transaction"], |row| Cell::text(row.1))
        .column(
            number,
            text("scalability-demand"),
            &["demand_us", "demand_us_low", "demand_us_high"],
            |row| cost(words, row.2),
        )
        .column(number, text("scalability-highest"), &["highest_per_s"], highest)
        .table("demands", rows)
}

/// With its interval, where there is one.
fn cost(words: &Words, seconds: &Estimate) -> Cell {
    let us = |seconds: f64| seconds * 1e6;
    let (value, bounds) = (words.time(us(seconds.value)), seconds.bounds_95);
    let written = match bounds {
        Some(bounds) => {
            let (low, high) = (words.time(us(bounds.low)), words.time(us(bounds.high)));
            words.say("scalability-with-bounds", args![value, bounds = words.interval(&low, &high)])
        }
        None => value,
    };
    let (low, high) = (bounds.map(|b| us(b.low)).into(), bounds.map(|b| us(b.high)).into());
    Cell::written(written).valued(vec![us(seconds.value).into(), low, high])
}
