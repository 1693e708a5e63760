//! The detectors: a file each, called by its id, in the folder of its area. [`DETECTORS`](super::DETECTORS) lists them in the order in which
//! findings of equal severity are shown; a [`Claim`] is what one of them says of a run.

use super::claimed::Claimed;
use serde::Serialize;

/// Whether what was measured can be used.
pub(super) mod validity {
    pub mod certificates_not_verified;
    pub mod checks_failed;
    pub mod data_ran_out;
    pub mod elements_approximated;
    pub mod elements_skipped;
    pub mod generator_delayed;
    pub mod generator_limited;
    pub mod inversion;
    pub mod iterations_dropped;
    pub mod little_mismatch;
    pub mod no_steady_state;
    pub mod requests_in_flight;
    pub mod requests_not_made;
    pub mod rising_response_times;
    pub mod run_cut_off;
    pub mod run_stopped;
    pub mod unequal_repeats;
    pub mod window_too_short;
}

/// The machines that make the load together.
pub(super) mod fleet {
    pub mod node_limited;
    pub mod node_lost;
    pub mod node_skew;
}

/// How much load the system carries.
pub(super) mod capacity {
    pub mod arrivals_not_started;
    pub mod capacity_not_found;
    pub mod knee;
    pub mod knee_below_range;
    pub mod maximum_not_found;
    pub mod plateau;
    pub mod retrograde;
    pub mod station_width;
    pub mod transaction_saturated;
}

/// What became of requests, events and jobs.
pub(super) mod requests {
    pub mod alternating_levels;
    pub mod answer_sizes;
    pub mod degraded_period;
    pub mod degrades_in_order;
    pub mod errors;
    pub mod errors_outside;
    pub mod events_lost;
    pub mod extractor_misses;
    pub mod fast_failures;
    pub mod interruption;
    pub mod jobs_failed;
    pub mod latency_cluster;
    pub mod nagle_delay;
    pub mod nothing_succeeds;
    pub mod periodic_stalls;
    pub mod requirement;
    pub mod requirement_unreadable;
    pub mod sent_again;
    pub mod short_stalls;
    pub mod slow_minority;
    pub mod transaction_errors;
    pub mod transactions_slow_down;
    pub mod users_stuck;
}

/// Servers of equal work, and their pools.
pub(super) mod servers {
    pub mod instance_lost;
    pub mod peer_skew;
    pub mod pool_exhausted;
    pub mod rows_read;
    pub mod service_unreachable;
    pub mod unequal_peers;
}

/// Heaps and their collections.
pub(super) mod jvm {
    pub mod gc_overhead;
    pub mod heap_exhaustion;
    pub mod leak_suspected;
}

/// Queues and their consumers.
pub(super) mod queues {
    pub mod carry_over;
    pub mod drain_time;
    pub mod idle_consumers;
    pub mod partition_skew;
    pub mod queue_not_keeping_up;
    pub mod rebalances;
}

/// CPU, memory and disks of hosts and containers.
pub(super) mod machine {
    pub mod accept_queue_full;
    pub mod cpu_saturated;
    pub mod io_wait;
    pub mod memory_grows;
    pub mod no_recovery;
    pub mod other_work;
    pub mod steal;
    pub mod swap;
    pub mod tcp_retransmissions;
    pub mod thread_saturated;
    pub mod throttled;
}

/// Figures of imported tables, and means of which no response times are known.
pub(super) mod imported {
    pub mod count_as_share;
    pub mod implied_response;
    pub mod means_differ;
    pub mod over_limit;
    pub mod per_node_flat;
    pub mod percentiles_of_percentiles;
    pub mod pool_too_small;
    pub mod repeats_differ;
}

/// Several runs together.
pub(super) mod multi_run {
    pub mod not_comparable;
    pub mod not_proportional;
    pub mod shared_ceiling;
}

/// Of each detector its file and the claims it makes. Claims, the list of detectors, their documentation and the tags of the
/// schema come from here. The first token is a `$`, for the macro that this one writes.
macro_rules! detectors {
    ($d:tt $( $area:ident :: $detector:ident: $($claim:ident),+; )+) => {
        $( $( pub use $area::$detector::$claim; )+ )+

        /// What is claimed, with the values it rests on. Shares are percent, times microseconds (`_us`) or seconds (`_s`), sizes
        /// bytes.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "claim", rename_all = "kebab-case")]
        pub enum Claim { $( $( $claim($claim), )+ )+ }

        $( $( impl From<$claim> for Claim {
            fn from(claim: $claim) -> Claim {
                Claim::$claim(claim)
            }
        } )+ )+

        impl Claim {
            pub(super) fn claimed(&self) -> &dyn Claimed {
                match self { $( $( Claim::$claim(claim) => claim, )+ )+ }
            }
        }

        /// Every detector, in the order in which findings of equal severity are shown.
        macro_rules! detector_list {
            () => { &[ $( &$crate::findings::detectors::$area::$detector::DETECTOR, )+ ] };
        }
        pub(super) use detector_list;

        /// That which makes a claim.
        macro_rules! detector_of {
            ($d made:expr) => {
                match $d made {
                    $( $( Claim::$claim(_) )|+ => &$crate::findings::detectors::$area::$detector::DETECTOR, )+
                }
            };
        }
        pub(super) use detector_of;

        /// `with_claim!(claim, it => it.words())`: what all claims can do, by a trait that each of them has.
        #[macro_export]
        macro_rules! with_claim {
            ($d claim:expr, $d it:ident => $d then:expr) => {
                match $d claim { $( $( $crate::findings::Claim::$claim($d it) => $d then, )+ )+ }
            };
        }
    };
}

detectors! { $
    validity::generator_limited: GeneratorLimited;
    validity::requests_not_made: RequestsNotMade;
    fleet::node_lost: NodeLost;
    fleet::node_limited: NodeLimited;
    validity::generator_delayed: GeneratorDelayed;
    fleet::node_skew: NodeSkew;
    validity::run_cut_off: RunCutOff;
    validity::run_stopped: RunStopped;
    capacity::capacity_not_found: CapacityNotFound;
    requests::requirement: RequirementFailed;
    requests::requirement_unreadable: RequirementUnreadable;
    requests::nothing_succeeds: NothingSucceeds;
    servers::instance_lost: InstanceLost, InstanceRestarted;
    servers::service_unreachable: ServiceUnreachable;
    jvm::heap_exhaustion: HeapExhausted;
    jvm::gc_overhead: GcOverhead;
    jvm::leak_suspected: LeakSuspected;
    machine::memory_grows: MemoryGrows;
    servers::pool_exhausted: PoolExhausted, PoolUndersized;
    queues::queue_not_keeping_up: QueueGrows;
    queues::partition_skew: PartitionSkew;
    queues::rebalances: Rebalances;
    queues::drain_time: QueueDrained;
    queues::carry_over: CarryOver;
    queues::idle_consumers: IdleConsumers, UnevenConsumers;
    machine::no_recovery: NoRecovery;
    machine::throttled: Throttled;
    machine::steal: Steal;
    machine::swap: Swap;
    machine::io_wait: IoWait;
    machine::tcp_retransmissions: TcpRetransmissions;
    machine::accept_queue_full: AcceptQueueFull;
    machine::other_work: OtherWork;
    machine::cpu_saturated: CpuSaturated;
    machine::thread_saturated: ThreadSaturated;
    servers::peer_skew: PeerSkew;
    servers::unequal_peers: UnequalPeers;
    servers::rows_read: RowsRead;
    capacity::arrivals_not_started: ArrivalsNotStarted;
    requests::errors: HighErrors;
    requests::errors_outside: ErrorsOutside;
    requests::transaction_errors: TransactionErrors;
    requests::transactions_slow_down: TransactionsSlowDown;
    requests::sent_again: RequestsSentAgain;
    requests::extractor_misses: ExtractorMisses;
    requests::events_lost: EventsLost;
    requests::interruption: ThroughputInterruption;
    requests::users_stuck: UsersStuck;
    requests::degraded_period: DegradedPeriod;
    requests::alternating_levels: AlternatingLevels;
    requests::jobs_failed: JobsFailed;
    requests::fast_failures: FastFailures;
    requests::answer_sizes: AnswerSizes;
    requests::nagle_delay: NagleDelay;
    requests::latency_cluster: LatencyCluster;
    requests::short_stalls: ShortStalls;
    requests::slow_minority: SlowMinority;
    requests::periodic_stalls: PeriodicStalls;
    validity::data_ran_out: DataRanOut;
    validity::checks_failed: ChecksFailed;
    validity::iterations_dropped: IterationsDropped;
    validity::little_mismatch: LittleMismatch;
    validity::requests_in_flight: RequestsInFlight;
    validity::window_too_short: WindowTooShort;
    validity::no_steady_state: NoSteadyState;
    validity::unequal_repeats: UnequalRepeats;
    validity::rising_response_times: RisingResponseTimes;
    capacity::transaction_saturated: TransactionSaturated;
    capacity::maximum_not_found: MaximumNotFound;
    capacity::knee_below_range: KneeBelowRange;
    capacity::knee: Knee;
    capacity::plateau: Plateau;
    capacity::retrograde: Retrograde;
    capacity::station_width: StationWidth;
    validity::inversion: Inversion;
    imported::implied_response: ImpliedResponse;
    imported::per_node_flat: PerNodeFlat;
    imported::over_limit: OverLimit;
    imported::count_as_share: CountAsShare;
    imported::percentiles_of_percentiles: PercentilesOfPercentiles;
    imported::pool_too_small: PoolTooSmall;
    imported::repeats_differ: RepeatsDiffer;
    imported::means_differ: MeansDiffer;
    multi_run::shared_ceiling: SharedCeiling;
    multi_run::not_proportional: NotProportional;
    multi_run::not_comparable: NotComparable;
    requests::degrades_in_order: DegradesInOrder;
    validity::elements_skipped: ElementsSkipped;
    validity::elements_approximated: ElementsApproximated;
    validity::certificates_not_verified: CertificatesNotVerified;
}
