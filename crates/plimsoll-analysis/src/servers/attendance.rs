//! Which servers answered when, by their own request logs.

use super::readings::Observations;
use crate::step::{ServersAtWork, Window};
use plimsoll_run::SECOND_US;
use plimsoll_run::{At, ServerEvent, ServerEventKind, Source, TransactionKind};
use std::collections::{BTreeMap, BTreeSet};

/// A time in which a server logged no request while others did.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Absence<'a> {
    pub source: &'a Source,
    pub from_s: i64,
    /// `None`: it never came back.
    pub to_s: Option<i64>,
    /// The others' requests in that time.
    pub others: u64,
    /// What this server would have had of them by its share before.
    pub expected: f64,
}

/// Seconds that are looked at together, how many of them in a row without a request are an absence, and how many requests
/// must have been expected in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AbsenceRule {
    pub interval_s: i64,
    pub intervals: i64,
    pub expected_min: f64,
}

/// Of a server that said that it ran out of memory one interval is enough, with so many requests expected: none of them by
/// chance alone has a probability of 5 in 100,000 (Poisson).
const EXPECTED_AFTER_END: f64 = 10.0;

impl Default for AbsenceRule {
    fn default() -> AbsenceRule {
        AbsenceRule { interval_s: 5, intervals: 3, expected_min: 50.0 }
    }
}

/// Requests per interval of each server in the steps' time.
pub(crate) struct Attendance<'a> {
    interval_s: i64,
    servers: BTreeMap<&'a Source, BTreeMap<i64, u64>>,
    /// Intervals in which any server logged a request.
    all: BTreeMap<i64, u64>,
    /// The first second of each that was looked at.
    first: BTreeMap<i64, i64>,
    /// Every second in which a server logged a request, between the measured windows too.
    seen: BTreeMap<&'a Source, BTreeSet<i64>>,
    /// Hosts on which something ran out of memory, and in which second.
    out_of_memory: Vec<(&'a str, i64)>,
}

impl<'a> Attendance<'a> {
    pub fn of(
        observed: &'a Observations,
        events: &'a [ServerEvent],
        windows: &[Window],
        interval_s: i64,
    ) -> Attendance<'a> {
        let mut servers: BTreeMap<&Source, BTreeMap<i64, u64>> = BTreeMap::new();
        let mut all: BTreeMap<i64, u64> = BTreeMap::new();
        let spans: Vec<(i64, i64)> = windows.iter().map(span_s).collect();
        let loaded = |second: i64| spans.iter().any(|(from, to)| second >= *from && second < *to);
        let mut first: BTreeMap<i64, i64> = BTreeMap::new();
        let mut seen: BTreeMap<&Source, BTreeSet<i64>> = BTreeMap::new();
        for second in &observed.requests {
            let on_the_wire = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
            let requests: u64 = on_the_wire.map(|(_, interval)| interval.requests).sum();
            if requests > 0 {
                seen.entry(&second.source).or_default().insert(second.second);
            }
            if !loaded(second.second) {
                continue;
            }
            let interval = second.second.div_euclid(interval_s);
            *servers.entry(&second.source).or_default().entry(interval).or_default() += requests;
            *all.entry(interval).or_default() += requests;
            let earliest = first.entry(interval).or_insert(second.second);
            *earliest = second.second.min(*earliest);
        }
        let out_of_memory = events.iter().filter_map(out_of_memory).collect();
        Attendance { interval_s, servers, all, first, seen, out_of_memory }
    }

    pub fn absences(&self, rule: AbsenceRule) -> Vec<Absence<'a>> {
        if self.servers.len() < 2 {
            return Vec::new();
        }
        self.servers.iter().flat_map(|(source, own)| self.absences_of(source, own, rule)).collect()
    }

    fn absences_of(
        &self,
        source: &'a Source,
        own: &BTreeMap<i64, u64>,
        rule: AbsenceRule,
    ) -> Vec<Absence<'a>> {
        let answered = |interval: &i64| own.get(interval).copied().unwrap_or(0) > 0;
        let mut found = Vec::new();
        let intervals: Vec<i64> = self.all.keys().copied().collect();
        let mut start = 0;
        while start < intervals.len() {
            let length = intervals[start..].iter().take_while(|interval| !answered(interval)).count();
            // Before its first request it may not have been part of the system yet.
            let seen = intervals[..start].iter().any(&answered);
            let has_ended = length > 0 && self.has_ended(source, intervals[start]);
            let (length_min, expected_min) = match has_ended {
                true => (1, EXPECTED_AFTER_END),
                false => (rule.intervals, rule.expected_min),
            };
            if length as i64 >= length_min && seen {
                let (silent, end) = (&intervals[start..start + length], start + length);
                let others: u64 = silent.iter().filter_map(|i| self.all.get(i)).sum();
                let expected = others as f64 * self.share(own, &intervals[..start]);
                if expected >= expected_min {
                    let to_s = intervals.get(end).map(|interval| interval * self.interval_s);
                    found.push(Absence {
                        source,
                        from_s: self.silent_from_s(source, silent[0]),
                        to_s,
                        others,
                        expected,
                    });
                }
            }
            start += length.max(1);
        }
        found
    }

    /// Something on its host ran out of memory in this interval or in the one before.
    fn has_ended(&self, source: &Source, interval: i64) -> bool {
        let begins = interval * self.interval_s;
        let near = (begins - self.interval_s)..(begins + self.interval_s);
        // Of several on one host nobody knows which it was.
        let is_alone = self.servers.keys().filter(|of| of.host == source.host).count() == 1;
        is_alone && self.out_of_memory.iter().any(|(host, at_s)| *host == source.host && near.contains(at_s))
    }

    /// After its last request before the first second in which others answered in this interval: that may have come
    /// between two measured windows.
    fn silent_from_s(&self, source: &Source, interval: i64) -> i64 {
        let begins = interval * self.interval_s;
        let until = self.first.get(&interval).copied().unwrap_or(begins);
        let last = self.seen.get(source).and_then(|seen| seen.range(..until).next_back());
        last.map_or(begins, |last| begins.max(last + 1))
    }

    /// Its share of all requests in these intervals.
    fn share(&self, own: &BTreeMap<i64, u64>, intervals: &[i64]) -> f64 {
        let of =
            |counts: &BTreeMap<i64, u64>| intervals.iter().filter_map(|i| counts.get(i)).sum::<u64>() as f64;
        of(own) / of(&self.all).max(1.0)
    }

    pub fn servers(&self) -> usize {
        self.servers.len()
    }
}

/// Of every step, where two or more servers log their requests and one of them was absent for more than half of it.
pub(crate) fn servers_at_work(
    observed: &Observations,
    events: &[ServerEvent],
    windows: &[Window],
) -> Vec<Option<ServersAtWork>> {
    let rule = AbsenceRule::default();
    let attendance = Attendance::of(observed, events, windows, rule.interval_s);
    let absences = attendance.absences(rule);
    let of = attendance.servers() as u32;
    let at_work = |window: &Window| {
        let (from, to) = (window.from_us as f64 / US, window.to_us as f64 / US);
        let absent = absences.iter().filter(|absence| {
            let (begins, ends) = (absence.from_s as f64, absence.to_s.map_or(f64::INFINITY, |s| s as f64));
            ends.min(to) - begins.max(from) > 0.5 * (to - from)
        });
        of - absent.count() as u32
    };
    if absences.is_empty() {
        return vec![None; windows.len()];
    }
    windows
        .iter()
        .map(|window| Some(ServersAtWork { at_work: at_work(window), of }).filter(|n| n.at_work < of))
        .collect()
}

fn out_of_memory(event: &ServerEvent) -> Option<(&str, i64)> {
    let At::Run(us) = event.at else { return None };
    let is_end = matches!(event.kind, ServerEventKind::OutOfMemory | ServerEventKind::OomKill);
    is_end.then(|| (event.source.host.as_str(), us.div_euclid(SECOND_US as i64)))
}

const US: f64 = SECOND_US as f64;

/// The measured window: in the ramp and after the end there may be too few requests for all.
fn span_s(window: &Window) -> (i64, i64) {
    (window.from_us.div_ceil(SECOND_US) as i64, (window.to_us / SECOND_US) as i64)
}
