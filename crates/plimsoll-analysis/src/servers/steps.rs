//! What each host did in each step: means over the measured window.

use super::Observations;
use super::panel::{PANELS, PanelKind};
use super::shape::values;
use crate::figures::Quantity;
use crate::step::StepRow;
use crate::window::SECOND_US;
use plimsoll_run::Source;
use serde::Serialize;
use std::collections::BTreeMap;

/// One source in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostStep {
    pub source: Source,
    pub step: u32,
    pub values: Vec<StepValue>,
}

/// One line of a figure in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepValue {
    pub panel: PanelKind,
    pub line: String,
    pub quantity: Quantity,
    pub mean: f64,
    pub max: f64,
    pub readings: u64,
}

pub(super) fn host_steps(observed: &Observations, rows: &[StepRow]) -> Vec<HostStep> {
    let mut found: BTreeMap<(&Source, u32), Vec<StepValue>> = BTreeMap::new();
    for series in &observed.points {
        for panel in PANELS {
            for line in panel.lines.iter().filter(|line| line.fits(&series.series)) {
                let values = values(series, line.shape);
                let name = line.name_of(&series.series);
                for row in rows {
                    let (from, to) = (row.measured_from_us as f64, row.measured_to_us as f64);
                    let us = SECOND_US as f64;
                    let inside =
                        || values.iter().filter(|(at, _)| *at * us >= from && *at * us < to).map(|(_, v)| *v);
                    let readings = inside().count() as u64;
                    if readings == 0 {
                        continue;
                    }
                    let of_step = found.entry((&series.series.source, row.number)).or_default();
                    if of_step.iter().any(|v| v.panel == panel.kind && v.line == name) {
                        continue;
                    }
                    of_step.push(StepValue {
                        panel: panel.kind,
                        line: name.clone(),
                        quantity: panel.quantity,
                        mean: inside().sum::<f64>() / readings as f64,
                        max: inside().fold(f64::NEG_INFINITY, f64::max),
                        readings,
                    });
                }
            }
        }
    }
    found
        .into_iter()
        .map(|((source, step), values)| HostStep { source: source.clone(), step, values })
        .collect()
}
