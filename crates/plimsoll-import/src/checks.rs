//! Checks of a load generator's script that belong to no request.

use plimsoll_run::NoteContent;
use std::collections::BTreeMap;

/// Names of checks; those of further ones are counted together.
const NAMES_MAX: usize = 100;

/// How often each check failed, and how often it was made, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    by_name: BTreeMap<String, (u64, u64)>,
}

impl Checks {
    pub fn add(&mut self, name: &str, passed: bool) {
        self.put(name, (u64::from(!passed), 1));
    }

    pub fn merge(&mut self, other: Checks) {
        other.by_name.into_iter().for_each(|(name, counts)| self.put(&name, counts));
    }

    fn put(&mut self, name: &str, (failed, of): (u64, u64)) {
        let is_known = self.by_name.contains_key(name) || self.by_name.len() < NAMES_MAX;
        let counts = self.by_name.entry(if is_known { name.to_owned() } else { String::new() }).or_default();
        *counts = (counts.0 + failed, counts.1 + of);
    }

    /// A sentence on all of them for whoever imports; nothing where none failed.
    pub fn sentence(&self) -> Option<String> {
        let of = |figure: fn(&(u64, u64)) -> u64| self.by_name.values().map(figure).sum::<u64>();
        let (failed, all) = (of(|counts| counts.0), of(|counts| counts.1));
        let failing = self.by_name.iter().filter(|(_, counts)| counts.0 > 0);
        let names = failing.map(|(name, (failed, of))| format!("{name:?}: {failed} of {of}"));
        (failed > 0).then(|| {
            format!(
                "{failed} of {all} checks of the script failed ({}); they belong to no request, and no error rate, time or verdict \
                 counts them",
                names.collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// Of each that failed.
    pub fn notes(&self) -> Vec<NoteContent> {
        let failing = self.by_name.iter().filter(|(_, counts)| counts.0 > 0);
        let note = |(check, (failed, of)): (&String, &(u64, u64))| NoteContent::ChecksFailed {
            check: check.clone(),
            failed: *failed,
            of: *of,
        };
        failing.map(note).collect()
    }
}
