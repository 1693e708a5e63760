//! Figures of imported tables: somebody else computed them, and nothing in the run can compute them again.

use serde::{Deserialize, Serialize};

/// The figures of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedTable {
    pub file: String,
    pub rows: ImportedRows,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", content = "rows", rename_all = "kebab-case")]
pub enum ImportedRows {
    Steps(Vec<ImportedStep>),
    Servers(Vec<ImportedServer>),
    Summaries(Vec<ImportedSummary>),
    Means(Vec<ImportedMean>),
}

impl ImportedRows {
    /// They say which load brought what.
    pub fn have_loads(&self) -> bool {
        matches!(self, ImportedRows::Steps(_))
    }
}

/// A step's figures as they were written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedStep {
    pub step: u32,
    /// Users of all nodes, where their number is not whole: a mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub users: Option<f64>,
    pub throughput_per_s: Option<f64>,
    pub error_percent: Option<f64>,
    /// Of response times.
    pub mean_us: Option<f64>,
    /// Of response times: percents (`99`), and microseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub percentiles: Vec<(f64, f64)>,
    /// To how many microseconds those are rounded.
    #[serde(default)]
    pub resolution_us: f64,
    /// How long it took, where that is no number of whole seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_s: Option<f64>,
}

/// What one server did in one step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedServer {
    pub server: String,
    pub step: u32,
    pub calls: u64,
    pub calls_per_s: Option<f64>,
    pub mean_us: Option<f64>,
    pub over: Vec<ImportedOverLimit>,
}

/// Calls that took as long as a limit, or longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedOverLimit {
    pub limit_us: f64,
    pub calls: u64,
}

/// One run, of which only a summary was kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedSummary {
    /// Column and text, in the table's order: what was the same in repeats of the run.
    pub condition: Vec<(String, String)>,
    /// Which repeat.
    pub run: u32,
    pub rate_per_s: f64,
    pub duration_s: f64,
    /// `p95_max` and microseconds, in the table's order.
    pub percentiles: Vec<(String, f64)>,
    /// Mean time in the system under test.
    pub mean_us: Option<f64>,
    pub error: Option<ImportedError>,
    /// All its cells as written, with their columns.
    pub cells: Vec<(String, String)>,
}

/// A figure of errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ImportedError {
    /// With its sign.
    Percent(f64),
    /// A number of which the table does not say whether it is a count or a share.
    Bare(f64),
}

/// A mean response time under one condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedMean {
    pub transaction: String,
    /// Empty where there is only one.
    pub variant: String,
    /// The column.
    pub condition: String,
    pub mean_us: f64,
}

impl ImportedSummary {
    /// Requests that were sent, by rate and time.
    pub fn requests(&self) -> f64 {
        self.rate_per_s * self.duration_s
    }

    pub fn percentile_us(&self, name: &str) -> Option<f64> {
        self.percentiles.iter().find(|(column, _)| column == name).map(|(_, us)| *us)
    }
}
