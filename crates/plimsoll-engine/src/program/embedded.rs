//! Which resources of a page are fetched, compiled.

use super::answer::{TextFinder, text_finder};
use super::slots::Slots;
use crate::error::EngineError;
use crate::extract;
use crate::scope::UserScope;
use plimsoll_plan::plan;

#[derive(Clone, Debug)]
pub struct Embedded {
    pub per_host: usize,
    pub at_once: usize,
    include: Option<TextFinder>,
    exclude: Option<TextFinder>,
}

impl Embedded {
    pub(super) fn of(
        embedded: &plan::Embedded,
        slots: &mut Slots,
        request: &str,
    ) -> Result<Box<Embedded>, EngineError> {
        let mut finder = |pattern: &Option<plimsoll_plan::Template>| {
            pattern.as_ref().map(|pattern| text_finder(pattern, true, slots, request)).transpose()
        };
        Ok(Box::new(Embedded {
            per_host: embedded.per_host.max(1) as usize,
            at_once: embedded.at_once.max(1) as usize,
            include: finder(&embedded.include)?,
            exclude: finder(&embedded.exclude)?,
        }))
    }

    /// An expression that can't be used is as if it were not there (HTTPSamplerBase.generateMatcherPredicate).
    pub fn wants(&self, url: &str, scope: &mut UserScope<'_>) -> bool {
        let mut found = |finder: &Option<TextFinder>| match finder {
            None => None,
            Some(TextFinder::Fixed(regex)) => extract::matches(regex, url).ok(),
            Some(TextFinder::Made(text)) => match text.to_text(scope) {
                pattern if pattern.is_empty() => None,
                pattern => extract::matches(&extract::regex(&pattern, true).ok()?, url).ok(),
            },
        };
        found(&self.include).unwrap_or(true) && !found(&self.exclude).unwrap_or(false)
    }
}
