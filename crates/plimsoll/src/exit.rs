//! How the process ends.

use plimsoll_analysis::verdict::JudgedAt;
use plimsoll_analysis::{Analysis, Judgement, Outcome, RunAnalysis};
use plimsoll_run::{Design, EndReason};
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

impl Exit {
    /// How a command ends that made or reported these runs: a failure outweighs doubt.
    pub fn of(analysis: &Analysis) -> Exit {
        let exits = || analysis.runs.iter().map(Exit::of_run);
        let searches = analysis.runs.iter().any(|run| is_search(run));
        match () {
            () if !searches => analysis.outcome.into(),
            () if exits().any(|exit| exit == Exit::RequirementFailed) => Exit::RequirementFailed,
            () if exits().any(|exit| exit == Exit::Inconclusive) => Exit::Inconclusive,
            () => Exit::Done,
        }
    }

    /// A capacity search is meant to go too far: it is judged by how it ended, and by what is demanded of the
    /// capacity itself.
    fn of_run(run: &RunAnalysis) -> Exit {
        if !is_search(run) {
            return run.outcome.into();
        }
        let of_windows = |judged_at: &JudgedAt| *judged_at == JudgedAt::EveryStep;
        let fails = run.verdicts.iter().any(|v| !of_windows(&v.judged_at) && v.judgement == Judgement::Fail);
        match run.end.as_ref().map(|end| &end.reason) {
            Some(EndReason::Impossible(_)) => Exit::RequirementFailed,
            Some(EndReason::Converged | EndReason::LoadExhausted) if fails => Exit::RequirementFailed,
            Some(EndReason::Converged | EndReason::LoadExhausted) => Exit::Done,
            _ => Exit::Inconclusive,
        }
    }
}

fn is_search(run: &RunAnalysis) -> bool {
    matches!(run.header.design, Design::Capacity { .. })
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Holds => Exit::Done,
            Outcome::RequirementFailed => Exit::RequirementFailed,
            Outcome::Inconclusive => Exit::Inconclusive,
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

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{End, Run, RunHeader};

    fn search(reason: Option<EndReason>) -> Run {
        Run {
            header: RunHeader { design: Design::Capacity { precision: 0.05 }, ..RunHeader::default() },
            steps: Vec::new(),
            seconds: Vec::new(),
            notes: Vec::new(),
            end: reason.map(|reason| End { at_us: 0, reason }),
        }
    }

    fn check(reasons: &[Option<EndReason>], expected: Exit) {
        let runs: Vec<Run> = reasons.iter().cloned().map(search).collect();
        assert_eq!(Exit::of(&plimsoll_analysis::analyse(&runs, 1)), expected, "{reasons:?}");
    }

    #[test]
    fn a_capacity_search_ends_as_it_was_answered() {
        let impossible = || Some(EndReason::Impossible("not reachable".to_owned()));
        let inconclusive = || Some(EndReason::Inconclusive("the load generator was the limit".to_owned()));
        check(&[Some(EndReason::Converged)], Exit::Done);
        check(&[Some(EndReason::LoadExhausted)], Exit::Done);
        check(&[impossible()], Exit::RequirementFailed);
        check(&[inconclusive()], Exit::Inconclusive);
        check(&[Some(EndReason::Interrupted)], Exit::Inconclusive);
        check(&[None], Exit::Inconclusive);
        check(&[Some(EndReason::Converged), inconclusive()], Exit::Inconclusive);
        check(&[inconclusive(), impossible(), Some(EndReason::Converged)], Exit::RequirementFailed);
    }
}
