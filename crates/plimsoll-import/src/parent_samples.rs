//! Transactions that JMeter writes in the place of their requests ("Generate parent sample"): in a CSV file the requests have no rows,
//! and the transaction is all that was measured of them.
//!
//! The rows of a transaction's requests are of its thread, begin when it does or later, and are written before it. In rows of another
//! order they overlap it, or are the next ones of its thread and have as many bytes together. Labels that the beginning of the file
//! does not have are transactions of requests with rows, as most are.

use plimsoll_run::{At, Reading, ServerEvent};
use plimsoll_telemetry::{Output, Problem, Reader, RequestKind, RequestRow};
use std::collections::{BTreeSet, HashMap};

/// Of a label's transactions: in the others a request of something else may have begun with it.
const ALONE_PERCENT_MIN: usize = 90;

/// Which transactions of a file are counted as requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParentSamples {
    labels: BTreeSet<String>,
}

impl ParentSamples {
    /// By the rows that the file begins with. Where its time stamps are ends, a transaction's start is not known (its timers are no part of
    /// its time): then only those of a file without other rows.
    pub fn of(head: &[u8], reader: Option<Box<dyn Reader>>, has_ends: bool) -> ParentSamples {
        let mut seen = Seen::default();
        if let Some(mut reader) = reader {
            reader.read(head, None, &mut seen);
        }
        let has_others = seen.0.values().flatten().any(|row| row.label.is_none());
        if has_ends && has_others { ParentSamples::default() } else { seen.parent_samples() }
    }

    pub fn contain(&self, row: &RequestRow<'_>) -> bool {
        requests_of(row) > 0 && self.labels.contains(row.label)
    }
}

/// How many requests the transaction is made of; 0 too for what is none.
fn requests_of(row: &RequestRow<'_>) -> usize {
    if row.kind != RequestKind::Group {
        return 0;
    }
    let count = row.message.split(':').nth(1).and_then(|rest| rest.split(',').next());
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(1)
}

struct SeenRow {
    label: Option<String>,
    /// Of a transaction.
    requests: usize,
    started_us: i64,
    ended_us: i64,
    bytes: u64,
}

/// Rows by thread, in the order of the file; labels of transactions alone.
#[derive(Default)]
struct Seen(HashMap<(String, String), Vec<SeenRow>>);

impl Seen {
    fn parent_samples(&self) -> ParentSamples {
        // Of each label how many transactions there are, and how many without a row within them.
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for rows in self.0.values() {
            for (place, row) in rows.iter().enumerate() {
                let Some(label) = &row.label else { continue };
                let count = counts.entry(label).or_default();
                count.0 += 1;
                count.1 += usize::from(!has_rows(rows, place));
            }
        }
        let is_alone = |(all, alone): &(usize, usize)| alone * 100 >= all * ALONE_PERCENT_MIN;
        let labels = counts.iter().filter(|(_, count)| is_alone(count)).map(|(label, _)| (*label).to_owned());
        ParentSamples { labels: labels.collect() }
    }
}

/// How many rows of its thread are looked at before and after a transaction.
const NEAR: usize = 200;

fn has_rows(rows: &[SeenRow], place: usize) -> bool {
    let of = &rows[place];
    let after = &rows[place + 1..];
    let mut before = rows[..place].iter().rev().take(NEAR);
    let is_before = before.any(|row| row.started_us >= of.started_us);
    // What ends later and is a transaction too is one around it.
    let is_around = |row: &SeenRow| row.label.is_some() && row.ended_us > of.ended_us;
    let overlaps =
        |row: &SeenRow| row.started_us >= of.started_us && row.started_us < of.ended_us && !is_around(row);
    is_before || after.iter().take(NEAR).any(overlaps) || are_its_requests(of, after.get(..of.requests))
}

/// As many rows as it has requests, which took about as long together and have as many bytes.
fn are_its_requests(of: &SeenRow, next: Option<&[SeenRow]>) -> bool {
    let Some(next) = next.filter(|next| next.iter().all(|row| row.label.is_none() || row.label != of.label))
    else {
        return false;
    };
    let took_us = |row: &SeenRow| row.ended_us - row.started_us;
    let together_us: i64 = next.iter().map(took_us).sum();
    let bytes: u64 = next.iter().map(|row| row.bytes).sum();
    of.bytes > 0 && bytes == of.bytes && together_us <= took_us(of) && 2 * together_us >= took_us(of)
}

impl Output for Seen {
    fn request(&mut self, request: &RequestRow<'_>) {
        let At::Wall(started_us) = request.started else { return };
        let ended_us = started_us.saturating_add_unsigned(request.duration_us.unwrap_or(0));
        let requests = requests_of(request);
        if request.kind == RequestKind::Group && requests == 0 {
            return;
        }
        let label = (requests > 0).then(|| request.label.to_owned());
        let thread = (request.instance.to_owned(), request.thread.to_owned());
        let bytes = request.bytes_received.unwrap_or(0);
        self.0.entry(thread).or_default().push(SeenRow { label, requests, started_us, ended_us, bytes });
    }

    fn reading(&mut self, _reading: Reading) {}

    fn event(&mut self, _event: ServerEvent) {}

    fn problem(&mut self, _problem: Problem) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_telemetry::{Format, ReaderOptions};
    use std::fmt::Write as _;

    /// Start and time in ms, label, requests of a transaction.
    type Row = (u64, u64, &'static str, Option<u32>);

    #[track_caller]
    fn check(rows: &[Row], expected: &[&str]) {
        check_of(rows, false, expected);
    }

    #[track_caller]
    fn check_of(rows: &[Row], has_ends: bool, expected: &[&str]) {
        let mut text =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes\n".to_owned();
        for (started, took, label, requests) in rows {
            let message = requests.map_or("OK".to_owned(), |n| {
                format!("\"Number of samples in transaction : {n}, number of failing samples : 0\"")
            });
            let (started, bytes) = (1_600_000_000_000 + started, 100 * requests.unwrap_or(1));
            let _ = writeln!(text, "{started},{took},{label},200,{message},Users 1-1,true,{bytes}");
        }
        let reader = Format::named("jtl").expect("JMeter's").reader(&ReaderOptions::default()).ok();
        let found = ParentSamples::of(text.as_bytes(), reader, has_ends);
        let labels: Vec<&str> = found.labels.iter().map(String::as_str).collect();
        assert_eq!(labels, expected, "{text}");
    }

    #[test]
    fn transactions_without_rows_of_their_requests_stand_for_them() {
        check(&[(0, 40, "a", Some(2)), (50, 40, "a", Some(2))], &["a"]);
        // Other requests of the thread are none of it.
        check(&[(0, 40, "home", None), (40, 60, "a", Some(2)), (100, 9, "home", None)], &["a"]);
        check(&[(0, 40, "x", None), (40, 9, "y", None), (0, 60, "a", Some(2))], &[]);
        // Sorted by their starts.
        check(&[(0, 60, "a", Some(2)), (0, 40, "x", None), (40, 9, "y", None)], &[]);
        // The same behind a think time, which is no part of the transaction's.
        check(&[(0, 60, "a", Some(2)), (300, 40, "x", None), (900, 9, "y", None)], &[]);
        check(&[(0, 60, "a", Some(2)), (300, 40, "x", None), (900, 60, "a", Some(2))], &["a"]);
        // Around parent samples is another transaction.
        check(&[(0, 30, "in", Some(2)), (30, 9, "in", Some(2)), (0, 60, "out", Some(2))], &["in"]);
        check(&[(0, 0, "empty", Some(0)), (5, 9, "x", None)], &[]);
    }

    #[test]
    fn where_stamps_are_ends_only_a_file_without_other_rows_has_parent_samples() {
        check_of(&[(0, 40, "a", Some(2)), (50, 40, "a", Some(2))], true, &["a"]);
        check_of(&[(0, 40, "x", None), (100, 40, "a", Some(1))], true, &[]);
    }

    #[test]
    fn what_waits_in_a_transaction_does_not_take_it_for_its_own() {
        // Its timer is no part of the transaction's time.
        check(
            &[(300, 40, "x", None), (0, 40, "a", Some(1)), (700, 40, "x", None), (400, 40, "a", Some(1))],
            &[],
        );
    }
}
