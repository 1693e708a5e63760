//! The variables that an extractor sets beside its own: `name_matchNr`, `name_1`, `name_g1`.

use crate::scope::UserScope;
use plimsoll_plan::template::EvaluationContext;

/// Most matches that one extractor keeps.
pub const MATCHES_MAX: usize = 10_000;

/// Variables whose names begin with `name`.
pub struct MatchNames<'n, 's, 'p> {
    pub name: &'n str,
    pub scope: &'s mut UserScope<'p>,
}

impl MatchNames<'_, '_, '_> {
    pub fn set(&mut self, suffix: &str, value: &str) {
        let name = self.full(suffix);
        self.scope.user.variables.set_named(&self.scope.program.slots, &name, value);
    }

    pub fn remove(&mut self, suffix: &str) {
        let name = self.full(suffix);
        self.scope.user.variables.remove_named(&self.scope.program.slots, &name);
    }

    pub fn is_set(&self, suffix: &str) -> bool {
        self.scope.variable_named(&self.full(suffix)).is_some()
    }

    /// The variable's number, 0 when it has none; not more than an extractor can have set.
    pub fn number(&self, suffix: &str) -> usize {
        let text = self.scope.variable_named(&self.full(suffix));
        text.and_then(|text| text.parse().ok()).unwrap_or(0).min(MATCHES_MAX)
    }

    /// `name…_g` is the number of groups, `name…_g0` the whole match; a group that took no part has no value.
    pub fn set_groups(&mut self, suffix: &str, groups: &[Option<String>]) {
        let count = format!("{suffix}_g");
        let before = self.number(&count);
        for (i, group) in groups.iter().enumerate() {
            match group {
                Some(group) => self.set(&format!("{count}{i}"), group),
                None => self.remove(&format!("{count}{i}")),
            }
        }
        self.set(&count, &groups.len().saturating_sub(1).to_string());
        for i in groups.len()..=before {
            self.remove(&format!("{count}{i}"));
        }
    }

    pub fn remove_groups(&mut self, suffix: &str) {
        let count = format!("{suffix}_g");
        for i in 0..=self.number(&count) {
            self.remove(&format!("{count}{i}"));
        }
        self.remove(&count);
    }

    fn full(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.name)
    }
}
