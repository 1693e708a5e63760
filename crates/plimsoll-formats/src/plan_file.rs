//! What is given with a plan file, and what comes out of it.

use crate::answer_shape::AnswerShape;
use crate::returned_value::ReturnedValue;
use plimsoll_plan::{Diagnostic, ElementReport, Plan};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Properties by name, as given with `-Jname=value`.
pub type Properties = BTreeMap<String, String>;

/// What came out of a plan file.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanReading {
    /// `None` exactly when there is an error among the diagnostics.
    pub plan: Option<Plan>,
    /// What could be read of a plan with errors: there may be more in it.
    pub readable: Option<Plan>,
    /// Every element of a foreign plan in the order of the file; empty for YAML.
    pub elements: Vec<ElementReport>,
    pub diagnostics: Vec<Diagnostic>,
    /// Files that the plan needs and that are to be written with it.
    pub new_files: Vec<NewFile>,
    /// Of a recording: what each of its requests got.
    pub recorded: Vec<AnswerShape>,
    /// Of a recording, where they were asked for: values that answers had and later requests sent.
    pub returned: Vec<ReturnedValue>,
}

/// A data file that is made of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct NewFile {
    pub path: PathBuf,
    pub text: String,
}

impl PlanReading {
    /// The plan is dropped when there is an error.
    pub(crate) fn new(plan: Plan, elements: Vec<ElementReport>, diagnostics: Vec<Diagnostic>) -> Self {
        let (plan, readable) = match diagnostics.iter().any(Diagnostic::is_error) {
            false => (Some(plan), None),
            true => (None, Some(plan)),
        };
        PlanReading {
            plan,
            readable,
            elements,
            diagnostics,
            new_files: Vec::new(),
            recorded: Vec::new(),
            returned: Vec::new(),
        }
    }

    pub(crate) fn failed(diagnostic: Diagnostic) -> Self {
        PlanReading {
            plan: None,
            readable: None,
            elements: Vec::new(),
            diagnostics: vec![diagnostic],
            new_files: Vec::new(),
            recorded: Vec::new(),
            returned: Vec::new(),
        }
    }
}
