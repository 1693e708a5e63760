//! Where a series of yes and no changes once.

/// How many are as one change has them, no before it and yes from it on, and the place at which that is most.
pub fn one_change(values: &[bool]) -> (usize, usize) {
    let all = values.iter().filter(|value| **value).count();
    let (mut before, mut best) = (0, (0, 0));
    for (place, value) in values.iter().enumerate() {
        best = best.max(((place - before) + (all - before), place));
        before += usize::from(*value);
    }
    // None of them is.
    best.max((values.len() - all, values.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_is_where_most_fit() {
        let of = |text: &str| one_change(&text.chars().map(|c| c == '1').collect::<Vec<_>>());
        assert_eq!(of("000111"), (6, 3));
        assert_eq!(of("010111"), (5, 3));
        assert_eq!((of("111"), of("000"), of("")), ((3, 0), (3, 3), (0, 0)));
        assert_eq!(of("1110").0, 3);
    }
}
