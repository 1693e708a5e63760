//! What limits: causes, the use of every resource, what detectors said, how throughput grew.

use super::cell::{Cell, Column, Kind, RowClass, Table, Value, stored_name};
use crate::words::args;
use crate::words::{self, Words, detectors, limits as told, panel};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::bottleneck::{Cause, Usage};
use plimsoll_analysis::findings::DetectorReport;
use plimsoll_analysis::scalability::Marginal;

pub fn causes(words: &Words, causes: &[Cause]) -> Table {
    let columns = vec![
        Column::new(Kind::Name, words.text("limit-cause"), &["resource", "host", "instance", "name"]),
        Column::new(Kind::Text, words.text("limit-grade"), &["grade"]),
        Column::new(Kind::Reason, words.text("limit-because"), &["because"]),
        Column::new(Kind::Text, words.text("limit-refuted"), &["refuted_by"]),
    ];
    let mut table = Table::new("causes", columns);
    for cause in causes {
        let cells = vec![
            Cell::written(told::name(words, &cause.usage)).valued(identity(&cause.usage)),
            Cell::of(told::grade(words, cause.grade), stored_name(&cause.grade, None)),
            Cell::text(told::because(words, cause)),
            Cell::text(told::refuted_by(words, cause.resource)),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

fn identity(usage: &Usage) -> Vec<Value> {
    let source = usage.source.as_ref();
    vec![
        stored_name(&usage.resource, None).into(),
        source.map(|source| source.host.clone()).into(),
        source.map(panel::source_on_host).into(),
        usage.name.clone().into(),
    ]
}

/// Rows are resources, columns are steps.
pub fn usage(words: &Words, all: &[Usage]) -> Table {
    let mut steps: Vec<u32> = all.iter().map(|usage| usage.step).collect();
    steps.sort_unstable();
    steps.dedup();
    let first =
        Column::new(Kind::Name, words.text("limit-resource"), &["resource", "host", "instance", "name"]);
    let of_step = |step: &u32| {
        let names = ["utilisation_mean_percent", "saturation_of", "saturation_mean", "errors"];
        let head = format!("{} {step}", words.text("label-step"));
        let names = names.map(|name| format!("step_{step}_{name}")).to_vec();
        Column { names, ..Column::new(Kind::Text, head, &[]) }
    };
    let mut table = Table::new("usage", std::iter::once(first).chain(steps.iter().map(of_step)).collect());
    let is_same = |a: &Usage, b: &Usage| (a.resource, &a.source, &a.name) == (b.resource, &b.source, &b.name);
    for row in all.chunk_by(is_same) {
        let mut cells = vec![Cell::written(told::name(words, &row[0])).valued(identity(&row[0]))];
        cells.extend(steps.iter().map(|step| {
            let found = row.iter().find(|usage| usage.step == *step);
            found.map_or_else(Cell::missing, |found| usage_cell(words, found))
        }));
        table.row(RowClass::Plain, cells);
    }
    table
}

fn usage_cell(words: &Words, usage: &Usage) -> Cell {
    let saturation = usage.saturation;
    let values = vec![
        usage.utilisation_percent.map(|used| used.mean).into(),
        saturation.map(|saturation| stored_name(&saturation, Some("of"))).into(),
        saturation.map(|saturation| saturation.measured().mean).into(),
        usage.errors.into(),
    ];
    let cell = Cell::written(told::usage(words, usage)).valued(values);
    if usage.is_saturated() { cell.strong() } else { cell }
}

/// `id`: of which run, or across runs.
pub fn detectors(words: &Words, id: &str, reports: &[DetectorReport]) -> Table {
    let columns = vec![
        Column::new(Kind::Text, words.text("detector-id"), &["detector"]),
        Column::new(Kind::Text, words.text("detector-state"), &["state", "said"]),
    ];
    let mut table = Table::new(id, columns);
    for report in reports {
        let said = detectors::state(words, report);
        let state = Cell::written(said.clone())
            .valued(vec![stored_name(&report.state, Some("state")).into(), said.into()]);
        table.row(RowClass::Plain, vec![Cell::text(report.id), state]);
    }
    table
}

/// From each load to the next.
pub fn marginals(words: &Words, run: &RunAnalysis) -> Table {
    let number = |id, names: &[&str]| Column::new(Kind::Number, words.text(id), names);
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
pub fn demands(words: &Words, run: &RunAnalysis) -> Table {
    let columns = vec![
        Column::new(Kind::Name, words.text("scalability-host"), &["host"]),
        Column::new(Kind::Name, words.text("label-transaction"), &["transaction"]),
        Column::new(
            Kind::Number,
            words.text("scalability-demand"),
            &["demand_us", "demand_us_low", "demand_us_high"],
        ),
        Column::new(Kind::Number, words.text("scalability-highest"), &["highest_per_s"]),
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
