//! In which body a value stands, without searching all of them.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Shorter runs of letters and digits are words of every page.
const RUN_MIN: usize = 6;

/// Runs that are known; later ones are not found.
const RUNS_MAX: usize = 4_000_000;

#[derive(Default)]
pub struct TextIndex<'a> {
    texts: Vec<(usize, &'a str)>,
    hasher: RandomState,
    /// The hash of a run of letters and digits, and the first text that it stands in.
    runs: HashMap<u64, u32>,
}

impl<'a> TextIndex<'a> {
    pub fn add(&mut self, step: usize, text: &'a str) {
        let Ok(number) = u32::try_from(self.texts.len()) else { return };
        self.texts.push((step, text));
        for run in runs(text) {
            if self.runs.len() < RUNS_MAX {
                self.runs.entry(self.hasher.hash_one(run)).or_insert(number);
            }
        }
    }

    pub fn at(&self, step: usize) -> Option<&'a str> {
        let place = self.texts.binary_search_by_key(&step, |(step, _)| *step).ok()?;
        Some(self.texts[place].1)
    }

    /// The first text with the longest run of the value in it, and its step.
    pub fn of(&self, value: &str) -> Option<(usize, &'a str)> {
        let longest = runs(value).max_by_key(|run| run.len())?;
        let number = self.runs.get(&self.hasher.hash_one(longest))?;
        self.texts.get(*number as usize).copied()
    }
}

fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| run.len() >= RUN_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_in_the_first_text_with_its_longest_run() {
        let mut index = TextIndex::default();
        index.add(3, "<p>nothing here");
        index.add(5, "boot({key: 'ab-longest1234-c'})");
        index.add(7, "again ab-longest1234-c");
        assert_eq!(index.of("ab-longest1234-c").map(|(step, _)| step), Some(5));
        assert_eq!(index.of("short"), None);
        assert_eq!(index.of("unknown12345"), None);
    }
}
