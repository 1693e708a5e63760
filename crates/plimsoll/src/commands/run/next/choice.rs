//! Which run is followed, and by which of its findings.

use crate::arguments::NextArguments;
use crate::exit::Failure;
use crate::{message, recording, stdout};
use plimsoll_analysis::follow_up::proposals;
use plimsoll_analysis::{Finding, RunAnalysis};
use plimsoll_report::Words;
use plimsoll_run::{LoadGeneratorKind, Run};
use plimsoll_study::{NextBase, NextProblem, NextStudy};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// The finding, and the study that decides it.
pub struct ChosenNext<'a> {
    pub finding: &'a Finding,
    pub study: NextStudy,
}

/// The run that is meant; of repeats the first.
pub fn run_file(named: &Path) -> Result<PathBuf, Failure> {
    let files = recording::find_runs(&[named.to_owned()])?;
    let [first, others @ ..] = files.as_slice() else {
        return Err(Failure::input(format!("{} holds no run files", named.display())));
    };
    if others.is_empty() {
        return Ok(first.clone());
    }
    let variant = |file: &PathBuf| -> Result<String, Failure> {
        let run = Run::open(file).map_err(|error| recording::store_failure(&error))?;
        Ok(run.header.variant.name)
    };
    let variants = files.iter().map(variant).collect::<Result<Vec<String>, Failure>>()?;
    if variants.iter().all(|name| *name == variants[0]) {
        message::say(&format!("of {} repeats the first is followed: {}", files.len(), first.display()));
        return Ok(first.clone());
    }
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    Err(Failure::input(format!("{} holds runs of several variants, and one is followed", named.display()))
        .with_hint(format!("name its run file: {}", names.join(", "))))
}

/// A run that can be made again.
pub fn check(run: &RunAnalysis, file: &Path) -> Result<(), Failure> {
    let named = file.display();
    if run.end.is_none() && UnixStream::connect(plimsoll_server::control_socket(file)).is_ok() {
        return Err(Failure::input(format!("{named} is still going on"))
            .with_hint("wait until it has ended, or end it with q: then it has its findings"));
    }
    if run.is_imported() {
        return Err(Failure::input(format!("{named} was imported: it holds no plan that could be run"))
            .with_hint("`plimsoll explain` lists the next steps of its findings"));
    }
    let by_tool = matches!(run.header.generator, LoadGeneratorKind::Tool { .. });
    if by_tool && run.header.study.is_none() {
        return Err(Failure::input(format!("{named} was made by another tool without a study"))
            .with_hint("write a study with `generator`, run that, and follow its run"));
    }
    Ok(())
}

/// `None`: there is nothing that the program can do; it has been said.
pub fn choose<'a>(
    run: &'a RunAnalysis,
    base: &NextBase,
    arguments: &NextArguments,
    words: &Words,
) -> Result<Option<ChosenNext<'a>>, Failure> {
    let all = proposals(run);
    if let Some(id) = &arguments.finding {
        return named(run, &all, id, base, words).map(Some);
    }
    let study =
        |finding: &&'a Finding| Some(ChosenNext { study: NextStudy::of(base, run, finding).ok()?, finding });
    let chosen = all.iter().find_map(study);
    if chosen.is_none() {
        say_none(run, &all, words);
    }
    Ok(chosen)
}

pub(super) fn named<'a>(
    run: &'a RunAnalysis,
    all: &[&'a Finding],
    id: &str,
    base: &NextBase,
    words: &Words,
) -> Result<ChosenNext<'a>, Failure> {
    let (name, number) = numbered(id);
    let of_name: Vec<&'a Finding> = all.iter().copied().filter(|finding| finding.id == name).collect();
    let asked: Vec<&'a Finding> = match number {
        Some(number) => of_name.get(number.wrapping_sub(1)).copied().into_iter().collect(),
        None => of_name.clone(),
    };
    let Some(first) = asked.first().copied() else {
        if !of_name.is_empty() {
            let hint = format!("`{name}#1` to `{name}#{}`", of_name.len());
            return Err(Failure::input(format!("the run has no finding `{id}`")).with_hint(hint));
        }
        let mut ids: Vec<&str> = all.iter().map(|finding| finding.id).collect();
        ids.dedup();
        let hint = match ids.is_empty() {
            true => "the run has no findings".to_owned(),
            false => format!("it has: {}", ids.join(", ")),
        };
        return Err(Failure::input(format!("the run has no finding `{id}`")).with_hint(hint));
    };
    // Of several with one name the first that a study can decide.
    let study = |finding: &'a Finding| Some((NextStudy::of(base, run, finding).ok()?, finding));
    let Some((study, finding)) = asked.iter().copied().find_map(study) else {
        let problem = NextStudy::of(base, run, first).err().map_or("no study decides it", reason);
        let next = plimsoll_report::next_experiment(run, first, words);
        return Err(Failure::input(format!("`{id}`: {problem}")).with_hint(next));
    };
    if number.is_none() && of_name.len() > 1 {
        let place = of_name.iter().position(|other| std::ptr::eq(*other, finding)).unwrap_or_default() + 1;
        let count = of_name.len();
        message::say(&format!(
            "of {count} findings `{name}` number {place} is followed; another: --finding '{name}#N'"
        ));
    }
    Ok(ChosenNext { finding, study })
}

/// `pool-exhausted#2`: the second of that name.
fn numbered(id: &str) -> (&str, Option<usize>) {
    match id.split_once('#') {
        Some((name, number)) => (name, Some(number.parse().unwrap_or_default())),
        None => (id, None),
    }
}

fn reason(problem: NextProblem) -> &'static str {
    match problem {
        NextProblem::Person => "no run decides it: a person has to look, or to mend something",
        NextProblem::Generator => "it takes more load generators: --fleet FILE names them",
        NextProblem::Jobs => "the study has jobs, whose load is no step that could be another one",
        NextProblem::NoLoads => "there is no other load to choose for it",
        NextProblem::NoTimes => "the study says no time that could be longer",
    }
}

/// Why there is none, and what a person can do.
fn say_none(run: &RunAnalysis, all: &[&Finding], words: &Words) {
    if all.is_empty() {
        message::say("the run has no findings, so there is no next experiment");
        return;
    }
    message::say(
        "no finding of this run has an experiment that the program can carry out by itself. The next steps:",
    );
    for finding in all {
        let next = plimsoll_report::next_experiment(run, finding, words);
        stdout::print(&format!("[{}] {next}\n", finding.id));
    }
}
