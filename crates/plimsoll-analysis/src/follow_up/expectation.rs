//! What has to come of a next step if the claim is true.

use crate::findings::{Claim, Finding, NextStep};
use serde::Serialize;

/// What the run after has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Expectation {
    /// More of what was the limit: the highest throughput rises.
    Rise,
    /// Higher loads: throughput grows on.
    Growth,
    /// Lower loads: the requirement holds at some of them.
    HoldsBelow,
    /// The same is seen again.
    Again,
    /// What was amiss is gone.
    Gone,
}

/// `None`: a person has to look, or to mend something; no run decides it.
pub fn expected(finding: &Finding) -> Option<Expectation> {
    match &finding.next {
        // Steps of one load that differ again do so for a reason.
        NextStep::RepeatEqual if matches!(finding.claim, Claim::UnequalRepeats(_)) => {
            Some(Expectation::Again)
        }
        NextStep::VaryPool { .. }
        | NextStep::VaryCores { .. }
        | NextStep::RaiseCpuLimit { .. }
        | NextStep::FindWidth { .. }
        | NextStep::MoreProcesses { .. }
        | NextStep::LookAtQueries { .. }
        | NextStep::FasterDisk { .. }
        | NextStep::RaiseDiskLimit { .. } => Some(Expectation::Rise),
        NextStep::LoadHigher => Some(Expectation::Growth),
        NextStep::LoadLower => Some(match finding.claim {
            Claim::RequirementFailed(_) => Expectation::HoldsBelow,
            _ => Expectation::Gone,
        }),
        NextStep::LoadBetween { .. } | NextStep::OtherOrder | NextStep::SoakWithHeapDumps { .. } => {
            Some(Expectation::Again)
        }
        NextStep::RunAgain
        | NextStep::MeasureLonger
        | NextStep::MoreUsers
        | NextStep::PauseBetweenSteps { .. }
        | NextStep::RepeatEqual
        | NextStep::DoubleHeap { .. }
        | NextStep::MoreMemory { .. }
        | NextStep::MoreConsumers
        | NextStep::MorePartitions
        | NextStep::MatchPartitions
        | NextStep::SpreadConsumers
        | NextStep::SpreadKeys
        | NextStep::SteadyMembers
        | NextStep::OtherHost { .. }
        | NextStep::RunWithAllServers { .. }
        | NextStep::BalanceLoad
        | NextStep::EqualiseServers
        | NextStep::SendAtOnce
        | NextStep::LongerAcceptQueue { .. }
        | NextStep::FreeTheGenerator => Some(Expectation::Gone),
        NextStep::MendFailures
        | NextStep::CheckAnswers
        | NextStep::MendSetup
        | NextStep::FollowEvents
        | NextStep::ProfileAfterLoad { .. }
        | NextStep::RestartBetween
        | NextStep::WatchShared
        | NextStep::WatchWhatTheyUse
        | NextStep::CompareNetworkPaths { .. }
        | NextStep::LookAtNetwork
        | NextStep::LookAtPeriod { .. }
        | NextStep::LookAtEvents
        | NextStep::LookAtGrowth
        | NextStep::LookAtSlowRequests
        | NextStep::ImportRaw => None,
    }
}

/// Something of the system under test has to be changed before.
pub fn needs_change(next: &NextStep) -> bool {
    matches!(
        next,
        NextStep::VaryPool { .. }
            | NextStep::VaryCores { .. }
            | NextStep::RaiseCpuLimit { .. }
            | NextStep::FindWidth { .. }
            | NextStep::MoreProcesses { .. }
            | NextStep::LookAtQueries { .. }
            | NextStep::FasterDisk { .. }
            | NextStep::RaiseDiskLimit { .. }
            | NextStep::DoubleHeap { .. }
            | NextStep::MoreMemory { .. }
            | NextStep::MoreConsumers
            | NextStep::MorePartitions
            | NextStep::MatchPartitions
            | NextStep::SpreadConsumers
            | NextStep::SpreadKeys
            | NextStep::SteadyMembers
            | NextStep::OtherHost { .. }
            | NextStep::RunWithAllServers { .. }
            | NextStep::BalanceLoad
            | NextStep::EqualiseServers
            | NextStep::SendAtOnce
            | NextStep::LongerAcceptQueue { .. }
    )
}
