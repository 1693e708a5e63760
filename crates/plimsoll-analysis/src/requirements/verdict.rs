use crate::statistics::{Bounds, Estimate};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    Pass,
    Fail,
    Inconclusive,
}

/// One requirement, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// As understood, or as written if it could not be read.
    pub requirement: String,
    pub judgement: Judgement,
    pub judged_at: JudgedAt,
    pub steps: Vec<StepVerdict>,
    /// Steps in which it holds.
    pub holds_in: Vec<u32>,
    /// The step that came closest to the limit, or went farthest over it.
    pub worst_step: Option<u32>,
}

/// What the judgement of the whole run rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum JudgedAt {
    /// Given loads: every step must hold.
    EveryStep,
    /// Given loads, of which a step alone could not decide it: all valid steps of a load together.
    EveryLoad { loads: Vec<LoadVerdict> },
    /// A climb, and throughput in every design: the load line it claims, the best step.
    BestStep { step: u32 },
    /// A capacity search: all windows at the rate that it claims, or else at the lowest that does not hold.
    Rate { rate_per_s: f64, steps: Vec<u32>, evidence: Box<JudgementBasis> },
    /// There is no best step, and no other that supports a verdict.
    NoStep,
    /// The requirement could not be read.
    Unreadable { error: String },
}

impl Verdict {
    /// In which of the steps it holds.
    pub(crate) fn holding(steps: &[StepVerdict]) -> Vec<u32> {
        steps.iter().filter(|step| step.judgement == Judgement::Pass).map(|step| step.step).collect()
    }

    /// The step that the judgement rests on: the best one, or of all steps the worst; what is open rests on no step that is
    /// decided. `None`: it is one of a search, or of several steps together.
    pub fn deciding(&self) -> Option<&StepVerdict> {
        let step = |wanted: Option<u32>| self.steps.iter().find(|step| Some(step.step) == wanted);
        match &self.judged_at {
            JudgedAt::BestStep { step: best } => step(Some(*best)),
            JudgedAt::EveryStep | JudgedAt::NoStep => {
                use JudgementBasis::{InvalidStep, NoRequests, NoTimes};
                let has_figure =
                    |step: &StepVerdict| !matches!(step.evidence, InvalidStep | NoRequests | NoTimes);
                let is_why = |step: &&StepVerdict| step.judgement == self.judgement && has_figure(step);
                let worst = step(self.worst_step);
                worst.filter(is_why).or_else(|| self.steps.iter().find(is_why)).or(worst)
            }
            JudgedAt::Rate { .. } | JudgedAt::EveryLoad { .. } | JudgedAt::Unreadable { .. } => None,
        }
    }

    /// Of a step; where it could not decide by itself, of all steps of its load together.
    pub fn judgement_in(&self, step: u32) -> Option<Judgement> {
        let own = self.steps.iter().find(|found| found.step == step)?.judgement;
        let together = match &self.judged_at {
            JudgedAt::EveryLoad { loads } => loads.iter().find(|load| load.steps.contains(&step)),
            _ => None,
        };
        Some(together.map_or(own, |load| load.judgement))
    }
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// All valid steps of one load, judged as one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadVerdict {
    pub steps: Vec<u32>,
    pub judgement: Judgement,
    pub evidence: JudgementBasis,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepVerdict {
    pub step: u32,
    pub judgement: Judgement,
    pub evidence: JudgementBasis,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum JudgementBasis {
    /// Percentiles and errors: how many were over, of how many.
    Share {
        /// For percentiles: failed ones, and successful ones over the limit.
        over: u64,
        /// For percentiles; `None` where failures are what is judged.
        failed: Option<u64>,
        /// Arrivals that never began; they are in `over`, `failed` and `of`, each as one request.
        dropped: u64,
        /// With a rate: requests that had no answer when the window ended and took longer than the limit, or were given up after as
        /// long; they are in `over` and `of`.
        #[serde(skip_serializing_if = "is_none")]
        unanswered: u64,
        of: u64,
        percent: f64,
        percent_bounds_95: Bounds,
        allowed_percent: f64,
        /// With failed requests as slower than any; `None` for errors, and if the percentile falls among the failed.
        measured_us: Option<u64>,
    },
    /// Of the successful requests.
    Mean { mean_us: Estimate, limit_us: f64 },
    Throughput {
        per_s: Estimate,
        limit_per_s: f64,
        /// Requests per second that the arrivals make that were asked for, where that decides: each of them was served.
        #[serde(skip_serializing_if = "Option::is_none")]
        served_per_s: Option<f64>,
    },
    Max {
        max_us: u64,
        over: u64,
        failed: u64,
        /// As for shares.
        dropped: u64,
        of: u64,
        limit_us: f64,
        /// What a request took that began in the window and ended after it, where that is over the limit.
        #[serde(skip_serializing_if = "Option::is_none")]
        late_us: Option<u64>,
    },
    /// Nothing ended in the step, and so many requests were under way when it ended: they took longer than it.
    NothingAnswered { in_flight: u64, measured_s: f64 },
    /// What an imported table says of it; none where it says nothing. Of how many requests, and how much they varied, is not known.
    FromTable {
        #[serde(skip_serializing_if = "Option::is_none")]
        errors_percent: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mean_us: Option<f64>,
    },
    /// Percentiles that an imported report has: that which is asked for, if it is among them, and the one that decides: the highest
    /// that is within the limit, or the lowest that is not.
    FromPercentiles {
        #[serde(skip_serializing_if = "Option::is_none")]
        measured_us: Option<f64>,
        deciding_percent: f64,
        deciding_us: f64,
        /// `None`: nothing is known of failures.
        failed: Option<u64>,
        of: u64,
    },
    /// There is no mean: every request failed.
    NothingSucceeded { requests: u64 },
    /// Requests ended, but how long they took was not recorded.
    NoTimes,
    /// In no step did a request of that name end.
    UnknownTransaction { name: String, known: Vec<String> },
    /// So many iterations of the run never started: how their requests would have ended is not known.
    IterationsDropped { iterations: u64 },
    /// The step is invalid; its problems say why.
    InvalidStep,
    /// No request of the transaction (or none at all) ended in the step.
    NoRequests,
}

impl JudgementBasis {
    /// What a requirement on response times is judged by.
    pub fn judged_us(&self) -> Option<f64> {
        match self {
            JudgementBasis::Share { failed: Some(_), measured_us, .. } => measured_us.map(|us| us as f64),
            JudgementBasis::Mean { mean_us, .. } => Some(mean_us.value),
            JudgementBasis::Max { max_us, .. } => Some(*max_us as f64),
            JudgementBasis::FromTable { mean_us, .. } => *mean_us,
            JudgementBasis::FromPercentiles { measured_us, .. } => *measured_us,
            _ => None,
        }
    }

    /// Failures are what is judged, or most of what was over the limit.
    pub fn is_of_failures(&self) -> bool {
        match self {
            JudgementBasis::Share { failed: None, .. } => true,
            JudgementBasis::Share { over, failed: Some(failed), dropped: 0, .. } => 2 * failed > *over,
            _ => false,
        }
    }
}
