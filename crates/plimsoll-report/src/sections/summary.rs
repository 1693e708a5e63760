//! A report in short, as a terminal shows it: verdict, what was tested, capacity, what to do, tables, findings.

use super::conclusion::{differing, recurring};
use super::experiment::{completions, jobs, units};
use super::{errors_by_transaction, job_times, step_summary};
use crate::document::{
    Block, Cell, CellKind, ColumnSet, ListItem, ListKind, Section, SectionRole, Spans, Table,
};
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::conclusion::{Conclusion, VariantConclusion};
use plimsoll_analysis::matrix::{MatrixCell, MatrixRow};
use plimsoll_analysis::requirements::Verdict;
use plimsoll_analysis::{Analysis, Finding, Matrix, RunAnalysis};

pub fn sections<'a>(words: &Words, analysis: &'a Analysis) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = super::follow_up::section(words, analysis).into_iter().collect();
    if let Some(found) = &analysis.conclusion {
        sections.push(Section::new(words.text("conclusion-title")).role(SectionRole::Conclusion));
        sections.push(conclusion(words, analysis, found));
    }
    sections.extend(analysis.matrix.iter().map(|found| bare([Block::Table(matrix(words, found))])));
    sections.push(bare([Block::Table(job_times(words, analysis))]));
    sections.extend(analysis.runs.iter().flat_map(|run| of_run(&words.of_run(run), &analysis.runs, run)));
    sections
}

/// Without a heading.
pub fn bare<'a>(blocks: impl IntoIterator<Item = Block<'a>>) -> Section<'a> {
    Section::new(Spans::new()).role(SectionRole::Bare).with(blocks)
}

/// Each variant, what differs, what recurs, and the findings of several runs.
fn conclusion<'a>(words: &Words, analysis: &'a Analysis, found: &Conclusion) -> Section<'a> {
    let variants = found.variants.iter().map(|variant| {
        let name = Block::line(Spans::new().strong(words::run::variant(words, &variant.name)));
        let lines = of_variant(words, analysis, variant).into_iter().map(Block::line);
        ListItem::of(std::iter::once(name).chain(lines).collect())
    });
    let mut section = bare([Block::List(ListKind::Statements, variants.collect())])
        .with(differing(words, found))
        .with(recurring(words, analysis, found));
    if !analysis.findings.is_empty() {
        section.push(Block::heading(words.text("detector-across-runs")));
        section.push(findings(words, &analysis.runs, &analysis.findings));
    }
    section
}

/// `Capacity: ≥ 95.7/s (95.3–95.9 over 3 runs)`
fn of_variant(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Vec<String> {
    let line = |id: &str, text: String, note: Option<String>| {
        let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
        format!("{}: {text}{note}", words.text(id))
    };
    let runs = variant.runs.len();
    let capacity = match &variant.capacity {
        Some(found) => {
            let note = words::conclusion::capacity_note(words, found, runs);
            line("conclusion-capacity", words::conclusion::capacity(words, found), note)
        }
        None => line("conclusion-capacity", words.text("capacity-figure-unknown"), None),
    };
    let limit = line(
        "label-limiting-factor",
        words::conclusion::limit(words, &variant.limit),
        words::conclusion::limit_note(words, &variant.limit, runs),
    );
    let mut lines = vec![capacity, limit];
    if let Some(judgement) = variant.judgement() {
        let point = variant.operate_at_per_s;
        let text = point.map_or_else(|| words.text("label-none"), |per_s| words.per_s(per_s));
        let note = words::conclusion::recommended_note(words, variant, &analysis.runs);
        lines.push(line("label-recommended", text, note));
        let note = words::conclusion::requirements_note(words, variant);
        lines.push(line("conclusion-requirements", words::verdict::judgement(words, judgement), note));
    }
    let critical = words.count(variant.critical_findings as u64);
    lines.push(line("conclusion-critical", critical, None));
    lines
}

/// Loads × variants: throughput and mean response time.
fn matrix(words: &Words, matrix: &Matrix) -> Table {
    let head = |id| words.capitalised(&words.text(id));
    let mut columns =
        ColumnSet::new().column(CellKind::Name, head("compare-load"), &[], |row: &&MatrixRow| {
            Cell::written(words::load::load(words, &row.load()))
        });
    for (i, name) in matrix.variants.iter().enumerate() {
        let group = words::run::variant(words, name);
        let cell = move |row: &&MatrixRow, figure: fn(&Words, &MatrixCell) -> String| {
            Cell::written(row.cells[i].as_ref().map_or_else(dash, |cell| figure(words, cell)))
        };
        let per_s = head("label-throughput-per-s");
        columns = columns
            .within(&group, CellKind::Number, per_s, &[], move |row| cell(row, throughput))
            .within(&group, CellKind::Number, head("compare-mean"), &[], move |row| {
                cell(row, |words, cell| match (cell.response.mean_us, cell.mean_with_in_flight_us) {
                    (None, _) => dash(),
                    (Some(us), None) => words.time(us),
                    (Some(us), Some(_)) => words.say("label-at-least", args![figure = words.time(us)]),
                })
            });
    }
    columns.table("matrix", &matrix.rows)
}

fn throughput(words: &Words, cell: &MatrixCell) -> String {
    let throughput = match cell.valid {
        true => words.rate(cell.throughput_per_s),
        false => format!("{} {}", words.text("label-invalid"), words.rate(cell.throughput_per_s)),
    };
    words::compare::with_servers(words, throughput, cell.servers, cell.repeats > 1)
}

fn of_run<'a>(words: &Words, runs: &[RunAnalysis], run: &RunAnalysis) -> Vec<Section<'a>> {
    let verdicts = run.verdicts.iter().map(|verdict| requirement(words, run, verdict)).collect();
    vec![
        Section::new(words::run::title(words, runs, &run.header)).role(SectionRole::Part),
        outcome(words, run),
        bare([Block::List(ListKind::Requirements, verdicts)]),
        advice(words, run),
        tables(words, run),
        bare([findings(words, std::slice::from_ref(run), &run.findings)]),
    ]
}

/// Nothing is louder than that the figures can't be used, but for what fails all the same.
fn outcome<'a>(words: &Words, run: &RunAnalysis) -> Section<'a> {
    let (word, why) = (words::validity::word(words, run), words::validity::summary(words, run));
    let loudest = words::verdict::loudest(words, run).into_iter();
    let mut headlines: Vec<Block<'a>> = loudest.map(|text| Block::Callout(vec![Block::line(text)])).collect();
    let place = if words::verdict::fails(run) { 0 } else { headlines.len() };
    headlines.insert(place, Block::line(words::verdict::outcome(words, run)));
    bare(headlines)
        .with(words::answer::at_expected(words, run).map(Block::line))
        .with(critical(words, run))
        .with(words::tested::line(words, run).map(Block::line))
        .with([Block::line(format!("{}: {word}. {why}", words.text("label-validity")))])
}

fn critical<'a>(words: &Words, run: &RunAnalysis) -> Option<Block<'a>> {
    let heading = words::verdict::critical_heading(words, run)?;
    let lines = words::verdict::critical(run)
        .map(|(_, finding)| format!("{} [{}]", words::finding::short(words, &finding.claim), finding.id));
    Some(Block::Callout(std::iter::once(Block::line(heading)).chain(Block::list(lines)).collect()))
}

/// The figure first; what was asked for is the start of its proof.
fn requirement<'a>(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> ListItem<'a> {
    let judgement = words::verdict::judgement(words, verdict.judgement);
    let judged_at = words::verdict::judged_at(words, run, &verdict.judged_at);
    let asked = format!("{} ({judged_at})", verdict.requirement);
    let (first, rest) = match words::answer::sentence(words, run, verdict) {
        Some(answer) => (words::answer::opening(words, &answer), format!("{asked}. ")),
        None => (asked, String::new()),
    };
    let proof = words::verdict::proof(words, run, verdict);
    ListItem::of(vec![
        Block::line(Spans::new().badge(judgement, verdict.judgement)),
        Block::line(first),
        Block::paragraph(format!("{rest}{proof}")),
    ])
}

/// Capacity, the recommended load, the limit, and what to do.
fn advice<'a>(words: &Words, run: &RunAnalysis) -> Section<'a> {
    let mut lines = vec![words::capacity::of_run(words, run)];
    if !run.verdicts.is_empty() || run.advice.recommended.is_some() {
        lines.push(words::recommendation::line(words, run));
    }
    lines.extend(words::limits::line(words, &run.limiting_factor));
    // What stands in no step of an imported run: nobody asked for those steps.
    if run.is_imported() && !run.header.lengths_made_up && run.outside.requests > 0 {
        lines.push(format!("{}: {}.", words.text("label-outside"), words::run::outside(words, run)));
    }
    lines.extend(
        words::run::unread(words, run).map(|text| format!("{}: {text}.", words.text("label-unread"))),
    );
    let section = bare(lines.into_iter().map(Block::line));
    let next = words::tested::next_steps(words, run);
    if next.is_empty() {
        return section;
    }
    let next = next.into_iter().map(|next| ListItem::of(vec![Block::line(next.text)]));
    section.with([
        Block::line(format!("{}:", words.text("label-what-to-do"))),
        Block::List(ListKind::Numbered, next.collect()),
    ])
}

fn tables<'a>(words: &Words, run: &RunAnalysis) -> Section<'a> {
    let both = (!run.steps.is_empty() && run.has_intended_starts()).then(|| words.text("terminal-both"));
    let found = &run.experiment;
    let others = [
        jobs(words, found),
        completions(words, found),
        units(words, found),
        errors_by_transaction(words, run),
    ];
    bare([Block::Table(step_summary::steps(words, run))])
        .with(both.map(Block::line))
        .with(others.map(Block::Table))
}

fn findings<'a>(words: &Words, runs: &[RunAnalysis], findings: &[Finding]) -> Block<'a> {
    let item = |finding: &Finding| {
        let severity = words::finding::severity(words, finding.severity);
        let sentence = words::finding::sentence(words, runs, &finding.claim);
        ListItem::of(vec![Block::line(format!("{severity} [{}] {sentence}", finding.id))])
    };
    Block::List(ListKind::Findings, findings.iter().map(item).collect())
}
