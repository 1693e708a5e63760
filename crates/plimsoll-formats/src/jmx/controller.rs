//! Controllers and samplers, as steps.

use super::condition;
use super::element::{Element, Properties};
use super::lowering::{Lowering, Outcome};
use super::scope::Scope;
use super::{http, kind};
use crate::milliseconds;
use plimsoll_plan::plan::{ChoiceOrder, Condition, Count, OnError, Pause, Step, Transaction};

impl Lowering<'_> {
    /// The steps of one enabled child of a controller. What its own configuration does at the start of
    /// an iteration goes to `starts`, for only controllers have iterations.
    pub(super) fn child(&mut self, element: &Element, scope: &Scope, starts: &mut Vec<Step>) -> Vec<Step> {
        if self.is_done(element) {
            return Vec::new();
        }
        let lowered = if http::is_request(element) || element.kind == "TestAction" {
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

    fn sampler(&mut self, element: &Element, outer: &Scope, starts: &mut Vec<Step>) -> Outcome<Vec<Step>> {
        let level = self.level(&element.children);
        let scope = Scope { outer: Some(outer), level: &level };
        let mut steps = scope.before();
        if element.kind == "TestAction" {
            steps.extend(scope.timers().into_iter().map(Step::Pause));
            steps.extend(self.action(element)?);
        } else {
            let request = http::request(self, element, &scope)?;
            steps.push(Step::Request(Box::new(request)));
            steps.extend(scope.after());
        }
        self.leave_out_rest(element);
        starts.extend(level.starts);
        Ok(steps)
    }

    /// What stands below a sampler and is no configuration of it.
    fn leave_out_rest(&mut self, sampler: &Element) {
        for below in &sampler.children {
            let is_step = http::is_request(below) || below.kind.ends_with("Controller");
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
    fn action(&mut self, element: &Element) -> Outcome<Option<Step>> {
        const WHOLE_TEST: &str = "2";
        let whole_test = element.text("ActionProcessor.target") == WHOLE_TEST;
        let stop = match (element.text("ActionProcessor.action"), whole_test) {
            ("1", _) => {
                let text = element.text("ActionProcessor.duration");
                let pause = milliseconds::lenient(Self::template("ActionProcessor.duration", text)?);
                let nothing = pause.as_literal() == Some("0");
                return Ok((!nothing).then_some(Step::Pause(Pause::Constant(pause))));
            }
            ("0" | "", true) => OnError::StopTest,
            ("2", true) => OnError::StopTestNow,
            ("0" | "" | "2", false) => OnError::StopUser,
            ("3", _) => OnError::StartNextIteration,
            ("4", _) if self.inner_loops == 0 => OnError::StartNextIteration,
            _ => return Err("leaving an inner loop is not supported".to_owned()),
        };
        Ok(Some(Step::Stop(stop)))
    }

    fn controller(&mut self, element: &Element, scope: &Scope) -> Outcome<Vec<Step>> {
        Ok(match element.kind.as_str() {
            "GenericController" | "RecordingController" => self.body(element, scope).concat(),
            "LoopController" => {
                let times = self.count(element)?;
                vec![Step::Loop { times, body: self.loop_body(element, scope) }]
            }
            "OnceOnlyController" => vec![Step::Once { body: self.body(element, scope).concat() }],
            "TransactionController" => vec![self.transaction(element, scope)?],
            "IfController" => {
                let condition = self.if_condition(element)?;
                vec![Step::If { condition, body: self.body(element, scope).concat() }]
            }
            "WhileController" => {
                let condition = self.while_condition(element)?;
                vec![Step::While { condition, body: self.loop_body(element, scope) }]
            }
            "InterleaveControl" => self.choice(element, scope, ChoiceOrder::Interleave),
            "RandomController" => self.choice(element, scope, ChoiceOrder::Random),
            "RandomOrderController" => self.choice(element, scope, ChoiceOrder::Shuffle),
            kind => return Err(kind::unsupported_reason(kind)),
        })
    }

    fn loop_body(&mut self, element: &Element, scope: &Scope) -> Vec<Step> {
        self.inner_loops += 1;
        let body = self.body(element, scope).concat();
        self.inner_loops -= 1;
        body
    }

    /// `continue_forever` only says that an inner loop may be entered again.
    fn count(&mut self, element: &Element) -> Outcome<Count> {
        let text = element.text("LoopController.loops");
        let times = Self::template("LoopController.loops", text)?;
        let forever = self.evaluation.known_text(text).is_ok_and(|known| known.trim() == "-1");
        Ok(if forever { Count::Forever } else { Count::Times(times) })
    }

    fn transaction(&mut self, element: &Element, scope: &Scope) -> Outcome<Step> {
        Ok(Step::Transaction(Transaction {
            name: Self::template("testname", &element.name)?,
            include_pauses: element.flag("TransactionController.includeTimers", true),
            replaces_requests: element.flag("TransactionController.parent", false),
            body: self.body(element, scope).concat(),
        }))
    }

    fn if_condition(&mut self, element: &Element) -> Outcome<Condition> {
        let text = element.text("IfController.condition").trim();
        let condition = match element.flag("IfController.useExpression", false) {
            true => condition::of_expression(text)?,
            false => condition::of_script(text)?,
        };
        let constant = matches!(&condition, Condition::IsTrue(text) if text.as_literal().is_some());
        if element.flag("IfController.evaluateAll", false) && !constant {
            return Err("conditions evaluated anew for each child are not supported".to_owned());
        }
        Ok(condition)
    }

    fn while_condition(&mut self, element: &Element) -> Outcome<Condition> {
        let text = element.text("WhileController.condition").trim();
        if text.eq_ignore_ascii_case("LAST") {
            self.approximate(element, "the loop is entered even when the request before it failed");
        }
        condition::of_while(text)
    }

    fn choice(&mut self, element: &Element, scope: &Scope, order: ChoiceOrder) -> Vec<Step> {
        // InterleaveControl.IGNORE_SUB_CONTROLLERS
        let one_request_each = element.text("InterleaveControl.style").trim() != "1";
        let is_controller = |e: &Element| e.enabled && !http::is_request(e) && !e.children.is_empty();
        if element.flag("InterleaveControl.accrossThreads", false) {
            self.approximate(element, "each user takes its own turns");
        } else if order != ChoiceOrder::Shuffle
            && one_request_each
            && element.children.iter().any(|c| is_controller(c) && c.kind.ends_with("Controller"))
        {
            self.approximate(element, "its controllers are run whole, not one request at a time");
        }
        let level = self.level(&element.children);
        let inner = Scope { outer: Some(scope), level: &level };
        let mut starts = level.starts.clone();
        let mut options = Vec::new();
        for child in &element.children {
            if child.enabled {
                options.push(self.child(child, &inner, &mut starts));
            } else {
                self.inert(child);
            }
        }
        options.retain(|option| !option.is_empty());
        if !options.is_empty() {
            starts.push(Step::Choice { order, options });
        }
        starts
    }
}
