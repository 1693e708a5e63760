//! `interruption`: within one load hardly anything succeeded for four seconds or more, once or a few times, and before and after
//! it as much as usual: a restart, a failover, a lock, a collection of the whole heap. Shares of the whole step hide it.

use crate::findings::prelude::*;
use crate::step::Window;
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "interruption",
    severities: &[Severity::Warning],
    when: "in a valid step four or more seconds in a row bring less than 10 % of what the median second of that step \
        brings, and four or more before and after them over half of it; such seconds are no more than a third of the time, in three \
        stretches at most (more of them: `periodic-stalls`)",
    requires: "values of every second, a step of 12 s",
    needs: &[Need::Seconds, Need::StepOfSeconds(12)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("interruption", Limits {
    /// s in a row, at least; what lasts for 5 s has four whole ones
    seconds = 4.0,
    /// % of the median second's throughput that each of them has at most
    percent = 10.0,
    /// requests in the median second, at least
    requests = 10.0,
});

/// Hardly anything succeeded for a while, and then as much as before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThroughputInterruption {
    pub step: u32,
    /// From the beginning of the measured window.
    pub from_s: f64,
    pub duration_s: f64,
    /// Of requests that ended in that time.
    pub failed: u64,
    /// Stretches in all; the longest is this one.
    pub times: u64,
}

impl Claimed for ThroughputInterruption {
    fn next_step(&self) -> NextStep {
        NextStep::LookAtEvents
    }
}

const STRETCHES_MAX: usize = 3;
/// So much of the usual was brought before and after it.
const USUAL_SHARE: f64 = 0.5;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    rows.filter_map(|(row, window)| {
        let claim = in_window(window, limits)?;
        Some(Found::new(
            ThroughputInterruption { step: row.number, ..claim },
            vec![EvidenceItem::throughput(row)],
        ))
    })
    .collect()
}

fn in_window(window: &Window, limits: Limits) -> Option<ThroughputInterruption> {
    let stretches = stretches(&window.by_second(None, |interval| interval.succeeded() as f64), limits);
    let longest = stretches.iter().max_by_key(|stretch| stretch.len())?;
    let failed = window.by_second(None, |interval| (interval.requests - interval.succeeded()) as f64);
    Some(ThroughputInterruption {
        step: 0,
        from_s: longest.start as f64,
        duration_s: longest.len() as f64,
        failed: failed[longest.clone()].iter().sum::<f64>() as u64,
        times: stretches.len() as u64,
    })
}

/// Of what succeeded in each second.
fn stretches(counts: &[f64], limits: Limits) -> Vec<Range<usize>> {
    let mut sorted = counts.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(median) = sorted.get(sorted.len() / 2).copied().filter(|median| *median >= limits.requests)
    else {
        return Vec::new();
    };
    let is_low = |at: usize| counts[at] < limits.percent / 100.0 * median;
    let around = limits.seconds as usize;
    let usual = |seconds: &[f64]| {
        seconds.len() >= around && seconds.iter().sum::<f64>() / seconds.len() as f64 >= USUAL_SHARE * median
    };
    let mut all: Vec<Range<usize>> = Vec::new();
    for at in (0..counts.len()).filter(|at| is_low(*at)) {
        match all.last_mut() {
            Some(stretch) if stretch.end == at => stretch.end += 1,
            _ => all.push(at..at + 1),
        }
    }
    let low: usize = all.iter().map(ExactSizeIterator::len).sum();
    let between = |stretch: &Range<usize>| {
        let before = &counts[stretch.start.saturating_sub(around)..stretch.start];
        let after = &counts[stretch.end..(stretch.end + around).min(counts.len())];
        stretch.len() >= around && usual(before) && usual(after)
    };
    if 3 * low > counts.len() || all.len() > STRETCHES_MAX {
        return Vec::new();
    }
    all.into_iter().filter(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn looked(count: impl Fn(usize) -> f64) -> Vec<Range<usize>> {
        let counts: Vec<f64> = (0..120).map(count).collect();
        stretches(&counts, Limits::of(&Settings::new()))
    }

    #[test]
    fn seconds_in_a_row_that_bring_hardly_anything_are_found() {
        let found = looked(|second| if (60..72).contains(&second) { 3.0 } else { 200.0 });
        assert_eq!(
            found.iter().map(|stretch| (stretch.start, stretch.len())).collect::<Vec<_>>(),
            [(60, 12)]
        );
        assert!(
            looked(|second| if (60..63).contains(&second) { 3.0 } else { 200.0 }).is_empty(),
            "too short"
        );
        assert!(
            looked(|second| if (60..72).contains(&second) { 40.0 } else { 200.0 }).is_empty(),
            "not deep"
        );
        assert!(looked(|second| if second >= 100 { 0.0 } else { 200.0 }).is_empty(), "it does not come back");
        assert!(looked(|second| if second < 10 { 0.0 } else { 200.0 }).is_empty(), "a slow beginning");
        assert!(looked(|second| if second % 20 < 6 { 0.0 } else { 200.0 }).is_empty(), "again and again");
        assert!(
            looked(|second| if (60..72).contains(&second) { 0.0 } else { 4.0 }).is_empty(),
            "few requests"
        );
    }
}
