//! Sentences on how throughput grows with load.

use super::{Words, args, load};
use plimsoll_analysis::Scalability;
use plimsoll_analysis::scalability::Marginal;
use plimsoll_analysis::scalability::{AsymptoticBounds, Inadequacy, KneeSpan, Law, Peak};
use plimsoll_analysis::statistics::{Bounds, Estimate};
use plimsoll_analysis::step::AppliedLoad;

pub fn law(words: &Words, law: Law) -> String {
    words.text(match law {
        Law::Linear => "scalability-law-linear",
        Law::Amdahl => "scalability-law-amdahl",
        Law::Universal => "scalability-law-universal",
    })
}

/// Of the growth in proportion to load so much is left at the highest load: what is lacking is too little to speak of.
const PROPORTIONAL: f64 = 0.95;

/// In a legend.
pub fn series(words: &Words, law: Law, adequate: bool) -> String {
    let law = self::law(words, law);
    words.say(if adequate { "scalability-series" } else { "scalability-series-inadequate" }, args![law])
}

/// The law with its coefficients, and where it is far from what the lowest load brought.
pub fn fit(words: &Words, found: &Scalability) -> String {
    let parts = [Some(shape(words, found)), lowest_load(words, found)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A law that is off by more than this part at the lowest load says nothing of such loads.
const OFF_AT_LOWEST: f64 = 0.1;

fn lowest_load(words: &Words, found: &Scalability) -> Option<String> {
    let (load, law_per_s, measured_per_s) = off_at_lowest(found)?;
    let (law, measured) = (words.per_s(law_per_s), words.per_s(measured_per_s));
    Some(words.say("scalability-off-at-lowest", args![load = words.significant(load, 3), law, measured]))
}

/// The lowest load, what the law comes to there, and what was measured.
fn off_at_lowest(found: &Scalability) -> Option<(f64, f64, f64)> {
    let chosen = found.fits.iter().find(|fit| fit.law.law == found.law).filter(|_| found.is_adequate())?;
    let lowest = found.points.iter().min_by(|a, b| a.load.total_cmp(&b.load))?;
    let law_per_s = chosen.law.throughput_per_s(lowest.load);
    let is_off = (law_per_s / lowest.throughput_per_s - 1.0).abs() > OFF_AT_LOWEST;
    is_off.then_some((lowest.load, law_per_s, lowest.throughput_per_s))
}

fn shape(words: &Words, found: &Scalability) -> String {
    let chosen = found.fits.iter().find(|fit| fit.law.law == found.law);
    let (law, lambda) = (law(words, found.law), number(words, &found.lambda));
    let r_squared = words.fixed(chosen.map_or(0.0, |fit| fit.r_squared), 3);
    let n = found.points.len();
    if !found.is_adequate() {
        return words.say("scalability-fit-inadequate", args![law, lambda, r_squared, n]);
    }
    match found.law {
        Law::Linear => {
            let off = off_at_lowest(found).is_some();
            let id = if off { "scalability-fit-linear-above" } else { "scalability-fit-linear" };
            words.say(id, args![law, lambda, r_squared, n])
        }
        _ if found.share_at_highest_load() >= PROPORTIONAL => {
            let left = words.with_percent_sign(words.percent(100.0 * found.share_at_highest_load()));
            words.say("scalability-fit-nearly-linear", args![law, lambda, left, r_squared, n])
        }
        _ if !found.knee_measured => words.say("scalability-fit-no-knee", args![law, lambda, r_squared, n]),
        Law::Amdahl => words.say(
            "scalability-fit-amdahl",
            args![law, lambda, alpha = number(words, &found.alpha), r_squared, n],
        ),
        Law::Universal => {
            let (alpha, beta) = (number(words, &found.alpha), number(words, &found.beta));
            let id = match found.fall_measured {
                _ if found.beta.bounds_95.is_some_and(|bounds| bounds.low <= 0.0) => {
                    "scalability-fit-universal-open"
                }
                // What falls, and by the law nowhere near.
                true if matches!(found.peak, Some(Peak::NotInSight { .. })) => {
                    "scalability-fit-universal-fall"
                }
                true => "scalability-fit-universal",
                false => "scalability-fit-universal-level",
            };
            words.say(id, args![law, lambda, alpha, beta, r_squared, n])
        }
    }
}

/// `0.0277 (CI 0.0105–0.0412)`
fn number(words: &Words, estimate: &Estimate) -> String {
    let value = significant(words, estimate.value);
    match estimate.bounds_95 {
        Some(b) if b.high > b.low => {
            let (low, high) = (significant(words, b.low), significant(words, b.high));
            words.say("scalability-with-bounds", args![value, bounds = words.interval(&low, &high)])
        }
        _ => value,
    }
}

/// Coefficients may be very small: `1.04·10⁻⁴`.
fn significant(words: &Words, value: f64) -> String {
    if value == 0.0 || value.abs() >= 1e-3 {
        return words.significant(value, 3);
    }
    if value.abs() < 1e-12 {
        return "0".to_owned();
    }
    let exponent = value.abs().log10().floor();
    let digits: String = format!("{}", exponent.abs()).chars().map(superscript).collect();
    format!("{}·10⁻{digits}", words.fixed(value / 10_f64.powf(exponent), 2))
}

fn superscript(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize])
}

pub fn inadequacy(words: &Words, reason: &Inadequacy) -> String {
    match *reason {
        Inadequacy::TooFewLoads { loads, min } => words.say("scalability-too-few-loads", args![loads, min]),
        Inadequacy::SystematicResiduals { p } => {
            words.say("scalability-systematic", args![p = words.significant(p, 2)])
        }
        Inadequacy::LargeResiduals { off_percent } => {
            words.say("scalability-large", args![off = words.with_percent_sign(words.percent(off_percent))])
        }
        Inadequacy::LackOfFit { off_percent, .. } => {
            words.say("scalability-lack", args![off = words.with_percent_sign(words.percent(off_percent))])
        }
        Inadequacy::GrowthNotMeasured => words.text("scalability-no-growth"),
        Inadequacy::BelowMeasured { law_per_s, measured_per_s } => {
            let (law, measured) = (words.per_s(law_per_s), words.per_s(measured_per_s));
            words.say("scalability-below-measured", args![law, measured])
        }
        Inadequacy::PlateauMissed { law_per_s, measured_per_s } => {
            let (law, measured) = (words.per_s(law_per_s), words.per_s(measured_per_s));
            words.say("scalability-plateau-missed", args![law, measured])
        }
    }
}

pub fn peak(words: &Words, peak: &Peak) -> String {
    match peak {
        Peak::NotInSight { load_max } => {
            let load_max = AppliedLoad { mean_users: Some(*load_max), ..AppliedLoad::default() };
            words.say("scalability-no-peak", args![load_max = load::users_number(words, &load_max)])
        }
        Peak::At { load, throughput_per_s, beyond_measured } => {
            let per_s = words.per_s_with_bounds(throughput_per_s);
            let load = loads(words, load);
            let id = if *beyond_measured { "scalability-peak-beyond" } else { "scalability-peak" };
            words.say(id, args![load, per_s])
        }
    }
}

/// `96.5 (CI 81–131)`; no upper bound where it lies out of sight.
fn loads(words: &Words, load: &Estimate) -> String {
    let value = words.significant(load.value, 3);
    match load.bounds_95 {
        Some(Bounds { low, high }) if high.is_finite() => {
            let (low, high) = (words.significant(low, 3), words.significant(high, 3));
            words.say("scalability-with-bounds", args![value, bounds = words.interval(&low, &high)])
        }
        Some(Bounds { low, .. }) => {
            words.say("scalability-at-least", args![value, low = words.significant(low, 3)])
        }
        None => value,
    }
}

pub fn knee(words: &Words, knee: &KneeSpan) -> Option<String> {
    if let Some(load) = &knee.load {
        return Some(words.say("scalability-knee", args![load = loads(words, load)]));
    }
    let load = |load: f64| words.fixed(load, 0);
    match (knee.after_load, knee.before_load) {
        (Some(after), Some(before)) => {
            Some(words.say("scalability-knee-between", args![after = load(after), before = load(before)]))
        }
        (None, Some(before)) => Some(words.say("scalability-knee-before", args![before = load(before)])),
        (Some(after), None) => Some(words.say("scalability-knee-after", args![after = load(after)])),
        (None, None) => None,
    }
}

/// `found`: the highest throughput measured is a maximum; else where users must wait was not reached.
pub fn bounds(words: &Words, bounds: &AsymptoticBounds, found: bool) -> String {
    let cycle = words.time(bounds.cycle_s * 1e6);
    if !found {
        return words.say("scalability-bounds-open", args![cycle]);
    }
    let per_s = words.per_s(bounds.throughput_per_s_max);
    words.say("scalability-bounds", args![cycle, per_s, load = words.significant(bounds.crossing_load, 3)])
}

/// Steps of fewer servers.
pub fn left_out(words: &Words, steps: &[u32]) -> String {
    words.say("scalability-left-out", args![n = steps.len(), steps = words.steps_start(steps)])
}

/// `0.42 (CI 0.35–0.49)`
pub fn efficiency(words: &Words, marginal: &Marginal) -> String {
    let value = words.fixed(marginal.efficiency.value, 2);
    match marginal.efficiency.bounds_95 {
        Some(b) => {
            let (low, high) = (words.fixed(b.low, 2), words.fixed(b.high, 2));
            words.say("scalability-with-bounds", args![value, bounds = words.interval(&low, &high)])
        }
        None => value,
    }
}
