//! `plimsoll explain`, and what commands that answer a question about runs have in common.

use super::report::language;
use clap::{Args, ValueEnum};
use plimsoll_run::Language;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// Run files, or folders with run files
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub answer: AnswerArguments,
}

#[derive(Debug, Args)]
pub struct AnswerArguments {
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AnswerFormat::Text)]
    pub format: AnswerFormat,
    /// Of sentences and numbers [default: the study's]
    #[arg(long, value_parser = language())]
    pub language: Option<Language>,
    /// The file to write; `-` is stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    Text,
    #[value(alias = "md")]
    Markdown,
    Html,
    Json,
}
