//! `inversion`: with more load, throughput per user (or per asked arrival) rose by more than four standard errors, or the
//! median response fell beyond its noise. Caches that were cold before, or loads that were not what they say: more load
//! does not make a system faster.

use super::finding::InversionKind;
use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::statistics::wilson;
use crate::step::{StepRow, Window};

thresholds!("inversion", Limits {
    /// % that the median falls by at least
    median_percent = 10.0,
});

/// Three were too few: in made-up healthy runs one in a hundred had an inversion.
const STANDARD_ERRORS: f64 = 4.0;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    if evidence.run.rate_capacity().is_some() {
        // Its windows come in the order of the search, and again at the same rate.
        return Vec::new();
    }
    let fall = Limits::of(evidence.settings()).median_percent / 100.0;
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    let mut valid: Vec<(&StepRow, &Window)> = rows.filter(|(row, _)| row.is_of_all_servers()).collect();
    let load = |row: &StepRow| row.load().value();
    valid.sort_by(|(a, _), (b, _)| load(a).total_cmp(&load(b)));
    valid
        .windows(2)
        .filter(|pair| load(pair[1].0) > load(pair[0].0))
        .filter_map(|pair| claim(pair, fall))
        .collect()
}

fn claim(pair: &[(&StepRow, &Window)], fall: f64) -> Option<Claim> {
    let (from, to) = (pair[0].0, pair[1].0);
    let kind = throughput(from, to).or_else(|| response(pair[0].1, pair[1].1, fall))?;
    Some(Claim::Inversion {
        from_step: from.number,
        to_step: to.number,
        from_load: from.load(),
        to_load: to.load(),
        kind,
    })
}

fn throughput(from: &StepRow, to: &StepRow) -> Option<InversionKind> {
    let load = |row: &StepRow| row.load().value().max(f64::MIN_POSITIVE);
    let per_user = |row: &StepRow| row.throughput_per_s.value / load(row);
    let error = |row: &StepRow| Some(row.throughput_per_s.standard_error()? / load(row));
    let chance = STANDARD_ERRORS * error(from)?.hypot(error(to)?);
    (per_user(to) - per_user(from) > chance).then_some(InversionKind::Throughput {
        from_per_s: from.throughput_per_s.value,
        to_per_s: to.throughput_per_s.value,
    })
}

/// The share of the lower load's requests that took no longer than the higher load's median is surely below a half.
fn response(from: &Window, to: &Window, fall: f64) -> Option<InversionKind> {
    let p50 = |window: &Window| window.total.response.quantile_us(0.5);
    let (from_p50_us, to_p50_us) = (p50(from)?, p50(to)?);
    let of_from = &from.total.response;
    let slower = wilson(of_from.count_above_us(to_p50_us), of_from.count());
    let of_to = &to.total.response;
    let faster = wilson(of_to.count() - of_to.count_above_us(from_p50_us), of_to.count());
    let fell = (to_p50_us as f64) < (1.0 - fall) * from_p50_us as f64;
    (fell && slower.low > 0.5 && faster.low > 0.5)
        .then_some(InversionKind::Response { from_p50_us, to_p50_us })
}
