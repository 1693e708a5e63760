//! `requirement`: a requirement fails in at least one step; critical if that decides the run's verdict.
//! Throughput alone may miss its limit at the smaller loads.
//! `requirement-unreadable`: it could not be read, so nothing was judged by it.

use super::{Claim, Evidence};
use crate::requirements::{Evidence as Proof, JudgedAt, Judgement, Verdict};

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
    let at_best = matches!(verdict.judged_at, JudgedAt::BestStep { .. });
    let throughput = verdict.steps.iter().any(|s| matches!(s.evidence, Proof::Throughput { .. }));
    // A capacity search goes on until requirements break.
    let searched = matches!(verdict.judged_at, JudgedAt::Rate { .. } | JudgedAt::NoStep);
    if (throughput || searched) && !decides {
        return None;
    }
    let load_line = at_best.then_some(verdict.judgement);
    (!steps.is_empty()).then_some(Claim::RequirementFailed { requirement, steps, decides, load_line })
}
