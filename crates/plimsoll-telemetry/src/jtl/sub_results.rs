//! Rows of a CSV file that repeat parts of the row before them.
//!
//! JMeter writes a sample's sub-results (redirects, embedded resources) as rows after it, named `label-0`, `label-1`,
//! … (`CSVSaveService.saveSubResults`, `SampleResult.storeSubResult`). Their time and their bytes are the sample's
//! already, so they must not be added to it. Nothing in a row says that it is one; together these do: the name, the
//! thread, a time within the sample's, a first one that starts with it, and no more bytes than it has.

use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Threads that are remembered; a file with more of them is not that of one machine.
const THREADS_MAX: usize = 100_000;

/// What a row says of itself.
#[derive(Clone, Copy, Debug)]
pub struct RowFacts<'a> {
    pub label: &'a str,
    pub thread: &'a str,
    /// Milliseconds or any other unit, the same for both.
    pub started: i64,
    pub ended: i64,
    pub bytes: Option<u64>,
    pub bytes_sent: Option<u64>,
}

#[derive(Default)]
struct Sample {
    label: String,
    started: i64,
    ended: i64,
    bytes: Option<u64>,
    bytes_sent: Option<u64>,
    /// Its first sub-result has come.
    has_parts: bool,
}

#[derive(Default)]
pub struct SubResults {
    samples: HashMap<String, Sample, RandomState>,
    /// The thread of the last row: rows of deep sub-results name none.
    last: String,
}

impl SubResults {
    /// Whether the row is a part of the last sample of its thread.
    pub fn is_part(&mut self, row: &RowFacts<'_>) -> bool {
        if row.thread.is_empty()
            && let Some(sample) = self.samples.get_mut(self.last.as_str())
            && sample.takes(row)
        {
            return true;
        }
        match self.samples.get_mut(row.thread) {
            Some(sample) => {
                if !row.thread.is_empty() && sample.takes(row) {
                    return true;
                }
                sample.become_row(row);
            }
            None => {
                if self.samples.len() >= THREADS_MAX {
                    self.samples.clear();
                }
                let mut sample = Sample::default();
                sample.become_row(row);
                self.samples.insert(row.thread.to_owned(), sample);
            }
        }
        if self.last != row.thread {
            row.thread.clone_into(&mut self.last);
        }
        false
    }
}

impl Sample {
    /// Whether the row is a part of it; then it has parts.
    fn takes(&mut self, row: &RowFacts<'_>) -> bool {
        let has = self.has(row);
        self.has_parts |= has;
        has
    }

    fn has(&self, row: &RowFacts<'_>) -> bool {
        let number = row.label.strip_prefix(self.label.as_str()).and_then(|rest| rest.strip_prefix('-'));
        let Some(number) = number.filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) else {
            return false;
        };
        let fits =
            |part: Option<u64>, whole: Option<u64>| !matches!((part, whole), (Some(p), Some(w)) if p > w);
        let is_first = number == "0" && row.started == self.started;
        (self.has_parts || is_first)
            && row.started >= self.started
            && row.ended <= self.ended
            && fits(row.bytes, self.bytes)
            && fits(row.bytes_sent, self.bytes_sent)
    }

    fn become_row(&mut self, row: &RowFacts<'_>) {
        row.label.clone_into(&mut self.label);
        (self.started, self.ended) = (row.started, row.ended);
        (self.bytes, self.bytes_sent) = (row.bytes, row.bytes_sent);
        self.has_parts = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as label, thread, start, duration, bytes; which of them are parts.
    fn check(rows: &[(&str, &str, i64, i64, u64)], parts: &[&str]) {
        let mut seen = SubResults::default();
        let mut found = Vec::new();
        for (label, thread, started, duration, bytes) in rows.iter().copied() {
            let ended = started + duration;
            let row = RowFacts { label, thread, started, ended, bytes: Some(bytes), bytes_sent: None };
            if seen.is_part(&row) {
                found.push(label);
            }
        }
        assert_eq!(found, parts);
    }

    #[test]
    fn redirects_and_resources_belong_to_their_sample() {
        let rows = [
            ("page", "A 1-1", 100, 20, 300),
            ("page-0", "A 1-1", 100, 5, 100),
            ("page-1", "A 1-1", 105, 15, 200),
            // A redirect of the resource: JMeter leaves its thread out.
            ("page-0", "", 105, 5, 100),
            ("page", "A 1-1", 120, 1, 50),
        ];
        check(&rows, &["page-0", "page-1", "page-0"]);
    }

    #[test]
    fn a_request_that_is_only_named_so_counts() {
        check(&[("page", "A 1-1", 100, 20, 300), ("page-0", "A 1-1", 120, 5, 100)], &[]);
        check(&[("page", "A 1-1", 100, 20, 300), ("page-0", "A 1-2", 100, 5, 100)], &[]);
        check(&[("page", "A 1-1", 100, 20, 300), ("page-1", "A 1-1", 100, 5, 100)], &[]);
        check(&[("page", "A 1-1", 100, 20, 300), ("page-0", "A 1-1", 100, 5, 400)], &[]);
        check(&[("page", "A 1-1", 100, 20, 300), ("page-x", "A 1-1", 100, 5, 100)], &[]);
    }

    #[test]
    fn threads_that_write_between_each_other_are_distinguished() {
        let rows = [
            ("page", "A 1-1", 100, 20, 300),
            ("page", "A 1-2", 90, 40, 300),
            ("page-0", "A 1-2", 90, 5, 100),
            ("page-0", "A 1-1", 100, 5, 100),
        ];
        check(&rows, &["page-0", "page-0"]);
    }
}
