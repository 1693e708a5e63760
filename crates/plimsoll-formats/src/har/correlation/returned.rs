//! Values of a recording that an answer had and a later request sent: what a plan may have to take from its answers.

use super::super::chosen::Chosen;
use super::origin::ValueOrigin;
use super::sent::SentValue;
use super::varying::Varying;
use super::{extractor, search};
use crate::returned_value::ReturnedValue;
use crate::yaml::{emit_in_line, write_extractor};
use plimsoll_plan::plan::Step;

/// Of requests that a plan makes of the recording. What is short, and is not called the same where it came from, is none of them.
pub fn returned(steps: &[Chosen]) -> Vec<ReturnedValue> {
    let (found, _) = search(steps, Some(&Varying::all()));
    let place = |at: usize| {
        let before = steps[..at].iter().filter(|chosen| matches!(chosen.step, Step::Request(_))).count();
        matches!(steps[at].step, Step::Request(_)).then(|| (before, steps[at].entry.name()))
    };
    let mut values = Vec::new();
    // What was decoded is found by itself in any case: it is long.
    for one in found.iter().filter(|one| !one.origin.is_encoded) {
        let Some(answered) = place(one.origin.step) else { continue };
        let variable = super::names::VariableNames::default().of(&one.name(), &one.value, 0, 1);
        for (at, sent) in one.uses.iter().filter(|(_, sent)| means_the_same(sent, &one.origin)) {
            let Some(sent_by) = place(*at) else { continue };
            let extractor = extractor(&one.origin, &variable);
            let written = emit_in_line(&write_extractor(&extractor));
            values.push(ReturnedValue {
                name: sent.name.clone(),
                value: one.value.clone(),
                answered: answered.clone(),
                sent: sent_by,
                extractor,
                written,
            });
        }
    }
    values.sort_by_key(|value| (value.sent.0, value.answered.0));
    values
}

fn means_the_same(sent: &SentValue, origin: &ValueOrigin) -> bool {
    sent.is_strong || origin.fits(sent) || origin.is_link() && origin.context == sent.name
}
