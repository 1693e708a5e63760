//! What a study changes of the detectors of findings: `detectors: {leak-suspected: {p: 0.05}, knee: off}`.

use plimsoll_analysis::findings::{DETECTORS, Settings, known_detector, threshold};
use plimsoll_plan::document::{Node, NodeValue, Problems};
use plimsoll_run::DetectorSetting;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The mapping under `detectors`, or a document of its own.
pub fn read(node: &Node, problems: &mut Problems) -> Settings {
    let mut settings = Settings::new();
    if node.entries().is_empty() && node.value != NodeValue::Null {
        let message = format!("expected detectors by name, found {}", node.kind());
        problems.error(node.line, "detectors", message).hint =
            Some("for example `detectors: {leak-suspected: {p: 0.05}, knee: off}`".to_owned());
    }
    for (key, value) in node.entries() {
        let Some(id) = key.as_str() else { continue };
        match setting(id, value, problems) {
            Ok(setting) => {
                settings.insert(id.to_owned(), setting);
            }
            Err(message) => {
                // One that looks at one run and at several is there twice.
                let known: BTreeSet<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
                let known: Vec<&str> = known.into_iter().collect();
                problems.error(key.line, "detectors", message).hint =
                    Some(format!("the detectors are {}", known.join(", ")));
            }
        }
    }
    settings
}

/// `Err`: there is no such detector. Other problems are told at their lines.
fn setting(id: &str, value: &Node, problems: &mut Problems) -> Result<DetectorSetting, String> {
    let detector = known_detector(id).map_err(|error| error.to_string())?;
    match value.as_str() {
        Some("off" | "false") => return Ok(DetectorSetting::Off),
        Some("on" | "true") => return Ok(DetectorSetting::Thresholds(BTreeMap::new())),
        _ => {}
    }
    if value.entries().is_empty() {
        let message = format!("expected `off` or thresholds by name, found {}", value.kind());
        problems.error(value.line, "detectors", message);
    }
    let mut thresholds = BTreeMap::new();
    for (name, value) in value.entries() {
        let written = name.as_str().unwrap_or_default();
        match threshold(detector, written, value.as_str().unwrap_or_default()) {
            Ok(number) => {
                thresholds.insert(written.to_owned(), number);
            }
            Err(error) => {
                problems.error(name.line, "detectors", error.to_string());
            }
        }
    }
    Ok(DetectorSetting::Thresholds(thresholds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(line: u32, text: &str) -> Node {
        Node::text_at(line, text)
    }

    fn mapping(line: u32, entries: Vec<(Node, Node)>) -> Node {
        Node { line, value: NodeValue::Mapping(entries) }
    }

    /// The settings, and the problems with their lines.
    fn check(entries: Vec<(Node, Node)>, settings: &[(&str, DetectorSetting)], problems: &[(u32, &str)]) {
        let mut found = Problems::new("study.yaml");
        let read = read(&mapping(1, entries), &mut found);
        let expected: Settings = settings.iter().map(|(id, s)| ((*id).to_owned(), s.clone())).collect();
        if problems.is_empty() {
            assert_eq!(read, expected);
        }
        let reported: Vec<(u32, &str)> = found.found.iter().map(|d| (d.line, d.message.as_str())).collect();
        assert_eq!(reported, problems);
    }

    #[test]
    fn detectors_are_turned_off_and_changed() {
        let thresholds = |values: &[(&str, f64)]| {
            DetectorSetting::Thresholds(values.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect())
        };
        check(
            vec![
                (scalar(2, "knee"), scalar(2, "off")),
                (scalar(3, "leak-suspected"), mapping(3, vec![(scalar(3, "p"), scalar(3, "0.05"))])),
            ],
            &[("knee", DetectorSetting::Off), ("leak-suspected", thresholds(&[("p", 0.05)]))],
            &[],
        );
    }

    #[test]
    fn what_is_misspelt_is_reported_with_its_line() {
        check(
            vec![
                (scalar(2, "kne"), scalar(2, "off")),
                (scalar(3, "leak-suspected"), mapping(3, vec![(scalar(4, "q"), scalar(4, "0.05"))])),
                (scalar(5, "steal"), mapping(5, vec![(scalar(6, "percent"), scalar(6, "much"))])),
                (scalar(7, "swap"), scalar(7, "maybe")),
            ],
            &[],
            &[
                (2, "no detector is called `kne`"),
                (
                    4,
                    "`leak-suspected` has no threshold `q`; it has `floors`, `p`, `percent_per_day`, `freed_percent`, `risen_percent`, `full_percent`",
                ),
                (6, "`percent` must be a number of 0 or more"),
                (7, "expected `off` or thresholds by name, found a value"),
            ],
        );
    }
}
