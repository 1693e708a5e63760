//! What the report says of a run that goes on. It is made again at most every few seconds, and the seldomer the longer it takes.

use crate::library::recorded;
use crate::translations::Translations;
use plimsoll_analysis::{Analysis, Judgement, Verdict};
use plimsoll_report::measured;
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
    /// In English.
    pub measured: Option<String>,
    /// In every language.
    pub measured_texts: Option<Translations>,
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
            let unknown = |text: &String| LiveRequirement {
                text: text.clone(),
                judgement: None,
                measured: None,
                measured_texts: None,
            };
            return written.iter().map(unknown).collect();
        };
        let row = |verdict: &Verdict| {
            let texts = Translations::of(|words| measured(words, run, verdict).unwrap_or_default());
            let texts = Some(texts).filter(|texts| !texts.english().is_empty());
            LiveRequirement {
                judgement: Some(match verdict.judgement {
                    Judgement::Pass => "pass",
                    Judgement::Fail => "fail",
                    Judgement::Inconclusive => "inconclusive",
                }),
                measured: texts.as_ref().map(|texts| texts.english().to_owned()),
                measured_texts: texts,
                text: verdict.requirement.clone(),
            }
        };
        run.verdicts.iter().map(row).collect()
    }
}
