//! Requests to seconds: what each transaction did in each second, wherever the rows came from and in whatever order.
//!
//! Times gather as they are, a bounded number of them, and are then packed and wait, see `waiting`. What stays in memory
//! is a summary of each second.

mod examples;
mod summary;
mod users;

pub use summary::SecondRate;

use crate::generators::InputSecond;
use crate::packing::{Tally, interval};
use crate::waiting::{PendingParts, SecondPart};
use examples::FirstExamples;
use foldhash::fast::RandomState;
use plimsoll_run::{ErrorKind, Interval, Latencies, TransactionKey, TransactionKind};
use plimsoll_telemetry::{RequestKind, RequestRow, failure};
use std::collections::{self, BTreeMap};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use summary::{ReportedUsers, SecondSummary};

/// Shorter plateaus are no steps.
pub const STEP_SECONDS_MIN: usize = 10;
/// Times that gather before they are packed: 1 MB, as it suits the caches.
const COLLECTED_MAX: usize = 1 << 17;
/// Times that an emptied tally may have room for to be filled again.
const TALLY_ROOM_MAX: usize = 1 << 10;
/// Different transactions; what belongs to further ones is counted under the last.
pub const TRANSACTIONS_MAX: usize = 10_000;
/// A request that began longer before the first one ended is taken for one that hung.
const LEAD_SECONDS_MAX: i64 = STEP_SECONDS_MIN as i64 - 1;
/// Of times in milliseconds one of a thousand is a whole second.
const WHOLE_PERCENT_MAX: u64 = 10;
const FURTHER: &str = "(further transactions)";

/// Asked once or more for each row, and so with a fast hash.
type HashMap<K, V> = collections::HashMap<K, V, RandomState>;

/// By second since 1970, and in it by transaction.
#[derive(Debug, Default)]
pub struct Seconds {
    requests: HashMap<String, u32>,
    groups: HashMap<String, u32>,
    transactions: Vec<TransactionKey>,
    collecting: HashMap<(i64, u32), Tally>,
    collected: usize,
    /// Emptied, to be filled again: room for [`COLLECTED_MAX`] times at most.
    spare: Vec<Tally>,
    waiting: PendingParts,
    summaries: HashMap<i64, SecondSummary>,
    /// Names of the load generator's instances that told their users.
    instances: Vec<String>,
    /// Of the file that parts wait in; told by [`Seconds::take`].
    failed: Option<io::Error>,
    examples: FirstExamples,
    /// All that were added, groups left out.
    pub count: u64,
    /// Of these, in rows of several: of each only a mean is known.
    pub summarised: u64,
    /// Of these, those that began or ended just when a second did.
    whole_starts: u64,
    whole_ends: u64,
}

impl Seconds {
    /// What is too much for memory waits in a file of that folder.
    pub fn next_to(folder: &Path) -> Seconds {
        let mut seconds = Seconds::default();
        seconds.waiting.folder = Some(folder.to_owned());
        seconds
    }

    /// Adds a row that ended at `ended_us` since 1970.
    pub fn add(&mut self, request: &RequestRow<'_>, ended_us: i64) {
        let second = ended_us.div_euclid(1_000_000);
        let transaction = self.transaction(request.label, request.kind);
        let samples = u64::from(request.samples.max(1));
        let each_us = request.duration_us.map(|us| us / samples);
        let users = request.users.map(|users| (self.instance(request.instance), users));
        let mut began_before = None;
        let summary = self.summaries.entry(second).or_default();
        summary.has_rows = true;
        summary.rows += samples;
        if request.kind == RequestKind::Request {
            self.count += samples;
            self.summarised += if samples > 1 { samples } else { 0 };
            summary.rate.requests += samples;
            // As exact as the histograms.
            summary.rate.busy_us += each_us.map_or(0, |us| Latencies::bucket_us(us) * samples);
            let took_us = i64::try_from(each_us.unwrap_or(0)).unwrap_or(i64::MAX);
            let started_us = ended_us.saturating_sub(took_us);
            let into = |us: i64| us.rem_euclid(1_000_000) as u32;
            let (into_first, into_last) = (into(started_us), into(ended_us));
            self.whole_starts += if into_first == 0 { samples } else { 0 };
            self.whole_ends += if into_last == 0 { samples } else { 0 };
            summary.rate.end(into_last);
            let began = started_us.div_euclid(1_000_000);
            if began == second {
                summary.rate.begin(samples, into_first);
            } else {
                began_before = Some((began, into_first));
            }
        }
        if let Some((instance, users)) = users {
            summary.put_users(instance, ReportedUsers::once(users));
        }
        if let Some((began, into_us)) = began_before {
            self.summaries.entry(began).or_default().rate.begin(samples, into_us);
        }
        let tally = self
            .collecting
            .entry((second, transaction))
            .or_insert_with(|| self.spare.pop().unwrap_or_default());
        tally.requests += samples;
        tally.bytes_received += request.bytes_received.unwrap_or(0);
        tally.bytes_sent += request.bytes_sent.unwrap_or(0);
        let errors = u64::from(request.errors).min(samples);
        for n in 0..samples {
            if let Some(us) = each_us {
                tally.response.push(us);
                if n < errors {
                    tally.failed.push(us);
                }
            }
            if let Some(us) = request.first_byte_us {
                tally.first_byte.push(us);
            }
        }
        if errors > 0 {
            let (kind, detail) = failure(request);
            let room = tally.errors.len() < plimsoll_run::interval::DETAILS_MAX;
            let detail = if room || tally.errors.contains_key(&(kind, detail.clone())) {
                detail
            } else {
                String::new()
            };
            self.put_example(transaction, (kind, &detail), request, ended_us);
            let tally = self.collecting.entry((second, transaction)).or_default();
            *tally.errors.entry((kind, detail)).or_default() += errors;
        }
        self.collected += 2 * samples as usize;
        if self.collected > COLLECTED_MAX {
            self.pack();
        }
    }

    /// Adds requests of which only the number is known.
    pub fn add_count(&mut self, label: &str, second: i64, requests: u64, errors: u64) {
        let transaction = self.transaction(label, RequestKind::Request);
        self.collecting.entry((second, transaction)).or_default().requests += requests;
        let summary = self.summaries.entry(second).or_default();
        summary.has_rows = true;
        summary.rows += requests;
        summary.rate.requests += requests;
        summary.rate.started += requests;
        self.count += requests;
        self.add_errors(label, second, errors.min(requests));
    }

    /// Says how much the requests sent that were counted.
    pub fn add_bytes_sent(&mut self, label: &str, second: i64, bytes: u64) {
        let transaction = self.transaction(label, RequestKind::Request);
        self.collecting.entry((second, transaction)).or_default().bytes_sent += bytes;
    }

    /// Says that so many of the requests failed that were counted, and not how.
    pub fn add_errors(&mut self, label: &str, second: i64, errors: u64) {
        self.add_failures(label, second, (ErrorKind::Status, ""), errors);
    }

    /// Says that so many of the requests failed like that.
    pub fn add_failures(&mut self, label: &str, second: i64, (kind, detail): (ErrorKind, &str), errors: u64) {
        if errors > 0 {
            let transaction = self.transaction(label, RequestKind::Request);
            let tally = self.collecting.entry((second, transaction)).or_default();
            *tally.errors.entry((kind, detail.to_owned())).or_default() += errors;
            self.summaries.entry(second).or_default().has_rows = true;
        }
    }

    /// Leaves out what lies more than `seconds_max` away from most of it: of a clock that was wrong, or a number that was
    /// no time. What remains is in the seconds that it gives.
    pub fn clip(&mut self, seconds_max: i64) -> RangeInclusive<i64> {
        let counts: BTreeMap<i64, u64> =
            self.summaries.iter().map(|(second, summary)| (*second, summary.rows)).collect();
        let half = counts.values().sum::<u64>() / 2;
        let mut seen = 0;
        let reached = counts.iter().find(|(_, count)| {
            seen += **count;
            seen > half
        });
        let middle = reached.map_or(0, |(second, _)| *second);
        let near = middle.saturating_sub(seconds_max)..=middle.saturating_add(seconds_max);
        // What waits of a second that is not known any more is left out as it is taken.
        let far = self.summaries.extract_if(|second, _| !near.contains(second));
        self.count -= far.map(|(_, summary)| summary.rate.requests).sum::<u64>();
        near
    }

    /// What is summed up of each second.
    pub fn by_second(&self) -> BTreeMap<i64, InputSecond> {
        let of = |(second, summary): (&i64, &SecondSummary)| {
            let SecondRate { requests, busy_us, .. } = summary.rate;
            let users = summary.users.iter().map(|(instance, users)| (*instance, users.mean())).collect();
            let found = InputSecond { requests, busy_us, users };
            (*second, found)
        };
        self.summaries.iter().map(of).collect()
    }

    /// Seconds in which requests ended, in their order.
    pub fn with_rows(&self) -> Vec<i64> {
        let known = self.summaries.iter().filter(|(_, summary)| summary.has_rows);
        let mut seconds: Vec<i64> = known.map(|(second, _)| *second).collect();
        seconds.sort_unstable();
        seconds
    }

    /// Adds all of another.
    pub fn merge(&mut self, mut other: Seconds) {
        other.pack();
        drop(std::mem::take(&mut other.spare));
        let ids: Vec<u32> = other
            .transactions
            .iter()
            .map(|transaction| {
                let kind = match transaction.kind {
                    TransactionKind::Request => RequestKind::Request,
                    TransactionKind::Group | TransactionKind::Completion => RequestKind::Group,
                };
                self.transaction(&transaction.name, kind)
            })
            .collect();
        let instances: Vec<u32> = other.instances.iter().map(|name| self.instance(name)).collect();
        for (second, theirs) in other.summaries {
            let summary = self.summaries.entry(second).or_default();
            summary.has_rows |= theirs.has_rows;
            summary.rows += theirs.rows;
            summary.rate.add(theirs.rate);
            for (instance, users) in theirs.users {
                summary.put_users(instances[instance as usize], users);
            }
        }
        self.merge_examples(other.examples, &ids);
        let merged = self.waiting.merge(other.waiting, &ids);
        self.failed = self.failed.take().or(other.failed).or(merged.err());
        self.count += other.count;
        self.summarised += other.summarised;
        self.whole_starts += other.whole_starts;
        self.whole_ends += other.whole_ends;
    }

    /// First and last second of requests.
    pub fn extent(&self) -> Option<(i64, i64)> {
        let known = self.summaries.iter().filter(|(_, summary)| summary.has_rows).map(|(second, _)| *second);
        known.fold(None, |found: Option<(i64, i64)>, second| {
            let (first, last) = found.unwrap_or((second, second));
            Some((first.min(second), last.max(second)))
        })
    }

    /// The second in which the first request began, where that is not long before `first`, in which the first one ended.
    pub fn first_start(&self, first: i64) -> i64 {
        let is_start =
            |second: &i64| self.summaries.get(second).is_some_and(|summary| summary.rate.started > 0);
        let before = (first - LEAD_SECONDS_MAX..first).find(is_start);
        before.filter(|_| !self.has_whole_seconds()).unwrap_or(first)
    }

    /// Requests (no groups) and the time they took, by second from `first` to `last`.
    pub fn rates(&self, first: i64, last: i64) -> Vec<SecondRate> {
        let is_fine = !self.has_whole_seconds();
        // Something is under way that began before.
        let mut is_open =
            self.summaries.iter().any(|(second, summary)| *second < first && summary.rate.started > 0);
        let mut of = |second: i64| {
            let mut rate = self.summaries.get(&second).map_or(SecondRate::default(), |found| found.rate);
            if is_open || !is_fine {
                rate.first_start_us = None;
            }
            rate.last_end_us = rate.last_end_us.filter(|_| is_fine);
            is_open = rate.requests == 0 && (is_open || rate.started > 0);
            rate
        };
        (first..=last).map(&mut of).collect()
    }

    /// Its times are whole seconds, of starts or of ends, so nothing is known of what lies between them.
    fn has_whole_seconds(&self) -> bool {
        self.whole_starts.max(self.whole_ends) * 100 > self.count * WHOLE_PERCENT_MAX
    }

    /// Everything, by second, its transactions ordered by name; each is given once, as long as `each` answers that
    /// it wants more.
    pub fn take(
        mut self,
        mut each: impl FnMut(i64, Vec<(TransactionKey, Interval)>) -> bool,
    ) -> io::Result<()> {
        self.pack();
        if let Some(error) = self.failed {
            return Err(error);
        }
        let (summaries, transactions) = (self.summaries, self.transactions);
        self.waiting.take(|second, found| {
            if !summaries.contains_key(&second) {
                return true;
            }
            let of = |(id, parts): (u32, Vec<_>)| (transactions[id as usize].clone(), interval(&parts));
            let mut pairs: Vec<(TransactionKey, Interval)> = found.into_iter().map(of).collect();
            pairs.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            each(second, pairs)
        })
    }

    fn transaction(&mut self, name: &str, kind: RequestKind) -> u32 {
        let (known, stored) = match kind {
            RequestKind::Request => (&mut self.requests, TransactionKind::Request),
            RequestKind::Group => (&mut self.groups, TransactionKind::Group),
        };
        if let Some(id) = known.get(name) {
            return *id;
        }
        let name = if known.len() >= TRANSACTIONS_MAX { FURTHER } else { name };
        if let Some(id) = known.get(name) {
            return *id;
        }
        let id = self.transactions.len() as u32;
        known.insert(name.to_owned(), id);
        self.transactions.push(TransactionKey { name: name.to_owned(), kind: stored });
        id
    }

    fn pack(&mut self) {
        // One buffer for all, and no more for each than it needs.
        let mut bytes = Vec::new();
        let mut room = COLLECTED_MAX.saturating_sub(self.spare.iter().map(Tally::room).sum());
        for ((second, transaction), mut tally) in self.collecting.drain() {
            bytes.clear();
            tally.pack(&mut bytes);
            self.waiting.add(SecondPart { second, transaction, packed: bytes.as_slice().into() });
            tally.clear();
            // One that holds much would hold it for seconds that need little.
            let own = tally.room();
            if own <= TALLY_ROOM_MAX && own <= room {
                room -= own;
                self.spare.push(tally);
            }
        }
        self.collected = 0;
        if let Err(error) = self.waiting.bound() {
            self.failed.get_or_insert(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Taken = Vec<(i64, Vec<(TransactionKey, Interval)>)>;

    fn taken(seconds: Seconds) -> Taken {
        let mut all = Vec::new();
        let done = seconds.take(|second, transactions| {
            all.push((second, transactions));
            true
        });
        done.expect("what waits is read");
        all
    }

    /// A row: when it ended, its transaction, how long it took, whether it failed; and the part that it comes in.
    type Row = (i64, usize, u64, bool, usize);

    fn seconds_of<'a>(rows: impl Iterator<Item = &'a Row>, bytes_max: usize) -> Seconds {
        let mut seconds = Seconds { waiting: PendingParts::of(bytes_max), ..Seconds::default() };
        for (number, (ended_us, label, took_us, failed, _)) in rows.enumerate() {
            let request = RequestRow {
                label: ["a", "b", "group"][*label],
                kind: if *label == 2 { RequestKind::Group } else { RequestKind::Request },
                status: if *failed { "503" } else { "200" },
                duration_us: Some(*took_us),
                first_byte_us: took_us.checked_sub(9),
                bytes_received: Some(*took_us % 7),
                users: u32::try_from(*took_us % 50).ok(),
                instance: ["", "node 2"][*label % 2],
                ..RequestRow::default()
            };
            seconds.add(&request.with_success(!failed), *ended_us);
            if number % 5 == 4 {
                seconds.pack();
            }
        }
        seconds
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_give_the_same_in_any_order_and_in_any_parts(
            rows in prop::collection::vec((-3_000_000..9_000_000_i64, 0..3_usize, 0..u64::MAX >> 20, any::<bool>(), 0..3_usize), 0..40),
            bytes_max in prop_oneof![Just(0_usize), Just(500), Just(1 << 20)],
        ) {
            let one = seconds_of(rows.iter(), 1 << 20);
            let mut all = Seconds { waiting: PendingParts::of(bytes_max), ..Seconds::default() };
            for part in 0..3 {
                all.merge(seconds_of(rows.iter().rev().filter(|row| row.4 == part), bytes_max));
            }
            prop_assert_eq!(all.extent(), one.extent());
            prop_assert_eq!(all.count, one.count);
            prop_assert_eq!(all.rates(-3, 9), one.rates(-3, 9));
            prop_assert_eq!(all.users(-3, 9), one.users(-3, 9));
            prop_assert_eq!(all.instances(), one.instances());
            prop_assert_eq!(taken(all), taken(one));
        }
    }
}
