//! Requirements on percentiles, by those that a tool's report has.

use super::requirement::{Relation, Requirement};
use super::verdict::{Judgement, JudgementBasis};
use crate::statistics::wilson;
use crate::step::StepRow;

/// Of the limit: a percentile that is further from it is on that side of it, where so many requests lie beyond it that chance moves
/// their number by a tenth at most. A tenth more or fewer of them moves the percentile by less, but in a tail that has no mean.
const CLEAR: f64 = 0.1;
const BEYOND_MIN: f64 = 400.0;

/// A percentile within the limit says how many may be over it at most, one that is over it how many are at least; of a known number of
/// requests that may decide (Wilson). So does the percentile that is asked for, where it is clearly on one side. Requests that failed
/// are over any limit. `None`: there are no percentiles.
pub(super) fn by_percentiles(
    requirement: &Requirement,
    percent: f64,
    row: &StepRow,
    percentiles: &[(f64, f64)],
) -> Option<(Judgement, JudgementBasis)> {
    let (of, failed) = (row.requests, row.errors.min(row.requests));
    let allowed = requirement.allowed_share()?;
    let within = |us: f64| match requirement.comparison {
        Relation::Less => us < requirement.limit,
        _ => us <= requirement.limit,
    };
    let by_percent = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let highest = percentiles.iter().filter(|(_, us)| within(*us)).max_by(by_percent);
    let lowest = percentiles.iter().filter(|(_, us)| !within(*us)).min_by(by_percent);
    let over = |percent: f64| {
        let beyond = ((1.0 - percent / 100.0) * (of - failed) as f64).round() as u64;
        wilson(beyond + failed, of)
    };
    let own = percentiles.iter().find(|(known, _)| *known == percent);
    let is_sharp = failed == 0 && allowed * of as f64 >= BEYOND_MIN;
    let clear = own.filter(|(_, us)| is_sharp && (us / requirement.limit - 1.0).abs() > CLEAR);
    let holds = highest.filter(|(percent, _)| over(*percent).high < allowed);
    let fails = lowest.filter(|(percent, _)| over(*percent).low > allowed);
    let (judgement, deciding) = match (holds, fails, clear) {
        (Some(highest), _, _) => (Judgement::Pass, highest),
        (_, Some(lowest), _) => (Judgement::Fail, lowest),
        (_, _, Some(clear)) if within(clear.1) => (Judgement::Pass, clear),
        (_, _, Some(clear)) => (Judgement::Fail, clear),
        (None, None, None) => (Judgement::Inconclusive, own.or(highest).or(lowest)?),
    };
    let (deciding_percent, deciding_us) = *deciding;
    let measured_us = own.map(|(_, us)| *us);
    Some((
        judgement,
        JudgementBasis::FromPercentiles { measured_us, deciding_percent, deciding_us, failed, of },
    ))
}
