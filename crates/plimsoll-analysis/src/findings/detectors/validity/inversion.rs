//! `inversion`: with more load, throughput per user (or per asked arrival) rose by more than four standard errors and by 3 % or more, or the
//! median response fell beyond its noise. Steps in which fewer than 50 requests succeeded are left out. Caches that were cold before, or loads that were not what they say: more load
//! does not make a system faster.

use crate::findings::detectors::requests::alternating_levels;
use crate::findings::prelude::*;
use crate::step::{AppliedLoad, Window};

pub(crate) static DETECTOR: Detector = Detector {
    id: "inversion",
    severities: &[Severity::Warning],
    when: "throughput per user rises by > 4 standard errors and ≥ 3 % with the load, or the median falls by 10 %, by three standard errors or more, \
        and the mean with it; steps with fewer than 50 requests that succeeded, or of which more than 5 % failed, are left out, and the first load of a run (it may \
        have been warming up) unless throughput per user then rises 1.5 times; throughput per user is not looked at where users come and go (an open load)",
    requires: "two loads",
    needs: &[Need::Loads(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("inversion", Limits {
    /// % that the median falls by at least
    median_percent = 10.0,
});

/// A higher load than `from_step` gave what only less load should.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inversion {
    pub from_step: u32,
    pub to_step: u32,
    pub from_load: AppliedLoad,
    pub to_load: AppliedLoad,
    pub kind: InversionKind,
}

impl Claimed for Inversion {
    fn next_step(&self) -> NextStep {
        NextStep::OtherOrder
    }
}

/// What a higher load should not bring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "inversion", rename_all = "kebab-case")]
pub enum InversionKind {
    /// Throughput per user (per asked arrival, with a rate) rose, beyond both intervals.
    Throughput { from_per_s: f64, to_per_s: f64 },
    /// The median response fell, beyond its noise.
    Response { from_p50_us: u64, to_p50_us: u64 },
}

/// Three were too few: in made-up healthy runs one in a hundred had an inversion.
const STANDARD_ERRORS: f64 = 4.0;
/// Of throughput per user: where it is all but constant, a timer's rounding is more than chance.
const GAIN_MIN: f64 = 0.03;
/// More failures than this are another system.
const FAILING_PERCENT: f64 = 5.0;

/// Of the first load: throughput per user rose by so much that it was of a system that was not ready yet.
fn is_cold(first: &StepRow, next: &StepRow) -> bool {
    let per_user = |row: &StepRow| row.throughput_per_s.value / row.load().value();
    per_user(next) > COLD_TIMES * per_user(first)
}

/// Warming up alone brings less.
const COLD_TIMES: f64 = 1.5;

fn detect(evidence: &Evidence) -> Vec<Found> {
    if evidence.run.rate_capacity().is_some() {
        // Its windows come in the order of the search, and again at the same rate.
        return Vec::new();
    }
    let fall = Limits::of(evidence.settings()).median_percent / 100.0;
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    // A few requests are no load: threads that hang, say, and whoever answers them.
    // What fails fast makes medians short.
    let failing = |row: &StepRow| row.errors_percent > FAILING_PERCENT;
    let counts = |row: &StepRow| row.is_of_one_system() && row.carries_claims() && !failing(row);
    let first_run = evidence.run.steps.iter().map(|row| row.number).min();
    let mut valid: Vec<(&StepRow, &Window)> = rows.filter(|(row, _)| counts(row)).collect();
    let load = |row: &StepRow| row.load().value();
    valid.sort_by(|(a, _), (b, _)| load(a).total_cmp(&load(b)));
    valid
        .windows(2)
        .filter(|pair| load(pair[1].0) > load(pair[0].0))
        .filter(|pair| Some(pair[0].0.number) != first_run || is_cold(pair[0].0, pair[1].0))
        .filter_map(|pair| found(pair, fall))
        .collect()
}

fn found(pair: &[(&StepRow, &Window)], fall: f64) -> Option<Found> {
    let (from, to) = (pair[0].0, pair[1].0);
    // A median that falls alone, by less than the mean shows, is that of the quick ones.
    let mean_falls = to
        .response
        .mean_us
        .zip(from.response.mean_us)
        .is_some_and(|(to, from)| to < from * (1.0 - fall / 2.0));
    let response = || response(pair[0].1, pair[1].1, fall).filter(|_| mean_falls);
    // Of an open load users follow from answers, and whoever reports them counts himself.
    let is_open = alternating_levels::users_vary(pair[0].1) || alternating_levels::users_vary(pair[1].1);
    let kind = throughput(from, to).filter(|_| !is_open).or_else(response)?;
    let claim = Inversion {
        from_step: from.number,
        to_step: to.number,
        from_load: from.load(),
        to_load: to.load(),
        kind,
    };
    let items = [from, to].map(EvidenceItem::throughput).into_iter().chain([from, to].map(median));
    Some(Found::new(claim, items.collect()))
}

fn median(row: &StepRow) -> EvidenceItem {
    let us = row.response.p50_us.unwrap_or(0) as f64;
    EvidenceItem::column(row, LoadMeasure::ResponseMedian, Unit::Us, us)
}

fn throughput(from: &StepRow, to: &StepRow) -> Option<InversionKind> {
    let load = |row: &StepRow| row.load().value().max(f64::MIN_POSITIVE);
    let per_user = |row: &StepRow| row.throughput_per_s.value / load(row);
    let error = |row: &StepRow| Some(row.throughput_per_s.standard_error()? / load(row));
    let chance = STANDARD_ERRORS * error(from)?.hypot(error(to)?);
    let least = GAIN_MIN * per_user(from);
    (per_user(to) - per_user(from) > chance.max(least)).then_some(InversionKind::Throughput {
        from_per_s: from.throughput_per_s.value,
        to_per_s: to.throughput_per_s.value,
    })
}

/// Standard errors of a share; either median varies by chance, so that those of their difference are √2 times fewer.
const SHARE_ERRORS: f64 = 3.0 * std::f64::consts::SQRT_2;

/// The share of the lower load's requests that took no longer than the higher load's median is surely below a half.
fn response(from: &Window, to: &Window, fall: f64) -> Option<InversionKind> {
    let p50 = |window: &Window| window.total.response.quantile_us(0.5);
    let (from_p50_us, to_p50_us) = (p50(from)?, p50(to)?);
    let of_from = &from.total.response;
    let errors_above_half =
        |count: u64, of: u64| (count as f64 / of.max(1) as f64 - 0.5) / (0.5 / (of.max(1) as f64).sqrt());
    let slower = errors_above_half(of_from.count_above_us(to_p50_us), of_from.count());
    let of_to = &to.total.response;
    let faster = errors_above_half(of_to.count() - of_to.count_above_us(from_p50_us), of_to.count());
    let fell = (to_p50_us as f64) < (1.0 - fall) * from_p50_us as f64;
    (fell && slower > SHARE_ERRORS && faster > SHARE_ERRORS)
        .then_some(InversionKind::Response { from_p50_us, to_p50_us })
}
