//! The limiting factor: causes, what was ruled out, and the table they come from.

use super::explanation;
use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, Section, Table, stored_name};
use crate::evidence::SectionAnchor;
use crate::words::{Words, args, limits as reported, panel};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::bottleneck::{Cause, LimitVerdict, Resource, Usage, is_behind};
use plimsoll_analysis::findings::Claim;
use plimsoll_analysis::validity::StepProblem;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let factor = &run.limiting_factor;
    let mut section = Section::new(words.text("limit-title")).at(SectionAnchor::Limit.name());
    section.push(Block::paragraph(reported::verdict(words, factor)));
    if let LimitVerdict::Causes { causes: found, .. } = &factor.verdict {
        section.push(Block::Table(causes(words, found)));
    }
    if let Some(list) = Block::list(factor.refuted.iter().map(|of| reported::refuted(words, of))) {
        section.push(Block::paragraph(words.text("limit-refuted-causes")));
        section.push(list);
    }
    section.push(explanation::folded(words, run));
    // Of the load generator alone its own tables say more.
    if factor.table.iter().all(|usage| usage.source.is_none()) {
        return Some(section);
    }
    if let Some(first) = factor.ruled_out.first() {
        let one = |out: &plimsoll_analysis::bottleneck::RuledOut| {
            // Of a server that was gone then, it is its last step.
            let is_last = out.usage.step == first.usage.step;
            let said = if is_last {
                reported::usage(words, &out.usage)
            } else {
                reported::in_step(words, &out.usage)
            };
            format!("{}: {said}", reported::name(words, &out.usage))
        };
        let summary = words.say("limit-ruled-out", args![step = first.usage.step]);
        let list = Block::list(factor.ruled_out.iter().map(one));
        section.push(Block::details(summary, list.into_iter().collect()));
    }
    let blocks = vec![Block::note(words.text("limit-table-note")), Block::Table(usage(words, run))];
    section.push(Block::details(words.text("limit-table"), blocks));
    Some(section)
}

fn causes(words: &Words, causes: &[Cause]) -> Table {
    let names = ["resource", "host", "instance", "name"];
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Name, text("limit-cause"), &names, |cause: &&Cause| {
            Cell::written(reported::name(words, &cause.usage)).valued(identity(&cause.usage))
        })
        .column(CellKind::Text, text("limit-grade"), &["grade"], |cause| {
            Cell::of(reported::grade(words, cause.grade), stored_name(&cause.grade, None))
        })
        .column(CellKind::Reason, text("limit-because"), &["because"], |cause| {
            Cell::text(reported::because(words, cause))
        })
        .column(CellKind::Text, text("limit-refuted"), &["refuted_by"], |cause| {
            Cell::text(reported::refuted_by(words, cause))
        })
        .table("causes", causes)
}

fn identity(usage: &Usage) -> Vec<CellValue> {
    let source = usage.source.as_ref();
    vec![
        stored_name(&usage.resource, None).into(),
        source.map(|source| source.host.clone()).into(),
        source.map(panel::source_on_host).into(),
        usage.name.clone().into(),
    ]
}

/// Rows are resources, columns are steps.
fn usage(words: &Words, run: &RunAnalysis) -> Table {
    let all = &run.limiting_factor.table;
    let mut steps: Vec<u32> = all.iter().map(|usage| usage.step).collect();
    steps.sort_unstable();
    steps.dedup();
    let names = ["resource", "host", "instance", "name"];
    let mut columns =
        ColumnSet::new().column(CellKind::Name, words.text("limit-resource"), &names, |row: &&[Usage]| {
            Cell::written(reported::name(words, &row[0])).valued(identity(&row[0]))
        });
    for step in steps {
        let names = ["utilisation_mean_percent", "saturation_of", "saturation_mean", "errors"];
        let names = names.map(|name| format!("step_{step}_{name}"));
        let head = format!("{} {step}", words.text("label-step"));
        columns = columns.column(CellKind::Text, head, &names.each_ref().map(String::as_str), move |row| {
            let found = row.iter().find(|usage| usage.step == step);
            found.map_or_else(Cell::missing, |found| usage_cell(words, run, found))
        });
    }
    let is_same = |a: &Usage, b: &Usage| (a.resource, &a.source, &a.name) == (b.resource, &b.source, &b.name);
    columns.table("usage", all.chunk_by(is_same)).laid_out("sticky")
}

/// Of the load generator the rules on validity say whether it was used up.
fn is_used_up(run: &RunAnalysis, usage: &Usage) -> bool {
    match usage.resource {
        Resource::Generator => {
            run.step(usage.step).is_some_and(|row| row.problems.iter().any(StepProblem::is_generators))
        }
        Resource::Queue => is_behind(&run.findings, usage),
        // A full heap is an ordinary one; what exhausted it is said.
        Resource::Heap => {
            usage.is_saturated() || run.findings.iter().any(|of| is_exhausted(&of.claim, usage))
        }
        _ => usage.is_saturated(),
    }
}

fn is_exhausted(claim: &Claim, usage: &Usage) -> bool {
    match claim {
        Claim::HeapExhausted(of) => {
            of.step == usage.step && usage.source.as_ref().is_some_and(|source| source.host == of.source.host)
        }
        _ => false,
    }
}

fn usage_cell(words: &Words, run: &RunAnalysis, usage: &Usage) -> Cell {
    let saturation = usage.saturation;
    let values = vec![
        usage.utilisation_percent.map(|used| used.mean).into(),
        saturation.map(|saturation| stored_name(&saturation, Some("of"))).into(),
        saturation.map(|saturation| saturation.measured().mean).into(),
        usage.errors.into(),
    ];
    let cell = Cell::written(reported::usage(words, usage)).valued(values);
    if is_used_up(run, usage) { cell.strong() } else { cell }
}
