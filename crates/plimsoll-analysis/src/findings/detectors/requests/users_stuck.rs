//! `users-stuck`: many users wait long for an answer while others are served as quickly as ever: a lock, a lost connection, a
//! pool whose connections were not given back. By requests it hardly shows, for users who wait send nothing more.

use super::interruption;
use crate::findings::prelude::*;
use crate::requirements::RequirementMetric;
use crate::step::StuckUsers;

pub(crate) static DETECTOR: Detector = Detector {
    id: "users-stuck",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step a tenth of the users or more wait at the same time for eight seconds or longer, each for an answer that takes over 10 s \
        and over 20 times the median of its transaction (a failure: over 10 times that of all that succeed), also where it comes (or is \
        given up) after the window; such waits are 2 % or more of the users' time. Long answers that succeed only where they began \
        together, and took three times the time of those that took a quarter as long or more. Critical where half of the users or more \
        wait so, or where a larger part of the users' time than a requirement on a percentile allows of the requests, though it does not \
        fail by these: users who wait send nothing more. Not where nobody is served meanwhile: `interruption`",
    requires: "users whose number is known, values of every second, a step of 12 s",
    needs: &[Need::Seconds, Need::StepOfSeconds(12)],
    thresholds: &[],
    look: Look::Run(detect),
};

/// Users who had no answer for long, while others had.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsersStuck {
    pub step: u32,
    pub stuck: StuckUsers,
    /// Requirements on percentiles that do not fail, though a larger part of the users' time than they allow of the requests had no
    /// answer within their limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<String>,
}

/// Of the users: a system that leaves so many without an answer failed, whatever was asked of it.
const HALF: f64 = 0.5;

impl Claimed for UsersStuck {
    fn severity(&self) -> Option<Severity> {
        let is_half = f64::from(self.stuck.users) >= HALF * self.stuck.of_users;
        Some(if is_half || !self.hidden_from.is_empty() { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtEvents
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    rows.filter_map(|(row, window)| {
        let stuck = row.stuck.filter(|_| !interruption::is_in(window, evidence))?;
        let claim = UsersStuck { step: row.number, stuck, hidden_from: hidden_from(evidence, row, &stuck) };
        Some(Found::new(claim, vec![EvidenceItem::throughput(row)]))
    })
    .collect()
}

fn hidden_from(evidence: &Evidence, row: &StepRow, stuck: &StuckUsers) -> Vec<String> {
    evidence.not_failed_in(row, |found| {
        let is_more = |allowed| stuck.percent_of_time > 100.0 * allowed;
        matches!(found.measure, RequirementMetric::Percentile(_))
            && found.limit < stuck.longest_us as f64
            && found.allowed_share().is_some_and(is_more)
    })
}
