//! All requests of the run by transaction, whichever step they were in, to set beside what other tools print at the end.

use super::times::{TimeUnit, rate};
use crate::document::{Block, Cell, CellKind, ColumnSet, Section, stored_name};
use crate::words::{self, Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::{RequestTotal, ResponseTimes, TransactionTotal};
use plimsoll_run::TransactionKind;

/// Nobody reads more of them.
const TRANSACTIONS_MAX: usize = 1_000;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let whole = run.whole.as_ref().filter(|whole| whole.transactions.len() <= TRANSACTIONS_MAX)?;
    let of_transactions = whole.transactions.iter().map(|of| (transaction(words, of), &of.total));
    let all = (Cell::written(words.text("run-whole-all")), &whole.all);
    let rows: Vec<TotalLine> = of_transactions.chain([all]).collect();
    let unit = TimeUnit::of_run(run, rows.iter().map(|(_, total)| &total.response));
    let (text, number) = (|id| words.text(id), CellKind::Number);
    let columns = ColumnSet::new()
        .column(CellKind::Name, text("label-transaction"), &["transaction", "kind"], |line: &TotalLine| {
            line.0.clone()
        })
        .column(number, text("label-requests"), &["requests"], |(_, total)| {
            Cell::count(words, total.requests)
        })
        .column(number, text("label-per-s"), &["requests_per_s"], |(_, total)| {
            rate(words, total.requests_per_s)
        })
        .column(number, text("label-errors"), &["errors"], |(_, total)| Cell::count(words, total.errors))
        .column(number, text("label-errors-percent"), &["errors_percent"], |(_, total)| {
            Cell::of(words.percent(total.errors_percent), total.errors_percent)
        });
    let table = with_times(columns, words, &unit).table("whole_run", rows).laid_out("sticky");
    let lead = Block::paragraph(text("run-whole-lead"));
    Some(Section::new(text("run-whole")).at("whole-run").with([lead, Block::Table(table)]))
}

type TotalLine<'a> = (Cell, &'a RequestTotal);

fn transaction(words: &Words, of: &TransactionTotal) -> Cell {
    let kind = words::run::transaction_kind(words, of.kind);
    Cell::written(of.name.clone())
        .valued(vec![of.name.as_str().into(), stored_name(&of.kind, None).into()])
        .noted((of.kind != TransactionKind::Request).then_some(kind))
}

/// The figures that other tools print.
fn with_times<'f>(
    mut set: ColumnSet<'f, TotalLine<'f>>,
    words: &'f Words,
    unit: &'f TimeUnit,
) -> ColumnSet<'f, TotalLine<'f>> {
    let group = words.say("label-response-time-in", args![unit = unit.name]);
    let mean = |(_, total): &TotalLine<'_>| unit.cell(words, total.response.mean_us);
    set = set.within(&group, CellKind::Number, words.text("label-mean"), &["mean_us"], mean);
    type Figure = fn(&ResponseTimes) -> Option<u64>;
    let figures: [(String, &str, Figure); 6] = [
        (words.text("label-min"), "min_us", |times| times.min_us),
        ("p50".to_owned(), "p50_us", |times| times.p50_us),
        ("p90".to_owned(), "p90_us", |times| times.p90_us),
        ("p95".to_owned(), "p95_us", |times| times.p95_us),
        ("p99".to_owned(), "p99_us", |times| times.p99_us),
        (words.text("label-max"), "max_us", |times| times.max_us),
    ];
    for (head, name, figure) in figures {
        let cell = move |(_, total): &TotalLine<'_>| unit.whole(words, figure(&total.response));
        set = set.within(&group, CellKind::Number, head, &[name], cell);
    }
    set
}
