//! What was sent and what arrived, step by step. Pure.

use super::sink::EventArrival;
use plimsoll_run::{Completion, Interval, Run, TransactionKey, TransactionKind};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Events that are distinguished, at most; later ones are taken for new.
const KNOWN_MAX: usize = 20_000_000;

/// Senders stamp whole milliseconds, and read their clock at another moment than we ours: an event of a step may seem to
/// be so much older.
const STAMP_US: i64 = 2_000;

/// A step, from its start to its end; times on the run's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentStep {
    pub number: u32,
    pub started_us: u64,
}

/// The books of one run.
#[derive(Debug)]
pub struct Ledger {
    name: String,
    of: Option<String>,
    /// Microseconds since 1970 at 0 on the run's clock.
    started_unix_us: i64,
    steps: Vec<SentStep>,
    counts: BTreeMap<u32, Completion>,
    known: HashSet<u64>,
    /// Of a run that another process began: how many arrivals' times are in its file, by second and step. All arrivals come again;
    /// within a second they come in the order in which they were written.
    stored: BTreeMap<u32, BTreeMap<u32, u64>>,
    /// Arrivals by the step and second in which they were sent; taken away when written.
    intervals: BTreeMap<(u32, u32), Interval>,
    /// Arrivals of events that say no time, or one before the run.
    pub without_time: u64,
    pub foreign: u64,
    /// That seem to have arrived before they were sent.
    pub negative: u64,
}

impl Ledger {
    pub fn new(name: &str, of: Option<&str>, started_unix_us: i64) -> Ledger {
        Ledger {
            name: name.to_owned(),
            of: of.map(str::to_owned),
            started_unix_us,
            steps: Vec::new(),
            counts: BTreeMap::new(),
            known: HashSet::new(),
            stored: BTreeMap::new(),
            intervals: BTreeMap::new(),
            without_time: 0,
            foreign: 0,
            negative: 0,
        }
    }

    /// What another process wrote of the run.
    pub fn take_over(&mut self, run: &Run) {
        for step in &run.steps {
            self.step_started(SentStep { number: step.number, started_us: step.started_us });
        }
        for second in &run.seconds {
            self.sent(second.step, &second.transactions);
            let is_own = |t: &TransactionKey| t.kind == TransactionKind::Completion && t.name == self.name;
            let own = second.transactions.iter().filter(|(t, _)| is_own(t));
            let arrived: u64 = own.map(|(_, interval)| interval.requests).sum();
            if arrived > 0 {
                *self.stored.entry(second.second).or_default().entry(second.step).or_default() += arrived;
            }
        }
    }

    /// Whether the time of an arrival that was sent then is in the file already; each of those counts once.
    fn take_stored(&mut self, second: u32, step: u32) -> bool {
        let Some(steps) = self.stored.get_mut(&second) else { return false };
        let of = if steps.contains_key(&step) { Some(step) } else { steps.keys().next().copied() };
        let Some(left) = of.and_then(|of| steps.get_mut(&of)) else { return false };
        *left -= 1;
        steps.retain(|_, left| *left > 0);
        if steps.is_empty() {
            self.stored.remove(&second);
        }
        true
    }

    pub fn step_started(&mut self, step: SentStep) {
        self.steps.push(step);
        self.counted(step.number);
    }

    /// What a second of a step has sent.
    pub fn sent(&mut self, step: u32, transactions: &BTreeMap<TransactionKey, Interval>) {
        let of = self.of.clone();
        let counts = |t: &TransactionKey| {
            t.kind == TransactionKind::Request && of.as_ref().is_none_or(|name| *name == t.name)
        };
        let (mut sent, mut failed) = (0, 0);
        for (_, interval) in transactions.iter().filter(|(transaction, _)| counts(transaction)) {
            sent += interval.succeeded();
            failed += interval.errors_total();
        }
        if sent + failed > 0 {
            let counts = self.counted(step);
            counts.sent += sent;
            counts.failed += failed;
        }
    }

    /// An event has arrived; its time is already by our clock.
    pub fn arrived(&mut self, arrival: &EventArrival) {
        let Some(start_us) = arrival.start_us else {
            self.without_time += 1;
            return;
        };
        let sent_us = start_us.saturating_sub(self.started_unix_us);
        let started = |step: &&SentStep| step.started_us as i64 <= sent_us.saturating_add(STAMP_US);
        let Some(step) = self.steps.iter().rev().find(started).copied() else {
            self.foreign += 1;
            return;
        };
        let (step, sent_us) = (step.number, sent_us.max(step.started_us as i64));
        let is_new = match &arrival.id {
            Some(id) if self.known.len() < KNOWN_MAX => self.known.insert(key(id, start_us)),
            _ => true,
        };
        if !is_new {
            self.counted(step).doubled += 1;
            return;
        }
        self.counted(step).arrived += 1;
        let second = (sent_us / 1_000_000) as u32;
        if arrival.may_be_stored && self.take_stored(second, step) {
            return;
        }
        let took_us = u64::try_from(arrival.arrived_us - start_us).unwrap_or_else(|_| {
            self.negative += 1;
            0
        });
        let interval = self.intervals.entry((step, second)).or_default();
        interval.requests += 1;
        interval.response.record_us(took_us);
    }

    fn counted(&mut self, step: u32) -> &mut Completion {
        let name = &self.name;
        self.counts.entry(step).or_insert_with(|| Completion {
            step,
            name: name.clone(),
            ..Completion::default()
        })
    }

    /// The times that came since this was last asked, as seconds of their steps.
    pub fn take_intervals(&mut self) -> BTreeMap<(u32, u32), (TransactionKey, Interval)> {
        let transaction = TransactionKey { name: self.name.clone(), kind: TransactionKind::Completion };
        let taken = std::mem::take(&mut self.intervals).into_iter();
        taken.map(|(at, interval)| (at, (transaction.clone(), interval))).collect()
    }

    /// Those that are in the file and have not come again are counted with the others.
    pub fn completions(&self) -> impl Iterator<Item = Completion> {
        self.counts.values().map(|of_step| {
            let left = self.stored.values().filter_map(|steps| steps.get(&of_step.step));
            Completion { arrived: of_step.arrived + left.sum::<u64>(), ..of_step.clone() }
        })
    }

    /// Everything that was accepted has arrived.
    pub fn is_balanced(&self) -> bool {
        let (sent, arrived) = self
            .completions()
            .fold((0, 0), |(sent, arrived), of_step| (sent + of_step.sent, arrived + of_step.arrived));
        arrived >= sent
    }
}

fn key(id: &str, start_us: i64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (id, start_us).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{LoadStep, Second};

    const STARTED: i64 = 1_790_000_000_000_000;

    fn ledger() -> Ledger {
        let mut ledger = Ledger::new("processed", Some("send"), STARTED);
        ledger.step_started(SentStep { number: 1, started_us: 1_000_000 });
        ledger.step_started(SentStep { number: 2, started_us: 5_000_000 });
        ledger
    }

    fn arrival(id: &str, sent_us: i64, took_us: i64) -> EventArrival {
        let start_us = Some(STARTED + sent_us);
        EventArrival {
            id: Some(id.to_owned()),
            start_us,
            arrived_us: STARTED + sent_us + took_us,
            may_be_stored: true,
        }
    }

    #[test]
    fn an_arrival_belongs_to_the_step_and_second_of_its_sending() {
        let mut ledger = ledger();
        ledger.arrived(&arrival("a", 1_200_000, 30_000));
        ledger.arrived(&arrival("b", 4_900_000, 9_000_000));
        ledger.arrived(&arrival("c", 5_000_000, -3));
        let taken: Vec<_> = ledger
            .take_intervals()
            .into_iter()
            .map(|(at, (t, i))| (at, t.kind, i.requests, i.response.max_us()))
            .collect();
        let kind = TransactionKind::Completion;
        let expected = [((1, 1), 30_000), ((1, 4), 9_000_000), ((2, 5), 0)];
        for ((at, took_us), found) in expected.into_iter().zip(taken) {
            assert_eq!((found.0, found.1, found.2), (at, kind, 1));
            assert!(found.3.is_some_and(|us| us.abs_diff(took_us) <= took_us / 1_000 + 1), "{found:?}");
        }
        assert_eq!((ledger.negative, ledger.take_intervals().len()), (1, 0));
    }

    #[test]
    fn lost_and_doubled_events_are_counted() {
        let mut ledger = ledger();
        let interval = |requests, failed| {
            let mut interval = Interval { requests, ..Interval::default() };
            (0..failed).for_each(|_| interval.fail(plimsoll_run::ErrorKind::Status, "503", 1));
            interval
        };
        let request = |name: &str| TransactionKey { name: name.to_owned(), kind: TransactionKind::Request };
        ledger.sent(1, &[(request("send"), interval(5, 1)), (request("other"), interval(7, 0))].into());
        assert!(!ledger.is_balanced());
        for id in ["a", "b", "b", "c", "b"] {
            ledger.arrived(&arrival(id, 2_000_000, 10));
        }
        ledger.arrived(&EventArrival { id: None, start_us: None, arrived_us: STARTED, may_be_stored: false });
        ledger.arrived(&arrival("z", -9, 10));
        let of_step = ledger.completions().next().expect("a step");
        let expected =
            Completion { step: 1, name: "processed".to_owned(), sent: 4, failed: 1, arrived: 3, doubled: 2 };
        assert_eq!((of_step.lost(), &of_step), (1, &expected));
        assert_eq!((ledger.without_time, ledger.foreign), (1, 1));
    }

    /// Of eight events another process wrote the times of five; all come again, and three more.
    #[test]
    fn arrivals_that_are_in_the_file_are_counted_and_not_timed_again() {
        let mut before = ledger();
        let sent = |n: i64| 1_100_000 + n * 300_000;
        (0..5).for_each(|n| before.arrived(&arrival(&n.to_string(), sent(n), 10_000)));
        let second = |((step, second), timed)| Second {
            step,
            second,
            transactions: [timed].into(),
            ..Second::default()
        };
        let run = Run {
            steps: vec![LoadStep { number: 1, started_us: 1_000_000, ..LoadStep::default() }],
            seconds: before.take_intervals().into_iter().map(second).collect(),
            ..Run::default()
        };
        let mut ledger = Ledger::new("processed", Some("send"), STARTED);
        ledger.take_over(&run);
        let arrived = |ledger: &Ledger| ledger.completions().map(|c| c.arrived).sum::<u64>();
        assert_eq!(arrived(&ledger), 5, "as the file says, before they come again");
        (0..8).for_each(|n| ledger.arrived(&arrival(&n.to_string(), sent(n), 10_000)));
        ledger.arrived(&arrival("2", sent(2), 10_000));
        let timed: u64 = ledger.take_intervals().values().map(|(_, interval)| interval.requests).sum();
        let doubled: u64 = ledger.completions().map(|c| c.doubled).sum();
        assert_eq!((arrived(&ledger), timed, doubled), (8, 3, 1));
    }

    /// A sink that was started again has none of those five: what it has is new.
    #[test]
    fn arrivals_of_a_sink_that_began_again_are_new() {
        let second = Second {
            step: 1,
            second: 1,
            transactions: [(
                TransactionKey { name: "processed".to_owned(), kind: TransactionKind::Completion },
                Interval { requests: 5, ..Interval::default() },
            )]
            .into(),
            ..Second::default()
        };
        let step = LoadStep { number: 1, started_us: 1_000_000, ..LoadStep::default() };
        let mut ledger = Ledger::new("processed", Some("send"), STARTED);
        ledger.take_over(&Run { steps: vec![step], seconds: vec![second], ..Run::default() });
        let after = |n: i64| EventArrival { may_be_stored: false, ..arrival(&n.to_string(), 1_800_000, 10) };
        (5..8).for_each(|n| ledger.arrived(&after(n)));
        let timed: u64 = ledger.take_intervals().values().map(|(_, interval)| interval.requests).sum();
        let arrived: u64 = ledger.completions().map(|c| c.arrived).sum();
        assert_eq!((arrived, timed), (8, 3));
    }
}
