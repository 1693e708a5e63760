//! What users have with them: rows of data, cookies, counters.

use crate::template::Template;
use std::path::PathBuf;

/// A CSV file whose rows become variables.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    /// Already resolved against the plan's folder.
    pub path: PathBuf,
    /// Empty: the first line names them.
    pub variables: Vec<String>,
    /// The file has a header line that is not data, though `variables` are given.
    pub skip_first_line: bool,
    pub delimiter: char,
    pub quoted: bool,
    pub encoding: String,
    /// Starts again at the end of the file.
    pub recycle: bool,
    /// At the end (and no `recycle`) the user stops; otherwise its variables become `<EOF>`.
    pub stop_at_end: bool,
    pub sharing: Sharing,
}

/// Who shares the reading position of a [`DataSet`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// All users of all scenarios.
    All,
    /// The users of one scenario.
    Scenario,
    /// Nobody: each user reads from the start.
    User,
    /// All data sets of the same file and the same name.
    Named(String),
}

/// What JMeter's cache manager does for each user: answers that are fresh are not asked for again, others with
/// conditions. A request that need not be made gives no sample.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerCache {
    /// `Cache-Control` and `Expires` are heeded; otherwise every request is made, with conditions.
    pub uses_expiry: bool,
    /// Beyond, the oldest are forgotten.
    pub entries_max: u32,
    pub clear_each_iteration: bool,
    /// Cleared with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
}

/// What JMeter's cookie manager holds for each user.
#[derive(Clone, Debug, PartialEq)]
pub struct CookieJar {
    pub clear_each_iteration: bool,
    /// Cleared with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
    pub cookies: Vec<PresetCookie>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PresetCookie {
    pub name: String,
    pub value: Template,
    pub domain: Template,
    pub path: Template,
    pub secure: bool,
}

/// Counts iterations into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub variable: String,
    pub start: Template,
    pub increment: Template,
    /// After it the counter starts again; `None` is `i64::MAX`.
    pub end: Option<Template>,
    /// Java's DecimalFormat, e.g. `000`; empty is the plain number.
    pub format: String,
    pub per_user: bool,
    pub reset_each_iteration: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RandomNumber {
    pub variable: String,
    pub minimum: Template,
    pub maximum: Template,
    pub format: String,
    pub per_user: bool,
}
