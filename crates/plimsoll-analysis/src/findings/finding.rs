use super::across_claim::AcrossClaim;
use super::caveat::Caveat;
use super::evidence_item::EvidenceItem;
use super::next_step::NextStep;
use super::server_claim::ServerClaim;
use super::told_claim::ToldClaim;
use crate::capacity::{BoundReason, RateReason, RateResult};
use crate::requirements::Judgement;
use crate::scalability::Marginal;
use crate::step::{ErrorCount, Load, StepRow};
use crate::validity::StepProblem;
use plimsoll_run::EndReason;
use serde::Serialize;

/// A claim, with how much it matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Stable, for suppressing and for links.
    pub id: &'static str,
    pub severity: Severity,
    pub claim: Claim,
    /// What it rests on.
    pub evidence: Vec<EvidenceItem>,
    /// What speaks against it.
    pub against: Vec<Caveat>,
    /// What would decide it.
    pub next: NextStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Figures can't be used, or a requirement failed.
    Critical,
    /// Puts a figure in doubt, or asks for another experiment.
    Warning,
    Information,
}

/// What is claimed, with the values it rests on. Shares are percent, times microseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum Claim {
    GeneratorLimited {
        step: u32,
        /// The most important one.
        problem: StepProblem,
        further: Vec<StepProblem>,
    },
    /// Users ran out: the system's limit, or that of the pool of users.
    ArrivalsNotStarted {
        steps: Vec<u32>,
        due: u64,
        dropped: u64,
        /// Began, but only after waiting for a free user.
        waited: u64,
        /// At the end of a second, at most.
        waiting_max: u64,
        delay_us_max: Option<u64>,
        users: u32,
        /// At work at the end of a second, at most.
        busy_max: u32,
        pool_was_full: bool,
    },
    /// A capacity search did not find the rate between holding and failing.
    CapacityNotFound {
        result: RateResult,
        reason: Option<RateReason>,
        holds_rate_per_s: Option<f64>,
        fails_rate_per_s: Option<f64>,
    },
    MaximumNotFound {
        best_step: u32,
        best_per_s: f64,
        reason: BoundReason,
    },
    KneeBelowRange {
        first_step: u32,
        first_load: Load,
        first_per_s: f64,
        max_per_s: f64,
        share_percent: f64,
    },
    /// Load was added and throughput grew far less than in proportion.
    Knee(Marginal),
    /// … and throughput cannot be told from standing still.
    Plateau(Marginal),
    /// … and throughput fell.
    Retrograde(Marginal),
    /// Users whom the recorded times account for, of those meant to run.
    LittleMismatch {
        steps: Vec<u32>,
        ratio_min: f64,
        ratio_max: f64,
    },
    /// Users' time was in requests that were under way when the window ended: times of those that ended are lower bounds.
    RequestsInFlight {
        steps: Vec<u32>,
        in_flight_max: u64,
        /// Where the mean of those that ended is the smallest part of N/X − Z.
        worst_step: u32,
        mean_us: f64,
        mean_with_in_flight_us: f64,
    },
    /// Jobs beside the load that failed or took too long, of those that ended.
    JobsFailed {
        steps: Vec<u32>,
        failed: u64,
        jobs: u64,
        /// The first one of them, whether it took too long, and what it said last.
        first: String,
        timed_out: bool,
        detail: String,
    },
    /// The load generator was late, in doubtful measure; what is `None` was not.
    GeneratorDelayed {
        steps: Vec<u32>,
        /// Other work had a worker's core.
        run_delay_percent_max: Option<f64>,
        /// Timers, p99.
        lateness_us_max: Option<u64>,
        /// Longest turns, p90 over the seconds.
        turn_us_max: Option<u64>,
    },
    /// A higher load than `from_step` gave what only less load should.
    Inversion {
        from_step: u32,
        to_step: u32,
        from_load: Load,
        to_load: Load,
        kind: InversionKind,
    },
    FastFailures {
        step: u32,
        errors: u64,
        errors_percent: f64,
        failed_mean_us: f64,
        succeeded_mean_us: f64,
    },
    HighErrors {
        steps: Vec<u32>,
        errors: u64,
        requests: u64,
        errors_percent_min: f64,
        errors_percent_max: f64,
        top: Vec<ErrorCount>,
    },
    RequirementFailed {
        requirement: String,
        steps: Vec<u32>,
        /// The run's verdict is this failure.
        decides: bool,
        /// Judged at the best step; `None` where the run's verdict rests on something else.
        load_line: Option<Judgement>,
    },
    RequirementUnreadable {
        requirement: String,
        error: String,
    },
    RunCutOff {
        last_step: Option<u32>,
        recorded_to_us: u64,
    },
    RunStopped {
        reason: EndReason,
        at_us: u64,
    },
    WindowTooShort {
        steps: Vec<u32>,
        /// The shortest and the longest of them.
        measured_s_min: f64,
        measured_s_max: f64,
        min_s: f64,
    },
    CertificatesNotVerified,
    ElementsSkipped {
        elements: Vec<String>,
    },
    ElementsApproximated {
        elements: Vec<String>,
    },
    #[serde(untagged)]
    Server(ServerClaim),
    #[serde(untagged)]
    Across(AcrossClaim),
    #[serde(untagged)]
    Told(ToldClaim),
}

/// What a higher load should not bring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "inversion", rename_all = "kebab-case")]
pub enum InversionKind {
    /// Throughput per user (per asked arrival, with a rate) rose, beyond both intervals.
    Throughput { from_per_s: f64, to_per_s: f64 },
    /// The median response fell, beyond its noise.
    Response { from_p50_us: u64, to_p50_us: u64 },
}

impl Finding {
    /// The load generator was the limit, or the run did not end by itself: to be said before any figure.
    pub fn makes_figures_unusable(&self) -> bool {
        matches!(
            self.claim,
            Claim::GeneratorLimited { .. } | Claim::RunCutOff { .. } | Claim::RunStopped { .. }
        )
    }

    /// A server failed in this step: it was lost, began anew, ran out of heap, did little but collect it, or events were
    /// lost. Nobody should plan for such a load, whatever the requirements say.
    pub fn is_failure_in(&self, row: &StepRow) -> bool {
        let Claim::Server(claim) = &self.claim else { return false };
        self.severity == Severity::Critical && claim.is_about(row)
    }

    /// Work heaped up in this step: what it brought can't be kept up.
    pub fn is_backlog_in(&self, row: &StepRow) -> bool {
        matches!(&self.claim, Claim::Server(ServerClaim::QueueGrows { steps, .. }) if steps.contains(&row.number))
    }

    pub(crate) fn of(claim: Claim, evidence: Vec<EvidenceItem>, against: Vec<Caveat>) -> Finding {
        let (id, severity) = claim.identity();
        let next = NextStep::of(&claim);
        Finding { id, severity, claim, evidence, against, next }
    }
}

impl Claim {
    /// The stable id of what claims it, and how much it matters.
    pub(crate) fn identity(&self) -> (&'static str, Severity) {
        match self {
            Claim::GeneratorLimited { .. } => ("generator-limited", Severity::Critical),
            Claim::ArrivalsNotStarted { .. } => ("arrivals-not-started", Severity::Warning),
            Claim::CapacityNotFound { result: RateResult::LowerBound, .. } => {
                ("capacity-not-found", Severity::Warning)
            }
            Claim::CapacityNotFound { .. } => ("capacity-not-found", Severity::Critical),
            Claim::MaximumNotFound { .. } => ("maximum-not-found", Severity::Warning),
            Claim::KneeBelowRange { .. } => ("knee-below-range", Severity::Warning),
            Claim::Knee(_) => ("knee", Severity::Information),
            Claim::Plateau(_) => ("plateau", Severity::Information),
            Claim::Retrograde(_) => ("retrograde", Severity::Warning),
            Claim::LittleMismatch { .. } => ("little-mismatch", Severity::Warning),
            Claim::RequestsInFlight { .. } => ("requests-in-flight", Severity::Warning),
            Claim::JobsFailed { .. } => ("jobs-failed", Severity::Critical),
            Claim::GeneratorDelayed { .. } => ("generator-delayed", Severity::Warning),
            Claim::Inversion { .. } => ("inversion", Severity::Warning),
            Claim::FastFailures { .. } => ("fast-failures", Severity::Warning),
            Claim::HighErrors { .. } => ("errors", Severity::Warning),
            Claim::RequirementFailed { decides: true, .. } => ("requirement", Severity::Critical),
            Claim::RequirementFailed { .. } => ("requirement", Severity::Warning),
            Claim::RequirementUnreadable { .. } => ("requirement-unreadable", Severity::Critical),
            Claim::RunCutOff { .. } => ("run-cut-off", Severity::Critical),
            Claim::RunStopped { .. } => ("run-stopped", Severity::Critical),
            Claim::WindowTooShort { .. } => ("window-too-short", Severity::Warning),
            Claim::CertificatesNotVerified => ("certificates-not-verified", Severity::Information),
            Claim::ElementsSkipped { .. } => ("elements-skipped", Severity::Warning),
            Claim::ElementsApproximated { .. } => ("elements-approximated", Severity::Information),
            Claim::Server(claim) => claim.identity(),
            Claim::Across(claim) => claim.identity(),
            Claim::Told(claim) => claim.identity(),
        }
    }
}
