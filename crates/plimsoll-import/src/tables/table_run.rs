//! A run as a table has it: steps or jobs by their means, on a clock of its own where the table has no times.

use crate::step_table::TableStep;
use plimsoll_run::Variant;

/// 2000-01-01 UTC: the clock of tables that tell no times.
pub const NOMINAL_UNIX_S: i64 = 946_684_800;
/// Of steps whose length nobody told.
pub const NOMINAL_STEP_S: i64 = 60;

/// A run of means.
#[derive(Clone, Debug, Default)]
pub struct TableRun {
    pub variant: Variant,
    pub steps: Vec<TableStep>,
    pub jobs: Vec<TableJob>,
    /// Its times are made up.
    pub is_nominal: bool,
    /// How long its steps took is told.
    pub has_lengths: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableJob {
    pub name: String,
    pub duration_s: u64,
    /// What was noted of it.
    pub note: String,
    /// A part of the system was started again before it.
    pub restarted: Option<String>,
}

/// A step on the nominal clock, after those before it.
pub fn nominal(before: &[TableStep], seconds: i64) -> TableStep {
    let start_unix_us = before.last().map_or(NOMINAL_UNIX_S * 1_000_000, |step| step.end_unix_us);
    TableStep {
        number: before.len() as u32 + 1,
        nodes: 1,
        start_unix_us,
        end_unix_us: start_unix_us + seconds * 1_000_000,
        ..TableStep::default()
    }
}
