//! All runs of a folder: found, looked through once, and remembered in an index that can be made again at any time.

mod annotations;
mod apart;
mod form;
mod index;
pub mod recorded;
mod reports;
mod scan;
mod setup;
mod summary;
mod trash;

pub use annotations::Annotation;
pub use apart::{Apart, look_at};
pub use form::ReportForm;
pub use index::{Index, ListQuery, Listed};
pub use reports::{ANALYSIS_SEED, Reports};
pub use scan::{FoundRun, Library, run_files};
pub use setup::{SetupDifferences, differences};
pub use summary::{RunState, RunSummary, id as run_id};
pub use trash::TrashedRun;

/// What the lab remembers, in the folder of the runs.
pub const LAB_FOLDER: &str = ".plimsoll";

/// Of run files.
pub const RUN_EXTENSION: &str = "run";
