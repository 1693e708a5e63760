//! How throughput grows with load, and what a request costs.

use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn};
use crate::words::{self, Words, args};
use plimsoll_analysis::scalability::DemandsProblem;
use plimsoll_analysis::scalability::Marginal;
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
        Capacity::BelowAsked { pool_was_full, .. } => !pool_was_full,
        Capacity::LowerBound { .. } | Capacity::OneLoad { .. } | Capacity::Rate(_) | Capacity::Unknown => {
            false
        }
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
    let number = |id, names: &[&str]| TableColumn::new(CellKind::Number, words.text(id), names);
    let columns = vec![
        number("scalability-from", &["from_step", "from_users", "from_asked_per_s"]),
        number("scalability-to", &["to_step", "to_users", "to_asked_per_s"]),
        number("scalability-per-s", &["from_throughput_per_s", "to_throughput_per_s"]),
        number("scalability-efficiency", &["efficiency", "efficiency_low", "efficiency_high"]),
    ];
    let mut table = Table::new("scalability", columns);
    let marginals = run.scalability.as_ref().map(|found| found.marginals.as_slice()).unwrap_or_default();
    for marginal in marginals {
        table.row(RowClass::Plain, marginal_cells(words, marginal));
    }
    table
}

/// What one request of each transaction costs the CPU of each watched host.
fn demands(words: &Words, run: &RunAnalysis) -> Table {
    let columns = vec![
        TableColumn::new(CellKind::Name, words.text("scalability-host"), &["host"]),
        TableColumn::new(CellKind::Name, words.text("label-transaction"), &["transaction"]),
        TableColumn::new(
            CellKind::Number,
            words.text("scalability-demand"),
            &["demand_us", "demand_us_low", "demand_us_high"],
        ),
        TableColumn::new(CellKind::Number, words.text("scalability-highest"), &["highest_per_s"]),
    ];
    let mut table = Table::new("demands", columns);
    for host in &run.demands {
        let Some(found) = &host.demands else { continue };
        for (name, demand) in host.transactions.iter().zip(&found.demands_s) {
            let us = |seconds: f64| seconds * 1e6;
            let bounds = demand.bounds_95;
            let value = words.time(us(demand.value));
            let written = match bounds {
                Some(bounds) => {
                    let (low, high) = (words.time(us(bounds.low)), words.time(us(bounds.high)));
                    words.say("scalability-with-bounds", args![value, bounds = words.interval(&low, &high)])
                }
                None => value,
            };
            let highest = (demand.value > 0.0).then(|| 1.0 / demand.value);
            table.row(
                RowClass::Plain,
                vec![
                    Cell::text(host.host.clone()),
                    Cell::text(name.clone()),
                    Cell::written(written).valued(vec![
                        us(demand.value).into(),
                        bounds.map(|b| us(b.low)).into(),
                        bounds.map(|b| us(b.high)).into(),
                    ]),
                    Cell::written(highest.map_or_else(crate::words::number::dash, |x| words.rate(x)))
                        .valued(vec![highest.into()]),
                ],
            );
        }
    }
    table
}

fn marginal_cells(words: &Words, of: &Marginal) -> Vec<Cell> {
    let bounds = of.efficiency.bounds_95;
    let load = |step: u32, load: &plimsoll_analysis::step::Load| {
        let values = vec![step.into(), load.users.into(), load.rate_per_s.into()];
        Cell::written(words.count(u64::from(load.users))).valued(values)
    };
    vec![
        load(of.from_step, &of.from_load),
        load(of.to_step, &of.to_load),
        Cell::written(format!("{} → {}", words.rate(of.from_per_s), words.rate(of.to_per_s)))
            .valued(vec![of.from_per_s.into(), of.to_per_s.into()]),
        Cell::written(words::scalability::efficiency(words, of)).valued(vec![
            of.efficiency.value.into(),
            bounds.map(|b| b.low).into(),
            bounds.map(|b| b.high).into(),
        ]),
    ]
}
