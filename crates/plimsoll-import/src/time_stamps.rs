//! Whether a JTL's time stamps are those of the end of each request and not of its start (`sampleresult.timestamp.start=false`,
//! which JMeter takes where the property is not set).
//!
//! A thread has one request at a time. So the stamps are ends where the requests of threads overlap if they are read as starts, and do
//! not if they are read as ends. Requests that a thread has at the same time, threads of several machines under one name and rows in
//! another order overlap both ways: these are starts, as most files have. What lies wholly within the request before it may be a part of that
//! one, such as an image of its page, and says nothing either.

use plimsoll_run::{At, Reading, ServerEvent};
use plimsoll_telemetry::{Output, Problem, Reader, RequestKind, RequestRow};
use std::collections::HashMap;

/// Bytes of a file that are looked at.
pub const LOOK_BYTES: usize = 1 << 20;
/// Times in whole milliseconds, each rounded, seem to overlap by up to this.
const ROUNDED_US: i64 = 2_000;
/// Fewer requests that follow another one of their thread say nothing.
const PAIRS_MIN: usize = 50;
/// So many of them begin within it and end after it, as starts; fewer are of a clock that was set.
const CROSSINGS_PERCENT_MIN: usize = 2;
/// As ends so many times fewer begin within it.
const TIMES_FEWER: usize = 50;

/// Whether the file that begins with these bytes has ends. `reader` gives one that takes its stamps as ends, or as starts.
pub fn are_ends(head: &[u8], reader: impl Fn(bool) -> Option<Box<dyn Reader>>) -> bool {
    let look = |as_ends: bool| {
        let mut found = ThreadOrder::default();
        reader(as_ends)?.read(head, None, &mut found);
        Some(found)
    };
    look(false).filter(ThreadOrder::cannot_be).and_then(|starts| {
        let ends = look(true)?;
        // A row more or less is one that only one of them takes for a part of another.
        Some(ends.pairs >= PAIRS_MIN && ends.overlaps * TIMES_FEWER <= starts.crossings)
    }) == Some(true)
}

/// How often a request of a thread began before the one before it had ended.
#[derive(Default)]
struct ThreadOrder {
    /// When the last request of each thread ended, by the load generator's node and the thread.
    ended_us: HashMap<(String, String), i64>,
    pairs: usize,
    overlaps: usize,
    /// Of these, so many ended after it.
    crossings: usize,
}

impl ThreadOrder {
    fn cannot_be(&self) -> bool {
        self.pairs >= PAIRS_MIN && self.crossings * 100 >= self.pairs * CROSSINGS_PERCENT_MIN
    }
}

impl Output for ThreadOrder {
    fn request(&mut self, request: &RequestRow<'_>) {
        let (At::Wall(started_us), Some(took_us)) = (request.started, request.duration_us) else { return };
        // A transaction lasts while its requests do, and of a row of several requests only the sum is known.
        if request.kind != RequestKind::Request || request.samples > 1 || request.thread.is_empty() {
            return;
        }
        let ended_us = started_us.saturating_add_unsigned(took_us);
        let thread = (request.instance.to_owned(), request.thread.to_owned());
        if let Some(before_us) = self.ended_us.insert(thread, ended_us) {
            self.pairs += 1;
            let overlaps = before_us.saturating_sub(started_us) > ROUNDED_US;
            self.overlaps += usize::from(overlaps);
            self.crossings += usize::from(overlaps && ended_us > before_us);
        }
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

    const HEADER: &str =
        "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,Hostname\n";

    /// Start and end in ms, label, message, thread, bytes, host.
    type Row = (u64, u64, &'static str, &'static str, String, u64, &'static str);

    /// Threads that send, wait 20 ms and send again, by turns something short and something long.
    fn requests(threads: u64, host: &'static str) -> Vec<Row> {
        let mut rows = Vec::new();
        for thread in 0..threads {
            let mut now = 7 * thread;
            for n in 0..40 {
                let took = [400, 250, 60, 30][(n + thread) as usize % 4];
                rows.push((now, now + took, "page", "OK", format!("Users 1-{thread}"), 300, host));
                now += took + 20;
            }
        }
        rows
    }

    #[track_caller]
    fn check(mut rows: Vec<Row>, has_ends: bool, expected: bool) {
        // As they are written, and what belongs to another one behind it.
        rows.sort_by_key(|row| row.1);
        let mut text = HEADER.to_owned();
        for (started, ended, label, message, thread, bytes, host) in rows {
            let stamp = 1_600_000_000_000 + if has_ends { ended } else { started };
            let _ = writeln!(
                text,
                "{stamp},{},{label},200,\"{message}\",{thread},true,{bytes},{host}",
                ended - started
            );
        }
        let format = Format::named("jtl").expect("it is known");
        let reader = |timestamp_is_end| {
            format.reader(&ReaderOptions { timestamp_is_end, ..ReaderOptions::default() }).ok()
        };
        assert_eq!(are_ends(text.as_bytes(), reader), expected);
    }

    #[test]
    fn stamps_are_ends_where_threads_would_have_several_requests_at_a_time_otherwise() {
        check(requests(4, ""), true, true);
        check(requests(4, ""), false, false);
        // Too few to know.
        check(requests(1, ""), true, false);
        // Whose users think for longer than the system takes: it makes no difference.
        let slow = requests(4, "")
            .into_iter()
            .map(|row| (row.0 * 20, row.0 * 20 + 50, row.2, row.3, row.4, row.5, ""));
        check(slow.collect(), true, false);
    }

    #[test]
    fn transactions_and_parts_of_pages_are_left_aside() {
        let with = |has_ends| {
            let mut rows = requests(4, "");
            for (started, ended, _, _, thread, _, _) in rows.clone() {
                rows.push((started, ended, "page-0", "OK", thread.clone(), 100, ""));
                rows.push((started + 5, ended, "page-1", "OK", thread.clone(), 100, ""));
                rows.push((started, ended, "buy", "Number of samples in transaction : 1", thread, 300, ""));
            }
            check(rows, has_ends, has_ends);
        };
        with(true);
        with(false);
    }

    #[test]
    fn requests_of_one_thread_at_a_time_say_nothing() {
        for has_ends in [true, false] {
            // Downloads side by side, each as a request of its own.
            let parallel = |row: Row| [row.clone(), (row.0 + 3, row.1 + 9, "image", "OK", row.4, 300, "")];
            check(requests(4, "").into_iter().flat_map(parallel).collect(), has_ends, false);
            // The same names on two machines that the file does not name.
            let mut two = requests(4, "");
            two.extend(
                requests(4, "")
                    .into_iter()
                    .map(|row| (row.0 + 111, row.1 + 111, row.2, row.3, row.4, row.5, "")),
            );
            check(two, has_ends, false);
            // It names them.
            let mut named = requests(4, "a");
            named.extend(requests(4, "b"));
            check(named, has_ends, has_ends);
        }
        // An image of each page, with a name of its own, and users who think.
        let mut pages = Vec::new();
        for row in requests(4, "") {
            let (started, ended) = (row.0 * 5, row.0 * 5 + 400);
            pages.push((started, ended, "page", "OK", row.4.clone(), 300, ""));
            pages.push((started + 200, ended, "image", "OK", row.4, 100, ""));
        }
        check(pages, false, false);
    }

    #[test]
    fn rows_in_another_order_say_nothing() {
        let format = Format::named("jtl").expect("it is known");
        let reader = |timestamp_is_end| {
            format.reader(&ReaderOptions { timestamp_is_end, ..ReaderOptions::default() }).ok()
        };
        for has_ends in [true, false] {
            let mut text = HEADER.to_owned();
            let mut rows = requests(4, "");
            rows.sort_by_key(|row| row.1 - row.0);
            for (started, ended, ..) in rows {
                let stamp = 1_600_000_000_000 + if has_ends { ended } else { started };
                let _ = writeln!(text, "{stamp},{},page,200,OK,Users 1-1,true,300,", ended - started);
            }
            assert!(!are_ends(text.as_bytes(), reader));
        }
    }
}
