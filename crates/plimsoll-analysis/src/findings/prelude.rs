//! What every detector uses.

pub(super) use super::caveat::Caveat;
pub(super) use super::claimed::{Claimed, FailedIn};
pub(super) use super::detector::{Detector, Found, Look};
pub(super) use super::evidence::{Evidence, MultiRun};
pub(super) use super::evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
pub(super) use super::need::{ImportedTableKind, Need, Signal};
pub(super) use super::next_step::NextStep;
pub(super) use super::severity::Severity;
pub(super) use super::thresholds::thresholds;
pub(super) use crate::step::StepRow;
pub(super) use plimsoll_run::Source;
pub(super) use serde::Serialize;
