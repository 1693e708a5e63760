//! What the report says of a run that goes on. It is made again at most every few seconds, and the seldomer the longer it takes.

use crate::library::recorded;
use plimsoll_analysis::{Analysis, Judgement};
use plimsoll_report::{Language, Words, digest};
use plimsoll_run::{End, EndReason, SECOND_US};
use schemars::JsonSchema;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_secs(5);
/// So many times as long as it takes it is let be: a twentieth of a core at the most.
const REST: u32 = 20;

#[derive(Debug, Default)]
pub struct SoFar {
    analysis: Option<Arc<Analysis>>,
    next: Option<Instant>,
}

/// A requirement as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LiveRequirement {
    pub text: String,
    pub judgement: Option<&'static str>,
    pub measured: Option<String>,
}

impl SoFar {
    pub fn is_due(&self, now: Instant) -> bool {
        self.next.is_none_or(|next| next <= now)
    }

    /// Reads the whole run; whether there is something new.
    pub fn renew(&mut self, path: &Path, now: Instant) -> bool {
        let opened = catch_unwind(AssertUnwindSafe(|| {
            let (mut run, observed) = recorded::open(path).ok()?;
            // It is judged by what there is: that it goes on is no trouble of it.
            let at_us =
                run.seconds.iter().map(|second| u64::from(second.second) + 1).max().unwrap_or(0) * SECOND_US;
            run.end.get_or_insert(End { at_us, reason: EndReason::Completed });
            Some(plimsoll_analysis::analyse(&[run], &[observed], crate::library::ANALYSIS_SEED))
        }));
        self.next = Some(now + EVERY.max(now.elapsed() * REST));
        match opened {
            Ok(Some(analysis)) => {
                self.analysis = Some(Arc::new(analysis));
                true
            }
            _ => false,
        }
    }

    pub fn analysis(&self) -> Option<Arc<Analysis>> {
        self.analysis.clone()
    }

    pub fn requirements(&self, written: &[String]) -> Vec<LiveRequirement> {
        let run = self.analysis.as_ref().and_then(|analysis| analysis.runs.first());
        let Some(run) = run else {
            let unknown =
                |text: &String| LiveRequirement { text: text.clone(), judgement: None, measured: None };
            return written.iter().map(unknown).collect();
        };
        let found = digest(&Words::new(Language::English), run).requirements;
        let row = |requirement: plimsoll_report::RequirementDigest| LiveRequirement {
            judgement: Some(match requirement.judgement {
                Judgement::Pass => "pass",
                Judgement::Fail => "fail",
                Judgement::Inconclusive => "inconclusive",
            }),
            measured: requirement.measured.map(|text| text.replace('\u{a0}', " ")),
            text: requirement.requirement,
        };
        found.into_iter().map(row).collect()
    }
}
