//! In which order the runs of a study are made.

use plimsoll_engine::part_seed;

/// What drifts in the system under test, or around it, is to meet all variants alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// A B C, A B C, …
    #[default]
    Interleaved,
    /// A B C, B C A, C A B, …: each is first, second, … equally often.
    Rotated,
    /// A A …, B B …, C C …: where it takes long to start a variant.
    Blocked,
    /// Each round of all variants in an order of its own, by the seed.
    Random,
}

impl Order {
    pub const NAMES: [(&'static str, Order); 4] = [
        ("interleaved", Order::Interleaved),
        ("rotated", Order::Rotated),
        ("blocked", Order::Blocked),
        ("random", Order::Random),
    ];

    pub fn name(self) -> &'static str {
        Order::NAMES.iter().find(|(_, order)| *order == self).map_or("", |(name, _)| name)
    }

    /// Variant (from 0) and repeat (from 1) of each run.
    pub fn runs(self, variants: usize, repeats: u32, seed: u64) -> Vec<(usize, u32)> {
        let rounds = 1..=repeats;
        match self {
            Order::Blocked => (0..variants)
                .flat_map(|variant| rounds.clone().map(move |repeat| (variant, repeat)))
                .collect(),
            Order::Interleaved => {
                rounds.flat_map(|repeat| (0..variants).map(move |variant| (variant, repeat))).collect()
            }
            Order::Rotated => {
                let turned = |variant: usize, repeat: u32| (variant + repeat as usize - 1) % variants;
                rounds
                    .flat_map(|repeat| (0..variants).map(move |variant| (turned(variant, repeat), repeat)))
                    .collect()
            }
            Order::Random => rounds
                .flat_map(|repeat| {
                    let seed = part_seed(seed, u64::from(repeat));
                    let mut keyed: Vec<(u64, usize)> =
                        (0..variants).map(|variant| (part_seed(seed, variant as u64), variant)).collect();
                    keyed.sort_unstable();
                    keyed.into_iter().map(move |(_, variant)| (variant, repeat))
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: Order, expected: &str) {
        let runs = order.runs(3, 3, 7).into_iter();
        let text: Vec<String> =
            runs.map(|(variant, repeat)| format!("{}{repeat}", ["A", "B", "C"][variant])).collect();
        assert_eq!(text.join(" "), expected);
    }

    #[test]
    fn orders_are_what_they_are_called() {
        check(Order::Interleaved, "A1 B1 C1 A2 B2 C2 A3 B3 C3");
        check(Order::Rotated, "A1 B1 C1 B2 C2 A2 C3 A3 B3");
        check(Order::Blocked, "A1 A2 A3 B1 B2 B3 C1 C2 C3");
    }

    #[test]
    fn a_random_order_has_every_variant_in_every_round_and_follows_the_seed() {
        let of = |seed| Order::Random.runs(5, 20, seed);
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        for round in of(1).chunks(5) {
            let mut variants: Vec<usize> = round.iter().map(|(variant, _)| *variant).collect();
            variants.sort_unstable();
            assert_eq!(variants, [0, 1, 2, 3, 4]);
        }
        assert!(of(1).chunks(5).any(|round| round[0].0 != 0), "never shuffled");
    }
}
