//! Made-up runs, and what the analysis must find in them.

mod across;
mod arrivals;
mod comparison;
mod conclusion;
mod demands;
mod detectors;
mod documentation;
mod healthy;
mod limits;
mod lost;
mod runs;
mod servers;
mod told;
