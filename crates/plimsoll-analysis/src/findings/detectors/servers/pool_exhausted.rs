//! `pool-exhausted`: somebody waited for a connection (or thread) of a pool in two of a step's readings or more; or all were in use in
//! more than 5 % of them, where it is not watched who waits, and in more than 90 % where nobody was seen waiting: a busy pool of one
//! is none that ran out; or, by the times for which connections were in use (X · R, Little 1961), more of them would
//! have been needed than there are, though no reading saw it.

use crate::findings::by_step::{of_step, of_steps};
use crate::findings::prelude::*;
use crate::servers::Pool;
use crate::servers::readings::inside;

pub(crate) static DETECTOR: Detector = Detector {
    id: "pool-exhausted",
    severities: &[Severity::Warning],
    when: "somebody waits in two readings of a step; or all connections are in use in > 5 % of them (two at \
        least), > 90 % where it is watched who waits and nobody did; or, by the times of use (X · R), more \
        were needed than there are",
    requires: "size of a pool, with use, waiting or times of use; MySQL's and PostgreSQL's connections",
    needs: &[Need::Watched(Signal::Pools)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("pool-exhausted", Limits {
    /// % of a step's readings in which all connections are in use
    full_percent = 5.0,
    /// the same where it is watched who waits, and nobody did
    full_unwaited_percent = 90.0,
    /// readings in which somebody waits
    pending_readings = 2.0,
    /// of the size that X · R needs
    predicted = 1.0,
});

/// All connections of a pool were in use, or some waited for one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolExhausted {
    pub pool: Pool,
    pub steps: Vec<u32>,
    pub step: u32,
    pub size: f64,
    pub full_percent: f64,
    pub pending_max: Option<f64>,
}

impl Claimed for PoolExhausted {
    fn next_step(&self) -> NextStep {
        NextStep::VaryPool { to: (self.size * 1.5).ceil() }
    }
}

/// By the times of use it must have been, though no reading saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolUndersized {
    pub pool: Pool,
    pub step: u32,
    pub size: f64,
    pub in_use: f64,
}

impl Claimed for PoolUndersized {
    fn next_step(&self) -> NextStep {
        NextStep::VaryPool { to: (self.size.max(self.in_use) * 1.5).ceil() }
    }
}

/// A single reading of a full pool is a moment.
const FULL_READINGS_MIN: usize = 2;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let pools = Pool::all(evidence.readings());
    pools
        .into_iter()
        .filter_map(|pool| seen(evidence, &pool, limits).or_else(|| predicted(evidence, &pool, limits)))
        .collect()
}

struct Full {
    step: u32,
    percent: f64,
    pending_max: Option<f64>,
    n: u64,
}

fn seen(evidence: &Evidence, pool: &Pool, limits: Limits) -> Option<Found> {
    let readings = evidence.readings();
    let size = pool.size(readings)?;
    let (in_use, pending) = (pool.in_use(readings), pool.pending(readings));
    let of = |row: &StepRow| -> Option<Full> {
        let (from, to) = row.span_s();
        let (used, waiting) = (inside(&in_use, from, to), inside(&pending, from, to));
        let full = used.iter().filter(|(_, n)| *n >= size).count();
        let percent = 100.0 * full as f64 / used.len().max(1) as f64;
        let waited = waiting.iter().filter(|(_, n)| *n > 0.0).count();
        let enough = if waiting.is_empty() { limits.full_percent } else { limits.full_unwaited_percent };
        let is_full = full >= FULL_READINGS_MIN && percent > enough;
        let pending_max = waiting.iter().map(|(_, n)| *n).reduce(f64::max);
        let n = used.len().max(waiting.len()) as u64;
        (is_full || waited as f64 >= limits.pending_readings).then_some(Full {
            step: row.number,
            percent,
            pending_max,
            n,
        })
    };
    let mut found: Vec<Full> = evidence.run.steps.iter().filter_map(of).collect();
    // As many users as connections use all of them, and wait for none: where waiting is seen in other steps, it began there.
    if found.iter().any(|full| full.pending_max.is_some_and(|n| n > 0.0)) {
        found.retain(|full| full.pending_max != Some(0.0));
    }
    let worst = found.iter().max_by(|a, b| a.percent.total_cmp(&b.percent))?;
    let mut items = vec![
        EvidenceItem::server(&pool.source, pool.metric_in_use(), Unit::Percent, worst.percent)
            .in_step(worst.step)
            .with_n(worst.n),
    ];
    let waiting = worst.pending_max.filter(|n| *n > 0.0);
    items.extend(waiting.map(|n| {
        EvidenceItem::server(&pool.source, pool.metric_pending(), Unit::Count, n)
            .in_step(worst.step)
            .with_n(worst.n)
    }));
    let claim = PoolExhausted {
        pool: pool.clone(),
        steps: found.iter().map(|full| full.step).collect(),
        step: worst.step,
        size,
        full_percent: worst.percent,
        pending_max: found.iter().filter_map(|full| full.pending_max).reduce(f64::max),
    };
    Some(Found::new(claim, items))
}

fn predicted(evidence: &Evidence, pool: &Pool, limits: Limits) -> Option<Found> {
    let readings = evidence.readings();
    let size = pool.size(readings)?;
    let line = pool.in_use_by_time(readings);
    let means = of_steps(&evidence.run.steps, &line);
    let worst = means
        .iter()
        .max_by(|a, b| a.mean.total_cmp(&b.mean))
        .filter(|s| s.mean >= limits.predicted * size)?;
    let item = worst.item(&pool.source, pool.metric_use_time(), Unit::Count, 1.0);
    // Readings that saw free connections speak against it.
    let row = evidence.run.step(worst.step)?;
    let free = of_step(row, &pool.in_use(readings)).is_some_and(|used| used.mean < 0.5 * size);
    let claim = PoolUndersized { pool: pool.clone(), step: worst.step, size, in_use: worst.mean };
    (!free).then(|| Found::new(claim, vec![item]))
}
