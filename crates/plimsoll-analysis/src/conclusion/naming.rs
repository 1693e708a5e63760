//! Runs that were made apart from each other and are reported together.

use plimsoll_run::Run;
use std::collections::BTreeMap;

/// Runs of one variant are repeats of each other; those that load different targets, or are of different studies, are not. Where a
/// variant's name does not set them apart, what differs becomes a part of it.
pub fn name_variants(runs: &mut [Run]) {
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, run) in runs.iter().enumerate() {
        by_name.entry(run.header.variant.name.clone()).or_default().push(place);
    }
    for (name, places) in by_name {
        let apart = [of_study, of_targets].map(|of| differing(runs, &places, of));
        for place in places {
            if apart == [false, false] {
                continue;
            }
            let [study, targets] = [of_study, of_targets].map(|of| of(&runs[place]));
            let own = (!name.is_empty() && name != study).then(|| name.clone());
            let study = Some(study).filter(|study| apart[0] && !study.is_empty());
            // The study's name of a run of one address is its host.
            let targets = Some(targets).filter(|targets| apart[1] && !targets.is_empty());
            let study =
                study.filter(|study| !targets.as_ref().is_some_and(|targets| targets.contains(study)));
            let parts: Vec<String> = own.into_iter().chain(study).chain(targets).collect();
            runs[place].header.variant.name = parts.join(", ");
        }
    }
}

/// Of an imported run it is the name of its file, by which repeats differ, too.
fn of_study(run: &Run) -> String {
    let header = &run.header;
    if header.generator.imported().is_some() {
        return String::new();
    }
    if header.name.is_empty() { header.plan.file.clone() } else { header.name.clone() }
}

fn of_targets(run: &Run) -> String {
    run.header.tested.targets.join(" ")
}

fn differing(runs: &[Run], places: &[usize], of: fn(&Run) -> String) -> bool {
    let mut all = places.iter().map(|place| of(&runs[*place]));
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
            run.header.tested.targets = vec![(*target).to_owned()];
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
        assert_eq!(named(&[("", "shop", "http://a"), ("", "bank", "http://a")]), ["shop", "bank"]);
        let variants =
            [("slow", "shop", "http://a"), ("slow", "shop", "http://b"), ("fast", "shop", "http://c")];
        assert_eq!(named(&variants), ["slow, http://a", "slow, http://b", "fast"]);
    }
}
