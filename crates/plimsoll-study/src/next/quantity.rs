//! The quantity of the system under test that a next step changes, where the study says it: in a property, in a variable of its
//! commands, or in the command that starts the system.

use plimsoll_analysis::findings::{Claim, NextStep};
use plimsoll_plan::document::Node;
use plimsoll_plan::document::build::{map, text};

/// What names of this quantity hold, which value it has, and which it is to have.
struct Quantity {
    words: &'static [&'static str],
    /// `None`: it is not known.
    present: Option<f64>,
    /// `None`: twice as much.
    wanted: Option<f64>,
}

impl Quantity {
    fn of(next: &NextStep, claim: &Claim) -> Option<Quantity> {
        let doubled = |words| Some(Quantity { words, present: None, wanted: None });
        match next {
            NextStep::VaryPool { to } => {
                let present = match claim {
                    Claim::PoolExhausted(pool) => Some(pool.size),
                    Claim::PoolUndersized(pool) => Some(pool.size),
                    _ => None,
                };
                Some(Quantity { words: &["pool", "connections"], present, wanted: Some(*to) })
            }
            NextStep::FindWidth { width } => Some(Quantity {
                words: &["pool", "connections", "workers", "threads", "permits", "concurrency"],
                present: Some(width.round()),
                wanted: Some((1.5 * width.round()).ceil()),
            }),
            NextStep::VaryCores { .. } => doubled(&["cpus", "cores"]),
            NextStep::RaiseCpuLimit { .. } => doubled(&["cpus", "cpu_limit", "cpu-limit"]),
            NextStep::DoubleHeap { .. } => doubled(&["heap", "xmx"]),
            NextStep::MoreMemory { .. } => doubled(&["memory"]),
            NextStep::MoreProcesses { .. } => doubled(&["processes", "workers"]),
            NextStep::MoreConsumers => doubled(&["consumers"]),
            NextStep::MorePartitions => doubled(&["partitions"]),
            _ => None,
        }
    }

    fn is_name(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.words.iter().any(|word| name.contains(word))
    }

    /// The new value in the form of the old one: `512m` becomes `1024m`.
    fn changed(&self, value: &str) -> Option<String> {
        let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
        let (number, unit) = value.split_at(end);
        let number: f64 = number.parse().ok().filter(|number| *number > 0.0)?;
        let is_unit = unit.chars().all(char::is_alphabetic) && unit.len() <= 2;
        let is_it = self.present.is_none_or(|present| present == number && unit.is_empty());
        (is_unit && is_it).then(|| format!("{}{unit}", self.wanted.unwrap_or(2.0 * number)))
    }
}

/// One value of the study, and what it becomes.
pub(super) struct QuantityChange {
    /// `POOL 6 → 9`
    pub said: String,
    /// `POOL=9`, the name of the variant.
    pub variant: String,
    /// By which factor there is more of it.
    pub factor: f64,
    place: QuantityPlace,
    value: String,
}

enum QuantityPlace {
    Property(String),
    Variable(String),
    Start,
}

/// The only value in the study that is this quantity; `None`: there is none, or nobody knows which.
pub(super) fn find(next: &NextStep, claim: &Claim, tree: &Node, variant: &Node) -> Option<QuantityChange> {
    let quantity = Quantity::of(next, claim)?;
    let mut found = Vec::new();
    let named = |node: Option<&Node>, place: fn(String) -> QuantityPlace, found: &mut Vec<QuantityChange>| {
        for (name, value) in node.map(Node::entries).unwrap_or_default() {
            let (Some(name), Some(value)) = (name.as_str(), value.as_str()) else { continue };
            if let Some(new) = quantity.changed(value).filter(|_| quantity.is_name(name)) {
                found.push(change(name, value, new, place(name.to_owned())));
            }
        }
    };
    let env_of = |node: Option<&Node>| node.and_then(|node| node.get("env")).cloned();
    let mut env = env_of(tree.get("system")).unwrap_or_else(|| map(Vec::new()));
    for (name, value) in env_of(Some(variant)).iter().flat_map(Node::entries) {
        env.set(name.as_str().unwrap_or_default(), value.clone());
    }
    named(tree.get("properties"), QuantityPlace::Property, &mut found);
    named(Some(&env), QuantityPlace::Variable, &mut found);
    if found.is_empty() {
        let start = variant.get("start").or_else(|| tree.get("system")?.get("start"))?.as_str()?;
        found.extend(in_command(&quantity, start));
    }
    match found.len() {
        1 => found.pop(),
        _ => None,
    }
}

fn change(name: &str, old: &str, new: String, place: QuantityPlace) -> QuantityChange {
    let number = |text: &str| text.trim_end_matches(char::is_alphabetic).parse::<f64>().unwrap_or(1.0);
    QuantityChange {
        said: format!("{name} {old} → {new}"),
        variant: format!("{name}={new}"),
        factor: number(&new) / number(old),
        place,
        value: new,
    }
}

/// `--connections 6`, `--pool=6`, `POOL=6` in the command that starts the system, where that is the only one.
fn in_command(quantity: &Quantity, command: &str) -> Option<QuantityChange> {
    let words: Vec<&str> = command.split(' ').collect();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let after = place.checked_sub(1).map(|before| words[before]).filter(|name| name.starts_with('-'));
        let (name, value, start) = match (word.split_once('='), after) {
            (Some((name, value)), _) => (name, value, &word[..=name.len()]),
            (None, Some(name)) => (name, *word, ""),
            (None, None) => continue,
        };
        if let Some(new) = quantity.changed(value).filter(|_| quantity.is_name(name)) {
            let mut changed: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            changed[place] = format!("{start}{new}");
            let name = name.trim_start_matches('-');
            found.push(QuantityChange {
                value: changed.join(" "),
                ..change(name, value, new, QuantityPlace::Start)
            });
        }
    }
    if found.len() == 1 { found.pop() } else { None }
}

impl QuantityChange {
    /// In the variant, which goes before the study.
    pub fn put(&self, variant: &mut Node) {
        let (key, name) = match &self.place {
            QuantityPlace::Property(name) => ("properties", name),
            QuantityPlace::Variable(name) => ("env", name),
            QuantityPlace::Start => return variant.set("start", text(&self.value)),
        };
        let mut inner = variant.remove(key).unwrap_or_else(|| map(Vec::new()));
        inner.set(name, text(&self.value));
        variant.set(key, inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POOL: Quantity =
        Quantity { words: &["pool", "connections"], present: Some(6.0), wanted: Some(9.0) };
    const HEAP: Quantity = Quantity { words: &["heap", "xmx"], present: None, wanted: None };

    #[test]
    fn a_value_keeps_its_form() {
        for (quantity, value, expected) in [
            (&POOL, "6", Some("9")),
            (&POOL, "16", None),
            (&POOL, "six", None),
            (&HEAP, "512m", Some("1024m")),
            (&HEAP, "1.5g", Some("3g")),
            (&HEAP, "a12", None),
        ] {
            assert_eq!(quantity.changed(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn commands_are_changed_where_one_word_says_it() {
        let changed = |command: &str| in_command(&POOL, command).map(|change| change.value);
        let cases = [
            ("exec shop --connections 6 --listen :80", Some("exec shop --connections 9 --listen :80")),
            ("POOL=6 exec shop", Some("POOL=9 exec shop")),
            ("exec shop --pool=6 --listen :6", Some("exec shop --pool=9 --listen :6")),
            ("exec shop --pool 6 --connections 6", None),
            ("exec shop --pool 8", None),
        ];
        for (command, expected) in cases {
            assert_eq!(changed(command).as_deref(), expected, "{command}");
        }
    }
}
