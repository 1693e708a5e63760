//! What would decide whether a finding holds.

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
    /// The content of answers is checked, and the load repeated.
    CheckAnswers,
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
    /// More partitions: each has a consumer already.
    MorePartitions,
    /// As many partitions as consumers.
    MatchPartitions,
    /// As many consumers on each host as make an equal share of the partitions.
    SpreadConsumers,
    /// Keys that spread messages over all partitions.
    SpreadKeys,
    /// Members that stay in their group.
    SteadyMembers,
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
    /// What lets work wait in front of devices that have little to do is raised: a limit of operations or bytes per second.
    RaiseDiskLimit { host: String },
    /// A restart between repeats.
    RestartBetween,
    /// The part that the variants share is watched.
    WatchShared,
    /// What the transactions that slow down use, and the others do not, is watched.
    WatchWhatTheyUse,
    /// The runs again, equal in all but the variant.
    RepeatEqual,
    /// The way from this node to the system, beside that of the others.
    CompareNetworkPaths { node: String },
    /// Messages are written in one piece, on connections with `TCP_NODELAY`.
    SendAtOnce,
    /// What is lost on the way, queues of connections that are not accepted, name servers.
    LookAtNetwork,
    /// Connections are accepted faster, or more may wait.
    LongerAcceptQueue { host: String },
    /// What happens so often: jobs, checkpoints, collections.
    LookAtPeriod { period_s: f64 },
    /// What happened at that time: restarts, failovers, locks, collections.
    LookAtEvents,
    /// What the slow requests of a transaction have in common is looked for.
    LookAtSlowRequests,
    /// What becomes larger with time, or with each request, is looked for; one load is put on for long.
    LookAtGrowth,
    /// What serves so many at a time.
    FindWidth { width: f64 },
    /// More processes, or threads, of what uses one core.
    MoreProcesses { host: String },
    /// What the database does for a request: its slow queries, their plans, their indexes.
    LookAtQueries { host: String },
    /// The results themselves are imported, not what somebody made of them.
    ImportRaw,
}
