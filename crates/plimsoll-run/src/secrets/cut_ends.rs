//! Texts that were cut before they came here: a cut through a known value leaves its begin.

use super::MASK;

/// How a place is marked at which something was left out.
const MARK: char = '…';

/// Less of a value says nothing of it, and stands at many ends by chance.
const BEGIN_BYTES_MIN: usize = 3;

/// Masks what stands before each mark of a cut; `None`: nothing.
pub fn masked_at_marks(text: &str, values: &[String]) -> Option<String> {
    if values.is_empty() || !text.contains(MARK) {
        return None;
    }
    let mut found = false;
    let pieces = text.split_inclusive(MARK).map(|piece| {
        let Some(front) = piece.strip_suffix(MARK) else { return piece.to_owned() };
        let front_end = front.trim_end_matches(' ');
        let Some(masked) = masked_at_end(front_end, values) else { return piece.to_owned() };
        found = true;
        format!("{masked}{}{MARK}", &front[front_end.len()..])
    });
    let masked: String = pieces.collect();
    found.then_some(masked)
}

/// Masks the longest begin of a value at the end of the text; `None`: there is none.
pub fn masked_at_end(text: &str, values: &[String]) -> Option<String> {
    let longest = values.iter().map(|value| begin_at_end(text, value)).max()?;
    (longest > 0).then(|| format!("{}{MASK}", &text[..text.len() - longest]))
}

/// Bytes of the longest begin of this value with which the text ends.
fn begin_at_end(text: &str, value: &str) -> usize {
    let ends = value.char_indices().map(|(at, _)| at).filter(|at| *at >= BEGIN_BYTES_MIN);
    ends.filter(|end| text.ends_with(&value[..*end])).max().unwrap_or(0)
}
