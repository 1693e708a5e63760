//! Findings: claims with their evidence, what speaks against them, and what would decide. One detector per file; each has a
//! stable id and a documented trigger. [`DETECTORS`] is the list of them.

pub(crate) mod by_step;
mod caveat;
mod claimed;
mod detector;
mod detectors;
mod evidence;
mod evidence_item;
mod finding;
mod imported_tables;
mod need;
mod next_step;
mod prelude;
mod registry;
mod severity;
mod thresholds;
mod timing;

pub use caveat::Caveat;
pub use detector::{Detector, DetectorReport, DetectorState};
pub use detectors::*;
pub use evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
pub use finding::Finding;
pub use need::{ImportedTableKind, Missing, Need, Signal};
pub use next_step::NextStep;
pub use registry::{DETECTORS, SettingError, known_detector, threshold};
pub use severity::Severity;
pub use thresholds::{Settings, Threshold};

// What claims are made of.
pub use detectors::imported::means_differ::MeanChange;
pub use detectors::imported::over_limit::LimitShare;
pub use detectors::multi_run::not_comparable::Difference;
pub use detectors::queues::carry_over::CarriedOver;
pub use detectors::requests::answer_sizes::AnswerSize;
pub use detectors::requests::degrades_in_order::Sequence;
pub use detectors::requests::errors_outside::FailedOutside;
pub use detectors::requests::latency_cluster::ProtocolTimer;
pub use detectors::requests::slow_minority::SlowRequests;
pub use detectors::requests::transactions_slow_down::TransactionChange;
pub use detectors::servers::peer_skew::PeerMeasure;
pub use detectors::validity::checks_failed::FailedCheck;
pub use detectors::validity::inversion::InversionKind;
pub use detectors::validity::no_steady_state::Unsteady;

pub(crate) use detectors::multi_run::shared_ceiling::amount;
pub(crate) use evidence::{MultiRun, RunFindings};
pub(crate) use registry::{find, find_in_runs};
pub(crate) use timing::is_degraded;
