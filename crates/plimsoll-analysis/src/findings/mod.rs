//! Findings: claims with their evidence. One detector per file; each has a stable id and a documented trigger.

mod arrivals_not_started;
mod errors;
mod fast_failures;
mod finding;
mod generator_delayed;
mod generator_limited;
mod incomplete;
mod inversion;
mod knee_below_range;
mod little_mismatch;
mod maximum_not_found;
mod plan;
mod rate_search;
mod requirement;
mod saturation;
mod short_window;

pub use finding::{Claim, Finding, InversionKind, Marginal, Severity};

use crate::analysis::RunAnalysis;
use crate::window::Window;

/// What a detector looks at.
pub(crate) struct Evidence<'a> {
    pub run: &'a RunAnalysis,
    pub windows: &'a [Window<'a>],
}

/// Every detector, in the order in which findings of equal severity are shown.
const DETECTORS: [fn(&Evidence) -> Vec<Claim>; 16] = [
    generator_limited::detect,
    generator_delayed::detect,
    incomplete::detect,
    rate_search::detect,
    requirement::detect,
    arrivals_not_started::detect,
    errors::detect,
    fast_failures::detect,
    little_mismatch::detect,
    short_window::detect,
    maximum_not_found::detect,
    knee_below_range::detect,
    saturation::detect,
    inversion::detect,
    plan::elements,
    plan::certificates,
];

/// All findings, the worst first.
pub(crate) fn find(run: &RunAnalysis, windows: &[Window]) -> Vec<Finding> {
    let evidence = Evidence { run, windows };
    let claims = DETECTORS.iter().flat_map(|detect| detect(&evidence));
    let mut findings: Vec<Finding> = claims.map(Finding::of).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}
