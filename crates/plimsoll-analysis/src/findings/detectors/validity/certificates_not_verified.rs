//! `certificates-not-verified`: a TLS peer could have been anyone.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "certificates-not-verified",
    severities: &[Severity::Information],
    when: "certificates were not checked",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificatesNotVerified {}

impl Claimed for CertificatesNotVerified {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let plan = &evidence.run.header.plan;
    // Without TLS there is no certificate to verify.
    match plan.verify_certificates || plan.uses_tls == Some(false) {
        true => Vec::new(),
        false => vec![Found::new(CertificatesNotVerified {}, Vec::new())],
    }
}
