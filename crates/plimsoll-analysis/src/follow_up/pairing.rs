//! Runs that follow one of the others.

use super::expectation::Expectation;
use super::judge::{ClaimBasis, ClaimVerdict, judge};
use super::labels::{CHANGED, CLAIM, NEXT_OF, label, run_key};
use crate::run_analysis::RunAnalysis;
use serde::Serialize;

/// A study's run that follows another one, and what it says of that one's claim. Runs are their places in `runs`, from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FollowUp {
    pub before: usize,
    /// Repeats of one study.
    pub after: Vec<usize>,
    /// The finding's id.
    pub claim: String,
    /// Its place among the findings of the run before; `None`: it is not among them.
    pub finding: Option<usize>,
    /// What was changed of the system under test, as it was said.
    pub changed: Option<String>,
    /// What had to come of it.
    pub expected: Option<Expectation>,
    pub basis: ClaimBasis,
    pub verdict: ClaimVerdict,
}

impl FollowUp {
    /// Of all runs that follow one of the others, in the order of the runs.
    pub(crate) fn all(runs: &[RunAnalysis]) -> Vec<FollowUp> {
        let mut groups: Vec<(usize, &str, &str, Vec<usize>)> = Vec::new();
        for (place, run) in runs.iter().enumerate() {
            let Some((of, claim)) = label(&run.header, NEXT_OF).zip(label(&run.header, CLAIM)) else {
                continue;
            };
            let Some(before) = runs.iter().position(|other| run_key(&other.header) == of) else { continue };
            let variant = run.header.variant.name.as_str();
            match groups.iter_mut().find(|group| (group.0, group.1, group.2) == (before, claim, variant)) {
                Some(group) => group.3.push(place),
                None => groups.push((before, claim, variant, vec![place])),
            }
        }
        let judged = |(before, claim, _, after): (usize, &str, &str, Vec<usize>)| {
            let of_study: Vec<&RunAnalysis> = after.iter().map(|place| &runs[*place]).collect();
            let found = judge(&runs[before], claim, &of_study);
            FollowUp {
                before,
                claim: claim.to_owned(),
                finding: found.finding,
                changed: of_study.iter().find_map(|run| label(&run.header, CHANGED)).map(str::to_owned),
                expected: found.expected,
                basis: found.basis,
                verdict: found.verdict,
                after,
            }
        };
        groups.into_iter().map(judged).collect()
    }
}
