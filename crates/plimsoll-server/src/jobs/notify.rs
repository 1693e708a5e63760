//! Says that a job is over: a sentence with the verdict, posted to a URL or mailed.

use super::job::{NotifyRequest, QueuedTest};
use crate::api::ApiError;
use crate::config::LabConfig;
use crate::lab::LabServer;
use serde_json::json;
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(20);
/// The library needs its time to look through the run.
const VERDICT_WAIT: Duration = Duration::from_secs(60);

pub fn check(request: &NotifyRequest, config: &LabConfig) -> Result<(), ApiError> {
    if let Some(url) = request.webhook.as_deref().filter(|url| !url.is_empty()) {
        let is_one = url.starts_with("https://") || url.starts_with("http://");
        if !is_one || url.contains(char::is_whitespace) {
            return Err(ApiError::bad("a webhook is an http or https URL"));
        }
    }
    if request.email.as_deref().is_some_and(|email| !email.is_empty()) && config.smtp.is_none() {
        let error = ApiError::bad("this lab sends no mail");
        return Err(error.with_hint("start it with --smtp smtp://HOST:PORT --mail-from ADDRESS"));
    }
    match request.email.as_deref().filter(|email| !email.is_empty()) {
        Some(email) if !email.contains('@') || email.contains(char::is_whitespace) => {
            Err(ApiError::bad(format!("{email:?} is no address")))
        }
        _ => Ok(()),
    }
}

/// The worst verdict of its runs in a sentence.
fn sentence(lab: &LabServer, job: &QueuedTest) -> (String, Option<String>) {
    let runs: Vec<_> = job.runs.iter().filter_map(|id| lab.library.index.get(id).ok()).collect();
    let weight = |verdict: &str| {
        ["holds", "inconclusive", "requests-failed", "requirement-failed"].iter().position(|w| *w == verdict)
    };
    let worst = runs.iter().max_by_key(|run| run.verdict.as_deref().and_then(weight));
    match worst {
        Some(run) => {
            let verdict = run.verdict.clone();
            let word = match verdict.as_deref() {
                Some("holds") => "PASS",
                Some("requirement-failed" | "requests-failed") => "FAIL",
                _ => "INCONCLUSIVE",
            };
            (format!("{word}: {}. {}", run.name, run.headline), verdict)
        }
        None => (
            format!("{} made no run: {}", job.file, job.output.lines().last().unwrap_or("it said nothing")),
            None,
        ),
    }
}

/// What can't be delivered is noted in the audit log: nobody waits for it.
pub fn send(lab: &LabServer, job: &QueuedTest, since: Instant) {
    let request = &job.request.notify;
    if request.webhook.is_none() && request.email.is_none() {
        return;
    }
    let is_known = |id: &String| lab.library.index.get(id).is_ok_and(|run| run.verdict.is_some());
    while !job.runs.iter().all(is_known) && since.elapsed() < VERDICT_WAIT {
        std::thread::sleep(Duration::from_millis(300));
    }
    let (text, verdict) = sentence(lab, job);
    let who = crate::people::Who::local();
    if let Some(url) = request.webhook.as_deref().filter(|url| !url.is_empty()) {
        let body = json!({ "text": text, "verdict": verdict, "job": job.id, "file": job.file, "runs": job.runs, "exit_code": job.exit_code });
        let agent =
            ureq::Agent::new_with_config(ureq::Agent::config_builder().timeout_global(Some(WAIT)).build());
        let what = match agent.post(url).send_json(&body) {
            Ok(_) => "webhook sent".to_owned(),
            Err(error) => format!("webhook failed: {error}"),
        };
        let _ = lab.people.note(&who, &what, url, "");
    }
    if let (Some(email), Some(smtp)) =
        (request.email.as_deref().filter(|email| !email.is_empty()), &lab.config.smtp)
    {
        let what = match super::mail::send(smtp, email, &text) {
            Ok(()) => "mail sent".to_owned(),
            Err(error) => format!("mail failed: {error}"),
        };
        let _ = lab.people.note(&who, &what, email, "");
    }
}
