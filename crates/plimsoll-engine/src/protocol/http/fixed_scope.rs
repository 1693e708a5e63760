//! What a request without variables is rendered with.

use crate::program::Slot;
use plimsoll_plan::expression::{Objects, ScriptCache};
use plimsoll_plan::plan::Origin;
use plimsoll_plan::template::{EvalBounds, EvaluationContext, Files, LastAnswer, Rows, VariableScope};
use std::borrow::Cow;

#[derive(Default)]
pub struct FixedScope {
    eval_bounds: EvalBounds,
}

impl VariableScope<Slot> for FixedScope {
    fn variable(&self, _: &Slot) -> Option<&str> {
        None
    }
    fn name<'a>(&'a self, _: &'a Slot) -> &'a str {
        ""
    }
}

const NO_FUNCTION: &str = "a text without functions asks for nothing";

impl EvaluationContext for FixedScope {
    fn eval_bounds(&mut self) -> &mut EvalBounds {
        &mut self.eval_bounds
    }
    fn variable_named(&self, _: &str) -> Option<&str> {
        None
    }
    fn set_variable(&mut self, _: &str, _: String) {}
    fn remove_variable(&mut self, _: &str) {}
    fn property(&self, _: &str) -> Option<Cow<'_, str>> {
        None
    }
    fn set_property(&mut self, _: &str, _: String) {}
    fn random(&mut self) -> &mut fastrand::Rng {
        unreachable!("{NO_FUNCTION}")
    }
    fn wall_ms(&self) -> i64 {
        0
    }
    fn user_number(&self) -> u32 {
        0
    }
    fn iteration(&self) -> u64 {
        0
    }
    fn scenario_name(&self) -> &str {
        ""
    }
    fn thread_name(&self) -> String {
        String::new()
    }
    fn request_name(&mut self) -> String {
        String::new()
    }
    fn count(&mut self, _: u32, _: bool) -> u64 {
        0
    }
    fn machine_name(&self) -> String {
        String::new()
    }
    fn machine_ip(&self) -> String {
        String::new()
    }
    fn origin(&self) -> &Origin {
        unreachable!("{NO_FUNCTION}")
    }
    fn last_answer(&self) -> Option<&LastAnswer> {
        None
    }
    fn objects(&mut self) -> &mut Objects {
        unreachable!("{NO_FUNCTION}")
    }
    fn scripts(&mut self) -> &mut ScriptCache {
        unreachable!("{NO_FUNCTION}")
    }
    fn files(&self) -> &Files {
        unreachable!("{NO_FUNCTION}")
    }
    fn rows(&mut self) -> &mut Rows {
        unreachable!("{NO_FUNCTION}")
    }
    fn end_user(&mut self) {}
}
