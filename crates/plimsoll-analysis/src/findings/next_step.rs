//! What would decide whether a finding holds.

use super::Claim;
use super::across_claim::{AcrossClaim, Difference};
use super::server_claim::ServerClaim;
use super::told_claim::ToldClaim;
use serde::Serialize;

/// The next experiment; `plimsoll-report` has its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "experiment", rename_all = "kebab-case")]
pub enum NextStep {
    /// The load generator first: more of it, or cores of its own.
    FreeTheGenerator,
    /// The same again, to its end.
    RunAgain,
    /// Higher loads, or rates.
    LoadHigher,
    /// Smaller loads, or rates.
    LoadLower,
    /// Loads between two that were tried, with repeats.
    LoadBetween { from_step: u32, to_step: u32 },
    /// The same for longer.
    MeasureLonger,
    /// A larger pool of users.
    MoreUsers,
    /// In the other order, or mixed.
    OtherOrder,
    /// Failures first.
    MendFailures,
    /// The setup first: certificates, requirements, elements of the plan.
    MendSetup,
    /// Cores are added, or taken away; the maximum must follow.
    VaryCores { host: String },
    /// The limit of a container's CPU is raised.
    RaiseCpuLimit { host: String },
    /// Twice the heap, the same load.
    DoubleHeap { host: String },
    /// Steady load for so long, and a heap dump at the beginning and at the end.
    SoakWithHeapDumps { hours: f64 },
    /// With all servers.
    RunWithAllServers { host: String },
    /// The load balancer's shares are made equal.
    BalanceLoad,
    /// The servers are made equal.
    EqualiseServers,
    /// More partitions or consumers; the lag must stand still.
    MoreConsumers,
    /// As many partitions as consumers.
    MatchPartitions,
    /// As many consumers on each host as make an equal share of the partitions.
    SpreadConsumers,
    /// Each hop counted: where events stay, or come twice.
    FollowEvents,
    /// So long a pause between steps.
    PauseBetweenSteps { pause_s: f64 },
    /// What is busy after the load is looked at: a profile, a thread dump.
    ProfileAfterLoad { host: String },
    /// A pool of another size; throughput and the wait must follow.
    VaryPool { to: f64 },
    /// On a host of its own.
    OtherHost { host: String },
    /// Less memory in use, or more memory.
    MoreMemory { host: String },
    /// What is read and written is looked at, or put on a faster disk.
    FasterDisk { host: String },
    /// A restart between repeats.
    RestartBetween,
    /// The part that the variants share is watched.
    WatchShared,
    /// The runs again, equal in all but the variant.
    RepeatEqual,
    /// The results themselves are imported, not what somebody made of them.
    ImportRaw,
}

impl NextStep {
    pub fn of(claim: &Claim) -> NextStep {
        match claim {
            Claim::GeneratorLimited { .. } | Claim::GeneratorDelayed { .. } => NextStep::FreeTheGenerator,
            Claim::ArrivalsNotStarted { .. } => NextStep::MoreUsers,
            Claim::CapacityNotFound { holds_rate_per_s: None, .. } | Claim::KneeBelowRange { .. } => {
                NextStep::LoadLower
            }
            Claim::CapacityNotFound { .. } | Claim::MaximumNotFound { .. } => NextStep::LoadHigher,
            Claim::Knee(m) | Claim::Plateau(m) | Claim::Retrograde(m) => {
                NextStep::LoadBetween { from_step: m.from_step, to_step: m.to_step }
            }
            Claim::Inversion { .. } => NextStep::OtherOrder,
            Claim::FastFailures { .. } | Claim::HighErrors { .. } | Claim::JobsFailed { .. } => {
                NextStep::MendFailures
            }
            Claim::RequirementFailed { .. } => NextStep::LoadLower,
            Claim::RunCutOff { .. } | Claim::RunStopped { .. } => NextStep::RunAgain,
            Claim::WindowTooShort { .. } | Claim::LittleMismatch { .. } | Claim::RequestsInFlight { .. } => {
                NextStep::MeasureLonger
            }
            Claim::RequirementUnreadable { .. }
            | Claim::CertificatesNotVerified
            | Claim::ElementsSkipped { .. }
            | Claim::ElementsApproximated { .. } => NextStep::MendSetup,
            Claim::Server(claim) => of_server(claim),
            Claim::Across(claim) => of_across(claim),
            Claim::Told(claim) => of_told(claim),
        }
    }
}

fn of_server(claim: &ServerClaim) -> NextStep {
    match claim {
        ServerClaim::CpuSaturated { source, .. } => NextStep::VaryCores { host: source.host.clone() },
        ServerClaim::HeapExhausted { source, .. } | ServerClaim::GcOverhead { source, .. } => {
            NextStep::DoubleHeap { host: source.host.clone() }
        }
        ServerClaim::LeakSuspected { full_in_s, bytes_per_day, capacity_bytes, .. } => {
            let empty_to_full_hours = 24.0 * capacity_bytes / bytes_per_day;
            let hours = match empty_to_full_hours {
                hours if hours < 2.0 => hours / 2.0,
                // A part of the time in which it fills, but a working day at most.
                _ => (full_in_s / 3_600.0 / 4.0).clamp(1.0, 12.0),
            };
            NextStep::SoakWithHeapDumps { hours }
        }
        ServerClaim::InstanceLost { source, .. } | ServerClaim::InstanceRestarted { source, .. } => {
            NextStep::RunWithAllServers { host: source.host.clone() }
        }
        ServerClaim::NothingSucceeds { .. } => NextStep::MendFailures,
        ServerClaim::PeerSkew { .. } => NextStep::BalanceLoad,
        ServerClaim::UnequalPeers { .. } => NextStep::EqualiseServers,
        ServerClaim::QueueGrows { .. } | ServerClaim::QueueDrained { .. } => NextStep::MoreConsumers,
        ServerClaim::CarryOver { drain_s, .. } => {
            NextStep::PauseBetweenSteps { pause_s: drain_s.unwrap_or(60.0).clamp(10.0, 3_600.0).ceil() }
        }
        ServerClaim::IdleConsumers { .. } => NextStep::MatchPartitions,
        ServerClaim::UnevenConsumers { .. } => NextStep::SpreadConsumers,
        ServerClaim::EventsLost { .. } => NextStep::FollowEvents,
        ServerClaim::NoRecovery { source, .. } => NextStep::ProfileAfterLoad { host: source.host.clone() },
        ServerClaim::PoolExhausted { size, .. } => NextStep::VaryPool { to: (size * 1.5).ceil() },
        ServerClaim::PoolTooSmall { size, in_use, .. } => {
            NextStep::VaryPool { to: (size.max(*in_use) * 1.5).ceil() }
        }
        ServerClaim::Throttled { source, .. } => NextStep::RaiseCpuLimit { host: source.host.clone() },
        ServerClaim::Steal { source, .. } | ServerClaim::OtherWork { source, .. } => {
            NextStep::OtherHost { host: source.host.clone() }
        }
        ServerClaim::Swap { source, .. } => NextStep::MoreMemory { host: source.host.clone() },
        ServerClaim::IoWait { source, .. } => NextStep::FasterDisk { host: source.host.clone() },
        ServerClaim::NoSteadyState { .. } => NextStep::MeasureLonger,
        ServerClaim::DegradesInOrder(_) => NextStep::RestartBetween,
    }
}

fn of_told(claim: &ToldClaim) -> NextStep {
    match claim {
        ToldClaim::PerNodeFlat { .. } => NextStep::LoadHigher,
        ToldClaim::OverLimit { .. } => NextStep::LoadLower,
        ToldClaim::PoolTooSmall { in_use, .. } => NextStep::VaryPool { to: (in_use * 1.5).ceil() },
        ToldClaim::RepeatsDiffer { .. } => NextStep::MeasureLonger,
        ToldClaim::ImpliedResponse { .. }
        | ToldClaim::CountAsShare { .. }
        | ToldClaim::PercentilesOfPercentiles { .. }
        | ToldClaim::MeansDiffer { .. } => NextStep::ImportRaw,
    }
}

fn of_across(claim: &AcrossClaim) -> NextStep {
    match claim {
        AcrossClaim::SharedCeiling { .. } | AcrossClaim::NotProportional { .. } => NextStep::WatchShared,
        AcrossClaim::NotComparable { difference: Difference::Order { .. } } => NextStep::OtherOrder,
        AcrossClaim::NotComparable { difference: Difference::Failures { .. } } => NextStep::MendFailures,
        AcrossClaim::NotComparable { .. } => NextStep::RepeatEqual,
        AcrossClaim::DegradesInOrder(_) => NextStep::RestartBetween,
    }
}
