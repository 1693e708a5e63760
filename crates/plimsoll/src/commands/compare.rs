//! `plimsoll compare`: runs against runs, and histories of runs.

mod last;
mod series;

use super::report::ANALYSIS_SEED;
use crate::arguments::{CompareArguments, CompareBy, CompareFormat, FailOn};
use crate::exit::{Exit, Failure};
use crate::stdout;
use crate::{message, outputs, progress, recording, reports};
use plimsoll_analysis::Observations;
use plimsoll_analysis::comparison::{self, Group, Judged, Options};
use plimsoll_report::Words;
use plimsoll_run::Run;
use plimsoll_server::recorded;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A variant of a study that has only one.
const UNNAMED: &str = "unnamed";

/// Folders within folders that are looked into for a history.
const DEPTH_MAX: usize = 4;

pub fn compare(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let options = Options {
        margin: arguments.margin / 100.0,
        errors_margin_points: arguments.errors_margin,
        seed: ANALYSIS_SEED,
    };
    if arguments.format == CompareFormat::Comment && arguments.history.is_some() {
        return Err(Failure::input("a comment is about one change, and --history about many")
            .with_hint("name two runs or folders, or use --last"));
    }
    let words = Words::new(arguments.language);
    let (text, exit) = match (&arguments.history, &arguments.last) {
        (Some(file), _) if file.is_file() => {
            let (text, judged) = series::of_file(file, arguments, options.margin, &words)?;
            (text, exit(arguments, judged, true))
        }
        (Some(_), _) if !arguments.better.is_empty() => {
            return Err(Failure::input(
                "--better is for the series of a file; what is better in runs is known",
            ));
        }
        (Some(folder), _) => of_history(folder, arguments, options, &words)?,
        (None, Some(folder)) => of_runs(&last::two(folder)?, arguments, options, &words)?,
        (None, None) => of_runs(&arguments.runs, arguments, options, &words)?,
    };
    match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            recording::write_whole(path, &text)?;
            message::say(&format!("comparison: {}", path.display()));
        }
        // All of its forms show what they hold; a program may read it.
        None => stdout::print_data(&text),
    }
    Ok(exit)
}

/// What could not be decided ends a pipeline only where it wants that; what could not be compared always does.
fn exit(arguments: &CompareArguments, judged: Judged, is_compared: bool) -> Exit {
    let lenient = arguments.fail_on == FailOn::Regression;
    if judged != Judged::Undecided || !lenient || !is_compared {
        return judged.into();
    }
    let text = "no regression is shown, though not every figure could be decided: exit code 0";
    message::say(&format!("{text} (4 with --fail-on undecided)"));
    Exit::Done
}

fn of_runs(
    named: &[PathBuf],
    arguments: &CompareArguments,
    options: Options,
    words: &Words,
) -> Result<(String, Exit), Failure> {
    let files: Vec<PathBuf> = recording::find_runs(named)?;
    check_output(arguments, &files)?;
    let sources = named.iter().map(|path| open(path)).collect::<Result<Vec<Source>, Failure>>()?;
    let pairs = pairs(arguments, &sources)?;
    recording::check_once(&files)?;
    let observed = requests(sources.iter().flat_map(|source| &source.files))?;
    let (names, runs): (Vec<String>, Vec<Run>) = sources.into_iter().flat_map(|source| source.runs).unzip();
    let mut found = comparison::compare(&runs, &observed, &names, &pairs, options);
    let judged = recorded::follow_ups(&runs, files.iter().map(PathBuf::as_path), ANALYSIS_SEED);
    found.follow_ups = judged.map_err(|error| recording::store_failure(&error))?;
    let text = match arguments.format {
        CompareFormat::Text => plimsoll_report::comparison_terminal(&found, words, progress::text_width()),
        CompareFormat::Html => plimsoll_report::comparison_html(&found, words),
        CompareFormat::Json => plimsoll_report::comparison_json(&found),
        CompareFormat::Junit => plimsoll_report::comparison_junit(&found, words),
        CompareFormat::Comment => plimsoll_report::comparison_comment(&found, words),
    };
    Ok((text, exit(arguments, found.judged, found.is_compared())))
}

fn of_history(
    folder: &Path,
    arguments: &CompareArguments,
    options: Options,
    words: &Words,
) -> Result<(String, Exit), Failure> {
    let mut files = Vec::new();
    collect(folder, DEPTH_MAX, &mut files)?;
    if files.is_empty() {
        return Err(Failure::input(format!("the folder {} holds no run files", folder.display())));
    }
    files.sort();
    check_output(arguments, &files)?;
    let named = |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let names: Vec<String> = files.iter().map(named).collect();
    let runs = files.iter().map(|file| open_run(file)).collect::<Result<Vec<Run>, Failure>>()?;
    warn_of_several(&runs);
    let observed = requests(&files)?;
    let (margin, points) = (options.margin, options.errors_margin_points);
    let found = comparison::history(&runs, &observed, &names, margin, points, options.seed);
    let text = match arguments.format {
        CompareFormat::Text | CompareFormat::Comment => {
            plimsoll_report::history_terminal(&found, words, progress::text_width())
        }
        CompareFormat::Html => plimsoll_report::history_html(&found, words),
        CompareFormat::Json => plimsoll_report::history_json(&found),
        CompareFormat::Junit => plimsoll_report::history_junit(&found, words),
    };
    Ok((text, exit(arguments, found.judged, true)))
}

/// Figures of the same load are one series, whatever was measured.
fn warn_of_several(runs: &[Run]) {
    const NAMED: usize = 3;
    let names: BTreeSet<&str> = runs.iter().map(|run| run.header.name.as_str()).collect();
    if names.len() > 1 {
        let some: Vec<&str> = names.iter().take(NAMED).copied().collect();
        let more = if names.len() > NAMED { ", …" } else { "" };
        let text = format!("the runs are of {} plans or studies ({}{more})", names.len(), some.join(", "));
        let hint = "figures of the same load are one series: give a folder with the runs of one of them";
        message::warning(&text, Some(hint));
    }
}

/// Before anything is done: no run is written over, and only an earlier comparison is replaced.
fn check_output(arguments: &CompareArguments, files: &[PathBuf]) -> Result<(), Failure> {
    let Some(path) = arguments.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(());
    };
    outputs::check_no_input(path, files.iter().map(PathBuf::as_path))?;
    let (is_one, what): (fn(&str) -> bool, &str) = match arguments.format {
        CompareFormat::Text | CompareFormat::Comment if reports::is_text_named(path) => (|_| true, "text"),
        CompareFormat::Text | CompareFormat::Comment => (|_| false, "text (.txt, .md)"),
        CompareFormat::Html => (reports::is_page, "HTML"),
        CompareFormat::Json => (|head| head.starts_with('{') && head.contains("\"judged\""), "JSON"),
        CompareFormat::Junit => (reports::is_junit, "JUnit XML"),
    };
    outputs::check_report(path, is_one, &format!("earlier comparison in {what}"))
}

/// Run files in a folder and the folders in it.
pub(super) fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder)
        .map_err(|e| Failure::input(format!("failed to read the folder {}: {e}", folder.display())))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() && depth > 0 {
            collect(&path, depth - 1, files)?;
        } else if path.extension().is_some_and(|extension| extension == recording::RUN_EXTENSION) {
            files.push(path);
        }
    }
    Ok(())
}

fn open_run(path: &Path) -> Result<Run, Failure> {
    Run::open(path).map_err(|error| recording::store_failure(&error))
}

/// Which servers answered when.
fn requests<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<Vec<Observations>, Failure> {
    files.into_iter().map(|file| recording::requests(file)).collect()
}

/// What one argument named.
struct Source {
    name: String,
    path: PathBuf,
    /// Of the runs, in their order.
    files: Vec<PathBuf>,
    /// By name.
    runs: Vec<(String, Run)>,
}

fn open(path: &Path) -> Result<Source, Failure> {
    let files = recording::find_runs(std::slice::from_ref(&path.to_owned()))?;
    let runs = files
        .iter()
        .map(|file| Ok((file.display().to_string(), open_run(file)?)))
        .collect::<Result<_, Failure>>()?;
    let trimmed: PathBuf = path.components().collect();
    Ok(Source { name: trimmed.display().to_string(), path: trimmed, files, runs })
}

/// The sides to compare, the one before first.
fn pairs(arguments: &CompareArguments, sources: &[Source]) -> Result<Vec<(Group, Group)>, Failure> {
    let by =
        arguments.by.unwrap_or(if sources.len() == 1 { CompareBy::Variant } else { CompareBy::Argument });
    let places: Vec<Vec<usize>> = places(sources);
    let all: Vec<&Run> = sources.iter().flat_map(|source| source.runs.iter().map(|(_, run)| run)).collect();
    let groups: Vec<(Group, Option<&Source>)> = match by {
        CompareBy::Argument => sources
            .iter()
            .zip(&places)
            .map(|(source, runs)| (Group { name: source.name.clone(), runs: runs.clone() }, Some(source)))
            .collect(),
        CompareBy::Variant => {
            let runs: Vec<usize> = (0..all.len()).collect();
            by_variant(&all, &runs).into_iter().map(|group| (group, None)).collect()
        }
    };
    if groups.len() < 2 {
        let text = "there is only one side: nothing to compare it with";
        return Err(Failure::input(text)
            .with_hint("name two run files or folders, or a folder with the runs of several variants"));
    }
    let baseline = baseline(arguments, &groups)?;
    let others = groups.iter().enumerate().filter(|(i, _)| *i != baseline).map(|(_, (group, _))| group);
    let mut pairs = Vec::new();
    for other in others {
        pairs.extend(matched(&all, &groups[baseline].0, other)?);
    }
    Ok(pairs)
}

/// Where the runs of each source are in the list of all.
fn places(sources: &[Source]) -> Vec<Vec<usize>> {
    let mut next = 0;
    let mut place = |source: &Source| {
        let from = next;
        next += source.runs.len();
        (from..next).collect()
    };
    sources.iter().map(&mut place).collect()
}

/// In the order in which the variants first ran.
fn by_variant(all: &[&Run], runs: &[usize]) -> Vec<Group> {
    let mut runs = runs.to_vec();
    runs.sort_by_key(|i| all[*i].header.started_unix_us);
    let mut groups: Vec<Group> = Vec::new();
    for i in runs {
        let name =
            Some(all[i].header.variant.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(UNNAMED);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.runs.push(i),
            None => groups.push(Group { name: name.to_owned(), runs: vec![i] }),
        }
    }
    groups
}

fn baseline(arguments: &CompareArguments, groups: &[(Group, Option<&Source>)]) -> Result<usize, Failure> {
    let Some(asked) = &arguments.baseline else { return Ok(0) };
    let path: PathBuf = Path::new(asked).components().collect();
    let is_it = |(group, source): &(Group, Option<&Source>)| match source {
        Some(source) => source.path == path,
        None => group.name == *asked,
    };
    groups.iter().position(is_it).ok_or_else(|| {
        let names: Vec<&str> = groups.iter().map(|(group, _)| group.name.as_str()).collect();
        Failure::input(format!("no side is named {asked:?}"))
            .with_hint(format!("the sides are: {}", names.join(", ")))
    })
}

/// Two sides as they are; where one holds several variants, each variant with its like.
fn matched(all: &[&Run], before: &Group, after: &Group) -> Result<Vec<(Group, Group)>, Failure> {
    let (variants, others) = (by_variant(all, &before.runs), by_variant(all, &after.runs));
    if variants.len() == 1 && others.len() == 1 {
        return Ok(vec![(before.clone(), after.clone())]);
    }
    let named = |side: &Group, variant: &Group| Group {
        name: format!("{} ({})", side.name, variant.name),
        runs: variant.runs.clone(),
    };
    let like = |variant: &Group| others.iter().find(|other| other.name == variant.name);
    let pairs: Vec<(Group, Group)> = variants
        .iter()
        .filter_map(|variant| Some((named(before, variant), named(after, like(variant)?))))
        .collect();
    if pairs.is_empty() {
        let text = format!("{} and {} have no variant in common", before.name, after.name);
        return Err(Failure::input(text).with_hint("--by variant compares the variants with one another"));
    }
    Ok(pairs)
}
