//! Texts that were cut before they came here: a cut through a known value leaves its begin.

use std::ops::Range;

/// How a place is marked at which something was left out.
const MARK: char = '…';

/// A text is cut once; one that a server sends may have any number of them.
const MARKS_MAX: usize = 1_000;

/// Less of a value says nothing of it, and stands at many ends by chance.
const BEGIN_BYTES_MIN: usize = 3;

/// Begins of values before the marks of cuts.
pub fn before_marks(text: &str, values: &[String]) -> Vec<Range<usize>> {
    before_each_mark(text).filter_map(|text| at_end(text, values)).collect()
}

/// What stands before each mark of a cut.
pub fn before_each_mark(text: &str) -> impl Iterator<Item = &str> {
    let marks = text.match_indices(MARK).take(MARKS_MAX);
    marks.map(|(at, _)| text[..at].trim_end_matches(' '))
}

/// The longest begin of a value with which the text ends.
pub fn at_end(text: &str, values: &[String]) -> Option<Range<usize>> {
    let longest = values.iter().map(|value| begin_at_end(text, value)).max()?;
    (longest > 0).then(|| text.len() - longest..text.len())
}

fn begin_at_end(text: &str, value: &str) -> usize {
    let ends = value.char_indices().map(|(at, _)| at).filter(|at| *at >= BEGIN_BYTES_MIN);
    ends.filter(|end| text.ends_with(&value[..*end])).max().unwrap_or(0)
}
