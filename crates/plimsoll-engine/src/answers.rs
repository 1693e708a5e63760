//! What a worker saw in answers besides their times, for the run file: whether extractors found something, and an example
//! of each kind of failure.

use crate::extract::Answer;
use crate::labels::Labels;
use crate::program::{Compiled, Slot};
use plimsoll_plan::plan::{Extractor, ExtractorKind};
use plimsoll_run::answers::EXAMPLES_MAX;
use plimsoll_run::{ErrorExample, ErrorKind, ExtractorKey, ExtractorUse, GeneratorInterval};
use std::collections::{HashMap, HashSet};

#[derive(Debug, Default)]
pub struct AnswerStatistics {
    /// Of the current second, by label and variable; the name is the variable's.
    extractors: HashMap<(u32, Slot), (String, ExtractorUse)>,
    /// Labels and kinds of failure that have an example.
    exampled: HashSet<(u32, ErrorKind)>,
    /// Of the current second.
    examples: Vec<(u32, ErrorExample)>,
}

impl AnswerStatistics {
    /// An extractor has searched an answer that is no failure.
    pub fn extracted(&mut self, label: u32, extractor: &Extractor<Compiled>, found: bool) {
        // A script gives what it gives.
        if matches!(extractor.kind, ExtractorKind::Script { .. }) {
            return;
        }
        let variable = &extractor.variable;
        let (_, counted) = self
            .extractors
            .entry((label, variable.slot))
            .or_insert_with(|| (variable.name.clone(), ExtractorUse::default()));
        counted.merge(ExtractorUse { uses: 1, missed: u64::from(!found) });
    }

    pub fn wants_example(&self, label: u32, kind: ErrorKind) -> bool {
        self.exampled.len() < EXAMPLES_MAX && !self.exampled.contains(&(label, kind))
    }

    /// Of a failure that [`AnswerStatistics::wants_example`] asked for; `shown` leaves out what its user's variables have of secrets.
    pub fn example(
        &mut self,
        label: u32,
        (kind, detail): (ErrorKind, &str),
        at_us: u64,
        answer: &Answer<'_>,
        shown: impl Fn(&str) -> String,
    ) {
        self.exampled.insert((label, kind));
        let status = match (&answer.code, answer.status) {
            (Some(code), _) => format!("{code} {}", answer.reason),
            (None, 0) => String::new(),
            (None, status) => format!("{status} {}", answer.reason),
        };
        let what = ("", kind, detail);
        let example =
            ErrorExample::new(what, at_us, &shown(&answer.asked.url()), &status, &shown(&answer.body));
        self.examples.push((label, example));
    }

    /// The current second ends.
    pub fn hand_over(&mut self, labels: &Labels, generator: &mut GeneratorInterval) {
        let name = |label: u32| labels.transaction(label).name.clone();
        for ((label, _), (variable, counted)) in self.extractors.drain() {
            generator
                .extractors
                .entry(ExtractorKey { transaction: name(label), variable })
                .or_default()
                .merge(counted);
        }
        let examples = self.examples.drain(..);
        generator
            .examples
            .extend(examples.map(|(label, example)| ErrorExample { transaction: name(label), ..example }));
    }
}
