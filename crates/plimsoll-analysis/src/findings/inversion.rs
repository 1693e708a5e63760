//! `inversion`: with more users, throughput per user rose beyond both intervals, or the median response fell
//! beyond its noise. Caches that were cold before, or loads that were not what they say: more load does not
//! make a system faster.

use super::finding::InversionKind;
use super::{Claim, Evidence};
use crate::statistics::{Bounds, wilson};
use crate::step::StepRow;
use crate::window::Window;

/// A median that fell by less than this is not worth a word.
const MEDIAN_FALL_MIN: f64 = 0.1;

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    let mut valid: Vec<(&StepRow, &Window)> = rows.filter(|(row, _)| row.is_valid()).collect();
    valid.sort_by_key(|(row, _)| row.users);
    valid.windows(2).filter(|pair| pair[1].0.users > pair[0].0.users).filter_map(claim).collect()
}

fn claim(pair: &[(&StepRow, &Window)]) -> Option<Claim> {
    let (from, to) = (pair[0].0, pair[1].0);
    let kind = throughput(from, to).or_else(|| response(pair[0].1, pair[1].1))?;
    Some(Claim::Inversion {
        from_step: from.number,
        to_step: to.number,
        from_users: from.users,
        to_users: to.users,
        kind,
    })
}

fn throughput(from: &StepRow, to: &StepRow) -> Option<InversionKind> {
    let per_user = |row: &StepRow, of: fn(Bounds) -> f64| {
        row.throughput_per_s.bounds_95.map(|bounds| of(bounds) / f64::from(row.users.max(1)))
    };
    (per_user(to, |b| b.low)? > per_user(from, |b| b.high)?).then_some(InversionKind::Throughput {
        from_per_s: from.throughput_per_s.value,
        to_per_s: to.throughput_per_s.value,
    })
}

/// The share of the lower load's requests that took no longer than the higher load's median is surely below a half.
fn response(from: &Window, to: &Window) -> Option<InversionKind> {
    let p50 = |window: &Window| window.total.response.quantile_us(0.5);
    let (from_p50_us, to_p50_us) = (p50(from)?, p50(to)?);
    let of_from = &from.total.response;
    let slower = wilson(of_from.count_above_us(to_p50_us), of_from.count());
    let of_to = &to.total.response;
    let faster = wilson(of_to.count() - of_to.count_above_us(from_p50_us), of_to.count());
    let fell = (to_p50_us as f64) < (1.0 - MEDIAN_FALL_MIN) * from_p50_us as f64;
    (fell && slower.low > 0.5 && faster.low > 0.5)
        .then_some(InversionKind::Response { from_p50_us, to_p50_us })
}
