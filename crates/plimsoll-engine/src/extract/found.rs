//! What an extractor found, and the variables that it sets by that.

use super::names::{MATCHES_MAX, MatchNames};
use crate::program::Compiled;
use crate::scope::UserScope;
use plimsoll_plan::plan::{Extractor, ExtractorKind};

/// For an extractor that found nothing, as its value says.
pub fn set_default(extractor: &Extractor<Compiled>, scope: &mut UserScope<'_>) -> bool {
    if let Some(default) = &extractor.default {
        let default = default.to_text(scope);
        scope.user.variables.set(extractor.variable.slot, &default);
    }
    false
}

/// What was found: the value, and the groups of a regular expression (0 is the whole match).
pub struct ExtractorMatch {
    pub value: String,
    pub groups: Option<Vec<Option<String>>>,
}

impl ExtractorMatch {
    pub fn bytes(&self) -> usize {
        let groups = self.groups.iter().flatten().flatten();
        self.value.len() + groups.map(String::len).sum::<usize>()
    }
}

/// What the match number asks for: all, or at most one.
pub fn pick<T>(
    extractor: &Extractor<Compiled>,
    found: impl Iterator<Item = T>,
    scope: &mut UserScope<'_>,
) -> Vec<T> {
    let budget = scope.budget;
    // The next match may be far away: an expression may look through all of the text for each.
    let mut found = found.take_while(|_| budget.goes_on()).take(MATCHES_MAX);
    match extractor.match_number {
        n if n < 0 => found.collect(),
        0 => {
            let mut found: Vec<T> = found.collect();
            match found.len() {
                0 => found,
                count => vec![found.swap_remove(scope.random.usize(..count))],
            }
        }
        n => found.nth(n as usize - 1).into_iter().collect(),
    }
}

/// Sets `name`, or with all matches `name_matchNr`, `name_1`…; for expressions `name_g`, `name_g0`… or
/// `name_1_g`… too; and removes what an earlier use left (RegexExtractor.process, BoundaryExtractor.process).
pub fn assign(extractor: &Extractor<Compiled>, found: &[ExtractorMatch], scope: &mut UserScope<'_>) -> bool {
    let has_groups = matches!(extractor.kind, ExtractorKind::Regex { .. });
    let mut names = MatchNames { name: &extractor.variable.name, scope };
    let before = names.number("_matchNr");
    names.remove("_matchNr");
    let mut stored = 0;
    if extractor.match_number < 0 {
        if has_groups {
            names.remove_groups("");
        }
        stored = found.len();
        names.set("_matchNr", &stored.to_string());
        for (i, found) in found.iter().enumerate() {
            let suffix = format!("_{}", i + 1);
            names.set(&suffix, &found.value);
            found.groups.iter().for_each(|groups| names.set_groups(&suffix, groups));
        }
    } else if let Some(found) = found.first() {
        names.scope.user.variables.set(extractor.variable.slot, &found.value);
        found.groups.iter().for_each(|groups| names.set_groups("", groups));
    } else if has_groups {
        names.remove_groups("");
    }
    for i in stored + 1..=before {
        let suffix = format!("_{i}");
        names.remove(&suffix);
        if has_groups {
            names.remove_groups(&suffix);
        }
    }
    !found.is_empty()
}
