//! `sent-again`: more than 1 % of the requests were sent a second time, for the server closed their connection without an answer, or
//! refused them. Each is one sample, with the outcome of the second: a client that does not repeat them has as many more failures.

use crate::findings::prelude::*;
use plimsoll_run::NoteContent;

pub(crate) static DETECTOR: Detector = Detector {
    id: "sent-again",
    severities: &[Severity::Warning],
    when: "> 1 % of all requests, and 10 or more, were sent a second time: the server closed the connection that they came on before it \
        answered, or refused them. Idempotent requests alone are repeated (RFC 9110, 9.2.2), each once; its sample has the outcome of \
        the second",
    requires: "Plimsoll's own engine",
    needs: &[Need::OwnMeasurement],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("sent-again", Limits {
    /// % of all requests
    percent = 1.0,
    /// of them, at least
    requests = 10.0,
});

/// Requests that had no answer at first, of all steps together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestsSentAgain {
    pub sent_again: u64,
    /// All that were recorded.
    pub requests: u64,
    pub percent: f64,
}

impl Claimed for RequestsSentAgain {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let of_note = |content: &NoteContent| match content {
        NoteContent::SentAgain { requests } => *requests,
        _ => 0,
    };
    let sent_again: u64 = evidence.recorded.notes.iter().map(|note| of_note(&note.content)).sum();
    let requests = evidence.run.outside.of_requests;
    let percent = 100.0 * sent_again as f64 / requests.max(1) as f64;
    if percent <= limits.percent || (sent_again as f64) < limits.requests {
        return Vec::new();
    }
    vec![Found::new(RequestsSentAgain { sent_again, requests, percent }, Vec::new())]
}
