//! What a plan should take from answers: values that it sends as they were recorded, and that have become others.

use super::raw::RawSamples;
use plimsoll_formats::ReturnedValue;
use plimsoll_run::Secrets;

/// Proposals that are made.
const PROPOSALS_MAX: usize = 10;

/// Characters of a value.
const VALUE_MAX: usize = 40;

/// `pairs`: places of recorded requests, and of the samples that are the same requests.
pub fn proposals(
    returned: &[ReturnedValue],
    pairs: &[(usize, usize)],
    raw: &RawSamples,
    secrets: &Secrets,
) -> Vec<String> {
    let sample = |recorded: usize| {
        let (_, at) = pairs.iter().find(|(of, _)| *of == recorded)?;
        raw.get(*at)
    };
    let mut made: Vec<String> = Vec::new();
    for value in returned {
        let (Some(answered), Some(sent)) = (sample(value.answered.0), sample(value.sent.0)) else { continue };
        let now = value.found_in(&answered.heads, &answered.body).filter(|now| *now != value.value);
        let Some(now) = now.filter(|_| value.is_in(&sent.asked)) else { continue };
        let shown =
            |text: &str| -> String { secrets.value(&value.name, text).chars().take(VALUE_MAX).collect() };
        let text = format!(
            "  `{}` of {} is sent as recorded (`{}`), and the answer to {} now has `{}`: take it there by `extract: {}`, and send ${{{}}}\n",
            value.name,
            value.sent.1,
            shown(&value.value),
            value.answered.1,
            shown(&now),
            value.extractor(),
            value.variable()
        );
        if !made.contains(&text) {
            made.push(text);
        }
    }
    made.truncate(PROPOSALS_MAX);
    if raw.dropped() > 0 {
        made.push(format!(
            "  the answers are large: values were not looked for in the first {} of them\n",
            raw.dropped()
        ));
    }
    made
}
