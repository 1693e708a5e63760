//! What of a recording becomes steps.

use super::entry::Entry;
use crate::openapi::status_check;
use plimsoll_plan::plan::{Request, Step};

/// A step that is made of an entry.
pub struct Chosen<'a> {
    pub entry: &'a Entry<'a>,
    /// Its own, and those of the redirects that are followed.
    pub answers: Vec<&'a Entry<'a>>,
    pub step: Step,
    pub place: TimePlace,
}

impl Chosen<'_> {
    /// Of the answer where its redirects led to; 0: there was none.
    pub fn status(&self) -> u16 {
        self.answers.last().unwrap_or(&self.entry).status
    }

    /// The status by which a request was refused, and will be again: a page that is not there, a first look without a token. What says
    /// that there was too much load, or too little time, is none.
    pub fn refusal(&self) -> Option<u16> {
        const OF_LOAD: [u16; 4] = [408, 425, 429, 499];
        let status = self.status();
        let is_refusal = (400..500).contains(&status) && !OF_LOAD.contains(&status);
        (is_refusal && matches!(self.step, Step::Request(_))).then_some(status)
    }

    pub fn expect_its_refusal(&mut self) {
        if let (Some(status), Step::Request(request)) = (self.refusal(), &mut self.step) {
            request.checks.push(status_check(&[status.to_string()]));
        }
    }
}

/// Where a step stands among the others.
#[derive(Clone, Copy, Default)]
pub struct TimePlace {
    /// Milliseconds since 1970.
    pub started_ms: Option<f64>,
    pub ended_ms: Option<f64>,
    /// A later message of a WebSocket belongs to the page that is open then.
    pub is_of_its_page: bool,
}

impl TimePlace {
    pub fn of(entry: &Entry) -> Self {
        TimePlace { started_ms: entry.started_ms, ended_ms: entry.ended_ms, is_of_its_page: true }
    }
}

/// What a step sends as a request.
pub fn request_of(step: &mut Step) -> Option<&mut Request> {
    match step {
        Step::Request(request) => Some(request),
        Step::OpenChannel(open) => Some(&mut open.request),
        _ => None,
    }
}
