//! Numbers for transaction names.

use plimsoll_run::{TransactionKey, TransactionKind};
use std::collections::HashMap;

/// Distinct names kept per worker; later ones count under [`OVERFLOW`], so that a name made of a
/// random value can't fill the memory.
const LABELS_MAX: usize = 2_000;
const OVERFLOW: &str = "(other names)";

#[derive(Clone, Debug, Default)]
pub struct Labels {
    all: Vec<TransactionKey>,
    requests: HashMap<String, u32>,
    groups: HashMap<String, u32>,
}

impl Labels {
    pub fn id(&mut self, name: &str, kind: TransactionKind) -> u32 {
        let known = match kind {
            TransactionKind::Request => &mut self.requests,
            // No plan makes completions.
            TransactionKind::Group | TransactionKind::Completion => &mut self.groups,
        };
        if let Some(id) = known.get(name) {
            return *id;
        }
        let name = if self.all.len() < LABELS_MAX { name } else { OVERFLOW };
        *known.entry(name.to_owned()).or_insert_with(|| {
            self.all.push(TransactionKey { name: name.to_owned(), kind });
            self.all.len() as u32 - 1
        })
    }

    pub fn transaction(&self, id: u32) -> &TransactionKey {
        &self.all[id as usize]
    }
}
