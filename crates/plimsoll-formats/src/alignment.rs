//! Which requests of two sessions are the same. Pages ask by themselves, too (polls, statistics), and not equally often; so a request's
//! place among the others says nothing of what it is.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey<'a> {
    pub method: &'a str,
    /// Without its query.
    pub path: &'a str,
}

impl<'a> RequestKey<'a> {
    pub fn new(method: &'a str, path: &'a str) -> Self {
        RequestKey { method, path: path.split(['?', '#']).next().unwrap_or_default() }
    }

    /// The same, whatever its ids.
    fn shape(&self) -> String {
        format!("{} {}", self.method, shape(self.path))
    }
}

/// Words that hold a digit, or are letters of both cases at random, may be others the next time.
pub fn shape(text: &str) -> String {
    let is_border = |c: char| c == '/' || c.is_whitespace();
    let word = |word: &str| if is_made_up(word) { "#".to_owned() } else { word.to_owned() };
    text.split(is_border).map(word).collect::<Vec<_>>().join("/")
}

/// A long random word without a digit has as many capitals as small letters; names as in `MyAccountOverview` have few.
fn is_made_up(word: &str) -> bool {
    const LETTERS_MIN: usize = 12;
    let count = |is: fn(&char) -> bool| word.chars().filter(is).count();
    let (capitals, small) = (count(char::is_ascii_uppercase), count(char::is_ascii_lowercase));
    let is_random = capitals + small >= LETTERS_MIN && capitals.min(small) * 4 >= capitals + small;
    is_random || word.contains(|c: char| c.is_ascii_digit())
}

/// Places of the same requests in both, in the order of time: of as many as there are by method and path, and between them of those whose
/// paths differ in a word that may be an id.
pub fn pairs(first: &[RequestKey], second: &[RequestKey]) -> Vec<(usize, usize)> {
    let shapes = |keys: &[RequestKey]| keys.iter().map(RequestKey::shape).collect::<Vec<_>>();
    let words = [words(first), words(second)];
    let mut found = Vec::new();
    let (mut of_first, mut of_second) = (0, 0);
    let between = |found: &mut Vec<(usize, usize)>, one: Range<usize>, other: Range<usize>| {
        if one.len() == other.len() {
            let pairs = one.zip(other);
            found.extend(pairs.filter(|(one, other)| differ_in_an_id(&first[*one], &second[*other], &words)));
        }
    };
    for same in capture_diff_slices(Algorithm::Myers, &shapes(first), &shapes(second)) {
        let DiffOp::Equal { old_index, new_index, len } = same else { continue };
        between(&mut found, of_first..old_index, of_second..new_index);
        found.extend((0..len).map(|at| (old_index + at, new_index + at)));
        (of_first, of_second) = (old_index + len, new_index + len);
    }
    between(&mut found, of_first..first.len(), of_second..second.len());
    found
}

fn words<'a>(keys: &[RequestKey<'a>]) -> BTreeSet<&'a str> {
    keys.iter().flat_map(|key| key.path.split('/')).collect()
}

/// In one word of several, that only its own session has: `/item/lamp` and `/item/chair`.
fn differ_in_an_id(one: &RequestKey, other: &RequestKey, words: &[BTreeSet<&str>; 2]) -> bool {
    let both = || one.path.split('/').zip(other.path.split('/'));
    let is_as_long = one.path.split('/').count() == other.path.split('/').count();
    let same = both().filter(|(one, other)| one == other && !one.is_empty()).count();
    let mut differing = both().filter(|(one, other)| shape(one) != shape(other));
    let (id, others) = (differing.next(), differing.count());
    let is_own = |(one, other): (&str, &str)| !words[1].contains(one) && !words[0].contains(other);
    one.method == other.method && is_as_long && same > 0 && others == 0 && id.is_some_and(is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &[&str], second: &[&str], expected: &[(usize, usize)]) {
        fn keys<'a>(names: &[&'a str]) -> Vec<RequestKey<'a>> {
            let key = |name: &&'a str| {
                let (method, path) = name.split_once(' ').unwrap_or(("GET", name));
                RequestKey::new(method, path)
            };
            names.iter().map(key).collect()
        }
        assert_eq!(pairs(&keys(first), &keys(second)), expected, "{first:?} {second:?}");
    }

    #[test]
    fn what_is_in_one_alone_is_left_out() {
        check(&["/a", "/p", "/c"], &["/a", "/p", "/p", "/c", "/x"], &[(0, 0), (1, 1), (2, 3)]);
        check(&[], &["/a"], &[]);
    }

    #[test]
    fn as_many_requests_are_not_the_same_ones_by_their_places() {
        // A poll came early in one and late in the other.
        check(&["/", "/poll", "/a/1", "/b"], &["/", "/a/2", "/b", "/poll"], &[(0, 0), (2, 1), (3, 2)]);
        check(&["/poll", "POST /a", "/b"], &["POST /a", "/stats", "/b"], &[(1, 0), (2, 2)]);
        check(&["/poll", "/b"], &["/stats", "/b"], &[(1, 1)]);
    }

    #[test]
    fn ids_may_be_words() {
        check(&["/item/lamp", "/b"], &["/item/chair?x=1", "/b"], &[(0, 0), (1, 1)]);
        // A word that the other session has, too, is a name.
        check(&["/api/users", "/b"], &["/api/carts", "/b", "/api/users"], &[(1, 1)]);
        check(&["/item/lamp/7", "/b"], &["/shop/chair/8", "/b"], &[(1, 1)]);
    }
}
