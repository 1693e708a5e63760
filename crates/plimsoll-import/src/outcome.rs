//! What came of an import, file by file.

use plimsoll_run::{ImportNote, Input, PlacementEvidence, StepsFrom};
use plimsoll_telemetry::ReadProblems;
use std::path::PathBuf;

/// One file, as it came in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    pub name: String,
    /// Empty when it wasn't recognised.
    pub format: String,
    pub host: String,
    pub readings: u64,
    pub events: u64,
    pub requests: u64,
    pub problems: u64,
    /// The first few, each with its line.
    pub first_problems: Vec<String>,
    /// How its times were placed.
    pub placement: PlacementEvidence,
    /// Why it was left out, or a part of it.
    pub refused: Option<String>,
    /// Its format was known, and not all of it could be read.
    pub is_incomplete: bool,
}

impl Imported {
    pub(crate) const PROBLEMS_SHOWN: usize = 3;

    pub(crate) fn of(input: &Input, problems: &ReadProblems) -> Imported {
        let first = problems.first.iter().take(Imported::PROBLEMS_SHOWN);
        Imported {
            name: input.name.clone(),
            format: input.format.clone(),
            host: input.host.clone(),
            readings: input.readings,
            events: input.events,
            requests: input.requests,
            problems: input.problems,
            first_problems: first.map(|problem| problem.in_file(&input.name).to_string()).collect(),
            placement: input.placement.evidence.clone(),
            refused: input.refused.clone(),
            is_incomplete: input.refused.is_some() && !input.format.is_empty(),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct ImportOutcome {
    pub run: PathBuf,
    /// In the order of the files.
    pub inputs: Vec<Imported>,
    pub steps: usize,
    pub from: StepsFrom,
    /// Of a script beside its requests, in sentences; in the run they are a note of each check.
    pub said_of_script: Vec<String>,
    pub notes: Vec<ImportNote>,
    pub requests: u64,
    /// Requests that were read and are not in the run: their times are weeks away from the others.
    pub left_out: u64,
}

impl ImportOutcome {
    /// Some file that was recognised is not whole in the run.
    pub fn is_incomplete(&self) -> bool {
        self.inputs.iter().any(|input| input.is_incomplete)
    }
}
