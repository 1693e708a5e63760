//! What is known while a plan's elements are lowered, one after another.

use super::element::Element;
use crate::evaluation::Evaluation;
use plimsoll_plan::{Diagnostic, ElementReport, Plan, Template};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// Why an element is left out, or `Ok`.
pub type ElementResult<T> = Result<T, String>;

/// The databases of a plan by name: the place in the plan's list, or why there is none.
pub type KnownDatabases = Vec<(String, ElementResult<usize>)>;

pub struct Lowering<'a> {
    pub folder: &'a Path,
    pub evaluation: Evaluation,
    pub plan: Plan,
    /// By the ordinal of an include controller, why its file can't be read.
    pub missing_files: HashMap<usize, String>,
    /// Texts of the plan that mention the number of a pass, `__jm__…__idx`.
    pub indices: Vec<String>,
    pub databases: KnownDatabases,
    /// The ordinals of elements that hold for all samplers, wherever these stand.
    pub global: HashSet<usize>,
    /// Something may look at the answer of an earlier sampler.
    pub looks_back: bool,
    /// Samplers and controllers of the plan itself, which are performed at the end of each thread group.
    pub(super) of_all_groups: Vec<Element>,
    /// By set of logins, addresses whose logins ask for what is not spoken.
    pub kerberos: Vec<(usize, Template)>,
    pub(super) file: &'a str,
    /// The ordinals of elements that were copied to where modules use them, by that of the copy.
    pub(super) copies: HashMap<usize, usize>,
    pub(super) reports: BTreeMap<usize, ElementReport>,
    pub(super) diagnostics: Vec<Diagnostic>,
}
