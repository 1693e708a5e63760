//! Made-up runs, and what the analysis must find in them.

mod arrivals;
mod comparison;
mod conclusion;
mod databases;
mod demands;
mod detectors;
mod documentation;
mod explanation;
mod follow_up;
mod healthy;
mod limits;
mod lost;
mod own_resources;
mod prediction;
mod reported;
mod runs;
mod servers;
mod several_runs;
