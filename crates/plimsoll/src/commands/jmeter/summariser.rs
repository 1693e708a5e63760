//! The lines that JMeter shows while it runs (`Summariser`).

use plimsoll_formats::Properties;
use plimsoll_run::SampleRow;

/// A line is not skipped when it is this late.
const LATE_S: u64 = 5;

/// The response message of a transaction controller's sample begins so; it is not counted.
const TRANSACTION: &str = "Number of samples in transaction : ";

/// Counts samples and makes lines of them.
#[derive(Debug)]
pub struct Summariser {
    name: String,
    interval_s: u64,
    counts_transactions: bool,
    /// Lines are wanted on stdout, in the log.
    pub to_output: bool,
    pub to_log: bool,
    /// When there was a line last, seconds since 1970.
    last_s: u64,
    delta: Totals,
    total: Totals,
}

/// Users as the last line but one says them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threads {
    pub active: u32,
    pub started: u32,
}

#[derive(Clone, Copy, Debug)]
struct Totals {
    began_ms: u64,
    ended_ms: u64,
    count: u64,
    errors: u64,
    sum_ms: u64,
    min_ms: u64,
    max_ms: u64,
}

impl Summariser {
    /// `None` where the properties name none.
    pub fn of(properties: &Properties, now_ms: u64) -> Option<Summariser> {
        let name = properties.get("summariser.name").filter(|name| !name.is_empty())?;
        let flag = |name: &str| properties.get(name).is_none_or(|text| text.eq_ignore_ascii_case("true"));
        let interval_s = properties.get("summariser.interval").and_then(|text| text.trim().parse().ok());
        Some(Summariser {
            name: name.clone(),
            interval_s: interval_s.filter(|seconds| *seconds > 0).unwrap_or(30),
            counts_transactions: !flag("summariser.ignore_transaction_controller_sample_result"),
            to_output: flag("summariser.out"),
            to_log: flag("summariser.log"),
            last_s: 0,
            delta: Totals::new(now_ms),
            total: Totals::new(now_ms),
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The load begins.
    pub fn begin(&mut self, now_ms: u64) {
        (self.delta, self.total) = (Totals::new(now_ms), Totals::new(now_ms));
    }

    /// Counts a sample; the lines that are due with it.
    pub fn add(&mut self, row: &SampleRow, now_ms: u64, threads: Threads) -> Vec<String> {
        if !self.counts_transactions && row.message.starts_with(TRANSACTION) {
            return Vec::new();
        }
        self.delta.add(row, now_ms);
        let now_s = now_ms / 1000;
        if now_s <= self.last_s + LATE_S || now_s % self.interval_s > LATE_S {
            return Vec::new();
        }
        self.last_s = now_s;
        let mut lines = vec![self.line("+", &self.delta, Some(threads))];
        let is_first = self.total.count == 0;
        self.move_delta(now_ms);
        if !is_first {
            lines.push(self.line("=", &self.total, None));
        }
        lines
    }

    /// The last lines.
    pub fn end(&mut self, now_ms: u64, threads: Threads) -> Vec<String> {
        let mut lines = Vec::new();
        self.delta.ended_ms = now_ms;
        if self.delta.count > 0 && self.total.count > 0 {
            lines.push(self.line("+", &self.delta, Some(threads)));
        }
        self.move_delta(now_ms);
        lines.push(self.line("=", &self.total, None));
        lines
    }

    fn move_delta(&mut self, now_ms: u64) {
        self.total.merge(&self.delta, now_ms);
        self.delta = Totals::new(now_ms);
    }

    fn line(&self, sign: &str, totals: &Totals, threads: Option<Threads>) -> String {
        let elapsed_ms = if totals.count == 0 { 0 } else { totals.ended_ms.saturating_sub(totals.began_ms) };
        let seconds = (elapsed_ms + 500) / 1000;
        let rate = match elapsed_ms {
            0 => "******".to_owned(),
            ms => format!("{:>6.1}", totals.count as f64 * 1000.0 / ms as f64),
        };
        let mean = totals.sum_ms.checked_div(totals.count).unwrap_or(0);
        let percent =
            if totals.count == 0 { 0.0 } else { 100.0 * totals.errors as f64 / totals.count as f64 };
        // What JMeter shows without samples are the limits of its type.
        let (min, max) = match totals.count {
            0 => (i64::MAX, i64::MIN),
            _ => (totals.min_ms as i64, totals.max_ms as i64),
        };
        let mut line = format!(
            "{} {sign} {:>6} in {:02}:{:02}:{:02} = {rate}/s Avg: {mean:>5} Min: {min:>5} Max: {max:>5} Err: {:>5} \
             ({percent:.2}%)",
            self.name,
            totals.count,
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            totals.errors,
        );
        if let Some(Threads { active, started }) = threads {
            let finished = started.saturating_sub(active);
            line.push_str(&format!(" Active: {active} Started: {started} Finished: {finished}"));
        }
        line
    }
}

impl Totals {
    fn new(now_ms: u64) -> Totals {
        let (min_ms, max_ms) = (u64::MAX, 0);
        Totals { began_ms: now_ms, ended_ms: now_ms, count: 0, errors: 0, sum_ms: 0, min_ms, max_ms }
    }

    fn add(&mut self, row: &SampleRow, now_ms: u64) {
        self.count += 1;
        self.errors += u64::from(!row.success);
        self.sum_ms += row.elapsed_ms;
        self.min_ms = self.min_ms.min(row.elapsed_ms);
        self.max_ms = self.max_ms.max(row.elapsed_ms);
        self.ended_ms = now_ms;
    }

    fn merge(&mut self, other: &Totals, now_ms: u64) {
        self.count += other.count;
        self.errors += other.errors;
        self.sum_ms += other.sum_ms;
        self.min_ms = self.min_ms.min(other.min_ms);
        self.max_ms = self.max_ms.max(other.max_ms);
        self.ended_ms = now_ms;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(elapsed_ms: u64, success: bool) -> SampleRow {
        SampleRow { elapsed_ms, success, ..SampleRow::default() }
    }

    fn summariser() -> Summariser {
        let properties = Properties::from([("summariser.name".to_owned(), "summary".to_owned())]);
        Summariser::of(&properties, 100_000_000).expect("a summariser")
    }

    #[test]
    fn a_short_run_has_one_line() {
        let mut summariser = summariser();
        let threads = Threads { active: 1, started: 2 };
        // 100,000 s is 10 s after a boundary: no line is due.
        for (elapsed, success) in [(3158, true), (2704, true), (60, true), (59, false)] {
            assert!(summariser.add(&row(elapsed, success), 100_001_000, threads).is_empty());
        }
        assert_eq!(
            summariser.end(100_003_494, threads),
            ["summary =      4 in 00:00:03 =    1.1/s Avg:  1495 Min:    59 Max:  3158 Err:     1 (25.00%)"]
        );
    }

    #[test]
    fn a_long_run_has_lines_at_its_intervals() {
        let mut summariser = summariser();
        let threads = Threads { active: 3, started: 5 };
        let mut lines = Vec::new();
        for now_ms in [100_019_000, 100_020_500, 100_021_000, 100_050_000, 100_051_000] {
            lines.extend(summariser.add(&row(10, true), now_ms, threads));
        }
        lines.extend(summariser.end(100_052_000, threads));
        assert_eq!(
            lines,
            [
                "summary +      2 in 00:00:21 =    0.1/s Avg:    10 Min:    10 Max:    10 Err:     0 (0.00%) Active: 3 Started: 5 Finished: 2",
                "summary +      2 in 00:00:30 =    0.1/s Avg:    10 Min:    10 Max:    10 Err:     0 (0.00%) Active: 3 Started: 5 Finished: 2",
                "summary =      4 in 00:00:50 =    0.1/s Avg:    10 Min:    10 Max:    10 Err:     0 (0.00%)",
                "summary +      1 in 00:00:02 =    0.5/s Avg:    10 Min:    10 Max:    10 Err:     0 (0.00%) Active: 3 Started: 5 Finished: 2",
                "summary =      5 in 00:00:52 =    0.1/s Avg:    10 Min:    10 Max:    10 Err:     0 (0.00%)",
            ]
        );
    }

    #[test]
    fn transactions_are_not_counted() {
        let mut summariser = summariser();
        let message = format!("{TRANSACTION}2, number of failing samples : 0");
        summariser.add(&SampleRow { message, ..row(10, true) }, 100_011_000, Threads::default());
        assert!(
            summariser.end(100_012_000, Threads::default())[0]
                .starts_with("summary =      0 in 00:00:00 = ******/s")
        );
    }
}
