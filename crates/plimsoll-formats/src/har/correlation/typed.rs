//! Values that somebody typed: others in the second recording, in no answer, and nothing that a script makes up.

use super::super::chosen::Chosen;
use super::super::inputs::TypedValue;
use super::client_made::{looks_random, made_by};
use super::names::VariableNames;
use super::sent::SentValue;
use super::texts::Texts;
use super::varying::Varying;
use std::collections::BTreeMap;

/// Takes them out of what is unexplained, and puts variables in their place. What was typed once and sent several times is one of them.
pub fn take(
    steps: &mut [Chosen],
    unexplained: &mut Vec<(usize, SentValue)>,
    varying: &Varying,
    names: &mut VariableNames,
) -> Vec<TypedValue> {
    let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut typed = Vec::new();
    unexplained.retain(|(at, sent)| {
        let is_typed =
            !sent.is_header && !looks_random(sent) && made_by(sent, steps[*at].entry.started_ms).is_none();
        let Some(second) = varying.instead(*at, sent).filter(|_| is_typed) else { return true };
        let both = (sent.value.clone(), second.to_owned());
        // In use from the first step to the last.
        let variable =
            known.get(&both).cloned().unwrap_or_else(|| names.of(&sent.name, &sent.value, 0, usize::MAX));
        if !Texts::of(&mut steps[*at].step).replace_there(sent, &variable) {
            return true;
        }
        if known.insert(both, variable.clone()).is_none() {
            let (first, second) = (sent.value.clone(), second.to_owned());
            typed.push(TypedValue { variable, request: steps[*at].entry.name(), first, second });
        }
        false
    });
    typed
}
