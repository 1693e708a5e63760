//! Texts that were cut before they came here: a cut through a known value leaves its begin.

use std::ops::Range;

/// How a place is marked at which something was left out.
const MARK: char = '…';

/// Less of a value says nothing of it, and stands at many ends by chance.
const BEGIN_BYTES_MIN: usize = 3;

/// Begins of values before the marks of cuts.
pub fn before_marks(text: &str, values: &[String]) -> Vec<Range<usize>> {
    let marks = text.match_indices(MARK);
    marks.filter_map(|(at, _)| at_end(text[..at].trim_end_matches(' '), values)).collect()
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
