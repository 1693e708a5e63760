//! Requirements on percentiles, by those that a tool's report has.

use super::requirement::{Relation, Requirement};
use super::verdict::{Judgement, JudgementBasis};
use crate::statistics::wilson;
use plimsoll_run::ImportedStep;

/// A percentile within the limit says how many may be over it at most, one that is over it how many are at least, and the one that is asked for
/// how many are; of a known number of requests that may decide (Wilson). Requests that failed are over any limit, and may be among those that are in the tool's
/// percentiles, at any place; where nothing is known of failures it is judged as if there were none, and that is said. A maximum is judged by the
/// longest request. `None`: there are no percentiles. Counts are requests, and
/// those that failed.
pub(super) fn by_percentiles(
    requirement: &Requirement,
    percent: f64,
    (of, failed): (u64, u64),
    written: &ImportedStep,
) -> Option<(Judgement, JudgementBasis)> {
    let Some(allowed) = requirement.allowed_share() else {
        return by_longest(requirement, of, failed, written);
    };
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
    // Those that failed may be too many by themselves.
    let most = || written.percentiles.iter().max_by(by_percent);
    let fails = fails.or_else(|| most().filter(|_| wilson(failed, of).low > allowed));
    let own = written.percentiles.iter().find(|(known, _)| *known == percent);
    // How many are over the limit follows from how far the percentile itself is from it, if times have no gap just there: of a tail as heavy
    // as Pareto's of index 1 half as many are over twice the time; of a lighter one more are over less, and fewer over more.
    let over_limit = |us: f64| allowed * of as f64 * us / requirement.limit.max(f64::MIN_POSITIVE);
    let holds_itself = |us: f64| wilson((over_limit(us).ceil() as u64 + failed).min(of), of).high < allowed;
    let fails_itself = |us: f64| wilson((over_limit(us) as u64).min(of), of).low > allowed;
    let holds = holds.or(own.filter(|(_, us)| within(*us) && holds_itself(us + rounded_us)));
    let fails = fails.or(own.filter(|(_, us)| beyond(*us) && fails_itself(us - rounded_us)));
    let (judgement, deciding) = match (holds, fails) {
        (Some(highest), _) => (Judgement::Pass, highest),
        (None, Some(lowest)) => (Judgement::Fail, lowest),
        (None, None) => (Judgement::Inconclusive, own.or(highest).or(lowest)?),
    };
    let (deciding_percent, deciding_us) = *deciding;
    let (measured_us, failed) = (own.map(|(_, us)| *us), written.error_percent.map(|_| failed));
    Some((
        judgement,
        JudgementBasis::FromPercentiles { measured_us, deciding_percent, deciding_us, failed, of },
    ))
}

/// A maximum holds if no request failed and the longest one is within the limit, and fails if any did or is over it.
fn by_longest(
    requirement: &Requirement,
    of: u64,
    failed: u64,
    written: &ImportedStep,
) -> Option<(Judgement, JudgementBasis)> {
    let (percent, us) = *written.percentiles.iter().find(|(percent, _)| *percent == 100.0)?;
    let rounded_us = written.resolution_us / 2.0;
    let is_within = match requirement.comparison {
        Relation::Less => us + rounded_us < requirement.limit,
        _ => us + rounded_us <= requirement.limit,
    };
    let judgement = match () {
        () if failed > 0 || us - rounded_us > requirement.limit => Judgement::Fail,
        // Of no known number how many failed is not known either.
        () if is_within && of > 0 => Judgement::Pass,
        () => Judgement::Inconclusive,
    };
    let (measured_us, deciding_percent, deciding_us) = (Some(us), percent, us);
    let failed = written.error_percent.map(|_| failed);
    Some((
        judgement,
        JudgementBasis::FromPercentiles { measured_us, deciding_percent, deciding_us, failed, of },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maximum_is_judged_by_the_longest_request_and_by_failures() {
        let check = |longest_us: f64, failed: u64, expected: Judgement| {
            let requirement = Requirement::parse("max < 1 s").expect("a requirement");
            let written = ImportedStep {
                percentiles: vec![(99.0, 400_000.0), (100.0, longest_us)],
                resolution_us: 1_000.0,
                ..ImportedStep::default()
            };
            let found = by_longest(&requirement, 100, failed, &written);
            assert_eq!(found.map(|(judgement, _)| judgement), Some(expected), "{longest_us} {failed}");
        };
        check(998_000.0, 0, Judgement::Pass);
        check(1_000_000.0, 0, Judgement::Inconclusive);
        check(1_001_000.0, 0, Judgement::Fail);
        check(998_000.0, 1, Judgement::Fail);
    }
}
