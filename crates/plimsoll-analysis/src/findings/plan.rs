//! `elements-skipped`, `elements-approximated`: the plan asked for what was not, or not exactly, performed.
//! `certificates-not-verified`: a TLS peer could have been anyone.

use super::{Claim, Evidence};

pub(super) fn elements(evidence: &Evidence) -> Vec<Claim> {
    let plan = &evidence.run.header.plan;
    let mut claims = Vec::new();
    if !plan.skipped.is_empty() {
        claims.push(Claim::ElementsSkipped { elements: plan.skipped.clone() });
    }
    if !plan.approximated.is_empty() {
        claims.push(Claim::ElementsApproximated { elements: plan.approximated.clone() });
    }
    claims
}

pub(super) fn certificates(evidence: &Evidence) -> Vec<Claim> {
    let verified = evidence.run.header.plan.verify_certificates;
    if verified { Vec::new() } else { vec![Claim::CertificatesNotVerified] }
}
