//! Runs against runs: better, worse, equivalent or unproven, by how much, and how sure that is; what is not comparable
//! and why; and a history of many runs with the places where its level changed.
//!
//! Start reading at [`compare`]; `measure` takes figures out of a run, `effect` weighs two groups of them, `judgement`
//! says what that means.

mod caveat;
mod compare;
mod configuration;
mod effect;
mod figure;
mod history;
mod job;
mod judgement;
mod measure;
mod options;
mod order;
mod row;
mod series;
mod variants;

pub use caveat::ComparisonCaveat;
pub use compare::{ComparedGroup, ComparedRun, Comparison, Contrast, Group, compare};
pub use configuration::{ConfigurationDifference, Setting};
pub use history::{
    HISTORY_P_MAX, HISTORY_RUNS_MIN, History, HistoryChange, HistorySeries, RECENT_RUNS, history,
};
pub use job::{JobComparison, JobCount, JobSummary, JobTrend};
pub use judgement::{Effect, Judged, Undecided, overall};
pub use measure::{Metric, Subject};
pub use options::Options;
pub use row::{ResamplingUnit, Row, Side};
pub use series::{BetterIs, LevelChange, NamedValues, SeriesHistory, ValueSeries, series_history};
pub use variants::{CapacityDifference, DifferenceVerdict, LoadDifference, VariantDifference};

pub(crate) use variants::{RunWindows, variant_differences};
