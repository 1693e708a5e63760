//! What can't be guessed from the files.

use jiff::tz::TimeZone;
use std::collections::BTreeMap;
use std::path::PathBuf;

// A field for each flag of `import` and key of its mapping file.
#[derive(Clone, Debug)]
pub struct ImportSettings {
    /// Of the run; empty: the output's name.
    pub name: String,
    /// Of times without an offset.
    pub time_zone: TimeZone,
    /// As the user wrote it.
    pub time_zone_name: String,
    /// Of files whose names tell none.
    pub host: Option<String>,
    /// The first that fits counts, setting by setting.
    pub files: Vec<FileRule>,
    pub hosts: BTreeMap<String, HostRule>,
    /// Of a table of steps with several.
    pub test: Option<String>,
    /// Parts of paths in a server's log that look like ids stay in the names of requests.
    pub keep_path_ids: bool,
    /// The rule of a climb, a fraction; `None`: the steps are loads that were given.
    pub goal: Option<f64>,
    /// Of a table of loads: which column holds what, by what it means (`threads`, `throughput`, …).
    pub table_columns: BTreeMap<String, String>,
    pub requirements: Vec<String>,
    pub expected_per_s: Option<f64>,
    /// To be left free of a maximum, in %; `None`: as much as usual.
    pub headroom_percent: Option<f64>,
    pub about: Vec<(String, String)>,
    /// The import file itself, kept as the run's study text.
    pub text: Option<String>,
    pub command: Vec<String>,
    /// The file that the settings came from: it is no input.
    pub file: Option<PathBuf>,
    /// Threads that read a result file.
    pub readers: usize,
    /// Times after this have not come yet: rows with them are left out. Microseconds since 1970.
    pub latest_unix_us: i64,
}

impl Default for ImportSettings {
    fn default() -> Self {
        ImportSettings {
            name: String::new(),
            time_zone: TimeZone::UTC,
            time_zone_name: "UTC".to_owned(),
            host: None,
            files: Vec::new(),
            hosts: BTreeMap::new(),
            test: None,
            keep_path_ids: false,
            goal: None,
            table_columns: BTreeMap::new(),
            requirements: Vec::new(),
            expected_per_s: None,
            headroom_percent: None,
            about: Vec::new(),
            text: None,
            command: Vec::new(),
            file: None,
            readers: 1,
            latest_unix_us: i64::MAX,
        }
    }
}

/// What is told of files.
#[derive(Clone, Debug, Default)]
pub struct FileRule {
    /// A name with `*` for any characters: of the file, or of its end with folders (`docker01/*.log`).
    pub file: String,
    pub format: Option<String>,
    /// An access log's.
    pub pattern: Option<String>,
    pub columns: Vec<String>,
    pub host: Option<String>,
    pub time_zone: Option<TimeZone>,
    /// Local time of its first row, in its time zone; microseconds since 1970 once read.
    pub start_unix_us: Option<i64>,
    /// From one row to the next.
    pub interval_us: Option<u64>,
    /// A JTL's times are the ends; `None`: that is found out.
    pub timestamp_is_end: Option<bool>,
    pub skip: bool,
}

/// What is told of a host.
#[derive(Clone, Debug, Default)]
pub struct HostRule {
    pub role: String,
    /// How far its clock is ahead of that of the load generator.
    pub clock_ahead_us: Option<i64>,
}

impl ImportSettings {
    /// What a setting is for a file: that of the first rule that fits and has it.
    pub fn of_file<'a, T>(&'a self, name: &str, get: impl Fn(&'a FileRule) -> Option<T>) -> Option<T> {
        self.files.iter().filter(|rule| fits(&rule.file, name)).find_map(get)
    }

    /// Rules that fit none of these files.
    pub fn unused<'a>(&'a self, names: &[&str]) -> Vec<&'a str> {
        let is_used = |rule: &&FileRule| names.iter().any(|name| fits(&rule.file, name));
        self.files.iter().filter(|rule| !is_used(rule)).map(|rule| rule.file.as_str()).collect()
    }

    pub fn zone_of(&self, name: &str) -> TimeZone {
        self.of_file(name, |rule| rule.time_zone.clone()).unwrap_or_else(|| self.time_zone.clone())
    }

    pub fn clock_ahead_us(&self, host: &str) -> i64 {
        self.hosts.get(host).and_then(|rule| rule.clock_ahead_us).unwrap_or(0)
    }
}

/// Whether a name with `*` fits the whole path or its end from a folder on.
fn fits(pattern: &str, name: &str) -> bool {
    let ends = std::iter::once(0).chain(name.match_indices(['/', ':']).map(|(at, _)| at + 1));
    ends.into_iter().any(|start| matches(pattern.as_bytes(), &name.as_bytes()[start..]))
}

/// Iterative, so that no pattern takes longer than the product of the lengths.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) {
            p += 1;
            t += 1;
        } else if let Some((at, from)) = star {
            star = Some((at, from + 1));
            p = at + 1;
            t = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names_and_their_ends() {
        let cases = [
            ("access*.log", "logs/docker01/access-1.log", true),
            ("docker01/*.log", "logs/docker01/access.log", true),
            ("docker02/*.log", "logs/docker01/access.log", false),
            ("access.log", "logs.zip:access.log", true),
            ("access.log", "logs/my-access.log", false),
            ("*", "x", true),
            ("*a*b*c", "xxaxxbxxbxxc", true),
            ("*a*b*c", "xxaxxbxxbxxcd", false),
            ("", "x", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
