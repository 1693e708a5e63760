//! `implied-response`: of a run of means no response times are known, but by Little's law (1961) users spend N / X on a
//! request. From one step to the next that changed by 10 %: what is claimed of response times must fit it.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "implied-response",
    severities: &[Severity::Information],
    when: "a run of means without response times: users over throughput (Little's law) rise by 10 % from a step \
        to the next",
    requires: "two loads",
    needs: &[Need::Loads(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("implied-response", Limits {
    /// % that users' time for a request rises from a step to the next
    percent = 10.0,
});

/// Users over throughput (Little 1961): the time for a request, with think time in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImpliedResponse {
    pub from_step: u32,
    pub to_step: u32,
    pub from_us: f64,
    pub to_us: f64,
    pub change_percent: f64,
}

impl Claimed for ImpliedResponse {
    fn next_step(&self) -> NextStep {
        NextStep::ImportRaw
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if !evidence.run.header.means_only {
        return Vec::new();
    }
    let rows = evidence.run.steps.iter();
    let known: Vec<(&StepRow, f64)> = rows.filter_map(|row| Some((row, implied_us(row)?))).collect();
    let rise = |pair: &[(&StepRow, f64)]| 100.0 * (pair[1].1 / pair[0].1 - 1.0);
    let Some(worst) = known.windows(2).max_by(|a, b| rise(a).total_cmp(&rise(b))) else { return Vec::new() };
    if rise(worst) < limits.percent {
        return Vec::new();
    }
    let ((from, from_us), (to, to_us)) = (worst[0], worst[1]);
    let claim = ImpliedResponse {
        from_step: from.number,
        to_step: to.number,
        from_us,
        to_us,
        change_percent: rise(worst),
    };
    vec![Found::new(claim, vec![EvidenceItem::throughput(from), EvidenceItem::throughput(to)])]
}

/// `None`: response times are known, or a rate is the load.
fn implied_us(row: &StepRow) -> Option<f64> {
    // Users spend their time on requests that fail, too.
    let x = row.throughput_per_s.value / (1.0 - row.errors_percent / 100.0).max(f64::MIN_POSITIVE);
    let unknown = row.response.count == 0 && row.response.mean_us.is_none();
    let (closed, users) = (row.is_valid() && row.rate_per_s.is_none(), row.load().value());
    (closed && unknown && x > 0.0 && x.is_finite() && users > 0.0).then(|| 1e6 * users / x)
}
