//! What each node of a fleet did in each step.

use super::figures::one;
use super::times::rate;
use crate::document::{Block, Cell, CellKind, ColumnSet, RowClass, Table};
use crate::words::Words;
use crate::words::number::dash;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::{NodeLoad, RunAnalysis};

/// A node in a step.
type NodeInStep<'a> = (u32, &'a NodeLoad);

/// Nothing where one machine made the load.
pub fn blocks<'a>(words: &Words, run: &'a RunAnalysis) -> Vec<Block<'a>> {
    let rows: Vec<NodeInStep> =
        run.steps.iter().flat_map(|step| step.by_node.iter().map(|node| (step.number, node))).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        Block::heading(words.text("label-nodes-of-fleet")),
        Block::Table(table(words, &rows)),
        Block::note(words.text("label-nodes-note")),
    ];
    blocks.extend(one(words, run, FigureKind::NodeThroughputOverTime));
    blocks.extend(one(words, run, FigureKind::NodeResponseOverTime));
    blocks
}

fn table(words: &Words, rows: &[NodeInStep]) -> Table {
    let time = |us: Option<u64>| Cell::of(words.time_or_dash(us), us);
    // Who was not there has no figures.
    let there = |node: &NodeLoad, cell: Cell| if node.is_absent { Cell::written(dash()) } else { cell };
    let clock = |node: &NodeLoad| {
        let sign = if node.clock_ahead_us < 0 { "−" } else { "" };
        let ahead = words.time(node.clock_ahead_us.unsigned_abs() as f64);
        let sure = words.time(node.clock_uncertainty_us as f64);
        let values = vec![(node.clock_ahead_us as f64).into(), node.clock_uncertainty_us.into()];
        Cell::written(format!("{sign}{ahead} ± {sure}")).valued(values)
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |(step, _): &NodeInStep| Cell::key(*step))
        .column(CellKind::Text, text("label-node"), &["node", "name"], |(_, node)| {
            Cell::written(format!("{} {}", node.number, node.name))
                .valued(vec![u64::from(node.number).into(), node.name.clone().into()])
        })
        .column(number, text("label-per-s"), &["per_s"], |(_, node)| {
            there(node, rate(words, node.throughput_per_s))
        })
        .column(number, text("label-node-share"), &["share_percent"], |(_, node)| {
            there(node, Cell::of(words.percent(node.share_percent), node.share_percent))
        })
        .column(number, text("label-errors"), &["errors"], |(_, node)| {
            there(node, Cell::count(words, node.errors))
        })
        .column(number, text("label-node-p50"), &["p50_us"], |(_, node)| time(node.response_p50_us))
        .column(number, text("label-node-p95"), &["p95_us"], |(_, node)| time(node.response_p95_us))
        .column(number, text("label-node-connect"), &["connect_p95_us"], |(_, node)| {
            time(node.connect_p95_us)
        })
        .column(number, text("label-node-cpu"), &["cpu_percent"], |(_, node)| {
            there(node, Cell::of(words.fixed(node.cpu_percent, 0), node.cpu_percent))
        })
        .column(number, text("label-node-late"), &["lateness_p99_us"], |(_, node)| time(node.lateness_p99_us))
        .column(number, text("label-node-clock"), &["clock_ahead_us", "clock_uncertainty_us"], |(_, node)| {
            there(node, clock(node))
        })
        .column(number, text("label-node-missing"), &["missing_s"], |(_, node)| missing(words, node))
        .marked("nodes", rows.iter().copied(), |(_, node)| {
            if node.missing_s > 0 { RowClass::Invalid } else { RowClass::Plain }
        })
}

/// Longer lists are cut.
const STRETCHES_MAX: usize = 4;

/// `0`, `7 (12–15, 20–22)`, `not there`
fn missing(words: &Words, node: &NodeLoad) -> Cell {
    if node.is_absent {
        return Cell::of(words.text("label-node-absent"), node.missing_s);
    }
    if node.missing_stretches.is_empty() {
        return Cell::count(words, node.missing_s);
    }
    let stretch = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let mut shown: Vec<String> = node.missing_stretches.iter().take(STRETCHES_MAX).map(stretch).collect();
    if node.missing_stretches.len() > STRETCHES_MAX {
        shown.push("…".to_owned());
    }
    Cell::of(format!("{} ({})", words.count(node.missing_s), shown.join(", ")), node.missing_s)
}
