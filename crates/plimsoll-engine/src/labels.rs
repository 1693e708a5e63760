//! Numbers for transaction names.

use crate::program::Text;
use plimsoll_run::{OTHER_NAMES, TransactionKey, TransactionKind};
use std::collections::HashMap;

/// Longest name, bytes: it may have been taken from an answer.
const NAME_BYTES_MAX: usize = 512;

#[derive(Clone, Debug, Default)]
pub struct Labels {
    all: Vec<TransactionKey>,
    requests: HashMap<String, u32>,
    groups: HashMap<String, u32>,
    /// Distinct names at most; later ones count under [`OTHER_NAMES`], so that a name made of a random value can't fill
    /// the memory. `None`: all are of the plan itself.
    max: Option<usize>,
}

impl Labels {
    /// The same with so many names at most.
    pub fn bounded(self, max: usize) -> Labels {
        Labels { max: Some(max), ..self }
    }

    pub fn id(&mut self, name: &str, kind: TransactionKind) -> u32 {
        let known = match kind {
            TransactionKind::Request => &mut self.requests,
            // No plan makes completions.
            TransactionKind::Group | TransactionKind::Completion => &mut self.groups,
        };
        let cut;
        let name = match name.len() > NAME_BYTES_MAX {
            true => {
                cut = format!("{}…", &name[..name.floor_char_boundary(NAME_BYTES_MAX)]);
                &cut
            }
            false => name,
        };
        if let Some(id) = known.get(name) {
            return *id;
        }
        let name = if self.max.is_none_or(|max| self.all.len() < max) { name } else { OTHER_NAMES };
        *known.entry(name.to_owned()).or_insert_with(|| {
            self.all.push(TransactionKey { name: name.to_owned(), kind });
            self.all.len() as u32 - 1
        })
    }

    pub fn transaction(&self, id: u32) -> &TransactionKey {
        &self.all[id as usize]
    }
}

/// A transaction's name as a number, or a text that makes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    Known(u32),
    Made(Text),
}

impl Label {
    /// Its number, where it is the same for all.
    pub fn known(&self) -> Option<u32> {
        if let Label::Known(id) = self { Some(*id) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bounded_in_number_and_length() {
        let mut labels = Labels::default().bounded(3);
        let name = |labels: &mut Labels, name: &str| {
            let id = labels.id(name, TransactionKind::Request);
            labels.transaction(id).name.clone()
        };
        let long = "ü".repeat(500_000);
        assert_eq!(name(&mut labels, &long).len(), NAME_BYTES_MAX + "…".len());
        assert_eq!(name(&mut labels, "a"), "a");
        assert_eq!(name(&mut labels, "b"), "b");
        assert_eq!(name(&mut labels, "c"), OTHER_NAMES);
        assert_eq!(name(&mut labels, "a"), "a");
        assert_eq!(labels.all.len(), 4);
    }
}
