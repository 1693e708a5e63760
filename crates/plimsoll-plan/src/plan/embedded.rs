//! What a page needs beside itself.

use super::check::TextComparison;
use super::stage::{AsWritten, TextForm, TextMap};
use crate::template::Template;

/// The images, scripts, style sheets, frames … of a page are fetched with it, and belong to its sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded<S: TextForm = AsWritten> {
    /// Fetched at once from one host, each over a connection of its own.
    pub per_host: u32,
    /// Fetched at once in all.
    pub at_once: u32,
    /// An expression that must match the whole URL.
    pub include: Option<S::Regex>,
    /// An expression that must not.
    pub exclude: Option<S::Regex>,
}

impl Embedded {
    /// What browsers allow one host (and JMeter by default).
    pub const PER_HOST: u32 = 6;
    /// Several hosts' shares, within a user's means.
    pub const AT_ONCE: u32 = 24;
    /// The most that is asked for at once.
    pub const AT_ONCE_MAX: u32 = 256;

    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Embedded<M::To> {
        let mut pattern = |pattern: &'a Option<Template>| {
            pattern.as_ref().map(|pattern| map.pattern(pattern, TextComparison::Matches))
        };
        let (include, exclude) = (pattern(&self.include), pattern(&self.exclude));
        Embedded { per_host: self.per_host, at_once: self.at_once, include, exclude }
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded { per_host: Embedded::PER_HOST, at_once: Embedded::AT_ONCE, include: None, exclude: None }
    }
}
