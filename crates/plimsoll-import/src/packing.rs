//! What a transaction did in a second as bytes, as it waits for its place in the run file: some two bytes for each
//! different time. Numbers are LEB128.

use plimsoll_run::{ErrorKind, Interval, Latencies};
use std::collections::BTreeMap;

/// Counts and times as rows tell them; times in microseconds.
#[derive(Debug, Default)]
pub struct Tally {
    pub requests: u64,
    pub bytes_received: u64,
    pub bytes_sent: u64,
    pub errors: BTreeMap<(ErrorKind, String), u64>,
    pub response: Vec<u64>,
    pub first_byte: Vec<u64>,
    pub failed: Vec<u64>,
}

impl Tally {
    /// How many times it can hold as it is.
    pub fn room(&self) -> usize {
        self.response.capacity() + self.first_byte.capacity() + self.failed.capacity()
    }

    /// Empties it; its room stays.
    pub fn clear(&mut self) {
        let Tally { requests, bytes_received, bytes_sent, errors, response, first_byte, failed } = self;
        (*requests, *bytes_received, *bytes_sent) = (0, 0, 0);
        errors.clear();
        [response, first_byte, failed].into_iter().for_each(Vec::clear);
    }

    /// Appends it; times become buckets of the run file's histograms.
    pub fn pack(&mut self, bytes: &mut Vec<u8>) {
        for number in [self.requests, self.bytes_received, self.bytes_sent, self.errors.len() as u64] {
            put(bytes, number);
        }
        for ((kind, detail), count) in &self.errors {
            let kind = ErrorKind::ALL.iter().position(|known| known == kind);
            put(bytes, kind.expect("ALL holds every kind") as u64);
            put(bytes, detail.len() as u64);
            bytes.extend_from_slice(detail.as_bytes());
            put(bytes, *count);
        }
        for times in [&mut self.response, &mut self.first_byte, &mut self.failed] {
            pack_times(times, bytes);
        }
    }
}

/// Differences of buckets, each with its count; a difference of zero ends them, for the first bucket is no zero.
fn pack_times(times_us: &mut [u64], bytes: &mut Vec<u8>) {
    times_us.sort_unstable();
    let mut last = 0;
    let mut rest = times_us.iter().map(|us| Latencies::bucket_us(*us)).peekable();
    while let Some(bucket) = rest.next() {
        let mut count = 1;
        while rest.next_if_eq(&bucket).is_some() {
            count += 1;
        }
        put(bytes, bucket - last);
        put(bytes, count);
        last = bucket;
    }
    put(bytes, 0);
}

/// The interval of what was packed in one or several parts.
pub fn interval(parts: &[impl AsRef<[u8]>]) -> Interval {
    let mut whole = Interval::default();
    let mut times: [Vec<(u64, u64)>; 3] = Default::default();
    for part in parts {
        let mut rest = part.as_ref();
        let [requests, bytes_received, bytes_sent, errors] = [(); 4].map(|()| get(&mut rest));
        let mut counters = Interval { requests, bytes_received, bytes_sent, ..Interval::default() };
        for _ in 0..errors {
            let kind = usize::try_from(get(&mut rest)).ok().and_then(|place| ErrorKind::ALL.get(place));
            let length = usize::try_from(get(&mut rest)).unwrap_or(usize::MAX);
            let (detail, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            let detail = String::from_utf8_lossy(detail).into_owned();
            let key = (kind.copied().unwrap_or(ErrorKind::Status), detail);
            *counters.errors.entry(key).or_default() += get(&mut rest);
        }
        whole.merge(&counters);
        times.iter_mut().for_each(|times| unpack_times(&mut rest, times));
    }
    [whole.response, whole.first_byte, whole.failed] = times.map(Latencies::from_counts);
    whole
}

fn unpack_times(rest: &mut &[u8], times: &mut Vec<(u64, u64)>) {
    let mut last = 0;
    loop {
        let difference = get(rest);
        if difference == 0 {
            return;
        }
        last += difference;
        times.push((last, get(rest)));
    }
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// 0 at the end.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[(u64, Option<&str>)], parts: usize) {
        let mut expected = Interval::default();
        let mut packed = Vec::new();
        for part in rows.chunks(rows.len().div_ceil(parts).max(1)) {
            let mut tally = Tally::default();
            for (took_us, error) in part {
                expected.requests += 1;
                expected.response.record_us(*took_us);
                tally.requests += 1;
                tally.response.push(*took_us);
                if let Some(detail) = error {
                    expected.fail(ErrorKind::Assertion, detail, *took_us);
                    tally.failed.push(*took_us);
                    *tally.errors.entry((ErrorKind::Assertion, (*detail).to_owned())).or_default() += 1;
                }
            }
            let mut bytes = Vec::new();
            tally.pack(&mut bytes);
            packed.push(bytes);
        }
        assert_eq!(interval(&packed), expected, "{rows:?} in {parts} parts");
    }

    #[test]
    fn what_was_packed_comes_back_in_any_number_of_parts() {
        let rows = [
            (5, None),
            (0, Some("")),
            (70_000, Some("no æble")),
            (70_001, None),
            (u64::MAX, Some("x")),
            (5, None),
        ];
        for parts in 1..=4 {
            check(&rows, parts);
        }
        check(&[], 1);
    }
}
