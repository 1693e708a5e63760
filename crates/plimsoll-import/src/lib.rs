//! Files of other tools to a run file: result files of load generators, logs of servers, tables of steps.
//!
//! Three passes over the files, each of which streams: what each is (its first 64 KB; of a JTL 1 MB), the requests, what the servers
//! did. Between them the steps are found and the clocks brought together. What can't be read is listed with its reason
//! and the rest is kept; the run file appears whole or not at all.
//!
//! It does not print and judges nothing. Start reading at [`import`], then `classification` and `steps`.

mod activity;
mod assembly;
mod checks;
mod classification;
mod decimal_comma;
mod decoding;
mod error;
mod files;
mod generators;
mod header;
mod host_name;
mod import;
mod jmeter_log;
mod left_out;
mod load;
mod measured_by;
mod outcome;
mod packing;
mod parent_samples;
mod partial;
mod path_ids;
mod pieces;
mod placing;
mod possible_step;
mod requests;
mod seconds;
mod series;
mod servers;
mod settings;
mod step_table;
mod steps;
mod tables;
mod thread_sample;
mod thread_spans;
mod time_columns;
mod time_stamps;
mod waiting;

pub use decoding::{IMPORT, known_format, read_settings, zone};
pub use error::ImportError;
pub use import::{import, import_each};
pub use outcome::{ImportOutcome, Imported};
pub use plimsoll_run::StepsFrom;
pub use series::{SeriesFile, read_series};
pub use settings::{FileRule, HostRule, ImportSettings};
pub use tables::meanings as table_column_meanings;
pub use tables::tools::{ToolRun, read_summary};
