//! Whether steps, or runs, are of the same work: which part of the requests is of other transactions.

use super::transactions::TransactionRow;
use plimsoll_run::TransactionKind;
use plimsoll_run::record::Second;
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Mixes that differ by so much of the requests, beyond chance, are different work.
const DIFFERS: f64 = 0.1;
/// Fewer requests have a mix by chance.
const REQUESTS_MIN: u64 = 100;

/// Two steps whose requests are of different transactions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixDifference {
    pub step: u32,
    pub other_step: u32,
    /// The requests of the one that are of other transactions than in the other, in %.
    pub percent: f64,
}

/// Requests by transaction.
pub(crate) type RequestMix<'a> = BTreeMap<&'a str, u64>;

pub(crate) fn mix_of<'a>(seconds: &[&'a Second]) -> RequestMix<'a> {
    let mut mix = RequestMix::new();
    let all = seconds.iter().flat_map(|second| &second.transactions);
    let requests = all.filter(|(of, _)| of.kind == TransactionKind::Request);
    requests.for_each(|(of, found)| *mix.entry(of.name.as_str()).or_default() += found.requests);
    mix
}

/// Half the sum of the differences of the shares, where it is surely more than random mixes differ by; in %.
pub(crate) fn mix_differs(a: &RequestMix, b: &RequestMix) -> Option<f64> {
    mix_differs_by(a, b, DIFFERS)
}

/// … by more than this part.
pub(crate) fn mix_differs_by(a: &RequestMix, b: &RequestMix, least: f64) -> Option<f64> {
    let (all_a, all_b) = (a.values().sum::<u64>(), b.values().sum::<u64>());
    if all_a.min(all_b) < REQUESTS_MIN {
        return None;
    }
    let (n, m) = (all_a as f64, all_b as f64);
    let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
    let of = |mix: &RequestMix, name: &str| mix.get(name).copied().unwrap_or(0) as f64;
    // By chance a difference of two shares is sqrt(2/pi) of its standard error on average.
    let (distance, chance) = names.fold((0.0, 0.0), |(distance, chance), name| {
        let p = (of(a, name) + of(b, name)) / (n + m);
        let by_chance = (p * (1.0 - p) * (1.0 / n + 1.0 / m) / TAU).sqrt();
        (distance + (of(a, name) / n - of(b, name) / m).abs() / 2.0, chance + by_chance)
    });
    (distance - 2.0 * chance > least).then_some(100.0 * distance)
}

/// Of these steps the one whose mix is farthest from that of the step with the most requests.
pub(crate) fn steps_of_different_mixes(
    transactions: &[TransactionRow],
    steps: &[u32],
) -> Option<MixDifference> {
    let mut mixes: BTreeMap<u32, RequestMix> = BTreeMap::new();
    let requests = transactions.iter().filter(|row| row.kind == TransactionKind::Request);
    for row in requests.filter(|row| steps.contains(&row.step)) {
        *mixes.entry(row.step).or_default().entry(row.name.as_str()).or_default() += row.requests;
    }
    let (most, of_most) = mixes.iter().max_by_key(|(_, mix)| mix.values().sum::<u64>())?;
    let differing = mixes.iter().filter_map(|(step, mix)| Some((*step, mix_differs(mix, of_most)?)));
    let (step, percent) = differing.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(MixDifference { step, other_step: *most, percent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_differ_only_beyond_chance() {
        let names: Vec<String> = (0..20).map(|n| format!("t{n}")).collect();
        let mut random = fastrand::Rng::with_seed(3);
        let mut mix = |requests: u64| {
            let mut mix = RequestMix::new();
            (0..requests).for_each(|_| *mix.entry(names[random.usize(0..20)].as_str()).or_default() += 1);
            mix
        };
        for _ in 0..200 {
            assert_eq!(mix_differs(&mix(120), &mix(480)), None);
        }
        let fixed = |a: u64, b: u64| RequestMix::from([("a", a), ("b", b)]);
        assert_eq!(mix_differs(&fixed(500, 500), &fixed(520, 480)), None);
        assert_eq!(mix_differs(&fixed(500, 500), &fixed(700, 300)).map(f64::round), Some(20.0));
        assert_eq!(mix_differs(&fixed(50, 0), &fixed(0, 500)), None, "too few");
    }
}
