//! Variables as numbered slots.

use super::constants::Constants;
use plimsoll_plan::Template;
use plimsoll_run::Secrets;
use std::collections::HashMap;

/// A variable's place in a user's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(pub u32);

/// A template whose variables are slots.
pub type Text = Template<Slot>;

/// The names of all variables that a plan mentions.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    names: Vec<String>,
    by_name: HashMap<String, Slot>,
    /// Those whose values are secrets by their names.
    secret: Vec<Slot>,
    /// Knows those names, and what is derived from them.
    secrets: Secrets,
    pub(super) sites: u32,
    constants: Constants,
}

impl Slots {
    /// `secrets`: names whose values are secrets, too.
    pub fn of_plan(constants: Constants, secrets: &[String]) -> Self {
        let mut known = Secrets::default();
        secrets.iter().for_each(|name| known.add_name(name));
        Slots { constants, secrets: known, ..Slots::default() }
    }

    pub fn slot(&mut self, name: &str) -> Slot {
        if let Some(slot) = self.by_name.get(name) {
            return *slot;
        }
        let slot = Slot(self.names.len() as u32);
        if self.secrets.is_secret(name) {
            self.secret.push(slot);
        }
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), slot);
        slot
    }

    pub fn text(&mut self, template: &Template) -> Text {
        let mut sites = self.sites;
        let text = template.map(&mut sites, &mut |name: &String| self.slot(name));
        self.sites = sites;
        self.constants.fold(text, &|slot| self.name(slot).to_owned())
    }

    pub fn find(&self, name: &str) -> Option<Slot> {
        self.by_name.get(name).copied()
    }

    pub fn secret(&self) -> &[Slot] {
        &self.secret
    }

    /// Knows names whose values are secrets.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    pub fn name(&self, slot: Slot) -> &str {
        &self.names[slot.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
}
