//! What is given with a plan file, and what comes out of it.

use plimsoll_plan::{Diagnostic, ElementReport, Plan};
use std::collections::BTreeMap;

/// Properties by name, as given with `-Jname=value`.
pub type Properties = BTreeMap<String, String>;

/// What came out of a plan file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// `None` exactly when there is an error among the diagnostics.
    pub plan: Option<Plan>,
    /// Every element of a foreign plan in the order of the file; empty for YAML.
    pub elements: Vec<ElementReport>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// The plan is dropped when there is an error.
    pub(crate) fn new(plan: Plan, elements: Vec<ElementReport>, diagnostics: Vec<Diagnostic>) -> Self {
        let plan = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(plan);
        Reading { plan, elements, diagnostics }
    }

    pub(crate) fn failed(diagnostic: Diagnostic) -> Self {
        Reading { plan: None, elements: Vec::new(), diagnostics: vec![diagnostic] }
    }
}
