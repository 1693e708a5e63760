//! In what the runs of two sides were set up differently.

use plimsoll_run::{LoadGeneratorKind, Run, environment};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// One setting with the values that it has on either side; none where it is not set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConfigurationDifference {
    pub setting: Setting,
    pub name: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    Variant,
    /// Of a variant.
    Property,
    /// What the system under test really ran with.
    Configuration,
    /// What the study says of the system under test.
    About,
    /// Its file and a hash of its text.
    Plan,
    /// Which program made the load, and its version.
    Generator,
    /// The load generator's machine: cores, memory, limits.
    Environment,
    Requirements,
}

/// Of the machine or the moment, but different in every run: a seed makes no other experiment.
const PASSING: [&str; 3] = ["load average at start", environment::CPU_USED_BEFORE, "seed"];

type Values = BTreeMap<(Setting, String), BTreeSet<String>>;

pub(super) fn differences(before: &[&Run], after: &[&Run]) -> Vec<ConfigurationDifference> {
    let (before, after) = (values(before), values(after));
    let names: BTreeSet<&(Setting, String)> = before.keys().chain(after.keys()).collect();
    let of = |side: &Values, name: &(Setting, String)| -> Vec<String> {
        side.get(name).into_iter().flatten().cloned().collect()
    };
    let difference = |name: &(Setting, String)| ConfigurationDifference {
        setting: name.0,
        name: name.1.clone(),
        before: of(&before, name),
        after: of(&after, name),
    };
    names.into_iter().map(difference).filter(|found| found.before != found.after).collect()
}

fn values(runs: &[&Run]) -> Values {
    let mut values = Values::new();
    for run in runs {
        let header = &run.header;
        let mut put = |setting, name: &str, value: &str| {
            values.entry((setting, name.to_owned())).or_default().insert(value.to_owned());
        };
        put(Setting::Variant, "variant", &header.variant.name);
        header.variant.properties.iter().for_each(|(name, value)| put(Setting::Property, name, value));
        header.configuration.iter().for_each(|(name, value)| put(Setting::Configuration, name, value));
        header.about.iter().for_each(|(name, value)| put(Setting::About, name, value));
        put(Setting::Plan, "file", &header.plan.file);
        put(Setting::Plan, "text", &hash(&header.plan.text));
        put(Setting::Requirements, "requirements", &header.requirements.join("; "));
        match &header.generator {
            LoadGeneratorKind::Engine => put(Setting::Generator, "Plimsoll", &header.version),
            LoadGeneratorKind::Jmeter { version } => put(Setting::Generator, "JMeter", version),
            LoadGeneratorKind::Tool { name, .. } => put(Setting::Generator, name, name),
            LoadGeneratorKind::Imported(by) => put(Setting::Generator, "imported", &by.tools.join(", ")),
        }
        let environment = header.environment.iter().filter(|(name, _)| !PASSING.contains(&name.as_str()));
        environment.for_each(|(name, value)| put(Setting::Environment, name, value));
    }
    values
}

/// Enough to tell two texts apart (FNV-1a, 64 bits).
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_the_load_of_the_moment_make_no_other_experiment_but_fewer_cores_do() {
        let with = |seed: &str, cores: &str| {
            let mut run = plimsoll_testkit::synthetic::run(&Default::default());
            let facts = [("seed", seed), ("load average at start", seed), ("cores", cores)];
            run.header.environment = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
            run
        };
        assert_eq!(differences(&[&with("1", "2")], &[&with("2", "2")]), []);
        let found = differences(&[&with("1", "2")], &[&with("1", "4")]);
        assert_eq!(found.iter().map(|difference| difference.name.as_str()).collect::<Vec<_>>(), ["cores"]);
    }
}
