//! The tables of a report as data: what a reader sees in each cell, and the values behind it.
//!
//! The page shows the written form ([`crate::html`]), a CSV file the values ([`Table::csv`]).

mod cell;
mod compared;
mod conclusion;
mod csv;
mod experiment;
mod generator;
mod job_times;
mod limits;
mod list;
mod requests;
mod requirements;
mod runs;
mod search;
mod servers;
mod steps;
mod styles;
mod watched;

pub use cell::{Cell, Column, Kind, Row, RowClass, Table, Value};
pub use compared::compared;
pub use conclusion::{conclusion, differences};
pub use experiment::{beside, completions, jobs, units};
pub use generator::{generator_resources, generator_times};
pub use job_times::job_times;
pub use limits::{causes, demands, detectors, marginals, usage};
pub use list::tables;
pub use requests::{errors, transactions};
pub use requirements::{projections, proof};
pub use runs::{matrix, notes, runs};
pub use search::rates;
pub use servers::{events, host_steps, server_requests};
pub use steps::{dates, steps, times};
pub use styles::{TableStyle, UnknownTableStyle, markdown_of, styled};
pub use watched::{hosts, inputs, sources};
