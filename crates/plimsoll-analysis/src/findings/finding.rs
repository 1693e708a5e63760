use super::caveat::Caveat;
use super::claimed::FailedIn;
use super::detectors::Claim;
use super::evidence_item::EvidenceItem;
use super::next_step::NextStep;
use super::severity::Severity;
use crate::step::StepRow;
use serde::Serialize;

/// A claim, with how much it matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// That of its detector. Stable, for suppressing and for links.
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

impl Finding {
    /// The load generator was the limit, or the run did not end by itself: to be said before any figure.
    pub fn makes_figures_unusable(&self) -> bool {
        self.claim.claimed().makes_figures_unusable()
    }

    /// A server failed: it was lost, restarted, ran out of heap, did little but collect it, events were lost, or nothing
    /// succeeded any more. Nobody should plan for such a load, whatever the requirements say.
    pub fn is_failure(&self) -> bool {
        self.severity == Severity::Critical && self.claim.claimed().failed_in().is_some()
    }

    /// What a reader must know whatever the requirements say: that, or what speaks against no load by itself: a background job that failed,
    /// memory that is soon used up.
    pub fn is_critical_of_system(&self) -> bool {
        self.is_failure() || self.severity == Severity::Critical && self.claim.claimed().is_in_headline()
    }

    /// A server failed in this step.
    pub fn is_failure_in(&self, row: &StepRow) -> bool {
        let (from, to) = row.span_s();
        let is_in = |when: FailedIn| match when {
            FailedIn::Steps(steps) => steps.contains(&row.number),
            FailedIn::Time { from_s, to_s } => from_s < to && to_s > from,
        };
        self.is_failure() && self.claim.claimed().failed_in().is_some_and(is_in)
    }

    /// The load or its mix moved within this step: its figures are of no one load.
    pub fn is_load_moving_in(&self, row: &StepRow) -> bool {
        self.claim.claimed().load_moves_in() == Some(row.number)
    }

    /// Backlog grew in this step: what it brought can't be kept up.
    pub fn is_backlog_in(&self, row: &StepRow) -> bool {
        self.claim.claimed().backlog_in().contains(&row.number)
    }
}
