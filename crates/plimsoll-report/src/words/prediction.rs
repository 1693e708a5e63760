//! What if: a fitted network and its answers in words.

use super::{Words, args, limits};
use plimsoll_analysis::prediction::{
    FittedStep, PredictedPoint, Prediction, PredictionProblem, Station, WatchedStation,
};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::MixDifference;

/// `pool shop of app1`, or that throughput alone shows it.
pub fn name(words: &Words, of: Option<&WatchedStation>) -> String {
    let Some(of) = of else { return words.text("predict-inferred") };
    limits::named(words, of.resource, Some(&of.source), &of.name)
}

/// What the network consists of.
pub fn network(words: &Words, of: &Prediction) -> Option<String> {
    let network = of.network.as_ref()?;
    let station = |(station, of): (&Station, &Option<WatchedStation>)| {
        let (name, time) = (name(words, of.as_ref()), words.time(station.demand_s * 1e6));
        words.say("predict-station", args![name, n = station.servers, time])
    };
    let stations: Vec<String> = network.stations.iter().zip(&of.stations).map(station).collect();
    let delay = words.time(network.delay_s * 1e6);
    let said = words.say("predict-network", args![stations = words.listed(&stations), delay]);
    let think =
        (of.think_s > 0.0).then(|| words.say("predict-think", args![time = words.time(of.think_s * 1e6)]));
    Some([Some(said), think].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// How well it predicts what was measured.
pub fn fit(words: &Words, of: &Prediction) -> Option<String> {
    let percent = |value: f64| words.with_percent_sign(words.significant(value, 2));
    let (mean, most) = (percent(of.error_percent_mean?), percent(of.error_percent_max?));
    Some(words.say("predict-fit", args![n = of.left_out.len(), mean, most]))
}

pub fn problem(words: &Words, problem: &PredictionProblem) -> String {
    match problem {
        PredictionProblem::TooFewLoads { loads, min } => {
            words.say("predict-few-loads", args![n = *loads, min = *min])
        }
        PredictionProblem::MixesDiffer { of: MixDifference { step, other_step, percent } } => {
            let (step, other) = (words.count(u64::from(*step)), words.count(u64::from(*other_step)));
            let share = words.with_percent_sign(words.significant(*percent, 2));
            words.say("predict-mixes-differ", args![step, other, share])
        }
        PredictionProblem::TimesRise => words.text("predict-times-rise"),
        PredictionProblem::NoStation => words.text("predict-no-station"),
        PredictionProblem::DoesNotFit { error_percent, most_percent } => {
            let percent = |value: f64| words.with_percent_sign(words.significant(value, 2));
            let (error, most) = (percent(*error_percent), percent(*most_percent));
            words.say("predict-does-not-fit", args![error, most])
        }
    }
}

/// The narrowest resources, with what they carry at most.
pub fn limits(words: &Words, of: &Prediction) -> Option<String> {
    let one = |(of, per_s): &(Option<WatchedStation>, f64)| {
        words.say("predict-limit", args![name = name(words, of.as_ref()), rate = words.per_s(*per_s)])
    };
    let first = of.limits.first().map(one)?;
    let said = words.say("predict-limits", args![first]);
    let next = of.limits.get(1).map(|next| words.say("predict-limits-next", args![next = one(next)]));
    Some([Some(said), next].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// What is taken of another mix, and by what.
pub fn mix(words: &Words, of: &Prediction) -> Option<String> {
    let of = of.mix?;
    let times = |factor: f64| words.significant(factor, 3);
    let factor = times(of.alone);
    Some(match of.is_assumed {
        true => words.say("predict-mix", args![factor]),
        false => words
            .say("predict-mix-by-growth", args![factor, shared = times(of.shared), line = times(of.in_line)]),
    })
}

/// By how much arrivals that are not random wait less, or more.
pub fn variability(words: &Words, of: &Prediction) -> Option<String> {
    let factor = of.variability?;
    Some(words.say("predict-even", args![factor = words.fixed(factor, 2)]))
}

/// `40 users`, `20/s`
pub fn load(words: &Words, of: &PredictedPoint) -> String {
    match (of.users, of.rate_per_s) {
        (Some(users), _) => super::load::users(words, users),
        (None, rate) => super::load::asked(words, rate.unwrap_or_default()),
    }
}

/// `12.1–14.0`; of several points, whether any was asked that lies far beyond what was measured.
pub fn interval(words: &Words, of: &Estimate, written: impl Fn(f64) -> String) -> Option<String> {
    let bounds = of.bounds_95?;
    Some(words.interval(&written(bounds.low), &written(bounds.high)))
}

/// Loads below all that were measured.
pub fn below(words: &Words, of: &Prediction) -> Option<String> {
    let loads: Vec<String> =
        of.points.iter().filter(|point| point.is_below).map(|point| load(words, point)).collect();
    (!loads.is_empty())
        .then(|| words.say("predict-below", args![n = loads.len(), loads = words.listed(&loads)]))
}

/// Rates that the network does not carry.
pub fn not_carried(words: &Words, of: &Prediction) -> Option<String> {
    let is_answered = of.problem.is_none();
    let none = of.points.iter().filter(|point| is_answered && point.throughput_per_s.is_none());
    let loads: Vec<String> = none.map(|point| load(words, point)).collect();
    (!loads.is_empty())
        .then(|| words.say("predict-not-carried", args![n = loads.len(), loads = words.listed(&loads)]))
}

pub fn beyond(words: &Words, of: &Prediction) -> Option<String> {
    let furthest = of.points.iter().map(|point| point.beyond).fold(0.0, f64::max);
    (furthest > 1.0).then(|| words.say("predict-beyond", args![times = words.significant(furthest, 2)]))
}

/// `step 4 (8 users)`
pub fn step(words: &Words, of: &FittedStep) -> String {
    words.step(of.step)
}
