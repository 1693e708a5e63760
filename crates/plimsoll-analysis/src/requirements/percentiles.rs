//! Requirements on percentiles, by those that a tool's report has.

use super::requirement::{Relation, Requirement};
use super::verdict::{Judgement, JudgementBasis};
use crate::statistics::wilson;
use crate::step::StepRow;
use plimsoll_run::ImportedStep;

/// A percentile within the limit says how many may be over it at most, one that is over it how many are at least; of a known number of
/// requests that may decide (Wilson). Requests that failed are over any limit, and may be among those that are in the tool's
/// percentiles, at any place. `None`: there are no percentiles.
pub(super) fn by_percentiles(
    requirement: &Requirement,
    percent: f64,
    row: &StepRow,
    written: &ImportedStep,
) -> Option<(Judgement, JudgementBasis)> {
    let (of, failed) = (row.requests, row.errors.min(row.requests));
    let allowed = requirement.allowed_share()?;
    // As it is written it may be rounded.
    let rounded_us = written.resolution_us / 2.0;
    let within = |us: f64| match requirement.comparison {
        Relation::Less => us + rounded_us < requirement.limit,
        _ => us + rounded_us <= requirement.limit,
    };
    let beyond = |us: f64| us - rounded_us > requirement.limit;
    let by_percent = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let highest = written.percentiles.iter().filter(|(_, us)| within(*us)).max_by(by_percent);
    let lowest = written.percentiles.iter().filter(|(_, us)| beyond(*us)).min_by(by_percent);
    let slower = |percent: f64| (1.0 - percent / 100.0) * of as f64;
    let at_most = |percent: f64| wilson((slower(percent).ceil() as u64 + failed).min(of), of).high;
    let at_least = |percent: f64| wilson((slower(percent) as u64).max(failed), of).low;
    let holds = highest.filter(|(percent, _)| at_most(*percent) < allowed);
    let fails = lowest.filter(|(percent, _)| at_least(*percent) > allowed);
    let own = written.percentiles.iter().find(|(known, _)| *known == percent);
    let (judgement, deciding) = match (holds, fails) {
        (Some(highest), _) => (Judgement::Pass, highest),
        (None, Some(lowest)) => (Judgement::Fail, lowest),
        (None, None) => (Judgement::Inconclusive, own.or(highest).or(lowest)?),
    };
    let (deciding_percent, deciding_us) = *deciding;
    let measured_us = own.map(|(_, us)| *us);
    Some((
        judgement,
        JudgementBasis::FromPercentiles { measured_us, deciding_percent, deciding_us, failed, of },
    ))
}
