//! Samples as lines for a terminal.

use plimsoll_engine::ObservedUser;
use plimsoll_report::trial::{ShownBody, ShownExchange, TrialSample, VariableChange, bytes, time};

/// Longest body in a terminal, lines.
const LINES_MAX: usize = 60;

/// Where a sample stands: what is above it is said once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    scenario: String,
    iteration: u64,
    transactions: Vec<String>,
}

impl Place {
    /// Names of others go through `masked`.
    pub fn of(user: &ObservedUser, masked: impl Fn(&str) -> String) -> Place {
        Place {
            scenario: user.scenario.clone(),
            iteration: user.iteration,
            transactions: user.transactions.iter().map(|name| masked(name)).collect(),
        }
    }

    fn indent(&self) -> String {
        "  ".repeat(self.transactions.len() + 1)
    }

    /// A wait at this place.
    pub fn wait(&self, micros: u64, waited: bool) -> String {
        let what = if waited { "waits" } else { "would wait" };
        format!("{}· {what} {}\n", self.indent(), time(micros))
    }

    /// The lines above its sample that do not stand above the one before.
    pub fn headings(&self, before: &Place) -> String {
        let mut out = String::new();
        let is_same_user = self.scenario == before.scenario && self.iteration == before.iteration;
        if !is_same_user {
            let number =
                if self.iteration > 1 { format!(", iteration {}", self.iteration) } else { String::new() };
            out.push_str(&format!("{}{number}\n", self.scenario));
        }
        let both = self.transactions.iter().zip(&before.transactions);
        let common = if is_same_user { both.take_while(|(a, b)| a == b).count() } else { 0 };
        for (depth, name) in self.transactions.iter().enumerate().skip(common) {
            out.push_str(&format!("{}{name}\n", "  ".repeat(depth + 1)));
        }
        out
    }
}

/// A sample with what was found and checked.
pub fn lines(sample: &TrialSample, is_full: bool) -> String {
    let indent = "  ".repeat(sample.transactions.len() + 1);
    let mut out = String::new();
    let mark = if sample.failure.is_some() { "✗" } else { "✓" };
    let exchange = &sample.exchange;
    let asked = match exchange.url.is_empty() {
        true => sample.label.clone(),
        false => format!("{} {}", exchange.method, exchange.url),
    };
    let status = if exchange.status.is_empty() { "no answer" } else { &exchange.status };
    out.push_str(&format!("{indent}{mark} {asked}  {status}  {}", time(sample.whole_us)));
    if sample.label != asked && !is_usual_label(&sample.label, exchange) {
        out.push_str(&format!("  [{}]", sample.label));
    }
    out.push('\n');
    let mut detail = |text: String| out.push_str(&format!("{indent}    {text}\n"));
    if !sample.phases.is_empty() {
        let phases: Vec<String> =
            sample.phases.iter().map(|(name, us)| format!("{name} {}", time(*us))).collect();
        let to = sample.address.as_ref().map_or_else(String::new, |address| format!(" to {address}"));
        detail(format!("{}; {}{to}", phases.join(", "), bytes(sample.bytes_received)));
    }
    for part in sample.parts.iter().filter(|part| !is_same(part, exchange)) {
        detail(format!("↳ {} {}  {}  {}", part.method, part.url, part.status, time(part.took_us)));
    }
    for found in &sample.extracted {
        detail(match (&found.found, &found.instead) {
            (Some(value), _) => format!("→ {} = {value}", found.variable),
            (None, Some(value)) => format!("→ {}: nothing found; it is {value}", found.variable),
            (None, None) => format!("→ {}: nothing found; it has no value", found.variable),
        });
    }
    for (text, failure) in &sample.checks {
        detail(match failure {
            None => format!("✓ {text}"),
            Some(failure) => format!("✗ {text}: {failure}"),
        });
    }
    let said = |reason: &String| sample.checks.iter().any(|(_, failure)| failure.as_ref() == Some(reason));
    if let Some(reason) = sample.failure.as_ref().filter(|reason| !said(reason)) {
        detail(format!("✗ {reason}"));
    }
    sample.changes.iter().for_each(|change| detail(changed(change)));
    if is_full {
        out.push_str(&full(exchange, &format!("{indent}    ")));
    }
    out
}

/// `GET /path` says no more than the request itself.
fn is_usual_label(label: &str, exchange: &ShownExchange) -> bool {
    let path = exchange.url.split_once("://").map_or("", |(_, rest)| rest);
    let path = path.find('/').map_or("/", |at| &path[at..]);
    let path = path.split('?').next().unwrap_or_default();
    label == format!("{} {path}", exchange.method)
}

/// The last answer of a chain stands among its parts, too.
fn is_same(part: &ShownExchange, whole: &ShownExchange) -> bool {
    part.url == whole.url && part.status == whole.status
}

fn changed(change: &VariableChange) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("~ {}: {before} → {after}", change.name),
        (None, Some(after)) => format!("~ {} = {after}", change.name),
        (_, None) => format!("~ {} has no value any more", change.name),
    }
}

fn full(exchange: &ShownExchange, indent: &str) -> String {
    let mut out = String::new();
    let mut part = |mark: char, headers: &[(String, String)], text: &ShownBody| {
        for (name, value) in headers {
            out.push_str(&format!("{indent}{mark} {name}: {value}\n"));
        }
        for line in body(text) {
            out.push_str(&format!("{indent}{mark} {line}\n"));
        }
    };
    part('>', &exchange.asked_headers, &exchange.asked_body);
    part('<', &exchange.headers, &exchange.body);
    if exchange.is_cut {
        out.push_str(&format!("{indent}< (longer than what is kept of it)\n"));
    }
    out
}

fn body(body: &ShownBody) -> Vec<String> {
    match body {
        ShownBody::Empty => Vec::new(),
        ShownBody::Binary { bytes: size, sha256 } => {
            vec![String::new(), format!("({}, no text; SHA-256 {sha256})", bytes(*size as u64))]
        }
        ShownBody::Text { raw, pretty, left_out } => {
            let text = pretty.as_ref().unwrap_or(raw);
            let count = text.lines().count();
            let mut lines = vec![String::new()];
            lines.extend(text.lines().take(LINES_MAX).map(str::to_owned));
            if count > LINES_MAX {
                lines.push(format!("… ({} more lines)", count - LINES_MAX));
            }
            if *left_out > 0 {
                lines.push(format!("… ({} more)", bytes(*left_out as u64)));
            }
            lines
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_above_several_samples_is_said_once() {
        let place = |iteration: u64, transactions: &[&str]| Place {
            scenario: "buyers".to_owned(),
            iteration,
            transactions: transactions.iter().map(|name| (*name).to_owned()).collect(),
        };
        let none = Place::default();
        assert_eq!(place(1, &["login", "form"]).headings(&none), "buyers\n  login\n    form\n");
        assert_eq!(place(1, &["login"]).headings(&place(1, &["login", "form"])), "");
        assert_eq!(place(1, &["pay"]).headings(&place(1, &["login"])), "  pay\n");
        assert_eq!(place(2, &["login"]).headings(&place(1, &["login"])), "buyers, iteration 2\n  login\n");
    }
}
