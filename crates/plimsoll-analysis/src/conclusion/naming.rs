//! Runs that were made apart from each other and are reported together.

use plimsoll_run::Run;
use std::collections::BTreeMap;

/// Runs of one variant are repeats of each other; those that load different targets, or are of different studies, are not. Where a
/// variant's name does not set them apart, what differs becomes a part of it. What a run does not say sets nothing apart, nor do
/// targets of runs that their study numbers as repeats.
pub fn name_variants(runs: &mut [Run]) {
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, run) in runs.iter().enumerate() {
        by_name.entry(run.header.variant.name.clone()).or_default().push(place);
    }
    for (name, places) in by_name {
        let numbered = places.iter().any(|place| runs[*place].header.repeat > 1);
        let by_study = differ(runs, &places, of_study);
        let by_target = !numbered && differ(runs, &places, of_targets);
        for place in places.into_iter().filter(|_| by_study || by_target) {
            let run = &mut runs[place];
            let study = of_study(run).filter(|study| by_study && *study != name && !is_host_of(run, study));
            let targets = of_targets(run).filter(|_| by_target);
            let own = Some(name.clone()).filter(|name| !name.is_empty());
            let parts: Vec<String> = own.into_iter().chain(study).chain(targets).collect();
            run.header.variant.name = parts.join(", ");
        }
    }
}

/// Of an imported run it is the name of its file, by which repeats differ, too.
fn of_study(run: &Run) -> Option<String> {
    let header = &run.header;
    let name = if header.name.is_empty() { &header.plan.file } else { &header.name };
    Some(name.clone()).filter(|name| !name.is_empty() && header.generator.imported().is_none())
}

fn of_targets(run: &Run) -> Option<String> {
    let targets = &run.header.tested.targets;
    (!targets.is_empty()).then(|| targets.join(" "))
}

/// A run of one address is called by its host.
fn is_host_of(run: &Run, study: &str) -> bool {
    let host = |target: &String| {
        let (_, rest) = target.split_once("://")?;
        Some(rest.split([':', '/']).next()? == study)
    };
    run.header.tested.targets.iter().any(|target| host(target) == Some(true))
}

fn differ(runs: &[Run], places: &[usize], of: fn(&Run) -> Option<String>) -> bool {
    let mut all = places.iter().filter_map(|place| of(&runs[*place]));
    let first = all.next();
    all.any(|other| Some(other) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(runs: &[(&str, &str, &str)]) -> Vec<String> {
        let run = |(variant, study, target): &(&str, &str, &str)| {
            let mut run = plimsoll_testkit::synthetic::run(&Default::default());
            (*variant).clone_into(&mut run.header.variant.name);
            (*study).clone_into(&mut run.header.name);
            run.header.tested.targets =
                Some((*target).to_owned()).filter(|target| !target.is_empty()).into_iter().collect();
            run
        };
        let mut runs: Vec<Run> = runs.iter().map(run).collect();
        name_variants(&mut runs);
        runs.into_iter().map(|run| run.header.variant.name).collect()
    }

    #[test]
    fn runs_of_other_targets_or_studies_are_no_repeats() {
        assert_eq!(named(&[("", "shop", "http://a"), ("", "shop", "http://a")]), ["", ""]);
        let apart = named(&[("", "a", "http://a:1"), ("", "a", "http://a:2"), ("", "a", "http://a:1")]);
        assert_eq!(apart, ["http://a:1", "http://a:2", "http://a:1"]);
        assert_eq!(named(&[("", "a", "http://a"), ("", "b", "http://b")]), ["http://a", "http://b"]);
        assert_eq!(
            named(&[("", "shop", ""), ("", "shop", "http://a")]),
            ["", ""],
            "an older file does not say it"
        );
        assert_eq!(named(&[("", "shop", "http://shop-1"), ("", "b", "http://b")])[0], "shop, http://shop-1");
        assert_eq!(named(&[("", "shop", "http://a"), ("", "bank", "http://a")]), ["shop", "bank"]);
        let variants =
            [("slow", "shop", "http://a"), ("slow", "shop", "http://b"), ("fast", "shop", "http://c")];
        assert_eq!(named(&variants), ["slow, http://a", "slow, http://b", "fast"]);
    }
}
