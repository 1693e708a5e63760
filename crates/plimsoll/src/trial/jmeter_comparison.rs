//! A trial beside the same iteration in JMeter: what differs in what is sent, and in what came of it.

use super::comparison::shape_of_answer;
use plimsoll_formats::AnswerShape;
use plimsoll_report::trial::{ShownBody, ShownExchange, TrialSample};
use plimsoll_run::Secrets;
use plimsoll_telemetry::jtl::exchanges::JtlExchange;
use std::collections::BTreeMap;

/// Headers that each client makes itself, or that stand elsewhere in JMeter's results.
const OF_CLIENT: [&str; 5] = ["connection", "host", "content-length", "cookie", "user-agent"];

/// JMeter writes this in place of files.
const NOT_SHOWN: &str = "<actual file content, not shown here>";

/// What differs, sample by sample.
#[derive(Debug, Default)]
pub struct JmeterComparison {
    compared: usize,
    differing: Vec<(String, Vec<String>)>,
    /// Samples that only one of both has.
    only_here: Vec<String>,
    only_there: Vec<String>,
}

impl JmeterComparison {
    /// Both in their order; samples are held against those of the same label.
    pub fn of(samples: &[TrialSample], jmeter: &[JtlExchange], secrets: &Secrets) -> Self {
        let mut found = JmeterComparison::default();
        let mut left: Vec<&JtlExchange> = jmeter.iter().collect();
        for sample in samples {
            let Some(at) = left.iter().position(|other| other.label == sample.label) else {
                found.only_here.push(sample.label.clone());
                continue;
            };
            let other = left.remove(at);
            found.compared += 1;
            let differences = differences(sample, other, secrets);
            if !differences.is_empty() {
                found.differing.push((sample.label.clone(), differences));
            }
        }
        found.only_there = left.into_iter().map(|other| other.label.clone()).collect();
        found
    }

    pub fn is_same(&self) -> bool {
        self.differing.is_empty() && self.only_here.is_empty() && self.only_there.is_empty()
    }

    pub fn text(&self, version: &str) -> String {
        let mut out = format!("compared with JMeter {version}: ");
        match (self.compared, self.differing.len()) {
            (0, _) => out.push_str("no sample is in both"),
            (1, 0) => out.push_str("1 sample, no difference"),
            (all, 0) => out.push_str(&format!("{all} samples, no difference")),
            (all, some) => out.push_str(&format!("{some} of {all} samples differ")),
        }
        out.push('\n');
        for (label, differences) in &self.differing {
            out.push_str(&format!("  {label}\n"));
            differences.iter().for_each(|text| out.push_str(&format!("    {text}\n")));
        }
        self.only_here.iter().for_each(|label| out.push_str(&format!("  {label}: not in JMeter\n")));
        self.only_there.iter().for_each(|label| out.push_str(&format!("  {label}: in JMeter alone\n")));
        out
    }
}

fn differences(sample: &TrialSample, other: &JtlExchange, secrets: &Secrets) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |what: &str, here: &str, there: &str| {
        if here != there {
            found.push(format!("{what}: {}, in JMeter {}", shown(here), shown(there)));
        }
    };
    let exchange = &sample.exchange;
    let masked = |text: &str| secrets.text(text).into_owned();
    let was_sent = !exchange.method.is_empty();
    if was_sent && !other.method.is_empty() {
        differ("method", &exchange.method, &other.method);
        differ("URL", &plain_url(&exchange.url), &plain_url(&masked(&other.url)));
    }
    differ("status", code(&exchange.status), code(&other.code));
    let (here, there) = (headers(&exchange.asked_headers), header_lines(&masked(&other.request_headers)));
    if was_sent && !there.is_empty() {
        for name in here.keys().chain(there.keys()).collect::<std::collections::BTreeSet<_>>() {
            let of = |all: &BTreeMap<String, String>| all.get(name).cloned().unwrap_or_default();
            differ(&format!("header {name}"), &of(&here), &of(&there));
        }
    }
    if let Some(body) =
        body(exchange).filter(|_| was_sent && other.method != "GET" && !other.query.contains(NOT_SHOWN))
    {
        differ("body", body, &masked(&other.query));
    }
    let passes = |success: bool| if success { "passes" } else { "fails" };
    differ("result", passes(sample.failure.is_none()), passes(other.success));
    found.extend(answer_differences(sample, other));
    found
}

/// Three digits, or that there was none.
fn code(status: &str) -> &str {
    let first = status.split(' ').next().unwrap_or_default();
    if first.len() == 3 && first.bytes().all(|b| b.is_ascii_digit()) { first } else { "no answer" }
}

fn answer_differences(sample: &TrialSample, other: &JtlExchange) -> Vec<String> {
    let headers = header_lines(&other.response_headers);
    let (Some(here), false) = (shape_of_answer(sample), other.body.is_empty()) else { return Vec::new() };
    let there = AnswerShape { status: here.status, end: here.end.clone(), ..here.clone() };
    let there = AnswerShape { title: None, keys: Vec::new(), ..there };
    let there = there.with_body(headers.get("content-type").map_or("", String::as_str), &other.body);
    there.differences(&here).into_iter().map(|text| format!("answer: {text}")).collect()
}

fn headers(all: &[(String, String)]) -> BTreeMap<String, String> {
    let plain = |(name, value): &(String, String)| (name.to_ascii_lowercase(), value.trim().to_owned());
    all.iter().map(plain).filter(|(name, _)| !OF_CLIENT.contains(&name.as_str())).collect()
}

fn header_lines(text: &str) -> BTreeMap<String, String> {
    let pair = |line: &str| {
        line.split_once(':').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
    };
    headers(&text.lines().filter_map(pair).collect::<Vec<_>>())
}

fn body(exchange: &ShownExchange) -> Option<&str> {
    match &exchange.asked_body {
        ShownBody::Text { raw, left_out: 0, .. } => Some(raw),
        ShownBody::Empty => Some(""),
        _ => None,
    }
}

/// Without a port that is the scheme's own.
fn plain_url(url: &str) -> String {
    match url.split_once("://") {
        Some(("http", rest)) => format!("http://{}", rest.replacen(":80/", "/", 1)),
        Some(("https", rest)) => format!("https://{}", rest.replacen(":443/", "/", 1)),
        _ => url.to_owned(),
    }
}

fn shown(text: &str) -> String {
    const MAX: usize = 80;
    match text.chars().count() {
        0 => "nothing".to_owned(),
        1..=MAX => format!("`{text}`"),
        _ => format!("`{}…`", text.chars().take(MAX).collect::<String>()),
    }
}
