//! What functions and scripts see of a virtual user and its run.

use super::files::{Files, Rows};
use crate::expression::{Objects, ScriptCache};
use crate::plan::Origin;
use std::borrow::Cow;

/// How deep `__eval` and `__evalVar` stand inside each other, and the bytes that the inner ones evaluated: a text of many calls
/// that evaluate texts of many calls has no end.
#[derive(Debug, Default)]
pub struct EvalBounds {
    depth: u32,
    bytes: usize,
}

/// Deepest nesting; the texts of deeper ones stay as they are. A variable whose content evaluates itself has no end.
const EVAL_DEPTH_MAX: u32 = 8;
/// Most bytes that are evaluated inside of one, which may itself be of any length.
const EVAL_BYTES_MAX: usize = 1 << 20;
/// What a short text counts for.
const EVAL_BYTES_MIN: usize = 64;

impl EvalBounds {
    /// Whether another text of so many bytes may be evaluated; then [`EvalBounds::leave`] has to follow.
    pub(super) fn enter(&mut self, bytes: usize) -> bool {
        self.bytes = match self.depth {
            0 => 0,
            _ => self.bytes.saturating_add(bytes.max(EVAL_BYTES_MIN)),
        };
        let may = self.depth < EVAL_DEPTH_MAX && self.bytes <= EVAL_BYTES_MAX;
        self.depth += u32::from(may);
        may
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// The user's variables, and the run's clock, properties, files and random numbers.
pub trait EvaluationContext {
    fn variable_named(&self, name: &str) -> Option<&str>;
    fn set_variable(&mut self, name: &str, value: String);
    fn remove_variable(&mut self, name: &str);
    fn property(&self, name: &str) -> Option<Cow<'_, str>>;
    fn set_property(&mut self, name: &str, value: String);
    fn random(&mut self) -> &mut fastrand::Rng;
    /// Milliseconds since 1970.
    fn wall_ms(&self) -> i64;
    /// From 1.
    fn user_number(&self) -> u32;
    /// From 1.
    fn iteration(&self) -> u64;
    fn scenario_name(&self) -> &str;
    /// JMeter's: scenario, number of the scenario, number of the user.
    fn thread_name(&self) -> String;
    /// The label of the request that the user is at.
    fn request_name(&mut self) -> String;
    /// The next number of the `__counter` at this site, from 1.
    fn count(&mut self, site: u32, per_user: bool) -> u64;
    fn machine_name(&self) -> String;
    fn machine_ip(&self) -> String;
    /// What `__eval` and `__evalVar` inside each other have taken.
    fn eval_bounds(&mut self) -> &mut EvalBounds;
    fn origin(&self) -> &Origin;
    /// What the last request of the user brought; `None` before the first.
    fn last_answer(&self) -> Option<&LastAnswer>;
    /// The sample that a script makes.
    fn made(&mut self) -> Option<&mut LastAnswer> {
        None
    }
    /// What a script says of the last request.
    fn verdict(&mut self) -> Option<&mut AssertionResult> {
        None
    }
    /// What scripts keep of the user beside texts.
    fn objects(&mut self) -> &mut Objects;
    /// A script says whether the last request was a success.
    fn set_successful(&mut self, _successful: bool) {}
    /// The user's cookies are forgotten.
    fn clear_cookies(&mut self) {}
    /// What a JSON path finds in a text, as JSON; an error where the path can't be read or finds nothing.
    fn json_at(&self, _text: &str, _path: &str) -> Result<String, String> {
        Err("JSON paths are known only while a plan runs".to_owned())
    }
    /// A script came to nothing; why.
    fn script_failed(&mut self, _problem: String) {}
    fn scripts(&mut self) -> &mut ScriptCache;
    fn files(&self) -> &Files;
    /// The user's rows in the files of `__CSVRead`.
    fn rows(&mut self) -> &mut Rows;
    /// The user is not to begin anything new.
    fn end_user(&mut self);
}

/// What scripts see of the last request, JMeter's `prev`.
#[derive(Clone, Debug, Default)]
pub struct LastAnswer {
    pub label: String,
    pub code: String,
    pub message: String,
    pub headers: String,
    pub body: String,
    pub url: String,
    pub successful: bool,
    pub elapsed_ms: i64,
    /// When it began, milliseconds since 1970.
    pub started_ms: i64,
    /// It is not to count.
    pub is_ignored: bool,
}

/// JMeter's `AssertionResult`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssertionResult {
    pub fails: bool,
    pub message: String,
}
