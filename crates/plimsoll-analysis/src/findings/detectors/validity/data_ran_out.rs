//! `data-ran-out`: a file of the plan's data had no more rows for users who asked for one.

use crate::findings::prelude::*;
use plimsoll_run::{DataEnd, EndReason, NoteContent};

pub(crate) static DETECTOR: Detector = Detector {
    id: "data-ran-out",
    severities: &[Severity::Warning, Severity::Information],
    when: "users asked for a row of a file of data that had no more (no `recycle`): they ended (`stop_at_end`), or went on with `<EOF>` in the \
        place of values. For information where they ended and no step ended early for it",
    requires: "Plimsoll's own engine",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

/// Of all steps together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataRanOut {
    pub end: DataEnd,
    /// A step ended early.
    pub cut_short: bool,
}

impl Claimed for DataRanOut {
    fn severity(&self) -> Option<Severity> {
        let is_planned = self.end.ended && !self.cut_short;
        Some(if is_planned { Severity::Information } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::MendSetup
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let by_itself = evidence.recorded.end.as_ref().is_some_and(|end| {
        !matches!(end.reason, EndReason::Interrupted | EndReason::StoppedByPlan | EndReason::Failed(_))
    });
    let cut_short = by_itself && evidence.run.steps.iter().any(|row| row.cut_short);
    let mut ends: Vec<DataEnd> = Vec::new();
    for note in &evidence.recorded.notes {
        let NoteContent::DataRanOut(end) = &note.content else { continue };
        end.add_to(&mut ends);
    }
    ends.into_iter().map(|end| Found::new(DataRanOut { end, cut_short }, Vec::new())).collect()
}
