//! The header of an imported run.

use crate::settings::ImportSettings;
use plimsoll_run::{
    Design, ImportedMeasurement, ImportedTable, LoadGeneratorKind, MeasurementSource, PlanRecord, RunHeader,
    Variant,
};
use std::path::Path;

pub fn header(
    settings: &ImportSettings,
    output: &Path,
    run_started_unix_us: i64,
    (measured_by, design): (ImportedMeasurement, Design),
    (times_made_up, lengths_made_up): (bool, bool),
    (variant, imported_tables): (Variant, Vec<ImportedTable>),
) -> RunHeader {
    let stem =
        output.file_stem().map_or_else(|| "import".to_owned(), |stem| stem.to_string_lossy().into_owned());
    RunHeader {
        name: if settings.name.is_empty() { stem } else { settings.name.clone() },
        repeat: 1,
        started_unix_us: run_started_unix_us,
        time_zone: settings.time_zone_name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        plan: PlanRecord {
            file: "(imported)".to_owned(),
            // Nothing was said of it, and reports say so.
            verify_certificates: true,
            ..PlanRecord::default()
        },
        study: settings.text.clone(),
        design: match (design, settings.goal) {
            (ramp @ Design::Ramp { .. }, _) => ramp,
            (_, Some(goal)) => Design::Climb { goal },
            (design, None) => design,
        },
        requirements: settings.requirements.clone(),
        expected_per_s: settings.expected_per_s,
        headroom_percent: settings.headroom_percent,
        about: settings.about.clone(),
        command: settings.command.clone(),
        means_only: measured_by.source == MeasurementSource::Table,
        generator: LoadGeneratorKind::Imported(measured_by),
        times_made_up,
        lengths_made_up,
        variant,
        imported_tables,
        ..RunHeader::default()
    }
}
