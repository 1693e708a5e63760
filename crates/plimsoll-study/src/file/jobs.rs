//! Reads a background load and the jobs beside it.

use super::load::rate;
use super::properties;
use super::shapes;
use crate::jobs::{JobCondition, JobPoll, JobRequest, JobSpec, JobStart, JobsSpec, PollHow};
use crate::search::{ArrivalRate, LoadLevel, Users};
use plimsoll_plan::document::{Fields, Node, Problems};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(600);
const EVERY: Duration = Duration::from_secs(1);
const METHODS: [(&str, &str); 5] =
    [("get", "GET"), ("post", "POST"), ("put", "PUT"), ("patch", "PATCH"), ("delete", "DELETE")];

/// `background` and `jobs`, which need each other.
pub fn read(fields: &mut Fields<'_, '_>) -> Option<JobsSpec> {
    let (background, jobs) = (fields.optional("background"), fields.optional("jobs"));
    let (background, jobs) = match (background, jobs) {
        (None, None) => return None,
        (Some(background), Some(jobs)) => (background, jobs),
        (one, _) => {
            let (has, lacks) = if one.is_some() { ("background", "jobs") } else { ("jobs", "background") };
            let line = fields.line();
            fields.problems.error(line, has, format!("`{has}` needs `{lacks}`"));
            return None;
        }
    };
    let problems = &mut *fields.problems;
    let read: Vec<JobSpec> = jobs.items().iter().filter_map(|node| job(node, problems)).collect();
    let mut inner = Fields::of(background, &shapes::BACKGROUND, problems);
    let (users, per_s) = (inner.count("users").filter(|n| *n > 0), inner.parsed("rate", rate));
    let ramp = inner.duration("ramp").unwrap_or_default();
    let before = inner.duration("before").unwrap_or_default();
    let after = inner.duration("after").unwrap_or_default();
    let line = inner.line();
    let load = match (users, per_s) {
        (Some(threads), None) => LoadLevel::Users(Users { threads, nodes: 1 }),
        (users, Some(per_s)) => LoadLevel::Rate(ArrivalRate { per_s, users }),
        (None, None) => {
            let text = "how much load is there beside the jobs? `users: 20`, or `rate: 10/s`";
            inner.problems.error(line, "background", text);
            return None;
        }
    };
    inner.finish();
    Some(JobsSpec { load, ramp, before, after, jobs: read })
}

fn job(node: &Node, problems: &mut Problems) -> Option<JobSpec> {
    let mut fields = Fields::of(node, &shapes::JOB, problems);
    let name = fields.text("name").unwrap_or_else(|| "job".to_owned());
    let repeat = fields.count("repeat").unwrap_or(1);
    if repeat == 0 || repeat > 10_000 {
        let line = fields.line();
        fields.problems.error(line, "repeat", "from 1 to 10000");
    }
    let start = fields.required("start").and_then(|node| start(node, fields.problems));
    let has_poll = fields.optional("poll");
    let poll = has_poll.and_then(|node| poll(node, fields.problems));
    let timeout = fields.duration("timeout").unwrap_or(TIMEOUT);
    let pause = fields.duration("pause").unwrap_or_default();
    fields.finish();
    Some(JobSpec { name, repeat, start: start?, poll, timeout, pause })
}

fn start(node: &Node, problems: &mut Problems) -> Option<JobStart> {
    if let Some(command) = node.as_str() {
        return Some(JobStart::Command(command.to_owned()));
    }
    let mut fields = Fields::of(node, &shapes::JOB_START, problems);
    let command = fields.text("command");
    let start = match command {
        Some(command) => Some(JobStart::Command(command)),
        None => request(&mut fields).map(JobStart::Request),
    };
    fields.finish();
    start
}

fn request(fields: &mut Fields<'_, '_>) -> Option<JobRequest> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for (key, method) in METHODS {
        found.extend(fields.text(key).map(|url| (method, url)));
    }
    let headers = properties(fields.optional("headers"), fields.problems).into_iter().collect();
    let body = fields.text("body");
    let extract: Vec<(String, String)> =
        properties(fields.optional("extract"), fields.problems).into_iter().collect();
    let line = fields.line();
    for (name, path) in &extract {
        check_path(path, name, line, fields.problems);
    }
    let [(method, url)] = &found[..] else {
        let text =
            "a `command`, or one request is needed: `get`, `post`, `put`, `patch` or `delete` with a URL";
        fields.problems.error(line, "job", text);
        return None;
    };
    Some(JobRequest { method: (*method).to_owned(), url: url.clone(), headers, body, extract })
}

fn poll(node: &Node, problems: &mut Problems) -> Option<JobPoll> {
    if let Some(command) = node.as_str() {
        return Some(JobPoll { how: PollHow::Command(command.to_owned()), every: EVERY });
    }
    let mut fields = Fields::of(node, &shapes::JOB_POLL, problems);
    let every = fields.duration("every").unwrap_or(EVERY).max(Duration::from_millis(20));
    let how = match fields.text("command") {
        Some(command) => Some(PollHow::Command(command)),
        None => {
            let request = request(&mut fields);
            let failed = fields.optional("failed").and_then(|node| condition(node, fields.problems));
            let done = fields.required("done").and_then(|node| condition(node, fields.problems));
            request.zip(done).map(|(request, done)| PollHow::Request { request, done, failed })
        }
    };
    fields.finish();
    Some(JobPoll { how: how?, every })
}

/// `{json: $.status, is: [DONE]}`
fn condition(node: &Node, problems: &mut Problems) -> Option<JobCondition> {
    let mut fields = Fields::of(node, &shapes::JOB_CONDITION, problems);
    let json = fields.required("json").and_then(Node::as_str).map(str::to_owned);
    let values = fields.required("is").map(Node::items).unwrap_or_default();
    let is: Vec<String> = values.iter().filter_map(Node::as_str).map(str::to_owned).collect();
    let line = fields.line();
    fields.finish();
    let json = json?;
    check_path(&json, "json", line, problems);
    Some(JobCondition { json, is })
}

fn check_path(path: &str, key: &str, line: u32, problems: &mut Problems) {
    if let Err(error) = serde_json_path::JsonPath::parse(path) {
        problems.error(line, key, format!("`{path}` is not a JSONPath: {error}"));
    }
}
