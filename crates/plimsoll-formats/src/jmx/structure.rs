//! Controllers, as steps.

use super::condition;
use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::scope::Scope;
use super::{kind, local};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{
    ChoiceOrder, Condition, Count, ExecutionShare, ForEach, NamedOption, Pause, ShareAmount, Step,
    Transaction,
};

impl Lowering<'_> {
    pub(super) fn controller(&mut self, element: &Element, scope: &Scope) -> ElementResult<Vec<Step>> {
        if let Some(reason) = self.missing_files.get(&element.ordinal) {
            return Err(reason.clone());
        }
        Ok(match element.kind.as_str() {
            kind if is_simple(kind) => together(self.body(element, scope).concat()),
            "LoopController" => vec![self.repeat(element, scope)?],
            "OnceOnlyController" => vec![Step::Once { body: self.body(element, scope).concat() }],
            "TransactionController" => vec![self.transaction(element, scope)?],
            "IfController" => vec![self.condition(element, scope)?],
            "WhileController" => vec![self.repeat_while(element, scope)?],
            "ForeachController" => vec![self.for_each(element, scope)?],
            "RunTime" => {
                let seconds = Self::template("RunTime.seconds", element.text("RunTime.seconds").trim())?;
                vec![Step::For { seconds, body: self.separate_body(element, scope) }]
            }
            "ThroughputController" => vec![self.share(element, scope)?],
            "SwitchController" => self.switch(element, scope)?,
            "CriticalSectionController" => {
                const NAME: &str = "CriticalSectionController.lockName";
                let name = Self::template(NAME, element.text(NAME))?;
                vec![Step::Lock { name, body: self.body(element, scope).concat() }]
            }
            "InterleaveControl" => self.choice(element, scope, ChoiceOrder::Interleave),
            "RandomController" => self.choice(element, scope, ChoiceOrder::Random),
            "RandomOrderController" => self.choice(element, scope, ChoiceOrder::Shuffle),
            kind => return Err(kind::unsupported_reason(kind)),
        })
    }

    fn repeat(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let times = self.count(element)?;
        // In spite of its name it says whether the loop may be entered again (LoopControllerSchema).
        let only_once = !element.flag("LoopController.continue_forever", true);
        let body = self.body(element, scope).concat();
        Ok(Step::Loop { times, index: self.index(element), only_once, body })
    }

    fn count(&mut self, element: &Element) -> ElementResult<Count> {
        let text = element.text("LoopController.loops");
        let times = Self::template("LoopController.loops", text)?;
        let forever = self.evaluation.known_text(text).is_ok_and(|known| known.trim() == "-1");
        Ok(if forever { Count::Forever } else { Count::Times(times) })
    }

    fn transaction(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let replaces_requests = element.flag("TransactionController.parent", false);
        let mut level = self.level(&element.children);
        level.replaces_requests = replaces_requests;
        let body = self.body_in(element, &Scope { outer: Some(scope), level: &level }).concat();
        let transaction = Transaction {
            label: Self::template("testname", &element.name)?,
            include_pauses: element.flag("TransactionController.includeTimers", true),
            replaces_requests,
        };
        Ok(Step::Transaction { transaction, body })
    }

    fn condition(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let text = element.text("IfController.condition").trim();
        let condition = match element.flag("IfController.useExpression", false) {
            // Neither the text `true` nor JavaScript with a value: it never holds.
            _ if text.is_empty() => Condition::IsTrue(Template::literal("")),
            true => condition::of_expression(text)?,
            false => condition::of_script(text)?,
        };
        let constant = matches!(&condition, Condition::IsTrue(text) if text.as_literal().is_some());
        let each_step = element.flag("IfController.evaluateAll", false) && !constant;
        Ok(Step::If { condition, each_step, body: self.body(element, scope).concat() })
    }

    fn repeat_while(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let text = element.text("WhileController.condition").trim();
        let condition = condition::of_while(text)?;
        // Blank looks at the last sample only behind a pass, `LAST` before it, too.
        let enters_always = text.is_empty();
        let body = self.body(element, scope).concat();
        Ok(Step::While { condition, enters_always, index: self.index(element), body })
    }

    /// Absent numbers are no limits; what is there and no number counts as 0 (ForeachController).
    fn for_each(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let separator = if element.flag("ForeachController.useSeparator", true) { "_" } else { "" };
        let prefix = format!("{}{separator}", element.text("ForeachController.inputVal"));
        let limit = |name: &str| {
            let is_there = element.has(name);
            is_there.then(|| Self::template(name, element.text(name).trim())).transpose()
        };
        let after = limit("ForeachController.startIndex")?.filter(|after| !after.is_empty());
        let each = ForEach {
            prefix: Self::template("ForeachController.inputVal", &prefix)?,
            variable: Self::template(
                "ForeachController.returnVal",
                element.text("ForeachController.returnVal"),
            )?,
            after,
            to: limit("ForeachController.endIndex")?,
            index: self.index(element),
        };
        Ok(Step::ForEach { each, body: self.body(element, scope).concat() })
    }

    fn share(&mut self, element: &Element, scope: &Scope) -> ElementResult<Step> {
        let amount = |name: &str, default: &str| match element.text(name).trim() {
            "" => Self::template(name, default),
            text => Self::template(name, text),
        };
        let amount = match element.text("ThroughputController.style").trim() {
            "1" => ShareAmount::Percent(amount("ThroughputController.percentThroughput", "100")?),
            _ => ShareAmount::Times(amount("ThroughputController.maxThroughput", "1")?),
        };
        let per_user = element.flag("ThroughputController.perThread", true);
        let share = ExecutionShare { amount, per_user };
        Ok(Step::Share { share, body: self.body(element, scope).concat() })
    }

    fn switch(&mut self, element: &Element, scope: &Scope) -> ElementResult<Vec<Step>> {
        const VALUE: &str = "SwitchController.value";
        let value = Self::template(VALUE, element.text(VALUE).trim())?;
        let (mut steps, children) = self.children(element, scope);
        let mut options = Vec::new();
        for (child, body) in children {
            let name = Self::template("testname", &child.name)?;
            options.push(NamedOption { name, body });
        }
        if !options.is_empty() {
            steps.push(Step::Switch { value, options });
        }
        Ok(steps)
    }

    /// The steps of each sampler and controller in it, and what happens before any of them.
    fn children<'e>(
        &mut self,
        element: &'e Element,
        outer: &Scope,
    ) -> (Vec<Step>, Vec<(&'e Element, Vec<Step>)>) {
        let level = self.level(&element.children);
        let scope = Scope { outer: Some(outer), level: &level };
        let mut starts = level.starts.clone();
        let mut children = Vec::new();
        for child in &element.children {
            if !child.enabled {
                self.inert(child);
            } else if !self.is_done(child) {
                let steps = self.child(child, &scope, &mut starts);
                children.push((child, steps));
            }
        }
        starts.reverse();
        (starts, children)
    }

    /// As the body of other controllers, but its simple controllers stay groups: each is continued where
    /// the time ended.
    fn separate_body(&mut self, element: &Element, outer: &Scope) -> Vec<Step> {
        let (mut steps, children) = self.children(element, outer);
        for (child, body) in children {
            match is_simple(&child.kind) && !body.is_empty() {
                true => steps.push(group(body)),
                false => steps.extend(body),
            }
        }
        steps
    }

    fn choice(&mut self, element: &Element, scope: &Scope, order: ChoiceOrder) -> Vec<Step> {
        let is_shuffle = order == ChoiceOrder::Shuffle;
        // InterleaveControl.IGNORE_SUB_CONTROLLERS
        let one_request = !is_shuffle && element.text("InterleaveControl.style").trim() != "1";
        let by_user = !is_shuffle && element.flag("InterleaveControl.accrossThreads", false);
        let (mut steps, children) = self.children(element, scope);
        let mut options = Vec::new();
        let mut has_controllers = false;
        for (child, body) in children {
            let is_sampler = kind::is_sampler(child) || local::is_local(child) || child.kind == "TestAction";
            let is_loop =
                matches!(body.as_slice(), [Step::Loop { .. } | Step::While { .. } | Step::ForEach { .. }]);
            has_controllers |= !is_sampler && !body.is_empty();
            options.push(match body {
                // It takes its turn, though it does nothing.
                body if body.is_empty() && child.kind == "TestAction" => {
                    vec![Step::Pause(Pause::Constant(Template::literal("0")))]
                }
                // A loop starts again at each turn; the controller around it does not.
                body if is_loop && one_request && is_simple(&child.kind) => vec![group(body)],
                body => body,
            });
        }
        options.retain(|option| !option.is_empty());
        if !options.is_empty() {
            steps.push(Step::Choice { order, one_request: one_request && has_controllers, by_user, options });
        }
        steps
    }
}

/// Controllers that only hold others.
fn is_simple(kind: &str) -> bool {
    const SIMPLE: [&str; 5] = [
        "GenericController",
        "RecordingController",
        "ModuleController",
        "IncludeController",
        "TestFragmentController",
    ];
    SIMPLE.contains(&kind)
}

fn group(steps: Vec<Step>) -> Step {
    match <[Step; 1]>::try_from(steps) {
        Ok([Step::Group { body }]) => Step::Group { body },
        Ok([step]) => Step::Group { body: vec![step] },
        Err(body) => Step::Group { body },
    }
}

/// What counts the passes of the controller that it is in needs to know which those are.
fn together(steps: Vec<Step>) -> Vec<Step> {
    let counts = steps.iter().any(|step| matches!(step, Step::Once { .. } | Step::Share { .. }));
    if counts { vec![group(steps)] } else { steps }
}
