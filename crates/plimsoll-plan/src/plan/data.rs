//! What users have with them: rows of data, cookies, counters.

use super::stage::{AsWritten, TextForm, TextMap, VariableUse};
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

impl DataSet {
    /// A file with quotation marks and its names in the first line, which begins again at its end.
    pub fn csv(path: PathBuf) -> DataSet {
        DataSet {
            path,
            variables: Vec::new(),
            skip_first_line: false,
            delimiter: ',',
            quoted: true,
            encoding: String::new(),
            recycle: true,
            stop_at_end: false,
            sharing: Sharing::All,
        }
    }
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
pub struct CookieJar<S: TextForm = AsWritten> {
    pub clear_each_iteration: bool,
    /// Cleared with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
    pub policy: CookiePolicy,
    pub cookies: Vec<PresetCookie<S>>,
}

/// Which cookies are kept, and how they are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CookiePolicy {
    /// RFC 6265, as browsers.
    #[default]
    Standard,
    /// Kept in the same way; sent as RFC 2109, 4.3.4 has it: `$Version=0; name=value; $Path=/`.
    Rfc2109,
    /// None is kept and none is sent, not even those that the plan gives.
    Ignore,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PresetCookie<S: TextForm = AsWritten> {
    pub name: String,
    pub value: S::Text,
    pub domain: S::Text,
    pub path: S::Text,
    pub secure: bool,
}

/// Counts iterations into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter<S: TextForm = AsWritten> {
    pub variable: S::Variable,
    pub start: S::Text,
    pub increment: S::Text,
    /// After it the counter starts again; `None` is `i64::MAX`.
    pub end: Option<S::Text>,
    /// Java's DecimalFormat, e.g. `000`; empty is the plain number.
    pub format: String,
    pub per_user: bool,
    pub reset_each_iteration: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RandomNumber<S: TextForm = AsWritten> {
    pub variable: S::Variable,
    pub minimum: S::Text,
    pub maximum: S::Text,
    pub format: String,
    pub per_user: bool,
}

impl CookieJar {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> CookieJar<M::To> {
        let cookies = self.cookies.iter().map(|cookie| PresetCookie {
            name: cookie.name.clone(),
            value: map.text(&cookie.value),
            domain: map.text(&cookie.domain),
            path: map.text(&cookie.path),
            secure: cookie.secure,
        });
        CookieJar {
            clear_each_iteration: self.clear_each_iteration,
            cleared_with_user: self.cleared_with_user,
            policy: self.policy,
            cookies: cookies.collect(),
        }
    }
}

impl Counter {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Counter<M::To> {
        Counter {
            variable: map.variable(&self.variable, VariableUse::Set),
            start: map.text(&self.start),
            increment: map.text(&self.increment),
            end: map.optional(&self.end),
            format: self.format.clone(),
            per_user: self.per_user,
            reset_each_iteration: self.reset_each_iteration,
        }
    }
}

impl RandomNumber {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> RandomNumber<M::To> {
        RandomNumber {
            variable: map.variable(&self.variable, VariableUse::Set),
            minimum: map.text(&self.minimum),
            maximum: map.text(&self.maximum),
            format: self.format.clone(),
            per_user: self.per_user,
        }
    }
}
