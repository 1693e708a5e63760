//! What limits the system: utilisation, saturation and errors of every watched resource in every step (the USE method,
//! Gregg 2013), and the causes that they allow, ranked.
//!
//! A cause is ranked by its saturation first, then by whether it was there before throughput bent, then by whether its
//! use follows throughput (U = X · D, Denning & Buzen 1978). That two lines rise together proves nothing: under a rising
//! load everything does.

mod causes;
mod factor;
mod lost;
mod resources;
mod usage;

pub use factor::{Cause, Grade, LimitingFactor, NotKnown, RuledOut, Verdict};
pub use lost::LostServer;
pub use usage::{Measured, Resource, Saturation, Usage};

use crate::findings::Evidence;

/// The table, and what follows from it.
pub(crate) fn limiting_factor(evidence: &Evidence) -> LimitingFactor {
    let lines = resources::lines(evidence);
    let generator = resources::generator(&evidence.run.steps);
    let table: Vec<Usage> = generator.into_iter().chain(usage::table(&evidence.run.steps, &lines)).collect();
    let verdict = causes::verdict(evidence, &table, &lines);
    let ruled_out = causes::ruled_out(&table, &verdict, evidence);
    LimitingFactor { table, verdict, ruled_out }
}
