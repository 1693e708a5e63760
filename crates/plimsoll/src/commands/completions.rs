//! `plimsoll completions`: what shells complete, and manual pages, from the command line itself.

use crate::arguments::{CommandLine, CompletionArguments, CompletionFor};
use crate::exit::{Exit, Failure};
use crate::{message, recording, stdout};
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::path::Path;

const NAME: &str = "plimsoll";

pub fn completions(arguments: &CompletionArguments) -> Result<Exit, Failure> {
    let folder = arguments.output.as_deref();
    let (shell, file) = match (arguments.shell, folder) {
        (CompletionFor::Man, folder) => return manual(folder.unwrap_or(Path::new("."))),
        (CompletionFor::Bash, _) => (Shell::Bash, "plimsoll"),
        (CompletionFor::Zsh, _) => (Shell::Zsh, "_plimsoll"),
        (CompletionFor::Fish, _) => (Shell::Fish, "plimsoll.fish"),
    };
    let mut text = Vec::new();
    generate(shell, &mut CommandLine::command(), NAME, &mut text);
    match folder {
        Some(folder) => written(folder, file, &text)?,
        None => stdout::print_data(&String::from_utf8_lossy(&text)),
    }
    Ok(Exit::Done)
}

/// `plimsoll.1`, `plimsoll-run.1`, …
fn manual(folder: &Path) -> Result<Exit, Failure> {
    let mut command = CommandLine::command();
    command.build();
    page(folder, NAME, &command)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        let name = format!("{NAME}-{}", sub.get_name());
        page(folder, &name, sub)?;
    }
    Ok(Exit::Done)
}

fn page(folder: &Path, name: &str, command: &clap::Command) -> Result<(), Failure> {
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone()).title(name.to_uppercase());
    page.render(&mut text)
        .map_err(|e| Failure::internal(format!("failed to make the manual page {name}: {e}")))?;
    written(folder, &format!("{name}.1"), &text)
}

fn written(folder: &Path, file: &str, text: &[u8]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format!("failed to make the folder {}: {error}", folder.display()))
            .with_hint("is there room, and may you write there?")
    })?;
    let path = folder.join(file);
    recording::write_whole(&path, text)?;
    message::say(&path.display().to_string());
    Ok(())
}
