//! `plimsoll run --next RUN`: the study that a finding proposes, written beside the run and, when it is asked for, run at once.

mod choice;
mod command;
mod origin;
#[cfg(test)]
mod studies;
mod written;

use crate::arguments::RunArguments;
use crate::commands::report::ANALYSIS_SEED;
use crate::exit::{Exit, Failure};
use crate::{message, progress, recording, stdout};
use choice::{ChosenNext, choose};
use command::NextCommand;
use origin::RunOrigin;
use plimsoll_analysis::RunAnalysis;
use plimsoll_report::Words;
use std::path::{Path, PathBuf};
use written::NextFiles;

/// Performs what these arguments ask for; the words are their command line.
pub type Perform<'a> = &'a dyn Fn(&RunArguments, Vec<String>) -> Result<Exit, Failure>;

/// `run`: as it was named.
pub fn next(run: &Path, arguments: &RunArguments, perform: Perform<'_>) -> Result<Exit, Failure> {
    let file = choice::run_file(run)?;
    let (runs, observed) = recording::open_runs(std::slice::from_ref(&file))?;
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    let [run] = analysis.runs.as_slice() else {
        return Err(Failure::internal("one run was opened, and another number was analysed"));
    };
    choice::check(run, &file)?;
    let words = Words::new(arguments.files.language.unwrap_or_default());
    let origin = RunOrigin::of(&run.header, &file)?;
    let files = NextFiles::next_to(&file);
    let base = origin.base(&files, arguments);
    let chosen = match choose(run, &base, &arguments.next, &words)? {
        Some(chosen) => chosen,
        None => return Ok(Exit::Inconclusive),
    };
    let text = written::text(run, &chosen, &words);
    written::check(&text, &files.study)?;
    if arguments.next.print {
        stdout::print_data(&text);
        return Ok(Exit::Done);
    }
    origin.write_plan(&files)?;
    recording::write_whole(&files.study, &text)?;
    let command = NextCommand::of(&origin, &files, &chosen, arguments);
    say(run, &chosen, (&file, &files), &command, &words);
    origin.warn(&run.header, &files);
    match arguments.next.yes {
        true => run_it(&chosen, (&origin, perform), &command, (&file, &files), &words),
        false => {
            command.warn_of_secrets();
            Ok(Exit::Done)
        }
    }
}

/// What was written, for what, and what to do with it.
fn say(
    run: &RunAnalysis,
    chosen: &ChosenNext,
    (file, files): (&Path, &NextFiles),
    command: &NextCommand,
    words: &Words,
) {
    let claim = plimsoll_report::claim(run, chosen.finding, words);
    let experiment = plimsoll_report::next_experiment(run, chosen.finding, words);
    let width = progress::message_width();
    let lines = |text: &str| plimsoll_report::in_lines(text, width);
    let claim = lines(&format!("the claim [{}]: {claim}", chosen.finding.id));
    message::say(&format!("{claim}\n{}", lines(&format!("the experiment: {experiment}"))));
    if let Some(changed) = &chosen.study.changed {
        message::say(&format!("the study changes {changed}"));
    }
    message::say(&format!("study: {}", files.study.display()));
    if chosen.study.by_hand {
        message::say("before it runs, change the system under test by hand, as the experiment says");
    }
    let explain = ["plimsoll", "explain"]
        .into_iter()
        .map(str::to_owned)
        .chain([file, &command.output].map(|path| path.display().to_string()));
    let explain = plimsoll_report::command_line(&explain.collect::<Vec<_>>());
    message::say(&format!("run it:   {}\nthen:     {explain}", command.shown()));
}

fn run_it(
    chosen: &ChosenNext,
    (origin, perform): (&RunOrigin, Perform<'_>),
    command: &NextCommand,
    (file, files): (&Path, &NextFiles),
    words: &Words,
) -> Result<Exit, Failure> {
    if chosen.study.by_hand {
        let text = "the study does not change the system under test itself, so it is not run yet";
        return Err(Failure::input(text)
            .with_hint("change it, and say what was changed: --yes --changed 'pool 16 -> 24'"));
    }
    origin.check_masks(chosen, files)?;
    command.check_secrets()?;
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let moved = std::env::set_current_dir(&origin.directory);
    moved.map_err(|error| {
        Failure::internal(format!("failed to go to {}: {error}", origin.directory.display()))
    })?;
    let again = command.parsed()?;
    let exit = perform(&again, command.words())?;
    // A run that did not come about has said why.
    let made = recording::find_runs(std::slice::from_ref(&command.output)).unwrap_or_default();
    if made.is_empty() {
        return Ok(exit);
    }
    let both: Vec<PathBuf> = std::iter::once(file).chain(made).collect();
    let (runs, observed) = recording::open_runs(&both)?;
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    for sentence in plimsoll_report::judged_claims(&analysis, words) {
        let text = format!("[{}] {sentence}", chosen.finding.id);
        stdout::print(&format!("\n{}\n", plimsoll_report::in_lines(&text, progress::text_width())));
    }
    Ok(exit)
}
