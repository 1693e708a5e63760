use plimsoll_analysis::Analysis;

/// The whole analysis, indented. Field names are stable and carry their units; what is not known is `null`.
pub fn json(analysis: &Analysis) -> String {
    let mut text = serde_json::to_string_pretty(analysis).expect("an analysis has string keys only");
    text.push('\n');
    text
}
