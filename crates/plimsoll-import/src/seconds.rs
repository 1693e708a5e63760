//! Requests to seconds: what each transaction did in each second, wherever the rows came from and in whatever order.
//!
//! Memory grows with seconds and transactions, not with requests: times gather as they are, a bounded number of them, and are
//! then packed into buckets of the run file's histograms, some two bytes for each different time.

use plimsoll_run::{ErrorKind, Interval, Latencies, Transaction, TransactionKind};
use plimsoll_telemetry::{Request, RequestKind};
use std::collections::{BTreeMap, HashMap};

/// Times that gather before they are packed: 16 MB.
const GATHERED_MAX: usize = 2 << 20;
/// Different transactions; what belongs to further ones is counted under the last.
pub const TRANSACTIONS_MAX: usize = 10_000;
const FURTHER: &str = "(further transactions)";
/// Longest detail of an error that is kept.
const DETAIL_CHARS_MAX: usize = 200;

/// By second since 1970, and in it by transaction.
#[derive(Debug, Default)]
pub struct Seconds {
    requests: HashMap<String, u32>,
    groups: HashMap<String, u32>,
    transactions: Vec<Transaction>,
    gathering: HashMap<(i64, u32), Tally>,
    gathered: usize,
    packed: BTreeMap<(i64, u32), Vec<Packed>>,
    /// Users by second and instance of the load generator: the most of the second.
    users: BTreeMap<i64, HashMap<String, u32>>,
    /// All that were added, groups left out.
    pub count: u64,
}

#[derive(Debug, Default)]
struct Tally {
    requests: u64,
    bytes_received: u64,
    bytes_sent: u64,
    errors: BTreeMap<(ErrorKind, String), u64>,
    response: Vec<u64>,
    first_byte: Vec<u64>,
    failed: Vec<u64>,
}

#[derive(Debug)]
struct Packed {
    requests: u64,
    bytes_received: u64,
    bytes_sent: u64,
    errors: BTreeMap<(ErrorKind, String), u64>,
    response: Box<[u8]>,
    first_byte: Box<[u8]>,
    failed: Box<[u8]>,
}

impl Seconds {
    /// Adds a row that ended at `ended_us` since 1970.
    pub fn add(&mut self, request: &Request<'_>, ended_us: i64) {
        let second = ended_us.div_euclid(1_000_000);
        let transaction = self.transaction(request.label, request.kind);
        let samples = u64::from(request.samples.max(1));
        if request.kind == RequestKind::Request {
            self.count += samples;
        }
        let tally = self.gathering.entry((second, transaction)).or_default();
        tally.requests += samples;
        tally.bytes_received += request.bytes_received.unwrap_or(0);
        tally.bytes_sent += request.bytes_sent.unwrap_or(0);
        let each_us = request.duration_us.map(|us| us / samples);
        let errors = u64::from(request.errors).min(samples);
        for n in 0..samples {
            tally.response.extend(each_us);
            tally.first_byte.extend(request.first_byte_us);
            if n < errors {
                tally.failed.extend(each_us);
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
            *tally.errors.entry((kind, detail)).or_default() += errors;
        }
        if let Some(users) = request.users {
            self.put_users(second, request.instance, users);
        }
        self.gathered += 2 * samples as usize;
        if self.gathered > GATHERED_MAX {
            self.pack();
        }
    }

    /// Adds requests of which only the number is known.
    pub fn add_count(&mut self, label: &str, second: i64, requests: u64, errors: u64) {
        let transaction = self.transaction(label, RequestKind::Request);
        self.gathering.entry((second, transaction)).or_default().requests += requests;
        self.count += requests;
        self.add_errors(label, second, errors.min(requests));
    }

    /// Says that so many of the requests failed that were counted.
    pub fn add_errors(&mut self, label: &str, second: i64, errors: u64) {
        if errors > 0 {
            let transaction = self.transaction(label, RequestKind::Request);
            let tally = self.gathering.entry((second, transaction)).or_default();
            *tally.errors.entry((ErrorKind::Status, String::new())).or_default() += errors;
        }
    }

    /// Leaves out what lies more than `seconds_max` away from most of it; gives how many rows that were: of a clock
    /// that was wrong, or a number that was no time.
    pub fn clip(&mut self, seconds_max: i64) -> u64 {
        self.pack();
        let counts: BTreeMap<i64, u64> =
            self.packed.iter().fold(BTreeMap::new(), |mut counts, (key, parts)| {
                *counts.entry(key.0).or_default() += parts.iter().map(|part| part.requests).sum::<u64>();
                counts
            });
        let half = counts.values().sum::<u64>() / 2;
        let mut seen = 0;
        let reached = counts.iter().find(|(_, count)| {
            seen += **count;
            seen > half
        });
        let middle = reached.map_or(0, |(second, _)| *second);
        let is_near = |second: i64| second.abs_diff(middle) <= seconds_max as u64;
        let lost = counts.iter().filter(|(second, _)| !is_near(**second)).map(|(_, count)| count).sum();
        self.packed.retain(|key, _| is_near(key.0));
        self.users.retain(|second, _| is_near(*second));
        lost
    }

    pub fn put_users(&mut self, second: i64, instance: &str, users: u32) {
        let all = self.users.entry(second).or_default();
        match all.get_mut(instance) {
            Some(known) => *known = users.max(*known),
            None => drop(all.insert(instance.to_owned(), users)),
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, mut other: Seconds) {
        other.pack();
        let ids: Vec<u32> = other
            .transactions
            .iter()
            .map(|transaction| {
                let kind = match transaction.kind {
                    TransactionKind::Request => RequestKind::Request,
                    TransactionKind::Group => RequestKind::Group,
                };
                self.transaction(&transaction.name, kind)
            })
            .collect();
        for ((second, id), parts) in other.packed {
            self.packed.entry((second, ids[id as usize])).or_default().extend(parts);
        }
        for (second, instances) in other.users {
            for (instance, users) in instances {
                self.put_users(second, &instance, users);
            }
        }
        self.count += other.count;
    }

    /// First and last second.
    pub fn extent(&self) -> Option<(i64, i64)> {
        let of = |keys: &mut dyn Iterator<Item = i64>| {
            keys.fold(None, |found: Option<(i64, i64)>, second| {
                let (first, last) = found.unwrap_or((second, second));
                Some((first.min(second), last.max(second)))
            })
        };
        let packed = self.packed.keys().next().zip(self.packed.keys().next_back());
        let packed = packed.map(|(first, last)| (first.0, last.0));
        let gathering = of(&mut self.gathering.keys().map(|key| key.0));
        match (packed, gathering) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        }
    }

    /// Users of all instances together, for each second from `first` on that any of them told; an instance that is
    /// silent for a second keeps what it told last.
    pub fn users(&self, first: i64, last: i64) -> Vec<Option<u32>> {
        let mut now: HashMap<&str, u32> = HashMap::new();
        let mut seconds = Vec::with_capacity(usize::try_from(last - first + 1).unwrap_or(0));
        for second in first..=last {
            for (instance, users) in self.users.get(&second).into_iter().flatten() {
                now.insert(instance, *users);
            }
            seconds.push((!now.is_empty()).then(|| now.values().sum()));
        }
        seconds
    }

    /// Instances of the load generator that told their users.
    pub fn instances(&self) -> usize {
        let all: std::collections::HashSet<&str> =
            self.users.values().flat_map(|instances| instances.keys().map(String::as_str)).collect();
        all.len()
    }

    /// Requests (no groups) and the time they took, by second from `first` to `last`.
    pub fn rates(&mut self, first: i64, last: i64) -> Vec<Rate> {
        self.pack();
        let length = usize::try_from(last - first + 1).unwrap_or(0);
        let mut rates = vec![Rate::default(); length];
        for ((second, id), parts) in &self.packed {
            let place = usize::try_from(second - first).ok().filter(|place| *place < length);
            let (Some(place), TransactionKind::Request) = (place, self.transactions[*id as usize].kind)
            else {
                continue;
            };
            for part in parts {
                rates[place].requests += part.requests;
                rates[place].busy_us += unpacked(&part.response).map(|(us, count)| us * count).sum::<u64>();
            }
        }
        rates
    }

    /// Everything, by second; each is given once.
    pub fn take(mut self, mut each: impl FnMut(i64, Vec<(Transaction, Interval)>)) {
        self.pack();
        let mut now: Option<(i64, Vec<(Transaction, Interval)>)> = None;
        for ((second, id), parts) in std::mem::take(&mut self.packed) {
            let pair = (self.transactions[id as usize].clone(), interval(parts));
            match &mut now {
                Some((at, pairs)) if *at == second => pairs.push(pair),
                _ => {
                    if let Some((at, pairs)) = now.replace((second, vec![pair])) {
                        each(at, pairs);
                    }
                }
            }
        }
        if let Some((at, pairs)) = now {
            each(at, pairs);
        }
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
        self.transactions.push(Transaction { name: name.to_owned(), kind: stored });
        id
    }

    fn pack(&mut self) {
        for (key, tally) in self.gathering.drain() {
            self.packed.entry(key).or_default().push(Packed {
                requests: tally.requests,
                bytes_received: tally.bytes_received,
                bytes_sent: tally.bytes_sent,
                errors: tally.errors,
                response: packed(tally.response),
                first_byte: packed(tally.first_byte),
                failed: packed(tally.failed),
            });
        }
        self.gathered = 0;
    }
}

/// What one second carried.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    pub requests: u64,
    /// Time of all its requests together.
    pub busy_us: u64,
}

fn interval(parts: Vec<Packed>) -> Interval {
    let times = |of: fn(&Packed) -> &[u8]| match parts.as_slice() {
        [] => Latencies::default(),
        parts => Latencies::from_counts(parts.iter().flat_map(|part| unpacked(of(part)))),
    };
    let (response, first_byte) = (times(|part| &part.response), times(|part| &part.first_byte));
    let mut whole =
        Interval { response, first_byte, failed: times(|part| &part.failed), ..Interval::default() };
    for part in parts {
        let counters = Interval {
            requests: part.requests,
            bytes_received: part.bytes_received,
            bytes_sent: part.bytes_sent,
            errors: part.errors,
            ..Interval::default()
        };
        whole.merge(&counters);
    }
    whole
}

/// Buckets as differences and counts, LEB128.
fn packed(mut times_us: Vec<u64>) -> Box<[u8]> {
    times_us.sort_unstable();
    let latencies = Latencies::from_counts(times_us.into_iter().map(|us| (us, 1)));
    let mut bytes = Vec::new();
    let mut last = 0;
    for (value, count) in latencies.buckets() {
        put(&mut bytes, value - last);
        put(&mut bytes, count);
        last = value;
    }
    bytes.into_boxed_slice()
}

fn unpacked(bytes: &[u8]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let (mut rest, mut last) = (bytes, 0);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        last += get(&mut rest);
        Some((last, get(&mut rest)))
    })
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn get(rest: &mut &[u8]) -> u64 {
    let (mut value, mut shift) = (0, 0);
    while let Some((byte, after)) = rest.split_first() {
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

/// Why a row failed. JMeter names Java's exceptions in the place of the status.
fn failure(request: &Request<'_>) -> (ErrorKind, String) {
    let detail = |text: &str| text.chars().take(DETAIL_CHARS_MAX).collect::<String>();
    if request.kind == RequestKind::Group {
        return (ErrorKind::Child, String::new());
    }
    if let Some(code) = request.status_code() {
        return if (200..400).contains(&code) {
            (ErrorKind::Assertion, detail(request.message))
        } else {
            (ErrorKind::Status, request.status.to_owned())
        };
    }
    let text = format!("{} {}", request.status, request.message);
    let has = |part: &str| text.contains(part);
    let kind = if has("UnknownHost") || has("no such host") {
        ErrorKind::NameResolution
    } else if has("ConnectTimeout") || (has("connect timed out") || has("dial: i/o timeout")) {
        ErrorKind::ConnectTimeout
    } else if has("Connection refused") || has("connection refused") {
        ErrorKind::ConnectRefused
    } else if has("ConnectException") || has("HttpHostConnect") {
        ErrorKind::ConnectFailed
    } else if has("SSL") || has("x509") || has("tls:") {
        ErrorKind::Tls
    } else if has("reset") {
        ErrorKind::Reset
    } else if has("NoHttpResponse") || has("Socket closed") || has("EOF") {
        ErrorKind::ClosedEarly
    } else if has("Timeout") || has("timeout") || has("timed out") {
        ErrorKind::ResponseTimeout
    } else if request.status.is_empty() {
        ErrorKind::Assertion
    } else {
        ErrorKind::Status
    };
    let said = if request.message.is_empty() { request.status } else { request.message };
    (kind, detail(said))
}
