//! `generator-delayed`: in a valid step the load generator was late enough to degrade the timing. A worker was ready to run
//! and waited for its core for more than 5 % of the time, or its timers (p99) or its longest turns (p90 over the
//! seconds) took more than a tenth of the median service time and 1 ms. Above twice and five times that the step is
//! invalid, see `generator-limited`.

use crate::findings::prelude::*;
use crate::findings::timing::{is_degraded, lateness_us, run_delay, turn_us};

pub(crate) static DETECTOR: Detector = Detector {
    id: "generator-delayed",
    severities: &[Severity::Warning],
    when: "in a valid step it was late enough to degrade the timing",
    requires: "a run that was not imported",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

/// The load generator was late, by so much that figures are uncertain; what is `None` was not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratorDelayed {
    pub steps: Vec<u32>,
    /// Other work had a worker's core.
    pub run_delay_percent_max: Option<f64>,
    /// Timers, p99.
    pub lateness_us_max: Option<u64>,
    /// Longest turns, p90 over the seconds.
    pub turn_us_max: Option<u64>,
}

impl Claimed for GeneratorDelayed {
    fn next_step(&self) -> NextStep {
        NextStep::FreeTheGenerator
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let valid: Vec<&StepRow> = evidence.run.steps.iter().filter(|row| row.is_valid()).collect();
    let steps: Vec<u32> = valid.iter().filter(|row| is_degraded(row)).map(|row| row.number).collect();
    if steps.is_empty() {
        return Vec::new();
    }
    // Of steps in which that is what was late; the table of the load generator has the rest.
    let waited: Vec<u32> =
        valid.iter().filter(|row| run_delay(row).is_some()).map(|row| row.number).collect();
    let items = evidence.items(&waited, |row| {
        let percent = row.generator.most_delayed().map_or(0.0, |worker| worker.run_delay_percent_mean);
        EvidenceItem::column(row, LoadMeasure::RunDelay, Unit::Percent, percent)
    });
    let claim = GeneratorDelayed {
        steps,
        run_delay_percent_max: valid.iter().filter_map(|row| run_delay(row)).reduce(f64::max),
        lateness_us_max: valid.iter().filter_map(|row| lateness_us(row)).max(),
        turn_us_max: valid.iter().filter_map(|row| turn_us(row)).max(),
    };
    vec![Found::new(claim, items)]
}
