//! What functions and scripts see of a virtual user and its run.

use super::files::{Files, Rows};
use crate::expression::ScriptCache;
use crate::plan::Origin;
use std::borrow::Cow;

/// The user's variables, and the run's clock, properties, files and random numbers.
pub trait Surroundings {
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
    /// How many `__eval` and `__evalVar` are at work inside each other; 0 between two texts.
    fn eval_depth(&mut self) -> &mut u32;
    fn origin(&self) -> &Origin;
    /// What the last request of the user brought; `None` before the first.
    fn last_answer(&self) -> Option<&LastAnswer>;
    /// The sample that a script makes.
    fn made(&mut self) -> Option<&mut LastAnswer> {
        None
    }
    /// What a script says of the last request.
    fn verdict(&mut self) -> Option<&mut Verdict> {
        None
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
    /// It is not to count.
    pub is_ignored: bool,
}

/// JMeter's `AssertionResult`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub fails: bool,
    pub message: String,
}
