//! What the tools' reports have in common.

use plimsoll_run::{ErrorKind, FileNote};
use plimsoll_telemetry::{RequestRow, failure};

/// A tool whose report can be read.
pub struct Tool {
    /// As messages call it.
    pub name: &'static str,
    /// Whether a file that begins so is such a report.
    pub is: fn(&str) -> bool,
    /// Its runs, one after another.
    pub read: fn(&str) -> Vec<ToolRun>,
}

/// One run as the tool sums it up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolRun {
    /// What it was to do, besides its users: `url`, `threads`.
    pub condition: Vec<(&'static str, String)>,
    /// Users, or connections.
    pub users: u32,
    pub duration_s: f64,
    /// Answers of any kind, and what got none, if the report counts it.
    pub requests: u64,
    pub rate_per_s: f64,
    /// Of the requests, those that the report counts beside its own number of them.
    pub unanswered: u64,
    /// Answers that were failures, and requests without an answer.
    pub errors: u64,
    /// Kinds of failures with their details, as far as they are known.
    pub failures: Vec<(ErrorKind, String, u64)>,
    pub mean_us: Option<f64>,
    /// `p99` and microseconds, in the report's order.
    pub percentiles: Vec<(String, f64)>,
    /// Of all requests.
    pub longest_us: Option<f64>,
    /// To how many microseconds those are rounded; 0: to less than matters.
    pub resolution_us: f64,
    /// What the tool counts otherwise, or does not say.
    pub notes: Vec<FileNote>,
}

impl ToolRun {
    /// `99%` or `99.9%` with a time.
    pub fn percentile(&mut self, percent: &str, us: Option<f64>) {
        let percent = percent.trim().trim_end_matches('%');
        if let (Ok(_), Some(us)) = (percent.parse::<f64>(), us) {
            let short = if percent.contains('.') {
                percent.trim_end_matches('0').trim_end_matches('.')
            } else {
                percent
            };
            let name = format!("p{short}");
            // A second distribution is one of a part, or measured otherwise.
            if self.percentiles.iter().all(|(known, _)| *known != name) {
                self.percentiles.push((name, us));
            }
        }
    }

    /// The figures of a run of which each request's time is known; its length is.
    pub fn summed_up(&mut self, mut times_us: Vec<f64>) {
        times_us.sort_by(f64::total_cmp);
        let count = times_us.len();
        self.requests = count as u64;
        self.rate_per_s = if self.duration_s > 0.0 { count as f64 / self.duration_s } else { 0.0 };
        self.mean_us = (count > 0).then(|| times_us.iter().sum::<f64>() / count as f64);
        self.longest_us = times_us.last().copied();
        for percent in ["50", "90", "95", "99"] {
            let part = percent.parse::<f64>().unwrap_or(0.0) / 100.0;
            let place = ((part * count as f64).ceil() as usize).saturating_sub(1);
            self.percentile(percent, times_us.get(place).copied());
        }
    }

    /// So many failed with that status: `404`, or a class of them, `4xx`.
    pub fn failed_with(&mut self, status: &str, count: u64) {
        self.failed(ErrorKind::Status, status.to_owned(), count);
    }

    /// So many failed as that text says.
    pub fn failed_by(&mut self, text: &str, count: u64) {
        let row = RequestRow { status: "0", message: text, ..RequestRow::default() };
        let (kind, detail) = failure(&row);
        self.failed(kind, detail, count);
    }

    pub fn failed(&mut self, kind: ErrorKind, detail: String, count: u64) {
        match self.failures.iter_mut().find(|known| known.0 == kind && known.1 == detail) {
            Some((_, _, known)) => *known += count,
            None if count > 0 => self.failures.push((kind, detail, count)),
            None => {}
        }
    }

    /// Where the report does not say how many users or connections there were: the mean number of requests at work (Little's law).
    pub fn take_users_from_times(&mut self) {
        let at_work = self.rate_per_s * self.mean_us.unwrap_or(0.0) / 1e6;
        self.users = at_work.round().max(1.0) as u32;
        self.notes.push(FileNote::UsersFromTimes);
    }

    /// Of percentiles, with the longest as the last of them.
    pub fn all_percentiles(&self) -> Vec<(f64, f64)> {
        let of = |(name, us): &(String, f64)| Some((name.get(1..)?.parse().ok()?, *us));
        let mut all: Vec<(f64, f64)> = self.percentiles.iter().filter_map(of).collect();
        if all.iter().all(|(percent, _)| *percent < 100.0) {
            // 0: no answer came in time.
            all.extend(self.longest_us.filter(|us| *us > 0.0).map(|us| (100.0, us)));
        }
        all
    }

    pub fn error_percent(&self) -> f64 {
        100.0 * self.errors as f64 / self.requests.max(self.errors).max(1) as f64
    }
}

/// The number at the beginning of a text: `8131.11 [#/sec] (mean)`.
pub fn number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}
