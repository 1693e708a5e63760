//! `plimsoll examples`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct ExamplesArguments {
    /// A run file, or a folder with one
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// Of this transaction
    #[arg(short, long, value_name = "NAME")]
    pub transaction: Option<String>,
    /// Failures of this kind: status, assertion, response-timeout, …
    #[arg(short, long, value_name = "KIND", conflicts_with = "slowest")]
    pub kind: Option<String>,
    /// The slowest answers alone
    #[arg(long)]
    pub slowest: bool,
    /// Failures alone
    #[arg(long, conflicts_with = "slowest")]
    pub failed: bool,
    /// Of this step
    #[arg(long, value_name = "N")]
    pub step: Option<u32>,
    /// With headers, bodies and variables
    #[arg(long)]
    pub full: bool,
    /// Exchanges in the terminal, at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// HAR 1.2 for a browser's network panel, or JSON [default: by the name of the file, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<ExamplesFormat>,
    /// The file to write: exchanges.har, exchanges.json
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file of that name
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExamplesFormat {
    Text,
    Json,
    Har,
}
