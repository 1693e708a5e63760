//! What a plan did, as text that can be compared and kept: requests as the server saw them and rows of the result
//! file, by thread; no times and no sizes.

use crate::differential::server::Recorded;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// One line for each request and each row, in the order of its thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    pub requests: BTreeMap<String, Vec<String>>,
    pub rows: BTreeMap<String, Vec<String>>,
}

/// Where a line's text is longer, the rest is left out on both sides.
const TEXT_MAX: usize = 300;

impl Observation {
    pub fn of(recorded: Vec<Recorded>, jtl: &Path, port: u16) -> Result<Observation, String> {
        let mut observation = Observation { rows: rows(jtl, port)?, ..Observation::default() };
        // Where requests do not say whose they are, the order of one thread is known, and that of several is not.
        let threads = observation.rows.len();
        for request in recorded {
            let thread = request.thread.clone();
            observation.requests.entry(thread).or_default().push(request_line(&request, port));
        }
        if let Some(anonymous) = observation.requests.get_mut("")
            && threads > 1
        {
            anonymous.sort();
        }
        Ok(observation)
    }

    pub fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.rows.is_empty()
    }

    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if self.is_empty() {
            return "nothing\n".to_owned();
        }
        for (title, lists) in [("requests", &self.requests), ("rows", &self.rows)] {
            for (thread, lines) in lists {
                let _ = writeln!(text, "[{title} {thread}]");
                for (line, count) in run_lengths(lines) {
                    let times = if count > 1 { format!("{count} x ") } else { String::new() };
                    let _ = writeln!(text, "{times}{line}");
                }
            }
        }
        text
    }
}

fn run_lengths(lines: &[String]) -> Vec<(&String, usize)> {
    let mut runs: Vec<(&String, usize)> = Vec::new();
    for line in lines {
        match runs.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => runs.push((line, 1)),
        }
    }
    runs
}

fn request_line(request: &Recorded, port: u16) -> String {
    let Recorded { method, path, headers, body, .. } = request;
    let mut line = format!("{method} {path}");
    for (name, value) in headers {
        let _ = write!(line, " | {name}: {value}");
    }
    if !body.is_empty() {
        let _ = write!(line, " | body {}", body.escape_debug());
    }
    stable(&line, port)
}

fn rows(jtl: &Path, port: u16) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut reader = csv::Reader::from_path(jtl).map_err(|e| e.to_string())?;
    let names = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| names.iter().position(|own| own == name).ok_or(format!("no column {name}"));
    let thread = column("threadName")?;
    let mut shown = Vec::new();
    for name in ["label", "responseCode", "responseMessage", "success", "dataType", "failureMessage", "URL"] {
        shown.push(column(name)?);
    }
    let mut before = String::new();
    for record in reader.into_records() {
        let record = record.map_err(|e| e.to_string())?;
        let value = |at: usize| record.get(at).unwrap_or_default();
        // JMeter writes some sub-results without their thread: they follow those that have it.
        let name = if value(thread).is_empty() { before.clone() } else { value(thread).to_owned() };
        let texts: Vec<&str> = shown.iter().map(|at| value(*at)).collect();
        let line = texts.join(" | ").escape_debug().to_string();
        rows.entry(name.clone()).or_default().push(stable(&line, port));
        before = name;
    }
    Ok(rows)
}

fn stable(text: &str, port: u16) -> String {
    let text = text.replace(&format!("/{}/", jiff::Zoned::now().year()), "/YEAR/");
    let text = text.replace(&format!(":{port}"), ":PORT").replace(&format!("%3A{port}"), "%3APORT");
    let text = match text.split_once("It took ") {
        // A time is no two times the same.
        Some((before, after)) => {
            format!("{before}It took N{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => text,
    };
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Where Plimsoll masks a secret, JMeter shows it: what stands there is not compared, all around it is.
fn is_same(jmeter: &str, plimsoll: &str) -> bool {
    let Some((start, rest)) = plimsoll.split_once("***") else { return jmeter == plimsoll };
    let Some(mut left) = jmeter.strip_prefix(start) else { return false };
    let mut parts = rest.split("***").peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return left.ends_with(part);
        }
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    true
}

/// Lines that only one side has, in order: `-` JMeter, `+` Plimsoll.
pub fn difference(jmeter: &str, plimsoll: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (jmeter.lines().collect(), plimsoll.lines().collect());
    // Longest common subsequence; the texts have some hundred lines at the most.
    let mut lengths = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i][j] = match is_same(a[i], b[j]) {
                true => lengths[i + 1][j + 1] + 1,
                false => lengths[i + 1][j].max(lengths[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && is_same(a[i], b[j]) {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && lengths[i + 1][j] >= lengths[i][j + 1] {
            let _ = writeln!(out, "- {}", a[i]);
            i += 1;
        } else {
            let _ = writeln!(out, "+ {}", b[j]);
            j += 1;
        }
    }
    out
}
