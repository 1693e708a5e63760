//! `requirement`: a requirement fails in at least one step; critical if that decides the run's verdict.
//! `requirement-unreadable`: it could not be read, so nothing was judged by it.

use super::{Claim, Evidence};
use crate::verdict::{JudgedAt, Judgement, Verdict};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    evidence.run.verdicts.iter().filter_map(claim).collect()
}

fn claim(verdict: &Verdict) -> Option<Claim> {
    let requirement = verdict.requirement.clone();
    if let JudgedAt::Unreadable { error } = &verdict.judged_at {
        return Some(Claim::RequirementUnreadable { requirement, error: error.clone() });
    }
    let failed = verdict.steps.iter().filter(|s| s.judgement == Judgement::Fail);
    let steps: Vec<u32> = failed.map(|s| s.step).collect();
    let decides = verdict.judgement == Judgement::Fail;
    (!steps.is_empty()).then_some(Claim::RequirementFailed { requirement, steps, decides })
}
