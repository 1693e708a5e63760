//! The detectors: a file each, called by its id, in the folder of its area. [`DETECTORS`] lists them in the order in which
//! findings of equal severity are shown; a [`Claim`] is what one of them says of a run.

use super::claimed::Claimed;
use super::detector::Detector;
use serde::Serialize;

/// Whether what was measured can be used.
pub(in crate::findings) mod validity {
    pub(in crate::findings) mod certificates_not_verified;
    pub(in crate::findings) mod elements_approximated;
    pub(in crate::findings) mod elements_skipped;
    pub(in crate::findings) mod generator_delayed;
    pub(in crate::findings) mod generator_limited;
    pub(in crate::findings) mod inversion;
    pub(in crate::findings) mod little_mismatch;
    pub(in crate::findings) mod no_steady_state;
    pub(in crate::findings) mod requests_in_flight;
    pub(in crate::findings) mod run_cut_off;
    pub(in crate::findings) mod run_stopped;
    pub(in crate::findings) mod window_too_short;
}

/// How much load the system carries.
pub(in crate::findings) mod capacity {
    pub(in crate::findings) mod arrivals_not_started;
    pub(in crate::findings) mod capacity_not_found;
    pub(in crate::findings) mod knee;
    pub(in crate::findings) mod knee_below_range;
    pub(in crate::findings) mod maximum_not_found;
    pub(in crate::findings) mod plateau;
    pub(in crate::findings) mod retrograde;
}

/// What became of requests, events and jobs.
pub(in crate::findings) mod requests {
    pub(in crate::findings) mod degrades_in_order;
    pub(in crate::findings) mod errors;
    pub(in crate::findings) mod events_lost;
    pub(in crate::findings) mod fast_failures;
    pub(in crate::findings) mod jobs_failed;
    pub(in crate::findings) mod nothing_succeeds;
    pub(in crate::findings) mod requirement;
    pub(in crate::findings) mod requirement_unreadable;
}

/// Servers of equal work, and their pools.
pub(in crate::findings) mod servers {
    pub(in crate::findings) mod instance_lost;
    pub(in crate::findings) mod peer_skew;
    pub(in crate::findings) mod pool_exhausted;
    pub(in crate::findings) mod unequal_peers;
}

/// Heaps and their collections.
pub(in crate::findings) mod jvm {
    pub(in crate::findings) mod gc_overhead;
    pub(in crate::findings) mod heap_exhaustion;
    pub(in crate::findings) mod leak_suspected;
}

/// Queues and their consumers.
pub(in crate::findings) mod queues {
    pub(in crate::findings) mod carry_over;
    pub(in crate::findings) mod drain_time;
    pub(in crate::findings) mod idle_consumers;
    pub(in crate::findings) mod queue_not_keeping_up;
}

/// CPU, memory and disks of hosts and containers.
pub(in crate::findings) mod machine {
    pub(in crate::findings) mod cpu_saturated;
    pub(in crate::findings) mod io_wait;
    pub(in crate::findings) mod no_recovery;
    pub(in crate::findings) mod other_work;
    pub(in crate::findings) mod steal;
    pub(in crate::findings) mod swap;
    pub(in crate::findings) mod throttled;
}

/// Figures of imported tables, and means of which no response times are known.
pub(in crate::findings) mod imported {
    pub(in crate::findings) mod count_as_share;
    pub(in crate::findings) mod implied_response;
    pub(in crate::findings) mod means_differ;
    pub(in crate::findings) mod over_limit;
    pub(in crate::findings) mod per_node_flat;
    pub(in crate::findings) mod percentiles_of_percentiles;
    pub(in crate::findings) mod pool_too_small;
    pub(in crate::findings) mod repeats_differ;
}

/// Several runs together.
pub(in crate::findings) mod multi_run {
    pub(in crate::findings) mod not_comparable;
    pub(in crate::findings) mod not_proportional;
    pub(in crate::findings) mod shared_ceiling;
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
            pub fn detector(&self) -> &'static Detector {
                match self { $( $( Claim::$claim(_) )|+ => &$area::$detector::DETECTOR, )+ }
            }

            pub(super) fn claimed(&self) -> &dyn Claimed {
                match self { $( $( Claim::$claim(claim) => claim, )+ )+ }
            }
        }

        /// Every detector, in the order in which findings of equal severity are shown.
        pub static DETECTORS: &[&Detector] = &[ $( &$area::$detector::DETECTOR, )+ ];

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
    validity::generator_delayed: GeneratorDelayed;
    validity::run_cut_off: RunCutOff;
    validity::run_stopped: RunStopped;
    capacity::capacity_not_found: CapacityNotFound;
    requests::requirement: RequirementFailed;
    requests::requirement_unreadable: RequirementUnreadable;
    requests::nothing_succeeds: NothingSucceeds;
    servers::instance_lost: InstanceLost, InstanceRestarted;
    jvm::heap_exhaustion: HeapExhausted;
    jvm::gc_overhead: GcOverhead;
    jvm::leak_suspected: LeakSuspected;
    servers::pool_exhausted: PoolExhausted, PoolUndersized;
    queues::queue_not_keeping_up: QueueGrows;
    queues::drain_time: QueueDrained;
    queues::carry_over: CarryOver;
    queues::idle_consumers: IdleConsumers, UnevenConsumers;
    machine::no_recovery: NoRecovery;
    machine::throttled: Throttled;
    machine::steal: Steal;
    machine::swap: Swap;
    machine::io_wait: IoWait;
    machine::other_work: OtherWork;
    machine::cpu_saturated: CpuSaturated;
    servers::peer_skew: PeerSkew;
    servers::unequal_peers: UnequalPeers;
    capacity::arrivals_not_started: ArrivalsNotStarted;
    requests::errors: HighErrors;
    requests::events_lost: EventsLost;
    requests::jobs_failed: JobsFailed;
    requests::fast_failures: FastFailures;
    validity::little_mismatch: LittleMismatch;
    validity::requests_in_flight: RequestsInFlight;
    validity::window_too_short: WindowTooShort;
    validity::no_steady_state: NoSteadyState;
    capacity::maximum_not_found: MaximumNotFound;
    capacity::knee_below_range: KneeBelowRange;
    capacity::knee: Knee;
    capacity::plateau: Plateau;
    capacity::retrograde: Retrograde;
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
