//! What differs between variants, as sentences for a pair of them.

use super::compare::{bounds, change, metric, signed};
use super::{Words, args, compare, load, run};
use plimsoll_analysis::comparison::{
    CapacityDifference, DifferenceVerdict, Effect, LoadDifference, Metric, ResamplingUnit, Row, Side,
    Undecided, VariantDifference,
};
use plimsoll_analysis::conclusion::Conclusion;
use plimsoll_analysis::statistics::{Bounds, Estimate};

/// Sentences on the loads of a pair; what differs beyond that is in the table.
const SENTENCES_MAX: usize = 4;
/// From so many neighbouring loads on, differences of the same figures are told together.
const TOGETHER_MIN: usize = 3;
/// Pairs that sentences are made of.
const PAIRS_MAX: usize = 8;
/// The same where a sentence on its capacity is all that is told of a pair, as in a grid of variants.
const BRIEF_PAIRS_MAX: usize = 24;

/// The pairs that are told in sentences, those that differ first if not all can be; and what is to be said of the rest.
pub fn shown<'a>(words: &Words, conclusion: &'a Conclusion) -> (Vec<&'a VariantDifference>, Option<String>) {
    let mut pairs: Vec<&VariantDifference> = conclusion.differences.iter().collect();
    let most = if is_brief(conclusion) { BRIEF_PAIRS_MAX } else { PAIRS_MAX };
    if pairs.len() <= most {
        return (pairs, None);
    }
    pairs.sort_by_key(|pair| !differs(pair));
    let rest = pairs.split_off(most);
    let apart = rest.iter().filter(|pair| differs(pair)).count();
    let further = words.say("conclusion-further-pairs", args![n = rest.len(), apart]);
    (pairs, Some(further))
}

/// There are many pairs, and each has a capacity to tell it by.
fn is_brief(conclusion: &Conclusion) -> bool {
    let pairs = &conclusion.differences;
    pairs.len() > PAIRS_MAX && pairs.iter().all(|pair| pair.capacity.is_some())
}

fn differs(pair: &VariantDifference) -> bool {
    let capacity = pair.capacity.as_ref().is_some_and(|c| verdict_of(c.effect) == DifferenceVerdict::Apart);
    let jobs = pair.jobs.as_ref().is_some_and(|jobs| {
        verdict_of(jobs.effect) == DifferenceVerdict::Apart || jobs.before.failed != jobs.after.failed
    });
    capacity || jobs || pair.loads.iter().any(|load| load.verdict == DifferenceVerdict::Apart)
}

/// `B against A`
pub fn heading(words: &Words, pair: &VariantDifference) -> String {
    let (before, after) = (run::variant(words, &pair.before), run::variant(words, &pair.after));
    words.say("compare-heading", args![before, after])
}

pub fn sentences(words: &Words, conclusion: &Conclusion, pair: &VariantDifference) -> Vec<String> {
    let margin = margin(words, conclusion);
    let mut said: Vec<String> = pair.capacity.iter().map(|found| capacity(words, &margin, found)).collect();
    if is_brief(conclusion) {
        return said;
    }
    said.extend(pair.jobs.iter().map(|found| {
        let name = |name: &str| run::variant(words, name);
        compare::jobs_of(words, &name(&pair.before), &name(&pair.after), found)
    }));
    let mut groups = groups(pair);
    groups.retain(|group| group[0].verdict != DifferenceVerdict::NotComparable);
    let of_group = |group: &Vec<&LoadDifference>| sentence(words, &margin, pair, group);
    // The highest loads tell most.
    let left_out = groups.len().saturating_sub(SENTENCES_MAX);
    said.extend(groups[left_out..].iter().map(of_group));
    if left_out > 0 {
        said.push(words.text("conclusion-further-loads"));
    }
    said.extend(not_comparable(words, pair));
    if said.is_empty() {
        said.push(words.text("conclusion-no-loads"));
    }
    said
}

/// Neighbouring loads that one sentence can tell. Differences are put together only where they are many, for then no
/// interval is told. Loads with names have no order that a sentence would tell: what can't be compared does not part them.
fn groups(pair: &VariantDifference) -> Vec<Vec<&LoadDifference>> {
    let named = pair.loads.iter().any(|load| !load.rows[0].subject.step_name.is_empty());
    let loads: Vec<&LoadDifference> =
        pair.loads.iter().filter(|load| !named || load.verdict != DifferenceVerdict::NotComparable).collect();
    let mut groups = Vec::new();
    for group in loads.chunk_by(|a, b| alike(a, b)) {
        let differ = matches!(group[0].verdict, DifferenceVerdict::Apart | DifferenceVerdict::Slightly);
        match !differ || group.len() >= TOGETHER_MIN {
            true => groups.push(group.to_vec()),
            false => groups.extend(group.chunks(1).map(<[_]>::to_vec)),
        }
    }
    groups
}

fn margin(words: &Words, conclusion: &Conclusion) -> String {
    words.with_percent_sign(words.written((conclusion.margin_percent * 1e6).round() / 1e6))
}

/// Where a server was lost at this load: `B: 1 of 2 servers`.
pub fn servers(words: &Words, pair: &VariantDifference, load: &LoadDifference) -> Option<String> {
    let row = load.rows.first()?;
    let side = |name: &str, side: &Side| {
        let servers = super::detectors::servers_at_work(words, side.servers?);
        Some(words.say("conclusion-servers", args![variant = run::variant(words, name), servers]))
    };
    let said: Vec<String> =
        [side(&pair.before, &row.before), side(&pair.after, &row.after)].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join("; "))
}

pub fn verdict(words: &Words, verdict: DifferenceVerdict) -> String {
    words.text(match verdict {
        DifferenceVerdict::Apart => "conclusion-result-apart",
        DifferenceVerdict::Slightly => "conclusion-result-slightly",
        DifferenceVerdict::Equal => "conclusion-result-equal",
        DifferenceVerdict::BetweenRuns => "conclusion-result-between-runs",
        DifferenceVerdict::Not => "conclusion-result-not",
        DifferenceVerdict::Untested => "conclusion-result-untested",
        DifferenceVerdict::NotComparable => "conclusion-result-not-comparable",
    })
}

/// The same of a single figure.
pub fn verdict_of(effect: Effect) -> DifferenceVerdict {
    match effect {
        Effect::Better | Effect::Worse => DifferenceVerdict::Apart,
        Effect::Equivalent => DifferenceVerdict::Equal,
        Effect::Unproven(Undecided::AboutTheMargin) => DifferenceVerdict::Slightly,
        Effect::Unproven(Undecided::BetweenRuns) => DifferenceVerdict::BetweenRuns,
        Effect::Unproven(Undecided::NoInterval) => DifferenceVerdict::Untested,
        Effect::Unproven(_) => DifferenceVerdict::Not,
        Effect::NotComparable => DifferenceVerdict::NotComparable,
    }
}

/// Neighbouring loads that one sentence can tell: what is not distinguished, or the same figures in the same direction, with
/// the same servers.
fn alike(a: &LoadDifference, b: &LoadDifference) -> bool {
    let same = |verdict: DifferenceVerdict| {
        matches!(verdict, DifferenceVerdict::Equal | DifferenceVerdict::Not | DifferenceVerdict::BetweenRuns)
    };
    let signs = |load: &LoadDifference| -> Vec<(Metric, bool)> {
        differing(load).iter().map(|row| (row.metric, row.change().value > 0.0)).collect()
    };
    let servers = |load: &LoadDifference| {
        load.rows.first().map_or((None, None), |row| (row.before.servers, row.after.servers))
    };
    let verdict = (same(a.verdict) && same(b.verdict)) || (a.verdict == b.verdict && signs(a) == signs(b));
    verdict && servers(a) == servers(b)
}

/// Figures of which it is sure that they differ; the 95th percentile where the mean does not say it.
fn differing(load: &LoadDifference) -> Vec<&Row> {
    let surely =
        |row: &&Row| matches!(verdict_of(row.effect), DifferenceVerdict::Apart | DifferenceVerdict::Slightly);
    let mean = load.rows.iter().filter(surely).any(|row| row.metric == Metric::MeanUs);
    load.rows.iter().filter(surely).filter(|row| !(mean && row.metric == Metric::P95Us)).collect()
}

fn sentence(words: &Words, margin: &str, pair: &VariantDifference, group: &[&LoadDifference]) -> String {
    let place = place(words, pair, group);
    // The loads of a group have this in common.
    let place = match servers(words, pair, group[0]) {
        Some(note) => words.say("conclusion-with-note", args![figure = place, note]),
        None => place,
    };
    let (id, figures) = match group[0].verdict {
        DifferenceVerdict::Equal | DifferenceVerdict::Not | DifferenceVerdict::BetweenRuns => {
            let all = |verdict: DifferenceVerdict| group.iter().all(|load| load.verdict == verdict);
            let id = match () {
                () if all(DifferenceVerdict::Equal) => "conclusion-equal",
                () if all(DifferenceVerdict::BetweenRuns) => "conclusion-between-runs",
                () => "conclusion-not",
            };
            (id, hulls(words, group))
        }
        DifferenceVerdict::Apart => ("conclusion-apart", figures(words, group)),
        DifferenceVerdict::Slightly => ("conclusion-slightly", figures(words, group)),
        DifferenceVerdict::Untested => {
            ("conclusion-untested", figures_of(words, group, &[Metric::ThroughputPerS, Metric::MeanUs]))
        }
        // Told together.
        DifferenceVerdict::NotComparable => return not_comparable(words, pair).unwrap_or_default(),
    };
    words.say(id, args![place, figures, margin])
}

/// The loads that can't be compared, together.
fn not_comparable(words: &Words, pair: &VariantDifference) -> Option<String> {
    let not_comparable = |load: &&LoadDifference| load.verdict == DifferenceVerdict::NotComparable;
    let loads: Vec<&LoadDifference> = pair.loads.iter().filter(not_comparable).collect();
    let place = match loads.as_slice() {
        [] => return None,
        [only] => place(words, pair, &[*only]),
        several_loads => several(words, pair, several_loads.len()),
    };
    let of_windows = loads.iter().filter(|load| load.windows_differ).count();
    let why = match of_windows {
        0 => "invalid",
        n if n == loads.len() => "windows",
        _ => "either",
    };
    Some(words.say("conclusion-not-comparable", args![place, why]))
}

/// `At all 5 loads`; where the load stays and jobs come and go `with 8 users, in all 5 parts of the run`.
fn several(words: &Words, pair: &VariantDifference, n: usize) -> String {
    let first = &pair.loads[0].rows[0].subject.load;
    let (all, same) =
        (n == pair.loads.len(), pair.loads.iter().all(|load| load.rows[0].subject.load == *first));
    let id = match (all, same) {
        (true, false) => "conclusion-all-loads",
        (false, false) => "conclusion-some-loads",
        (true, true) => "conclusion-all-parts",
        (false, true) => "conclusion-some-parts",
    };
    words.say(id, args![n, with = load::with(words, first)])
}

/// `Up to 50/s`, `From 20 users to 80 users`, `At 100/s`
fn place(words: &Words, pair: &VariantDifference, group: &[&LoadDifference]) -> String {
    let subject = |load: &LoadDifference| load.rows[0].subject.clone();
    let (first, last) = (subject(group[0]), subject(group[group.len() - 1]));
    let n = group.len();
    let said = |load: &plimsoll_analysis::step::AppliedLoad| load::load(words, load);
    let text = if n == 1 {
        let with = load::with(words, &first.load);
        if first.step_name.is_empty() { with } else { format!("{with}, {}", first.step_name) }
    } else if n == pair.loads.len() || group.iter().any(|load| !load.rows[0].subject.step_name.is_empty()) {
        several(words, pair, n)
    } else if pair.loads[0].rows[0].subject == first {
        words.say("conclusion-up-to", args![load = said(&last.load)])
    } else {
        words.say("conclusion-from-to", args![from = said(&first.load), to = said(&last.load)])
    };
    words.capitalised(&text)
}

/// Within which all intervals of a figure lie, for throughput and the mean.
fn hulls(words: &Words, group: &[&LoadDifference]) -> String {
    let hull = |metric: Metric| {
        let rows = group.iter().flat_map(|load| &load.rows).filter(|row| row.metric == metric);
        let all: Vec<Bounds> = rows.filter_map(|row| row.change().bounds_95).collect();
        let low = all.iter().map(|b| b.low).reduce(f64::min)?;
        let high = all.iter().map(|b| b.high).reduce(f64::max)?;
        let change = percents(words, low, high);
        Some(words.say("conclusion-hull", args![metric = self::metric(words, metric), change]))
    };
    let found: Vec<String> = [Metric::ThroughputPerS, Metric::MeanUs].into_iter().filter_map(hull).collect();
    found.join(", ")
}

fn percents(words: &Words, low: f64, high: f64) -> String {
    let (low, high) = (signed(words, low, 1), signed(words, high, 1));
    if low == high {
        return words.with_percent_sign(low);
    }
    words.with_percent_sign(words.say("compare-bounds", args![low, high]))
}

/// What differs: with its interval at one load, from the smallest to the largest change at several.
fn figures(words: &Words, group: &[&LoadDifference]) -> String {
    let metrics: Vec<Metric> = differing(group[0]).iter().map(|row| row.metric).collect();
    figures_of(words, group, &metrics)
}

fn figures_of(words: &Words, group: &[&LoadDifference], metrics: &[Metric]) -> String {
    let of = |metric: &Metric| {
        let rows: Vec<&Row> =
            group.iter().flat_map(|load| &load.rows).filter(|row| row.metric == *metric).collect();
        let name = self::metric(words, *metric);
        match rows.as_slice() {
            [] => None,
            [row] => Some(figure(words, row)),
            several => {
                let values = || several.iter().map(|row| row.change().value);
                let (low, high) =
                    (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
                let change = if metric.is_share() {
                    let (low, high) = (signed(words, low, 2), signed(words, high, 2));
                    words.say("compare-points", args![value = words.say("compare-bounds", args![low, high])])
                } else {
                    percents(words, low, high)
                };
                Some(words.say("conclusion-figure", args![metric = name, change]))
            }
        }
    };
    let found: Vec<String> = metrics.iter().filter_map(of).collect();
    words.listed(&found)
}

/// `throughput +4.4 % (CI +3.5 to +5.4)`
fn figure(words: &Words, row: &Row) -> String {
    let (metric, change) = (metric(words, row.metric), change(words, row));
    match bounds(words, row) {
        Some(bounds) => words.say("conclusion-figure-ci", args![metric, change, bounds]),
        None => words.say("conclusion-figure", args![metric, change]),
    }
}

fn capacity(words: &Words, margin: &str, found: &CapacityDifference) -> String {
    let change = |ratio: f64| 100.0 * (ratio - 1.0);
    let Estimate { value, bounds_95 } = found.ratio;
    let value = words.with_percent_sign(signed(words, change(value), 1));
    let figures = match bounds_95 {
        Some(b) => {
            let (low, high) = (signed(words, change(b.low), 1), signed(words, change(b.high), 1));
            let bounds = words.say("compare-bounds", args![low, high]);
            words.say("conclusion-change-ci", args![change = value, bounds])
        }
        None => value,
    };
    let side = |side: &Side| {
        let rate = words.per_s(side.value);
        let until = || words.text("capacity-until-lost");
        let lost = |_| words.say("conclusion-with-note", args![figure = rate.clone(), note = until()]);
        side.servers.map_or_else(|| rate.clone(), lost)
    };
    let (before, after) = (side(&found.before), side(&found.after));
    let figures = words.say("conclusion-values", args![figure = figures, before, after]);
    let place = words.text("conclusion-capacity");
    let id = match verdict_of(found.effect) {
        DifferenceVerdict::Equal => "conclusion-equal",
        DifferenceVerdict::Not => "conclusion-not",
        DifferenceVerdict::BetweenRuns => "conclusion-between-runs",
        DifferenceVerdict::Apart | DifferenceVerdict::NotComparable => "conclusion-apart",
        DifferenceVerdict::Slightly => "conclusion-slightly",
        DifferenceVerdict::Untested => "conclusion-untested",
    };
    words.say(id, args![place, figures, margin])
}

/// Whose intervals these are, and what counts as a difference.
pub fn note(words: &Words, conclusion: &Conclusion) -> String {
    let pairs = &conclusion.differences;
    let all = |unit: ResamplingUnit| pairs.iter().all(|pair| pair.unit == unit);
    let any = |unit: ResamplingUnit| pairs.iter().any(|pair| pair.unit == unit);
    let is_of_jobs =
        pairs.iter().all(|pair| pair.jobs.is_some() && pair.loads.is_empty() && pair.capacity.is_none());
    let unit = match () {
        () if is_of_jobs => "conclusion-unit-jobs",
        () if all(ResamplingUnit::Seconds) => "conclusion-unit-seconds",
        () if all(ResamplingUnit::Pairs) => "conclusion-unit-pairs",
        () if any(ResamplingUnit::Seconds) => "conclusion-unit-mixed",
        () => "conclusion-unit-runs",
    };
    let mut said = vec![words.text(unit)];
    let single = |pair: &VariantDifference| (pair.runs_before == 1) != (pair.runs_after == 1);
    if pairs.iter().any(single) {
        said.push(words.text("conclusion-unit-single"));
    }
    let rows = pairs.iter().flat_map(|pair| &pair.loads).map(|load| load.rows.len()).sum::<usize>();
    let others =
        |pair: &VariantDifference| usize::from(pair.capacity.is_some()) + usize::from(pair.jobs.is_some());
    let n = rows + pairs.iter().map(others).sum::<usize>();
    let points = words.written(conclusion.errors_margin_points);
    said.push(words.say("conclusion-margin", args![margin = margin(words, conclusion), points, n]));
    said.join(" ")
}
