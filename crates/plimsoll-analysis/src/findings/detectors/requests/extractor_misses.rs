//! `extractor-misses`: an extractor found nothing in (nearly) all answers that it searched, though their requests did not
//! fail: its variable held its default, or nothing, so what was asked after it was not what the plan means.

use crate::findings::prelude::*;
use plimsoll_run::{ExtractorKey, ExtractorUse};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "extractor-misses",
    severities: &[Severity::Warning],
    when: "an extractor found nothing in ≥ 90 % of at least 5 answers of requests that did not fail",
    requires: "",
    needs: &[Need::OwnMeasurement],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("extractor-misses", Limits {
    /// % of its uses
    percent = 90.0,
    /// uses, at least
    uses = 5.0,
});

/// An extractor finds nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtractorMisses {
    /// Whose answers it searches.
    pub transaction: String,
    pub variable: String,
    pub uses: u64,
    /// Of these, uses that found nothing.
    pub missed: u64,
}

impl Claimed for ExtractorMisses {
    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut all: BTreeMap<&ExtractorKey, ExtractorUse> = BTreeMap::new();
    for (of, found) in evidence.recorded.seconds.iter().flat_map(|second| &second.generator.extractors) {
        all.entry(of).or_default().merge(*found);
    }
    let misses = |found: &ExtractorUse| {
        found.uses as f64 >= limits.uses && found.missed as f64 >= limits.percent / 100.0 * found.uses as f64
    };
    let claim = |(of, found): (&ExtractorKey, ExtractorUse)| {
        let claim = ExtractorMisses {
            transaction: of.transaction.clone(),
            variable: of.variable.clone(),
            uses: found.uses,
            missed: found.missed,
        };
        Found::new(claim, Vec::new())
    };
    all.into_iter().filter(|(_, found)| misses(found)).map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_testkit::synthetic::{Spec, run};

    fn found(uses: u64, missed: u64) -> Vec<(u64, u64)> {
        let mut run = run(&Spec::default());
        let of = ExtractorKey { transaction: "login".to_owned(), variable: "token".to_owned() };
        run.seconds[0].generator.extractors.insert(of.clone(), ExtractorUse { uses: 1, missed: 1 });
        let others = ExtractorUse { uses: uses - 1, missed: missed - 1 };
        run.seconds[1].generator.extractors.insert(of, others);
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        let claims = findings.into_iter().filter_map(|finding| match finding.claim {
            Claim::ExtractorMisses(claim) => Some((claim.uses, claim.missed)),
            _ => None,
        });
        claims.collect()
    }

    #[test]
    fn an_extractor_that_nearly_always_finds_nothing_is_named() {
        assert_eq!(found(27, 27), [(27, 27)]);
        assert_eq!(found(100, 91), [(100, 91)]);
        assert_eq!(found(100, 80), []);
        assert_eq!(found(4, 4), []);
    }
}
