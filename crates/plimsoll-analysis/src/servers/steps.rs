//! What each host did in each step: means over the measured window.

use super::lines::{NamedLine, unsmoothed};
use super::panel::{PANELS, Panel, PanelKind};
use super::readings::Observations;
use super::shape::US;
use crate::figures::Quantity;
use crate::step::StepRow;
use plimsoll_run::{SeriesPoints, Source};
use serde::Serialize;
use std::collections::BTreeMap;

/// One source in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostStep {
    pub source: Source,
    pub step: u32,
    pub values: Vec<StepValue>,
}

/// One line of a figure in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepValue {
    pub panel: PanelKind,
    pub line: String,
    pub quantity: Quantity,
    pub mean: f64,
    pub max: f64,
    pub readings: u64,
}

pub(crate) fn host_steps(observed: &Observations, rows: &[StepRow]) -> Vec<HostStep> {
    let mut sources: BTreeMap<&Source, Vec<&SeriesPoints>> = BTreeMap::new();
    for series in &observed.points {
        sources.entry(&series.series.source).or_default().push(series);
    }
    let mut found = Vec::new();
    for (source, all) in sources {
        let lines: Vec<_> = PANELS
            .iter()
            .flat_map(|panel| unsmoothed(panel, &all).into_iter().map(move |line| (panel, line)))
            .collect();
        for row in rows {
            let of_step = |(panel, (name, values)): &(&Panel, NamedLine)| value(panel, name, values, row);
            let values: Vec<StepValue> = lines.iter().filter_map(of_step).collect();
            if !values.is_empty() {
                found.push(HostStep { source: source.clone(), step: row.number, values });
            }
        }
    }
    found
}

fn value(panel: &Panel, line: &str, values: &[(f64, f64)], row: &StepRow) -> Option<StepValue> {
    let (from, to) = (row.measured_from_us as f64 / US, row.measured_to_us as f64 / US);
    let inside = || values.iter().filter(|(at, _)| *at >= from && *at < to).map(|(_, value)| *value);
    let readings = inside().count() as u64;
    let mean = inside().sum::<f64>() / readings as f64;
    // One collection within a second is not sixty a minute.
    let max =
        if panel.kind == PanelKind::Collections { mean } else { inside().fold(f64::NEG_INFINITY, f64::max) };
    (readings > 0).then(|| StepValue {
        panel: panel.kind,
        line: line.to_owned(),
        quantity: panel.quantity,
        mean,
        max,
        readings,
    })
}
