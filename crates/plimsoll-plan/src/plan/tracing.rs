//! Requests that carry a trace of their own (W3C Trace Context).

use super::request::{Header, Request};
use super::scenario::Plan;
use super::step::Step;
use crate::template::{Call, Function, Part, Template};

/// The header's name.
const TRACEPARENT: &str = "traceparent";

impl Plan {
    /// Gives each HTTP request a `traceparent` of its own, but for those that have one already. `sampled`, 0 to 1: the share that
    /// asks servers to keep their trace.
    pub fn trace(&mut self, sampled: f64) {
        let percent = format!("{}", (sampled * 1e8).round() / 1e6);
        self.scenarios.iter_mut().for_each(|scenario| trace(&mut scenario.steps, &percent));
    }
}

fn trace(steps: &mut [Step], percent: &str) {
    for step in steps {
        match step {
            Step::Request(request) => add_header(request, percent),
            Step::OpenChannel(open) => add_header(&mut open.request, percent),
            _ => step.bodies_mut().into_iter().for_each(|body| trace(body, percent)),
        }
    }
}

fn add_header(request: &mut Request, percent: &str) {
    let is_own = |header: &Header| {
        header.name.as_literal().is_some_and(|name| name.trim().eq_ignore_ascii_case(TRACEPARENT))
    };
    if !request.headers.iter().any(is_own) {
        let call = Call::new(Function::Traceparent, vec![Template::literal(percent)]);
        let value = Template::of(vec![Part::Call(call)]);
        request.headers.push(Header { name: Template::literal(TRACEPARENT), value });
    }
}
