//! What a plan should take from answers: values that it sends as they were recorded, and that have become others.

use super::watcher::RawSample;
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
    raw: &[RawSample],
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
        let Some(now) = now.filter(|_| holds(&sent.asked, &value.value)) else { continue };
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
    made
}

/// With no letter or digit of a longer value around it; as it is, or percent-encoded.
fn holds(text: &str, value: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_alone = |at: usize, form: &str| {
        !is_word(text[..at].chars().next_back()) && !is_word(text[at + form.len()..].chars().next())
    };
    let encoded: String = value
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect();
    [value, &encoded].iter().any(|form| text.match_indices(*form).any(|(at, form)| is_alone(at, form)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_sent_as_it_is_or_encoded_and_not_within_another() {
        assert!(holds("GET /item/7?a=b", "7") && holds("key=a%2Fb%3D", "a/b="));
        assert!(!holds("GET /item/77", "7") && !holds("x", "7"));
    }
}
