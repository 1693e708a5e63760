//! What is said while it is recorded.

use super::{Certificate, Files};
use crate::message;
use plimsoll_record::{RecordEvent, TrafficRecorder};
use plimsoll_report::trial;

/// Characters of a URL in a line.
const URL_MAX: usize = 100;

#[derive(Default)]
pub struct View {
    resources: u64,
}

impl View {
    pub fn introduce(
        recorder: &TrafficRecorder,
        files: &Files,
        certificate: &Certificate,
        has_browser: bool,
    ) {
        let address = recorder.address();
        let into = files.plan.as_ref().unwrap_or(&files.archive);
        message::say(&format!("recording into {}; proxy: http://{address}", into.display()));
        if !address.ip().is_loopback() {
            message::warning(
                &format!("whoever reaches {address} can use the proxy, and is recorded"),
                Some("--listen 127.0.0.1:8899 is reached from this machine alone"),
            );
        }
        if !has_browser {
            let new = if certificate.is_new { ", made now" } else { "" };
            message::say(&format!(
                "for HTTPS clients must trust {}{new}: `plimsoll record --trust` says how",
                certificate.file.display()
            ));
        }
        let end =
            if has_browser { "q and Enter, Ctrl-C or closing the browser" } else { "q and Enter, or Ctrl-C" };
        message::say(&format!(
            "a name and Enter begins a transaction of that name, Enter ends it; {end} ends the recording"
        ));
    }

    pub fn named(name: &str) {
        match name {
            "" => message::say("transactions begin by themselves again: with pages, and after pauses"),
            name => message::say(&format!("the next request begins the transaction \"{name}\"")),
        }
    }

    pub fn show(&mut self, event: &RecordEvent) {
        match event {
            RecordEvent::Page(title) => {
                self.say_resources();
                message::say(&format!("transaction {title}"));
            }
            RecordEvent::Exchange { is_resource: true, failure: None, .. } => self.resources += 1,
            RecordEvent::Exchange { method, url, status, took, failure, messages, .. } => {
                let url: String = url.chars().take(URL_MAX).collect();
                let time = trial::time(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
                let answer = match (status, failure) {
                    (Some(101), _) => format!("101, {messages} messages in {time}"),
                    (Some(status), _) => format!("{status}  {time}"),
                    (None, Some(failure)) => format!("not answered: {failure}{}", hint(failure)),
                    (None, None) => {
                        "not answered: the client ended the request, or the recording ended".to_owned()
                    }
                };
                message::say(&format!("  {method} {url}  {answer}"));
            }
            RecordEvent::Distrusted { host, error } => message::warning(
                &format!("a client did not take the certificate for {host}: {error}"),
                Some("it must trust the authority of recordings: `plimsoll record --trust` says how"),
            ),
            RecordEvent::Full => message::warning(
                "the recording is 1 GB large: from now on it is without bodies",
                Some("values of answers that come again in later requests are not found without them"),
            ),
            RecordEvent::Broken(_) => {}
        }
    }

    fn say_resources(&mut self) {
        if self.resources > 0 {
            message::say(&format!("  and {} images, scripts, style sheets, fonts", self.resources));
            self.resources = 0;
        }
    }
}

fn hint(failure: &str) -> &'static str {
    if failure.contains("certificate") { " (-k takes any certificate)" } else { "" }
}
