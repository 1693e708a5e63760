//! How the process ends.

use plimsoll_analysis::Outcome;
use plimsoll_analysis::comparison::Judged;
use std::process::ExitCode;

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, and every requirement holds.
    Done = 0,
    /// Plimsoll itself failed.
    Failed = 1,
    /// Usage or bad input.
    BadInput = 2,
    RequirementFailed = 3,
    /// Inconclusive, or the run is incomplete or invalid.
    Inconclusive = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Holds => Exit::Done,
            Outcome::RequirementFailed | Outcome::RequestsFailed => Exit::RequirementFailed,
            Outcome::Inconclusive => Exit::Inconclusive,
        }
    }
}

impl From<Judged> for Exit {
    fn from(judged: Judged) -> Self {
        match judged {
            Judged::NoRegression => Exit::Done,
            Judged::Regression => Exit::RequirementFailed,
            Judged::Undecided => Exit::Inconclusive,
        }
    }
}

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    /// Each without the `error:` before it.
    pub messages: Vec<String>,
    pub hint: Option<String>,
}

impl Failure {
    /// The user's input is the reason.
    pub fn input(message: impl Into<String>) -> Self {
        Failure { exit: Exit::BadInput, messages: vec![message.into()], hint: None }
    }

    /// Plimsoll or the machine is the reason.
    pub fn internal(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Failed, messages: vec![message.into()], hint: None }
    }

    /// Everything has been said already.
    pub fn said(exit: Exit) -> Self {
        Failure { exit, messages: Vec::new(), hint: None }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// An error with its causes, in one line.
pub fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
