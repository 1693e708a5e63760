//! What a report says and in which order: a file for each section, and a line for it in the lists below.

mod appendix;
mod author;
mod compared;
mod comparison;
mod conclusion;
pub mod contrast;
mod differences;
mod errors;
mod errors_by_transaction;
mod evidence;
mod exchanges;
mod experiment;
pub mod explanation;
mod figures;
mod findings;
pub mod follow_up;
mod generator;
mod imported_summaries;
mod job_times;
mod limits;
mod log;
mod nodes;
pub mod prediction;
mod projections;
mod proof;
mod recorded;
mod scalability;
mod search;
mod servers;
mod setup;
mod step_summary;
mod steps;
pub mod summary;
mod times;
mod transactions;
mod verdict;
mod watched;
mod whole_run;

use errors_by_transaction::table as errors_by_transaction;
use job_times::job_times;

use crate::document::{About, Block, ReportDocument, Section, SectionRole};
use crate::words::{self, Words, args};
use plimsoll_analysis::{Analysis, RunAnalysis};

/// Nothing where there is nothing to say.
type OfSeveral = for<'a> fn(&Words, &'a Analysis) -> Option<Section<'a>>;
type OfRun = for<'a> fn(&Words, &'a RunAnalysis) -> Option<Section<'a>>;

/// Before the first of several runs.
const OF_SEVERAL: [OfSeveral; 6] = [
    follow_up::section,
    conclusion::section,
    findings::several_runs,
    comparison::overview,
    job_times::section,
    comparison::section,
];

const OF_RUN: [OfRun; 23] = [
    verdict::section,
    setup::validity,
    limits::section,
    findings::section,
    setup::section,
    search::section,
    steps::section,
    imported_summaries::section,
    experiment::section,
    figures::throughput,
    scalability::section,
    scalability::of_requests,
    figures::response_times,
    proof::section,
    transactions::section,
    whole_run::section,
    errors::section,
    errors_by_transaction::section,
    exchanges::section,
    servers::section,
    generator::section,
    projections::section,
    log::section,
];

/// Of a run that goes on.
const SO_FAR: [OfRun; 7] = [
    verdict::section,
    steps::section,
    findings::section,
    errors_by_transaction::section,
    servers::section,
    generator::section,
    limits::section,
];

/// What people say, behind what stands first.
const OF_AUTHOR: [OfSeveral; 2] = [author::conclusion, author::about];

/// The study's name; of runs that have several names the first and the last of them.
fn title(words: &Words, runs: &[RunAnalysis]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for run in runs {
        if !names.contains(&run.header.name.as_str()) {
            names.push(&run.header.name);
        }
    }
    match names[..] {
        [] => words.text("label-no-run"),
        [only] => only.to_owned(),
        [first, .., last] => words.say("label-runs-of-several-names", args![n = runs.len(), first, last]),
    }
}

/// The report on one run or several.
pub fn report<'a>(words: &Words, analysis: &'a Analysis) -> ReportDocument<'a> {
    let first = analysis.runs.first();
    let several = analysis.runs.len() != 1;
    let mut sections: Vec<Section<'a>> = Vec::new();
    if several {
        sections.extend(OF_SEVERAL.iter().filter_map(|section| section(words, analysis)));
    }
    for (number, run) in (1..).zip(&analysis.runs) {
        if several {
            let title = words::run::title(words, &analysis.runs, &run.header);
            sections.push(Section::new(title).at(format!("run-{number}")).role(SectionRole::Part));
        }
        let words = &words.of_run(run);
        let of_run = OF_RUN.iter().filter_map(|section| section(words, run));
        sections.extend(of_run.map(|section| Section { run: Some(number), ..section }));
        if several {
            without_tested(words, analysis, &mut sections);
        }
    }
    sections.push(appendix::section(words, analysis));
    let first_ends = sections.len().min(1);
    let said = OF_AUTHOR.iter().filter_map(|section| section(words, analysis));
    sections.splice(first_ends..first_ends, said.collect::<Vec<_>>());
    let origin = first.map(|run| {
        let program = format!("{} {}", words.text("label-program"), run.header.version);
        let started = words.date_time(run.header.started_unix_us, &run.header.time_zone);
        if run.header.times_made_up || (run.is_imported() && run.steps.is_empty()) {
            program
        } else {
            format!("{started} · {program}")
        }
    });
    let mut document = ReportDocument {
        title: title(words, &analysis.runs),
        about: Some(About { kind: words.text("label-report"), origin }),
        has_several_runs: several,
        sections,
    };
    document.share_common(words.text("label-common"));
    document
}

/// What can be said while runs go on.
pub fn so_far<'a>(words: &Words, analysis: &'a Analysis) -> ReportDocument<'a> {
    let of_run = |run: &'a RunAnalysis| {
        let words = words.of_run(run);
        SO_FAR.iter().filter_map(|section| section(&words, run)).collect::<Vec<_>>()
    };
    ReportDocument {
        title: analysis.runs.first().map_or_else(String::new, |run| run.header.name.clone()),
        about: None,
        has_several_runs: false,
        sections: analysis.runs.iter().flat_map(of_run).collect(),
    }
}

/// What was tested stands in the conclusion of several runs; a run's verdict says only what differs.
fn without_tested(words: &Words, analysis: &Analysis, sections: &mut [Section<'_>]) {
    let Some(Block::Properties(all)) = verdict::tested(words, &analysis.runs) else { return };
    let verdicts = sections.iter_mut().filter(|section| matches!(section.role, SectionRole::Verdict { .. }));
    for block in verdicts.flat_map(|section| &mut section.blocks) {
        if let Block::Properties(own) = block {
            own.retain(|pair| !all.contains(pair));
        }
    }
}
