//! Findings across runs. Runs are named as the headings of the same report name them.

use super::load::load;
use super::{Words, args, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{AcrossClaim, Degradation, Difference, Sequence};

/// What was seen across these runs.
pub fn across(words: &Words, runs: &[RunAnalysis], claim: &AcrossClaim) -> String {
    match claim {
        AcrossClaim::SharedCeiling { .. } => shared_ceiling(words, claim),
        AcrossClaim::NotProportional { .. } => super::told::not_proportional(words, claim),
        AcrossClaim::NotComparable { difference } => not_comparable(words, runs, difference),
        AcrossClaim::DegradesInOrder(degradation) => degrades(words, runs, degradation),
    }
}

fn not_comparable(words: &Words, runs: &[RunAnalysis], difference: &Difference) -> String {
    match difference {
        Difference::Windows { load: of, shortest_s, longest_s, shortest_run, longest_run } => {
            let (shortest, longest) = (words.length(*shortest_s), words.length(*longest_s));
            let (short_run, long_run) =
                (run::at(words, runs, *shortest_run), run::at(words, runs, *longest_run));
            let load = load(words, of);
            words.say("detector-windows-differ", args![load, shortest, longest, short_run, long_run])
        }
        Difference::Environment { name, values } => {
            words.say("detector-environment-differs", args![name, values = words.listed(values)])
        }
        Difference::Failures { load: of, best_run, worst_run, best_percent, worst_percent } => {
            let share = |percent: f64| words.with_percent_sign(words.percent(percent));
            let (best, worst) = (share(*best_percent), share(*worst_percent));
            let (best_run, worst_run) = (run::at(words, runs, *best_run), run::at(words, runs, *worst_run));
            let load = load(words, of);
            words.say("detector-failures-differ", args![load, best, worst, best_run, worst_run])
        }
        Difference::Order { first, then } => {
            let (first, then) = (run::variant(words, first), run::variant(words, then));
            words.say("detector-order-confounded", args![first, then])
        }
    }
}

/// Of jobs or steps in one run, or of runs.
pub fn degrades(words: &Words, runs: &[RunAnalysis], of: &Degradation) -> String {
    let (first, last) = (words.time(of.first_us), words.time(of.last_us));
    let (n, p) = (of.n, words.significant(of.p.max(1e-6), 2));
    let what = match (&of.over, of.transaction.as_str()) {
        (Sequence::Jobs { .. }, name) => words.say("detector-jobs", args![name]),
        (Sequence::Steps { .. }, _) => words.text("detector-steps-of-equal-load"),
        (Sequence::Runs { runs: places }, _) => runs_of_equal_load(words, runs, places),
    };
    let Some(after_us) = of.after_restart_us else {
        return words.say("detector-degrades", args![what, first, last, n, p]);
    };
    let after = words.time(after_us);
    let reset = of.reset_by_restart;
    let id = if reset { "detector-degrades-until-restart" } else { "detector-degrades-beyond-restart" };
    words.say(id, args![what, first, last, n, p, after])
}

/// With their variant where the report has others.
fn runs_of_equal_load(words: &Words, runs: &[RunAnalysis], places: &[usize]) -> String {
    let name = |run: &RunAnalysis| run.header.variant.name.clone();
    let own = places.first().and_then(|place| runs.get(*place)).map(name);
    match own.filter(|own| runs.iter().any(|run| name(run) != *own)) {
        Some(own) => words.say("detector-runs-of-variant", args![variant = run::variant(words, &own)]),
        None => words.text("detector-runs-of-equal-load"),
    }
}

fn shared_ceiling(words: &Words, claim: &AcrossClaim) -> String {
    let AcrossClaim::SharedCeiling {
        small,
        large,
        resource,
        small_amount,
        large_amount,
        small_per_s,
        large_per_s,
        bits_per_s,
        network_bits_per_s,
    } = claim
    else {
        return String::new();
    };
    let (small, large) = (run::variant(words, small), run::variant(words, large));
    let times = words.fixed(large_amount / small_amount, 1);
    let (low, high) = (words.per_s(*small_per_s), words.per_s(*large_per_s));
    let sentence = words.say("detector-shared-ceiling", args![small, large, resource, times, low, high]);
    let bits = bits(words, *bits_per_s);
    let network = match network_bits_per_s {
        Some(speed) => words.say("detector-shared-network", args![bits, speed = self::bits(words, *speed)]),
        None => words.say("detector-shared-no-network", args![bits]),
    };
    format!("{sentence} {network}")
}

fn bits(words: &Words, per_s: f64) -> String {
    let (value, unit) = if per_s >= 1e9 { (per_s / 1e9, "Gbit/s") } else { (per_s / 1e6, "Mbit/s") };
    format!("{}\u{a0}{unit}", words.significant(value, 3))
}
