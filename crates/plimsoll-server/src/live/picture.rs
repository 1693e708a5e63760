//! What there is to see of a run so far: a row for each second, or for several once they are many. Histograms of seconds
//! that are put together are merged, so that percentiles stay true; what is held is bounded, however long the run.

use super::row::{COLUMNS, PictureRow, percent, row};
use plimsoll_run::{Latencies, Second, TransactionKind};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Rows that are held; more are put together two by two.
pub const ROWS_MAX: usize = 3_600;
/// Seconds that may still change.
const OPEN_S: u32 = 10;
/// Kinds of errors, transactions and notes that are shown; further ones are left to the report.
const KINDS_MAX: usize = 20;
const TRANSACTIONS_MAX: usize = 200;
pub const NOTES_MAX: usize = 2_000;

/// Everything, for a page that opens.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LivePicture {
    pub columns: [&'static str; 18],
    /// Seconds of a row; sums of a row are of all of them.
    pub resolution_s: u32,
    pub rows: Vec<Vec<Option<f64>>>,
    pub errors: Vec<LiveErrors>,
    pub transactions: Vec<LiveTransaction>,
    pub nodes: Vec<LiveNode>,
}

/// Of one kind: second and count.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveErrors {
    pub kind: String,
    pub per: Vec<(u32, u64)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveTransaction {
    pub name: String,
    pub requests: u64,
    pub errors: u64,
    pub p50_us: Option<u64>,
    pub p95_us: Option<u64>,
    /// Of the last whole second.
    pub last_per_s: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveNode {
    pub number: u32,
    pub requests_per_s: u64,
    pub cpu_percent: f64,
    pub p95_us: Option<u64>,
    pub missing: bool,
}

#[derive(Debug, Default)]
struct TransactionSum {
    requests: u64,
    errors: u64,
    response: Latencies,
    last_per_s: u64,
}

#[derive(Debug)]
pub struct LiveTable {
    resolution_s: u32,
    /// By their first second, a multiple of the resolution.
    rows: BTreeMap<u32, PictureRow>,
    /// Seconds that may still change, each with its transactions.
    open: BTreeMap<u32, BTreeMap<u32, Second>>,
    transactions: BTreeMap<String, TransactionSum>,
    nodes: Vec<LiveNode>,
    kinds: BTreeSet<String>,
}

impl Default for LiveTable {
    fn default() -> Self {
        LiveTable {
            resolution_s: 1,
            rows: BTreeMap::new(),
            open: BTreeMap::new(),
            transactions: BTreeMap::new(),
            nodes: Vec::new(),
            kinds: BTreeSet::new(),
        }
    }
}

impl LiveTable {
    /// Takes seconds, new or as they are now; gives the first seconds of the rows that changed.
    pub fn take(&mut self, seconds: Vec<Second>) -> BTreeSet<u32> {
        let mut changed = BTreeSet::new();
        for second in seconds {
            let place = second.second;
            if self.newest().is_some_and(|newest| place + OPEN_S < newest) && !self.open.contains_key(&place)
            {
                // It came too late for a view that goes on; the report has it.
                continue;
            }
            changed.insert(self.bucket(place));
            self.open.entry(place).or_default().insert(second.step, second);
        }
        if let Some(newest) = self.newest() {
            while let Some((&place, _)) =
                self.open.first_key_value().filter(|(place, _)| **place + OPEN_S < newest)
            {
                self.close(place);
            }
        }
        self.look_at_last();
        if self.rows.len() > ROWS_MAX {
            self.coarsen();
            changed = self.rows.keys().copied().collect();
        }
        changed
    }

    pub fn resolution_s(&self) -> u32 {
        self.resolution_s
    }

    fn newest(&self) -> Option<u32> {
        self.open.last_key_value().map(|(second, _)| *second)
    }

    /// The first second of the row that a second is in.
    pub fn bucket(&self, second: u32) -> u32 {
        second / self.resolution_s * self.resolution_s
    }

    /// It changes no more.
    fn close(&mut self, place: u32) {
        let Some(parts) = self.open.remove(&place) else { return };
        for second in parts.values() {
            self.add_transactions(second);
        }
        let row = row(&parts);
        for kind in row.errors.keys() {
            if self.kinds.len() < KINDS_MAX {
                self.kinds.insert(kind.clone());
            }
        }
        let bucket = self.bucket(place);
        self.rows.entry(bucket).or_default().merge(&row);
    }

    fn add_transactions(&mut self, second: &Second) {
        for (key, interval) in &second.transactions {
            if key.kind == TransactionKind::Completion {
                continue;
            }
            if !self.transactions.contains_key(&key.name) && self.transactions.len() >= TRANSACTIONS_MAX {
                continue;
            }
            let sum = self.transactions.entry(key.name.clone()).or_default();
            sum.requests += interval.requests;
            sum.errors += interval.errors_total();
            sum.response.merge(&interval.response);
        }
    }

    /// What is of the last whole second: the one before the newest, which may still grow.
    fn look_at_last(&mut self) {
        self.transactions.values_mut().for_each(|sum| sum.last_per_s = 0);
        let Some((_, parts)) = self.open.iter().rev().nth(1).or(self.open.iter().next_back()) else { return };
        let mut nodes = Vec::new();
        for second in parts.values() {
            for (key, interval) in &second.transactions {
                if let Some(sum) = self.transactions.get_mut(&key.name) {
                    sum.last_per_s += interval.requests;
                }
            }
            nodes.extend(second.generator.nodes.iter().map(|(number, node)| LiveNode {
                number: *number,
                requests_per_s: node.requests,
                cpu_percent: percent(node.cpu_us, node.wall_us).unwrap_or(0.0),
                p95_us: node.response.quantile_us(0.95),
                missing: node.is_missing,
            }));
        }
        self.nodes = nodes;
    }

    fn coarsen(&mut self) {
        self.resolution_s *= 2;
        let rows = std::mem::take(&mut self.rows);
        for (place, row) in rows {
            let bucket = self.bucket(place);
            self.rows.entry(bucket).or_default().merge(&row);
        }
    }

    /// The row at this place: closed seconds and open ones.
    fn whole(&self, bucket: u32) -> Option<PictureRow> {
        let mut whole = self.rows.get(&bucket).cloned().unwrap_or_default();
        for (_, parts) in self.open.range(bucket..bucket + self.resolution_s) {
            whole.merge(&row(parts));
        }
        (whole.seconds > 0).then_some(whole)
    }

    pub fn rows(&self, places: &BTreeSet<u32>) -> Vec<Vec<Option<f64>>> {
        places.iter().filter_map(|place| Some(self.whole(*place)?.values(*place))).collect()
    }

    pub fn errors(&self, places: &BTreeSet<u32>) -> Vec<LiveErrors> {
        let mut found: BTreeMap<String, Vec<(u32, u64)>> = BTreeMap::new();
        for place in places {
            for (kind, count) in self.whole(*place).map(|row| row.errors).unwrap_or_default() {
                if self.kinds.contains(&kind)
                    || found.len() + self.kinds.len() < KINDS_MAX
                    || found.contains_key(&kind)
                {
                    found.entry(kind).or_default().push((*place, count));
                }
            }
        }
        found.into_iter().map(|(kind, per)| LiveErrors { kind, per }).collect()
    }

    fn places(&self) -> BTreeSet<u32> {
        self.rows.keys().copied().chain(self.open.keys().map(|place| self.bucket(*place))).collect()
    }

    pub fn transactions(&self) -> Vec<LiveTransaction> {
        let mut all: BTreeMap<&str, LiveTransaction> = BTreeMap::new();
        for (name, sum) in &self.transactions {
            let (p50_us, p95_us) = (sum.response.quantile_us(0.5), sum.response.quantile_us(0.95));
            let (requests, errors) = (sum.requests, sum.errors);
            let shown = LiveTransaction {
                name: name.clone(),
                requests,
                errors,
                p50_us,
                p95_us,
                last_per_s: sum.last_per_s,
            };
            all.insert(name, shown);
        }
        for second in self.open.values().flat_map(BTreeMap::values) {
            for (key, interval) in
                second.transactions.iter().filter(|(key, _)| key.kind != TransactionKind::Completion)
            {
                if all.len() >= TRANSACTIONS_MAX && !all.contains_key(key.name.as_str()) {
                    continue;
                }
                let shown = all.entry(&key.name).or_insert_with(|| LiveTransaction {
                    name: key.name.clone(),
                    requests: 0,
                    errors: 0,
                    p50_us: interval.response.quantile_us(0.5),
                    p95_us: interval.response.quantile_us(0.95),
                    last_per_s: interval.requests,
                });
                shown.requests += interval.requests;
                shown.errors += interval.errors_total();
            }
        }
        all.into_values().collect()
    }

    pub fn nodes(&self) -> &[LiveNode] {
        &self.nodes
    }

    pub fn all(&self) -> LivePicture {
        let places = self.places();
        LivePicture {
            columns: COLUMNS,
            resolution_s: self.resolution_s,
            rows: self.rows(&places),
            errors: self.errors(&places),
            transactions: self.transactions(),
            nodes: self.nodes.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{ErrorKind, Interval, TransactionKey};

    fn second(number: u32, times_us: &[u64]) -> Second {
        let mut interval = Interval { requests: times_us.len() as u64, ..Interval::default() };
        times_us.iter().for_each(|us| interval.response.record_us(*us));
        if number.is_multiple_of(5) {
            interval.fail(ErrorKind::Status, "500", 100);
        }
        let key = TransactionKey { name: "a".to_owned(), kind: TransactionKind::Request };
        Second {
            step: 1,
            second: number,
            transactions: BTreeMap::from([(key, interval)]),
            ..Second::default()
        }
    }

    fn column(picture: &LivePicture, name: &str) -> Vec<f64> {
        let place = COLUMNS.iter().position(|column| *column == name).expect("there is one");
        picture.rows.iter().map(|row| row[place].unwrap_or(-1.0)).collect()
    }

    #[test]
    fn a_second_that_comes_again_takes_the_place_of_what_was() {
        let mut picture = LiveTable::default();
        picture.take(vec![second(1, &[10]), second(2, &[10])]);
        let changed = picture.take(vec![second(2, &[10, 30]), second(3, &[20])]);
        assert_eq!(changed, BTreeSet::from([2, 3]));
        assert_eq!(column(&picture.all(), "requests"), [1.0, 2.0, 1.0]);
        assert_eq!(picture.transactions()[0].requests, 4);
    }

    #[test]
    fn a_long_run_has_as_many_rows_and_the_same_sums_and_percentiles() {
        let mut picture = LiveTable::default();
        let total = ROWS_MAX as u32 * 5;
        for number in 0..total {
            // Every fourth second is slow: a mean of percentiles would never say so.
            let us = if number % 4 == 3 { 1_000_000 } else { 1_000 };
            picture.take(vec![second(number, &[us, us])]);
        }
        let all = picture.all();
        assert!(all.rows.len() <= ROWS_MAX + OPEN_S as usize, "{}", all.rows.len());
        assert_eq!(all.resolution_s, 8);
        assert_eq!(column(&all, "requests").iter().sum::<f64>(), f64::from(total) * 2.0);
        assert_eq!(column(&all, "errors").iter().sum::<f64>(), f64::from(total / 5));
        let p50 = &column(&all, "p50_us")[10];
        let p95 = &column(&all, "p95_us")[10];
        assert!((p50 / 1_000.0 - 1.0).abs() < 0.002 && (p95 / 1e6 - 1.0).abs() < 0.002, "{p50} {p95}");
        let errors: u64 = all.errors[0].per.iter().map(|(_, count)| count).sum();
        assert_eq!(errors, u64::from(total / 5));
    }
}
