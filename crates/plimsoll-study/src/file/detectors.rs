//! What a study changes of the detectors of findings: `detectors: {leak-suspected: {p: 0.05}, knee: off}`.

use plimsoll_analysis::findings::{DETECTORS, Settings, known_detector, threshold};
use plimsoll_plan::document::{Node, Problems, Value};
use plimsoll_run::DetectorSetting;
use std::collections::BTreeMap;

/// The mapping under `detectors`, or a document of its own.
pub fn read(node: &Node, problems: &mut Problems) -> Settings {
    let mut settings = Settings::new();
    if node.entries().is_empty() && node.value != Value::Null {
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
                let known: Vec<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
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
