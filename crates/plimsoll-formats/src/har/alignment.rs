//! Which requests of two recordings are the same. Pages ask by themselves, too (polls, statistics), and not equally often.

use super::chosen::Chosen;

/// Requests of each recording that must have one in the other, percent.
const SAME_PERCENT_MIN: usize = 80;

/// Comparisons of requests that are made at the most.
const COMPARED_MAX: usize = 25_000_000;

/// Places in both, in the order of time; `None`: they are not of the same way.
pub fn pairs(first: &[Chosen], second: &[Chosen]) -> Option<Vec<(usize, usize)>> {
    let is_same_length = first.len() == second.len();
    // As many of the same methods: the same requests, whatever ids their paths have.
    if is_same_length && first.iter().zip(second).all(|(a, b)| a.entry.method == b.entry.method) {
        return Some((0..first.len()).map(|at| (at, at)).collect());
    }
    let keys = |steps: &[Chosen]| steps.iter().map(key).collect::<Vec<_>>();
    let longest = first.len().max(second.len());
    let is_small = first.len().saturating_mul(second.len()) <= COMPARED_MAX;
    let found = is_small.then(|| common(&keys(first), &keys(second)))?;
    (found.len() * 100 >= longest * SAME_PERCENT_MIN).then_some(found)
}

/// What is asked for, whatever its ids.
fn key(chosen: &Chosen) -> (String, String) {
    let path = chosen.entry.place.as_ref().map_or("", |place| place.path.as_str());
    let path = path.split('?').next().unwrap_or_default();
    let word = |word: &str| {
        let is_id = word.chars().any(|c| c.is_ascii_digit());
        if is_id { "#".to_owned() } else { word.to_owned() }
    };
    (chosen.entry.method.to_owned(), path.split('/').map(word).collect::<Vec<_>>().join("/"))
}

/// The longest list of pairs that are equal, in the order of both.
fn common<K: PartialEq>(first: &[K], second: &[K]) -> Vec<(usize, usize)> {
    let width = second.len() + 1;
    // How many are common from these two places on.
    let mut lengths = vec![0u32; (first.len() + 1) * width];
    for i in (0..first.len()).rev() {
        for j in (0..second.len()).rev() {
            lengths[i * width + j] = if first[i] == second[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < first.len() && j < second.len() {
        if first[i] == second[j] {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_one_alone_is_left_out() {
        let keys = |text: &str| text.chars().collect::<Vec<_>>();
        // `p` is a poll: one of both is taken.
        let found = common(&keys("abpcd"), &keys("abppcxd"));
        assert_eq!(found, [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6)]);
        assert_eq!(common(&keys(""), &keys("a")), []);
    }
}
