//! docs/findings.md tells every detector with its thresholds and their defaults.

use plimsoll_analysis::findings::DETECTORS;

const FINDINGS: &str = include_str!("../../../../docs/findings.md");

#[test]
fn every_detector_is_documented_with_its_thresholds() {
    let row = |id: &str| FINDINGS.lines().find(|line| line.starts_with(&format!("| `{id}` |")));
    let mut missing = Vec::new();
    for detector in &DETECTORS {
        let Some(row) = row(detector.id) else {
            missing.push(detector.id.to_owned());
            continue;
        };
        let shown = |t: &plimsoll_analysis::findings::Threshold| format!("`{}` = {}: ", t.name, t.default);
        missing.extend(detector.thresholds.iter().map(shown).filter(|text| !row.contains(text.as_str())));
    }
    assert!(missing.is_empty(), "{missing:?}");
}
