//! A transaction that brings no more under a higher load, while the others do: it has reached its maximum, and the total, which still
//! grows, does not show it. Users or arrivals, N = X · R (Little 1961): where X stands, what waits for it grows with the load.
//!
//! Transactions that the same users make in turn bring the same, and stand together: these are of users, or arrivals, of their own.

use super::row::StepRow;
use super::transactions::TransactionRow;
use plimsoll_run::TransactionKind;
use serde::Serialize;

/// These transactions have reached their maximum, and the others have not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaturatedTransactions {
    pub from_step: u32,
    pub to_step: u32,
    /// That with the longest response time first.
    pub transactions: Vec<SaturatedTransaction>,
    /// By how much the others' throughput grew.
    pub others_percent: f64,
}

/// One that brings no more.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaturatedTransaction {
    pub transaction: String,
    pub from_per_s: f64,
    pub to_per_s: f64,
    pub from_mean_us: f64,
    pub to_mean_us: f64,
    /// X · R₀: so many of it are served at a time, where a load is known at which hardly one waited.
    pub width: Option<f64>,
}

/// The higher load is so many times the lower one.
const LOAD_FACTOR: f64 = 1.2;
/// Of the load's gain: what the transaction's throughput gains at most …
const STANDS: f64 = 0.2;
/// … and surely less than this.
const SURELY_BELOW: f64 = 0.5;
/// Of the load's gain: what its response time gains at least; a part of the load may be the others'.
const TAKES_LONGER: f64 = 0.4;
const LONGER_US: f64 = 10_000.0;
/// Of the load's gain: what the others' throughput gains at least.
const OTHERS_GROW: f64 = 0.6;
/// Of what its response time gains: what that of the others gains at most. Where all take longer it is not what it waits for alone, and
/// its throughput may stand for its own pacing.
const OTHERS_LONGER: f64 = 0.5;
const REQUESTS_MIN: u64 = 100;
/// With more failures a transaction is another one.
const FAILING_PERCENT: f64 = 5.0;
const Z_95: f64 = 1.96;

pub(crate) fn saturated(rows: &[StepRow], all: &[TransactionRow]) -> Option<SaturatedTransactions> {
    let sound = |row: &&StepRow| row.is_of_one_system() && row.carries_claims();
    if rows.iter().any(|row| row.is_at_work || row.is_from_table) {
        return None;
    }
    let load = |row: &StepRow| row.load().value();
    let mut rows: Vec<&StepRow> = rows.iter().filter(sound).collect();
    rows.sort_by(|a, b| load(a).total_cmp(&load(b)));
    let (lowest, to) = (*rows.first()?, *rows.last()?);
    let lower = rows.iter().rev().filter(|row| load(row) * LOAD_FACTOR <= load(to));
    let raised = |from: &&StepRow| Raised {
        all,
        lowest: lowest.number,
        from: from.number,
        to: to.number,
        gain: load(to) / load(from) - 1.0,
    };
    lower.map(raised).find_map(|raised| raised.saturated())
}

/// Two loads, and what the higher one has more, as a part of the lower one.
struct Raised<'a> {
    all: &'a [TransactionRow],
    lowest: u32,
    from: u32,
    to: u32,
    gain: f64,
}

/// The transactions that do not stand, together.
#[derive(Default)]
struct Others {
    per_s: f64,
    requests: u64,
    times_us: f64,
}

impl Others {
    fn mean_us(&self) -> f64 {
        self.times_us / self.requests.max(1) as f64
    }
}

/// One transaction at both loads.
type Pair<'a> = (&'a TransactionRow, &'a TransactionRow);

impl<'a> Raised<'a> {
    fn saturated(&self) -> Option<SaturatedTransactions> {
        let mut standing: Vec<Pair> = self.pairs().into_iter().filter(|pair| self.stands(*pair)).collect();
        let [before, after] = [self.from, self.to].map(|step| self.others(step, &standing));
        let grows = self.share(before.per_s, after.per_s);
        let by_chance = self.by_chance(before.requests, after.requests);
        let is_sure =
            grows - by_chance >= SURELY_BELOW && before.requests.min(after.requests) >= REQUESTS_MIN;
        let others_longer = self.share(before.mean_us(), after.mean_us());
        standing.retain(|(from, to)| others_longer <= OTHERS_LONGER * self.share(mean_us(from), mean_us(to)));
        if standing.is_empty() || grows < OTHERS_GROW || !is_sure {
            return None;
        }
        standing.sort_by(|a, b| mean_us(b.1).total_cmp(&mean_us(a.1)));
        Some(SaturatedTransactions {
            from_step: self.from,
            to_step: self.to,
            others_percent: 100.0 * (after.per_s / before.per_s - 1.0),
            transactions: standing.into_iter().map(|pair| self.of_pair(pair)).collect(),
        })
    }

    fn others(&self, step: u32, standing: &[Pair]) -> Others {
        let is_other = |row: &&TransactionRow| standing.iter().all(|(of, _)| of.name != row.name);
        self.of_step(step).filter(is_other).fold(Others::default(), |sum, row| Others {
            per_s: sum.per_s + row.throughput_per_s,
            requests: sum.requests + row.requests,
            times_us: sum.times_us + mean_us(row) * row.requests as f64,
        })
    }

    fn of_step(&self, step: u32) -> impl Iterator<Item = &'a TransactionRow> {
        let is_its = move |row: &&TransactionRow| row.step == step && row.kind == TransactionKind::Request;
        self.all.iter().filter(is_its)
    }

    fn pairs(&self) -> Vec<Pair<'a>> {
        let counts = |row: &&TransactionRow| {
            row.response.count >= REQUESTS_MIN && row.errors_percent <= FAILING_PERCENT
        };
        let same = |row: &TransactionRow| self.of_step(self.to).filter(counts).find(|of| of.name == row.name);
        self.of_step(self.from).filter(counts).filter_map(|from| Some((from, same(from)?))).collect()
    }

    /// Of the load's gain.
    fn share(&self, from: f64, to: f64) -> f64 {
        (to / from - 1.0) / self.gain
    }

    fn by_chance(&self, from: u64, to: u64) -> f64 {
        Z_95 * (1.0 / from.max(1) as f64 + 1.0 / to.max(1) as f64).sqrt() / self.gain
    }

    fn stands(&self, (from, to): Pair) -> bool {
        let share = self.share(from.throughput_per_s, to.throughput_per_s);
        share <= STANDS
            && share + self.by_chance(from.requests, to.requests) < SURELY_BELOW
            && self.share(mean_us(from), mean_us(to)) >= TAKES_LONGER
            && mean_us(to) - mean_us(from) >= LONGER_US
    }

    fn of_pair(&self, (from, to): Pair) -> SaturatedTransaction {
        let alone = self.of_step(self.lowest).find(|row| row.name == from.name);
        let at_work = |alone: &TransactionRow, per_s: f64| {
            let times = alone.service.as_ref().unwrap_or(&alone.response);
            times.mean_us.map(|us| per_s * us / 1e6)
        };
        let width = alone.and_then(|alone| {
            let width = at_work(alone, to.throughput_per_s)?;
            let is_free = at_work(alone, alone.throughput_per_s)? <= (width / 2.0).max(1.05);
            is_free.then_some(width)
        });
        SaturatedTransaction {
            transaction: from.name.clone(),
            from_per_s: from.throughput_per_s,
            to_per_s: to.throughput_per_s,
            from_mean_us: mean_us(from),
            to_mean_us: mean_us(to),
            width,
        }
    }
}

fn mean_us(row: &TransactionRow) -> f64 {
    row.response.mean_us.unwrap_or(0.0)
}
