//! Findings: claims with their evidence, what speaks against them, and what would decide. One detector per file; each has a
//! stable id and a documented trigger. [`DETECTORS`] is the list of them.

mod across_claim;
mod arrivals_not_started;
pub(crate) mod by_step;
mod carry_over;
mod caveat;
mod cpu_saturated;
mod degrades_in_order;
mod detector;
mod errors;
mod events_lost;
mod evidence_item;
mod fast_failures;
mod finding;
mod gc_overhead;
mod generator_delayed;
mod generator_limited;
mod heap_exhaustion;
mod idle_consumers;
mod imported;
mod incomplete;
mod instance_lost;
mod inversion;
mod io_wait;
mod jobs_failed;
mod knee_below_range;
mod leak_suspected;
mod little_mismatch;
mod load_items;
mod maximum_not_found;
mod multi_run;
mod need;
mod next_step;
mod no_recovery;
mod no_steady_state;
mod nothing_succeeds;
mod other_work;
mod peer_skew;
mod plan;
mod pool_exhausted;
mod queue_drain;
mod queue_growth;
mod rate_search;
mod registry;
mod requests_in_flight;
mod requirement;
mod saturation;
mod server_claim;
mod short_window;
mod steal;
mod swap;
mod thresholds;
mod throttled;
mod told_claim;
mod unequal_peers;

pub use across_claim::{AcrossClaim, Difference};
pub use caveat::Caveat;
pub use detector::{Detector, DetectorReport, DetectorState};
pub use evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
pub use finding::{Claim, Finding, InversionKind, Severity};
pub use need::{Missing, Need, Signal, TableKind};
pub use next_step::NextStep;
pub use registry::{DETECTORS, detector_of};
pub use server_claim::{CarriedOver, Degradation, PeerMeasure, Sequence, ServerClaim, Unsteady};
pub use thresholds::{SettingError, Settings, Threshold, known_detector, threshold};
pub use told_claim::{LimitShare, MeanChange, ToldClaim};

pub(crate) use detector::Evidence;
pub(crate) use multi_run::shared_ceiling::amount;
pub(crate) use multi_run::{ComparedRun, MultiRun};
pub(crate) use registry::{find, find_in_runs};

impl From<ServerClaim> for Claim {
    fn from(claim: ServerClaim) -> Claim {
        Claim::Server(claim)
    }
}

impl From<ToldClaim> for Claim {
    fn from(claim: ToldClaim) -> Claim {
        Claim::Told(claim)
    }
}

impl From<AcrossClaim> for Claim {
    fn from(claim: AcrossClaim) -> Claim {
        Claim::Across(claim)
    }
}
