use plimsoll_analysis::Analysis;
use plimsoll_analysis::comparison::{Comparison, History};
use serde::Serialize;

/// The whole analysis, indented. Field names are stable and carry their units; what is not known is `null`.
pub fn json(analysis: &Analysis) -> String {
    indented(analysis)
}

/// The whole comparison, in the same form.
pub fn comparison_json(comparison: &Comparison) -> String {
    indented(comparison)
}

/// The whole history, in the same form.
pub fn history_json(history: &History) -> String {
    indented(history)
}

fn indented(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("what is serialised has string keys only");
    text.push('\n');
    text
}
