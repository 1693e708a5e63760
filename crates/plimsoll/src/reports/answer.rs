//! Answers to a question about runs: one text, to stdout or into a file.

use super::files::{is_json, is_page, is_text_named};
use crate::arguments::{AnswerArguments, AnswerFormat};
use crate::exit::Failure;
use crate::{message, outputs, recording, stdout};
use std::path::{Path, PathBuf};

/// Before anything is done: no run is written over, and only an earlier answer is replaced.
pub fn check_answer(arguments: &AnswerArguments, files: &[PathBuf]) -> Result<(), Failure> {
    let Some(path) = file(arguments) else { return Ok(()) };
    outputs::check_no_input(path, files.iter().map(PathBuf::as_path))?;
    let is_text = is_text_named(path);
    let is_one = |head: &str| match arguments.format {
        AnswerFormat::Text | AnswerFormat::Markdown => is_text,
        AnswerFormat::Html => is_page(head),
        AnswerFormat::Json => is_json(head),
    };
    let what = match arguments.format {
        AnswerFormat::Text | AnswerFormat::Markdown => "earlier answer as text (.txt, .md)",
        AnswerFormat::Html => "earlier answer in HTML",
        AnswerFormat::Json => "earlier answer in JSON",
    };
    outputs::check_report(path, is_one, what)
}

pub fn write_answer(arguments: &AnswerArguments, text: &str, what: &str) -> Result<(), Failure> {
    match file(arguments) {
        Some(path) => {
            recording::write_whole(path, text)?;
            message::say(&format!("{what}: {}", path.display()));
        }
        // All of its forms show what they hold; a program may read it.
        None => stdout::print_data(text),
    }
    Ok(())
}

fn file(arguments: &AnswerArguments) -> Option<&Path> {
    arguments.output.as_deref().filter(|path| *path != Path::new("-"))
}
