//! The header of an imported run.

use crate::settings::ImportSettings;
use plimsoll_run::{Design, ImportedTable, LoadStep, PlanRecord, RunHeader, Variant};
use std::path::Path;

pub fn header(
    settings: &ImportSettings,
    output: &Path,
    run_started_unix_us: i64,
    steps: &[LoadStep],
    load: &[&str],
    (variant, imported_tables): (Variant, Vec<ImportedTable>),
) -> RunHeader {
    let stem =
        output.file_stem().map_or_else(|| "import".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let mut about = settings.about.clone();
    about.push((
        "Measured by".to_owned(),
        if load.is_empty() { "a table of steps".to_owned() } else { load.join(", ") },
    ));
    RunHeader {
        name: if settings.name.is_empty() { stem } else { settings.name.clone() },
        repeat: 1,
        started_unix_us: run_started_unix_us,
        time_zone: settings.time_zone_name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        plan: PlanRecord {
            file: "(imported)".to_owned(),
            // Nothing was said of it: no claim that they went unchecked.
            verify_certificates: true,
            ..PlanRecord::default()
        },
        study: settings.text.clone(),
        design: match settings.goal {
            Some(goal) => Design::Climb { goal },
            None if steps.len() > 1 => Design::Fixed,
            None => Design::Single,
        },
        requirements: settings.requirements.clone(),
        expected_per_s: settings.expected_per_s,
        about,
        command: settings.command.clone(),
        means_only: load.is_empty(),
        variant,
        imported_tables,
        ..RunHeader::default()
    }
}
