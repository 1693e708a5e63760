use crate::bottleneck::{Cause, Grade, LimitVerdict, NotKnown, Resource, Usage};
use crate::run_analysis::RunAnalysis;
use plimsoll_run::Source;
use serde::Serialize;

/// The likeliest limiting factor of each repeat, put together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedLimit {
    /// The most frequent first.
    pub causes: Vec<RepeatedCause>,
    /// Runs whose throughput grew up to the highest load: no limit was reached.
    pub not_reached: Vec<usize>,
    /// Runs that name none for other reasons.
    pub not_known: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedCause {
    /// The weakest among these runs.
    pub grade: Grade,
    /// As the first of these runs has it.
    pub usage: Usage,
    /// Runs in which it is the likeliest, or as much speaks for it as for the likeliest.
    pub runs: Vec<usize>,
}

/// What makes a cause of two runs the same.
pub(super) type CauseKey = (Resource, Source, String);

pub(super) fn key(cause: &Cause) -> CauseKey {
    (cause.resource, cause.source.clone(), cause.name.clone())
}

/// Causes that as much speaks for as for the first.
fn likeliest(verdict: &LimitVerdict) -> Vec<&Cause> {
    let LimitVerdict::Causes { causes, .. } = verdict else { return Vec::new() };
    let mut found: Vec<&Cause> = Vec::new();
    for cause in causes.iter().filter(|cause| cause.grade == causes[0].grade) {
        if found.iter().all(|known| key(known) != key(cause)) {
            found.push(cause);
        }
    }
    found
}

impl RepeatedLimit {
    pub(super) fn of(runs: &[(usize, &RunAnalysis)]) -> RepeatedLimit {
        let mut keyed: Vec<(CauseKey, RepeatedCause)> = Vec::new();
        let (mut not_reached, mut not_known) = (Vec::new(), Vec::new());
        for (place, run) in runs {
            let verdict = &run.limiting_factor.verdict;
            let likeliest = likeliest(verdict);
            match verdict {
                _ if !likeliest.is_empty() => {}
                LimitVerdict::NotKnown { reason: NotKnown::NotReached { .. } } => not_reached.push(*place),
                _ => not_known.push(*place),
            }
            for cause in likeliest {
                match keyed.iter_mut().find(|(known, _)| *known == key(cause)) {
                    Some((_, found)) => {
                        found.grade = found.grade.max(cause.grade);
                        found.runs.push(*place);
                    }
                    None => {
                        let (grade, usage) = (cause.grade, cause.usage.clone());
                        keyed.push((key(cause), RepeatedCause { grade, usage, runs: vec![*place] }));
                    }
                }
            }
        }
        let mut causes: Vec<RepeatedCause> = keyed.into_iter().map(|(_, cause)| cause).collect();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.runs.len()));
        RepeatedLimit { causes, not_reached, not_known }
    }
}
