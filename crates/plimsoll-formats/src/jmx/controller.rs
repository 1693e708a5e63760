//! Samplers, and what decides how a child of a controller is performed.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::scope::Scope;
use super::{database, http, kind, local, tcp};
use crate::milliseconds;
use plimsoll_plan::plan::{Leave, OnError, Pause, Step};

impl Lowering<'_> {
    /// The steps of one enabled child of a controller. What its own configuration does at the start of
    /// an iteration goes to `starts`, for only controllers have iterations.
    pub(super) fn child(&mut self, element: &Element, scope: &Scope, starts: &mut Vec<Step>) -> Vec<Step> {
        if self.is_done(element) {
            return Vec::new();
        }
        let lowered = if kind::is_sampler(element) || local::is_local(element) || element.kind == "TestAction"
        {
            self.sampler(element, scope, starts)
        } else {
            self.controller(element, scope)
        };
        match lowered {
            Ok(steps) => {
                self.report(element);
                steps
            }
            Err(reason) => {
                self.leave_out(element, reason);
                Vec::new()
            }
        }
    }

    fn sampler(
        &mut self,
        element: &Element,
        outer: &Scope,
        starts: &mut Vec<Step>,
    ) -> ElementResult<Vec<Step>> {
        let level = self.level(&element.children);
        let scope = Scope { outer: Some(outer), level: &level };
        let mut steps = scope.before();
        if element.kind == "TestAction" {
            steps.extend(scope.timers().into_iter().map(Step::Pause));
            steps.extend(self.action(element)?);
        } else if local::is_local(element) {
            steps.push(Step::Local(Box::new(local::sample(self, element, &scope)?)));
        } else {
            steps.push(match element.kind.as_str() {
                "JDBCSampler" => Step::Sql(Box::new(database::sampler(self, element, &scope)?)),
                "TCPSampler" => Step::Tcp(Box::new(tcp::sampler(self, element, &scope)?)),
                _ => Step::Request(Box::new(http::request(self, element, &scope)?)),
            });
        }
        if element.kind != "TestAction" {
            steps.extend(scope.after());
            steps.extend(scope.on_failure().map(|action| Step::IfFailed { body: vec![action] }));
        }
        self.leave_out_rest(element);
        starts.extend(level.starts);
        Ok(steps)
    }

    /// What stands below a sampler and is no configuration of it.
    fn leave_out_rest(&mut self, sampler: &Element) {
        for below in &sampler.children {
            let is_step = kind::is_sampler(below) || below.kind.ends_with("Controller");
            let inside = is_step.then(|| "it is inside a sampler".to_owned());
            match below.enabled {
                true => {
                    let reason = inside.unwrap_or_else(|| kind::unsupported_reason(&below.kind));
                    self.leave_out_unless_done(below, &reason);
                }
                false => self.inert(below),
            }
        }
    }

    /// The codes are those of org.apache.jmeter.sampler.TestAction.
    fn action(&mut self, element: &Element) -> ElementResult<Option<Step>> {
        const WHOLE_TEST: &str = "2";
        let whole_test = element.text("ActionProcessor.target") == WHOLE_TEST;
        Ok(Some(match (element.text("ActionProcessor.action"), whole_test) {
            ("1", _) => {
                let text = element.text("ActionProcessor.duration");
                let pause = milliseconds::lenient(Self::template("ActionProcessor.duration", text)?);
                let nothing = pause.as_literal() == Some("0");
                return Ok((!nothing).then_some(Step::Pause(Pause::Constant(pause))));
            }
            ("0" | "", true) => Step::Stop(OnError::StopTest),
            ("2", true) => Step::Stop(OnError::StopTestNow),
            ("0" | "" | "2", false) => Step::Stop(OnError::StopUser),
            ("3", _) => Step::Stop(OnError::StartNextIteration),
            ("4", _) => Step::Leave(Leave::Pass),
            ("5", _) => Step::Leave(Leave::Loop),
            (other, _) => return Err(format!("the action `{other}` is not known")),
        }))
    }
}
