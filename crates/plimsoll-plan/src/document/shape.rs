//! Which keys a mapping of a document may have: one table for what is read, for what is said of an unknown key and for
//! the JSON Schema that editors complete and check with.

use super::synonyms::meant;

/// What a mapping may hold.
#[derive(Debug)]
pub struct MappingShape {
    /// What the mapping is called in messages, e.g. `study` or `request`.
    pub name: &'static str,
    /// A sentence or two, for editors.
    pub about: &'static str,
    pub keys: &'static [Key],
    /// Groups of keys that several mappings have; none of these is required here.
    pub groups: &'static [&'static MappingShape],
    /// Of several shapes that may stand in one place, this one is meant where one of these keys is.
    pub marks: &'static [&'static str],
}

/// A key and what may stand behind it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub kind: Kind,
    /// A sentence or two, for editors.
    pub about: &'static str,
    /// In YAML's flow form; empty: the kind's own will do.
    pub example: &'static str,
    pub is_required: bool,
}

/// What a value may be. All values but lists and mappings are text to a reader, so a number or a boolean is one, too.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// With references `${…}` where a plan is performed.
    Text,
    /// A whole number of 0 or more.
    Count,
    /// Any number.
    Number,
    /// true, yes, on or false, no, off.
    Flag,
    /// A length of time: `500 ms`, `1.5 s`, `10 min`, `2 h`.
    Duration,
    /// Requests per time: `50/s`, `600/min`, `11000/h`.
    Rate,
    /// `5 %` or 0.05.
    Percentage,
    /// The one word given, and nothing else.
    Word(&'static str),
    /// One of these words.
    Words(fn() -> Vec<&'static str>),
    /// A mapping of this shape.
    Mapping(&'static MappingShape),
    /// Any names, with a value of this kind each.
    Named(&'static Kind),
    /// One of these names each.
    NamedOf(fn() -> Vec<&'static str>, &'static Kind),
    List(&'static Kind),
    /// One value, or a list of them.
    OneOrMore(&'static Kind),
    /// A mapping of the first of these shapes that has a mark in it, else of the last one.
    ByKey(&'static [&'static MappingShape]),
    Either(&'static [Kind]),
    /// What the whole document defines under this name: a step has steps.
    Defined(&'static str),
}

/// A key that may be left out.
pub const fn key(name: &'static str, kind: Kind, about: &'static str) -> Key {
    Key { name, kind, about, example: "", is_required: false }
}

impl Key {
    pub const fn required(self) -> Key {
        Key { is_required: true, ..self }
    }

    /// What is said of one that is missing.
    pub fn hint(&self) -> String {
        match self.example.contains('\n') || self.example.is_empty() {
            true => self.about.to_owned(),
            false => format!("{} For example `{}: {}`", self.about, self.name, self.example),
        }
    }

    pub const fn example(self, example: &'static str) -> Key {
        Key { example, ..self }
    }
}

impl MappingShape {
    pub const fn new(name: &'static str, about: &'static str, keys: &'static [Key]) -> MappingShape {
        MappingShape { name, about, keys, groups: &[], marks: &[] }
    }

    pub const fn with(self, groups: &'static [&'static MappingShape]) -> MappingShape {
        MappingShape { groups, ..self }
    }

    pub const fn marked_by(self, marks: &'static [&'static str]) -> MappingShape {
        MappingShape { marks, ..self }
    }

    /// Its own keys, then those of its groups.
    pub fn all_keys(&self) -> Vec<&'static Key> {
        let groups = self.groups.iter().flat_map(|group| group.all_keys());
        self.keys.iter().chain(groups).collect()
    }

    pub fn key(&self, name: &str) -> Option<&'static Key> {
        let own = self.keys.iter().find(|key| key.name == name);
        own.or_else(|| self.groups.iter().find_map(|group| group.key(name)))
    }

    /// What is said of a key that no reader has looked at, and the hint.
    pub fn unread(&self, name: &str) -> (String, String) {
        let known: Vec<&str> = self.all_keys().iter().map(|key| key.name).collect();
        if known.contains(&name) {
            return (
                format!("`{name}` has no meaning together with the other keys here"),
                "take it out, or write what it belongs to".to_owned(),
            );
        }
        let hint = match meant(name, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known here: {}", known.join(", ")),
        };
        (format!("unknown key `{name}`"), hint)
    }
}
