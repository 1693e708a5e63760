//! What several runs say together, before anything else.

use super::differences::differences;
use super::verdict::tested;
use crate::document::{
    Block, Cell, CellKind, CellValue, ColumnSet, ListItem, ListKind, STACKED, Section, SectionRole, Spans,
    Table, stored_name,
};
use crate::evidence::{self, ReportPlace, SectionAnchor, finding_anchor};
use crate::words::{self, Words, args};
use plimsoll_analysis::comparison::VariantDifference;
use plimsoll_analysis::conclusion::{Conclusion, Recurrence, Recurring, VariantConclusion, host_of};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_analysis::{Analysis, Finding, RunAnalysis};

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let found = analysis.conclusion.as_ref()?;
    let section = Section::new(words.text("conclusion-title")).at("conclusion").role(SectionRole::Conclusion);
    let table = Block::Table(variants(words, analysis, found));
    Some(
        section
            .with(tested(words, &analysis.runs))
            .with([table])
            .with(differing(words, found))
            .with(recurring(words, analysis, found)),
    )
}

pub fn differing<'a>(words: &Words, found: &Conclusion) -> Vec<Block<'a>> {
    let (pairs, further) = words::differences::shown(words, found);
    let table = Block::Table(differences(words, found));
    if pairs.is_empty() {
        return match table {
            Block::Table(table) => vec![Block::Data(table)],
            other => vec![other],
        };
    }
    let items = pairs.into_iter().map(|pair| {
        let heading = Spans::new().strong(words::differences::heading(words, pair));
        let sentences = words::differences::sentences(words, found, pair);
        let sentences = sentences.into_iter().map(Block::paragraph);
        ListItem::of(std::iter::once(Block::line(heading)).chain(sentences).collect())
    });
    let mut blocks = vec![
        Block::heading_at("differences", words.text("conclusion-differences")),
        Block::List(ListKind::Statements, items.collect()),
    ];
    blocks.extend(further.map(Block::paragraph));
    // Where nothing could be tested there are no intervals to speak of.
    if found.differences.iter().any(VariantDifference::is_tested) {
        blocks.push(Block::note(words::differences::note(words, found)));
    }
    blocks.push(Block::details(words.text("conclusion-table"), vec![table]));
    blocks
}

pub fn recurring<'a>(words: &Words, analysis: &Analysis, found: &Conclusion) -> Vec<Block<'a>> {
    let (shown, further) = words::conclusion::shown(found);
    let items: Vec<ListItem<'a>> = shown
        .iter()
        .map(|one| {
            let of = one.of.iter();
            let links =
                of.map(|thing| (anchor(analysis, one, thing), words::conclusion::recurring(words, thing)));
            let coverage = words::conclusion::coverage(words, found, one);
            ListItem::of(vec![Block::line(Spans::new().links(", ", links).text(format!(" – {coverage}.")))])
        })
        .collect();
    if items.is_empty() {
        return Vec::new();
    }
    let mut blocks =
        vec![Block::heading(words.text("conclusion-recurs")), Block::List(ListKind::Statements, items)];
    let further = further.map(|n| words.say("conclusion-further-recurrences", args![n]));
    blocks.extend(further.map(Block::paragraph));
    blocks
}

/// In the first of the runs that have it.
fn anchor(analysis: &Analysis, found: &Recurrence, thing: &Recurring) -> String {
    let run = found.runs.first().copied().unwrap_or_default();
    let place = match thing {
        Recurring::LimitingFactor { .. } => SectionAnchor::Limit.name().to_owned(),
        Recurring::Finding { id, host, .. } => {
            let is_it = |finding: &Finding| finding.id == id && host_of(finding) == host.as_str();
            let index = analysis.runs.get(run).and_then(|run| run.findings.iter().position(is_it));
            index.map_or_else(|| SectionAnchor::Findings.name().to_owned(), finding_anchor)
        }
    };
    words::conclusion::anchor(run, &place)
}

/// A row for each variant, its repeats together, with links to the parts of its runs.
fn variants(words: &Words, analysis: &Analysis, found: &Conclusion) -> Table {
    let text = |id| words.text(id);
    let capacities = ["capacity_kind", "capacity_per_s", "capacity_min_per_s", "capacity_max_per_s"];
    let limits = ["limiting_factor", "grade", "limiting_factor_runs"];
    let name = |variant: &&VariantConclusion| {
        Cell::text(words::run::variant(words, &variant.name))
            .valued(vec![variant.name.as_str().into(), variant.runs.len().into()])
            .noted(properties(analysis, variant))
    };
    ColumnSet::new()
        .column(CellKind::Name, text("label-variant"), &["variant", "runs"], name)
        .column(CellKind::Text, text("conclusion-capacity"), &capacities, |of| capacity(words, analysis, of))
        .column(CellKind::Text, text("label-recommended"), &["recommended_per_s"], |of| {
            recommended(words, analysis, of)
        })
        .column(CellKind::Text, text("label-limiting-factor"), &limits, |of| limit(words, analysis, of))
        .column(CellKind::Text, text("conclusion-critical"), &["critical_findings"], |of| {
            critical(words, analysis, of)
        })
        .column(CellKind::Text, text("conclusion-requirements"), &["requirements_held_runs"], |of| {
            requirements(words, analysis, of)
        })
        .table("conclusion", &found.variants)
        .laid_out(STACKED)
}

fn properties(analysis: &Analysis, variant: &VariantConclusion) -> Option<String> {
    let run = &analysis.runs[*variant.runs.first()?];
    words::conclusion::properties(&run.header.variant)
}

fn capacity(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let place = |run: &RunAnalysis| evidence::of_capacity(run).into_iter().next();
    let Some(found) = &variant.capacity else {
        let text = words.text("capacity-figure-unknown");
        let cell = Cell { text, values: vec![CellValue::Missing; 4], ..Cell::default() };
        return linked(words, analysis, variant, &variant.runs, place, cell.strong());
    };
    let values = vec![
        stored_name(&found.kind, None).into(),
        found.throughput_per_s.into(),
        found.throughput_per_s_min.into(),
        found.throughput_per_s_max.into(),
    ];
    let mut notes: Vec<String> =
        words::conclusion::capacity_note(words, found, variant.runs.len()).into_iter().collect();
    notes.extend(words::conclusion::shares(words, found, &analysis.runs));
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    let cell = Cell::written(words::conclusion::capacity(words, found)).valued(values).noted(note).strong();
    linked(words, analysis, variant, &found.runs, place, cell)
}

fn recommended(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    if variant.requirements.is_empty() {
        return Cell::missing();
    }
    let point = variant.operate_at_per_s;
    let text = point.map_or_else(|| words.text("label-none"), |value| words.per_s(value));
    let cell =
        Cell::of(text, point).noted(words::conclusion::recommended_note(words, variant, &analysis.runs));
    let place = |run: &RunAnalysis| evidence::of_recommended(run).into_iter().next();
    linked(words, analysis, variant, &variant.runs, place, cell)
}

fn limit(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let found = &variant.limit;
    let text = words::conclusion::limit(words, found);
    let first = found.causes.first();
    let values = vec![
        first.map(|_| text.clone()).into(),
        first.map(|cause| stored_name(&cause.grade, None)).into(),
        first.map(|cause| cause.runs.len()).into(),
    ];
    let note = words::conclusion::limit_note(words, found, variant.runs.len());
    let cell = Cell::written(text).valued(values).noted(note);
    linked(
        words,
        analysis,
        variant,
        &variant.runs,
        |_| Some(ReportPlace::Section(SectionAnchor::Limit)),
        cell,
    )
}

fn critical(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let cell = Cell::count(words, variant.critical_findings as u64);
    let place = |_: &RunAnalysis| Some(ReportPlace::Section(SectionAnchor::Findings));
    linked(words, analysis, variant, &variant.critical_runs, place, cell)
}

fn requirements(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Cell {
    let Some(judgement) = variant.judgement() else { return Cell::missing() };
    let note = words::conclusion::requirements_note(words, variant);
    let cell = Cell::judged(words, judgement).valued(vec![variant.holds.len().into()]).noted(note);
    let place = |run: &RunAnalysis| {
        let worst = |wanted| run.verdicts.iter().position(|verdict| verdict.judgement == wanted);
        let index = worst(Judgement::Fail).or_else(|| worst(Judgement::Inconclusive)).unwrap_or(0);
        (!run.verdicts.is_empty()).then_some(ReportPlace::Requirement(index))
    };
    linked(words, analysis, variant, &variant.runs, place, cell)
}

/// Of a single run the cell itself leads to its evidence, of several a line of their numbers.
fn linked(
    words: &Words,
    analysis: &Analysis,
    variant: &VariantConclusion,
    runs: &[usize],
    place: impl Fn(&RunAnalysis) -> Option<ReportPlace>,
    cell: Cell,
) -> Cell {
    let anchor = |run: usize| Some(words::conclusion::anchor(run, &place(&analysis.runs[run])?.anchor()));
    if let [only] = variant.runs.as_slice() {
        return Cell { link: runs.contains(only).then(|| anchor(*only)).flatten(), ..cell };
    }
    let number = |run: usize| variant.runs.iter().position(|of| *of == run).map_or(0, |place| place + 1);
    let places: Vec<(String, String)> =
        runs.iter().filter_map(|run| Some((number(*run).to_string(), anchor(*run)?))).collect();
    let name = words.say("conclusion-repeats", args![n = places.len()]);
    Cell { places: (!places.is_empty()).then_some((name, places)), ..cell }
}
