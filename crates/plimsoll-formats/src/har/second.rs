//! Two recordings of the same way: what differs between them is what servers or people made up.

use super::chosen::Chosen;
use super::correlation::{Varying, values};
use super::file;
use super::inputs::{RecordedLogin, first_login};
use super::selection::{entries, select};
use crate::conversion::Conversion;
use plimsoll_plan::Diagnostic;
use std::path::Path;

/// What the second recording says of the first.
pub struct SecondRecording {
    pub varying: Varying,
    pub login: Option<RecordedLogin>,
}

/// Both must have made the same requests.
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
    let methods =
        |steps: &[Chosen]| steps.iter().map(|chosen| chosen.entry.method.to_owned()).collect::<Vec<_>>();
    if methods(first) != methods(&other) {
        let text = format!(
            "the second recording is not of the same way: {} requests instead of {}, or of other methods",
            other.len(),
            first.len()
        );
        return Err(
            problem(text).with_hint("record the same clicks again; --host leaves out what other sites do")
        );
    }
    let mut varying = Varying::default();
    for (at, (one, other)) in first.iter().zip(&other).enumerate() {
        let (one, mut other) = (values(&one.step), values(&other.step));
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
    Ok(SecondRecording { varying, login: first_login(&other) })
}
