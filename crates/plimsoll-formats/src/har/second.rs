//! Two recordings of the same way: what differs between them is what servers or people made up.

use super::chosen::Chosen;
use super::correlation::{Varying, values};
use super::file;
use super::inputs::{RecordedLogin, first_login};
use super::notes;
use super::selection::{entries, select};
use crate::alignment::{self, RequestKey};
use crate::conversion::Conversion;
use plimsoll_plan::Diagnostic;
use std::path::Path;

/// Requests of each recording that must have one in the other, percent.
const SAME_PERCENT_MIN: usize = 80;

/// Requests that are named.
const NAMED_MAX: usize = 5;

/// What the second recording says of the first.
pub struct SecondRecording {
    pub varying: Varying,
    pub login: Option<RecordedLogin>,
    /// Of requests that only one of them has.
    pub note: Option<Diagnostic>,
}

/// Both must have made the same requests, but for a few.
pub fn read(first: &[Chosen], second: &Path, conversion: &Conversion) -> Result<SecondRecording, Diagnostic> {
    let name = second.display().to_string();
    let problem = |text: String| Diagnostic::error(&name, 0, "", text);
    let unreadable = |error: String| problem(format!("failed to read it: {error}"));
    let source = file::open(second).map_err(|error| unreadable(error.to_string()))?;
    let source = source.ok_or_else(|| unreadable("there is no such file in UTF-8".to_owned()))?;
    let tree = file::read(&name, source)?;
    let log = tree.get("log").unwrap_or(&tree);
    let found = entries(log);
    let folder = second.parent().unwrap_or(Path::new(""));
    let other = select(&name, log.line, &found, folder, conversion).chosen;
    let pairs = same(first, &other).ok_or_else(|| {
        let text = format!(
            "the second recording did not make the same requests: {} instead of {}, or others",
            other.len(),
            first.len()
        );
        problem(text).with_hint("record the same clicks again; --host leaves out what other sites do")
    })?;
    let note = alone(&name, first, &other, &pairs);
    let mut varying = Varying::default();
    for (at, of_other) in pairs {
        let (one, mut other) = (values(&first[at].step), values(&other[of_other].step));
        for sent in one.into_iter().filter(|sent| sent.is_whole) {
            // The next one of that name; segments of a path by their order, for what they are named after may vary, too.
            let same = other.iter().position(|second| {
                let is_segment = sent.is_segment() && second.is_segment();
                second.is_whole && (is_segment || second.name == sent.name)
            });
            let instead = same.map(|at| other.remove(at).value);
            if instead.as_ref() != Some(&sent.value) {
                varying.add(at, sent, instead);
            }
        }
    }
    Ok(SecondRecording { varying, login: first_login(&other), note })
}

/// Places in both, in the order of time; `None`: they are not of the same way.
fn same(first: &[Chosen], other: &[Chosen]) -> Option<Vec<(usize, usize)>> {
    fn keys<'a>(steps: &'a [Chosen]) -> Vec<RequestKey<'a>> {
        let path = |chosen: &'a Chosen| chosen.entry.place.as_ref().map_or("", |place| place.path.as_str());
        steps.iter().map(|chosen| RequestKey::new(chosen.entry.method, path(chosen))).collect()
    }
    let found = alignment::pairs(&keys(first), &keys(other));
    let longest = first.len().max(other.len());
    (found.len() * 100 >= longest * SAME_PERCENT_MIN).then_some(found)
}

fn alone(file: &str, first: &[Chosen], other: &[Chosen], pairs: &[(usize, usize)]) -> Option<Diagnostic> {
    let of_first = (0..first.len()).filter(|at| !pairs.iter().any(|(own, _)| own == at)).map(|at| &first[at]);
    let of_other = (0..other.len()).filter(|at| !pairs.iter().any(|(_, own)| own == at)).map(|at| &other[at]);
    let mut names: Vec<String> = of_first.chain(of_other).map(|chosen| chosen.entry.name()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    names.truncate(NAMED_MAX);
    let requests = if count == 1 { "1 request is".to_owned() } else { format!("{count} requests are") };
    let text = format!("{requests} in only one of the two recordings, such as {}", names.join(", "));
    let hint = "pages that ask by themselves do so, and what they send stays as it was recorded; else record the same clicks again";
    (count > 0).then(|| notes::correlated(file, 0, text, hint))
}
