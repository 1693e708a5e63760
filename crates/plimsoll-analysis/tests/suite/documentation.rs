//! docs/findings.md lists the detectors as their files say them.

use plimsoll_analysis::findings::{DETECTORS, Detector, Threshold};
use std::collections::BTreeSet;
use std::path::Path;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/findings.md");
/// Set it to write the list.
const WRITE: &str = "PLIMSOLL_WRITE_DOCS";
const BEGIN: &str = "<!-- detectors: written from their files -->\n";
const END: &str = "<!-- end of the detectors -->\n";

#[test]
fn the_documented_detectors_are_those_of_the_code() {
    let document = std::fs::read_to_string(DOCUMENT).expect("docs/findings.md");
    let (before, rest) = document.split_once(BEGIN).expect("where the list begins");
    let (listed, after) = rest.split_once(END).expect("where the list ends");
    let list = list();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(DOCUMENT, format!("{before}{BEGIN}{list}{END}{after}")).expect("written");
        return;
    }
    let command = format!("{WRITE}=1 cargo test -p plimsoll-analysis --test suite documentation");
    assert!(listed == list, "docs/findings.md is not that of the code; {command}");
}

fn list() -> String {
    let rows: Vec<String> = DETECTORS.iter().map(|detector| row(detector)).collect();
    format!("\n| id | severity | when | needs | thresholds |\n|---|---|---|---|---|\n{}\n", rows.concat())
}

fn row(detector: &Detector) -> String {
    let severities: Vec<String> =
        detector.severities.iter().map(|severity| format!("{severity:?}").to_lowercase()).collect();
    let shown = |t: &Threshold| format!("`{}` = {}: {}", t.name, t.default, t.about.trim());
    let thresholds: Vec<String> = detector.thresholds.iter().map(shown).collect();
    let requires = if detector.requires.is_empty() { "–" } else { detector.requires };
    let (id, when) = (detector.id, detector.when);
    format!("| `{id}` | {} | {when} | {requires} | {} |\n", severities.join(", "), thresholds.join("; "))
}

#[test]
fn a_detector_is_one_file_called_by_its_id() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/findings/detectors");
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let areas = entries(&folder).into_iter().filter(|path| path.is_dir());
    let files = areas.flat_map(|area| entries(&area));
    let names: BTreeSet<String> =
        files.map(|file| file.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-")).collect();
    let ids: BTreeSet<String> = DETECTORS.iter().map(|detector| detector.id.to_owned()).collect();
    assert_eq!(names, ids);
    assert_eq!(ids.len(), DETECTORS.len(), "two detectors of one id");
}
