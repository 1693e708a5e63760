//! `degrades-in-order` over runs: the mean response time of one variant's runs, at the same load, rises from run to run.

use super::MultiRun;
use crate::findings::across_claim::AcrossClaim;
use crate::findings::degrades_in_order::{Done, Limits, restarts_us, rising};
use crate::findings::detector::Found;
use crate::findings::evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
use crate::findings::server_claim::Sequence;

pub(in crate::findings) fn detect(several: &MultiRun) -> Vec<Found> {
    let limits = Limits::of(several.settings());
    several.variants().into_iter().filter_map(|variant| of_variant(several, variant, limits)).collect()
}

fn of_variant(several: &MultiRun, variant: &str, limits: Limits) -> Option<Found> {
    let first = several.runs.first()?.header.started_unix_us;
    let mut restarts: Vec<i64> = Vec::new();
    let mut all: Vec<(u64, Done)> = Vec::new();
    for (place, run) in several.runs.iter().enumerate() {
        let offset = run.header.started_unix_us - first;
        restarts.extend(restarts_us(run.telemetry).into_iter().map(|us| us + offset));
        if run.header.variant.name != variant {
            continue;
        }
        for row in run.steps.iter().filter(|row| row.is_valid()) {
            let Some(us) = row.response.mean_us else { continue };
            let at_us = row.measured_from_us as i64 + offset;
            all.push((row.load().value().to_bits(), Done { place: place as u32, at_us, us }));
        }
    }
    let mut loads: Vec<u64> = all.iter().map(|(load, _)| *load).collect();
    loads.sort_unstable();
    loads.dedup();
    loads.into_iter().find_map(|load| {
        let mut done: Vec<Done> = all.iter().filter(|(of, _)| *of == load).map(|(_, done)| *done).collect();
        // Once in a run; steps that a run repeats are looked at in that run.
        done.dedup_by_key(|done| done.place);
        let over =
            |part: &[Done]| Sequence::Runs { runs: part.iter().map(|done| done.place as usize).collect() };
        let degradation = rising(&done, &restarts, limits, "", over)?;
        let items = done.iter().map(|done| {
            let measure = Measure::Run { run: done.place as usize, of: LoadMeasure::ResponseMean };
            EvidenceItem { measure, ..EvidenceItem::load(LoadMeasure::ResponseMean, Unit::Us, done.us) }
        });
        Some(Found::new(AcrossClaim::DegradesInOrder(degradation), items.collect()))
    })
}
