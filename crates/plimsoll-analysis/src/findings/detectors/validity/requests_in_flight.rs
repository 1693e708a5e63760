//! `requests-in-flight`: of the users' time in a window more than 10 % was in requests that were still under way when it
//! ended. Those that ended in it are the quick ones, so their times are lower bounds; N/X − Z is what all took on average.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "requests-in-flight",
    severities: &[Severity::Warning],
    when: "> 10 % of the users' time in a window was in requests that were still under way when it ended: times \
        of those that ended are lower bounds, N/X − Z is the mean of all. Such times are in no comparison, \
        and prove no requirement unless it would hold with all of those over its limit. Not where all of them were given up, nor where users are stuck in \
        them (`users-stuck`)",
    requires: "a run that was not imported; users",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

/// Users' time was in requests that were under way when the window ended: times of those that ended are lower bounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestsInFlight {
    pub steps: Vec<u32>,
    pub in_flight_max: u64,
    /// Where the mean of those that ended is the smallest part of N/X − Z.
    pub worst_step: u32,
    pub mean_us: f64,
    pub mean_with_in_flight_us: f64,
    /// Users of a step who got hardly an answer in its whole window, where there are the most of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughout: Option<Throughout>,
}

/// Requests that were under way all the time of a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throughout {
    pub step: u32,
    pub requests: u64,
    pub measured_s: f64,
}

impl Claimed for RequestsInFlight {
    fn next_step(&self) -> NextStep {
        NextStep::MeasureLonger
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let rows = evidence.run.steps.iter();
    let found: Vec<(u32, u64, f64, f64)> = rows
        .filter_map(|row| {
            let whole_us = row.mean_with_in_flight_us()?;
            // What was given up in the end is not slow: the system hung, and measuring for longer would not see its end.
            row.little.filter(|little| little.in_flight > row.abandoned && row.missing_users().is_none())?;
            Some((row.number, row.little?.in_flight, row.response.mean_us?, whole_us))
        })
        .collect();
    let worst = found.iter().min_by(|a, b| (a.2 / a.3).total_cmp(&(b.2 / b.3)));
    let Some((worst_step, _, mean_us, mean_with_in_flight_us)) = worst.copied() else { return Vec::new() };
    let steps: Vec<u32> = found.iter().map(|(step, ..)| *step).collect();
    let items = evidence.items(&steps, EvidenceItem::users);
    let of_steps = evidence.windows.iter().filter(|window| steps.contains(&window.step.number));
    let throughout = of_steps.map(|window| Throughout {
        step: window.step.number,
        requests: window.under_way_throughout(),
        measured_s: window.duration_s(),
    });
    let throughout = throughout.max_by_key(|of| of.requests).filter(|of| of.requests > 0);
    let claim = RequestsInFlight {
        steps,
        in_flight_max: found.iter().map(|(_, in_flight, ..)| *in_flight).max().unwrap_or(0),
        worst_step,
        mean_us,
        mean_with_in_flight_us,
        throughout,
    };
    vec![Found::new(claim, items)]
}
