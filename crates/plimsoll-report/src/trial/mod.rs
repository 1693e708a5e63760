//! A plan tried by one user, as a page. What it shows is given without secrets.

mod curl;
mod page;

pub use page::{is_page, page};

/// What has come of a trial.
#[derive(Debug, Default)]
pub struct TrialEnd {
    pub samples: Vec<TrialSample>,
    pub count: usize,
    pub failed: usize,
    pub is_bounded: bool,
    /// Requests that were under way when it was ended.
    pub abandoned: u64,
    /// A certificate was not trusted.
    pub has_untrusted: bool,
}

/// One sample of a trial.
// Flat: each field is a line or a column of what a trial shows.
#[derive(Clone, Debug, Default)]
pub struct TrialSample {
    /// From 1.
    pub number: usize,
    pub scenario: String,
    pub iteration: u64,
    pub transactions: Vec<String>,
    pub label: String,
    pub exchange: ShownExchange,
    /// What led to it (redirects), and resources of a page.
    pub parts: Vec<ShownExchange>,
    /// Where the time went, microseconds.
    pub phases: Vec<(&'static str, u64)>,
    pub whole_us: u64,
    pub address: Option<String>,
    pub bytes_received: u64,
    pub extracted: Vec<ShownExtraction>,
    /// What must hold, and why it does not.
    pub checks: Vec<(String, Option<String>)>,
    pub failure: Option<String>,
    pub changes: Vec<VariableChange>,
    /// Before it, microseconds each; skipped unless waiting was asked for.
    pub waits_us: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
pub struct ShownExchange {
    pub method: String,
    pub url: String,
    pub asked_headers: Vec<(String, String)>,
    pub asked_body: ShownBody,
    pub status: String,
    pub headers: Vec<(String, String)>,
    pub body: ShownBody,
    /// The engine kept no more of the body.
    pub is_cut: bool,
    pub took_us: u64,
}

#[derive(Clone, Debug)]
pub struct ShownExtraction {
    pub variable: String,
    /// `None`: nothing was found.
    pub found: Option<String>,
    /// What the variable has without that.
    pub instead: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableChange {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ShownBody {
    #[default]
    Empty,
    Text {
        /// As it came.
        raw: String,
        /// Indented, where it is JSON.
        pretty: Option<String>,
        /// Bytes that are left out of both.
        left_out: usize,
    },
    Binary {
        bytes: usize,
        sha256: String,
    },
}

pub fn time(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{:.1} ms", us as f64 / 1e3),
        _ => format!("{:.2} s", us as f64 / 1e6),
    }
}

pub fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{} kB", count / 1_000),
        _ => format!("{} MB", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_short() {
        assert_eq!([850, 12_340, 2_500_000].map(time), ["850 µs", "12.3 ms", "2.50 s"]);
        assert_eq!([12, 64_000, 20_000_000].map(bytes), ["12 bytes", "64 kB", "20 MB"]);
    }
}
