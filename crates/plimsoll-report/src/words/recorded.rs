//! What a run file holds in English, in the reader's language where it is one of the texts that Plimsoll itself writes often. All
//! else stays as it was written.

use super::{Words, args};

/// A text as it is recorded, and its message.
const KNOWN: [(&str, &str); 21] = [
    // Of the machine.
    ("host", "run-said-host"),
    ("cpu", "run-said-cpu"),
    ("cores", "run-said-cores"),
    ("cores online", "run-said-cores-online"),
    ("cpu governor", "run-said-cpu-governor"),
    ("cpu limit", "run-said-cpu-limit"),
    ("memory", "run-said-memory"),
    ("memory limit", "run-said-memory-limit"),
    ("kernel", "run-said-kernel"),
    ("system", "run-said-system"),
    ("container", "run-said-container"),
    ("open files", "run-said-open-files"),
    ("local ports", "run-said-local-ports"),
    ("listen backlog limit", "run-said-backlog"),
    ("load average at start", "run-said-load-average"),
    ("load generating workers", "run-said-workers"),
    ("seed", "run-said-seed"),
    // Of telemetry.
    ("stamped as it was read", "run-said-stamped"),
    // Of answers.
    ("the server closed the connection without an answer", "run-said-closed-silent"),
    ("the server closed the connection in the middle of an answer", "run-said-closed-early"),
    ("the server closed the connection", "run-said-closed"),
];

/// Reasons of a climb.
const REASONS: [(&str, &str); 3] = [
    ("the first step", "run-said-first-step"),
    ("a step to compare with", "run-said-comparison-step"),
    ("no more threads to add", "run-said-no-more-threads"),
];

/// A whole text that is known.
pub fn text(words: &Words, recorded: &str) -> String {
    let found = KNOWN.iter().find(|(known, _)| *known == recorded);
    found.map_or_else(|| recorded.to_owned(), |(_, id)| words.text(id))
}

/// `20000 (at most 20000)`
pub fn value(words: &Words, recorded: &str) -> String {
    let limits = recorded.strip_suffix(')').and_then(|text| text.split_once(" (at most "));
    let said = |(now, most): (&str, &str)| words.say("run-said-at-most", args![now, most]);
    limits.map_or_else(|| recorded.to_owned(), said)
}

/// A note of the run: decisions of a climb are said, others stay.
pub fn note(words: &Words, recorded: &str) -> String {
    decision(words, recorded).unwrap_or_else(|| recorded.to_owned())
}

/// `step 4: gain 36 %, goal 22 % reached; no more threads to add`
fn decision(words: &Words, recorded: &str) -> Option<String> {
    if let Some(why) = recorded.strip_prefix("the search ended: ") {
        return Some(words.say("run-said-search-ended", args![why = reasons(words, why)?]));
    }
    let (step, why) = recorded.strip_prefix("step ")?.split_once(": ")?;
    step.parse::<u32>().ok()?;
    Some(words.say("run-said-step", args![step, why = reasons(words, why)?]))
}

/// `None`: one of them is not known.
fn reasons(words: &Words, why: &str) -> Option<String> {
    let said: Vec<String> =
        why.split("; ").map(|reason| self::reason(words, reason)).collect::<Option<_>>()?;
    Some(said.join("; "))
}

fn reason(words: &Words, reason: &str) -> Option<String> {
    if let Some((_, id)) = REASONS.iter().find(|(known, _)| *known == reason) {
        return Some(words.text(id));
    }
    if let Some(threads) =
        reason.strip_prefix("nodes are raised at ").and_then(|r| r.strip_suffix(" threads"))
    {
        return Some(words.say("run-said-nodes-raised", args![threads]));
    }
    let (gain, goal) = reason.strip_prefix("gain ")?.split_once(" %, goal ")?;
    let (goal, outcome) = goal.split_once(" % ")?;
    let id = match outcome {
        "reached" => "run-said-goal-reached",
        "missed" => "run-said-goal-missed",
        _ => return None,
    };
    Some(words.say(id, args![gain, goal]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn check(recorded: &str, danish: &str) {
        assert_eq!(note(&Words::new(Language::English), recorded), recorded);
        assert_eq!(note(&Words::new(Language::Danish), recorded), danish);
    }

    #[test]
    fn decisions_of_a_climb_are_said_in_the_readers_language() {
        check("step 1: the first step", "trin 1: det første trin");
        check(
            "step 4: gain 36 %, goal 22 % reached; no more threads to add",
            "trin 4: fremgang 36 %, mål 22 % nået; der er ikke flere tråde at lægge til",
        );
        check(
            "the search ended: gain -3 %, goal 20 % missed",
            "søgningen sluttede: fremgang -3 %, mål 20 % ikke nået",
        );
        check(
            "step 6: gain 2 %, goal 20 % missed; nodes are raised at 8 threads",
            "trin 6: fremgang 2 %, mål 20 % ikke nået; noder øges ved 8 tråde",
        );
    }

    #[test]
    fn what_is_not_known_stays_as_it_was_written() {
        check("step 4: somebody paused it", "step 4: somebody paused it");
        check("the disk is slow", "the disk is slow");
    }

    #[test]
    fn english_is_what_the_run_file_holds() {
        for (recorded, _) in KNOWN {
            assert_eq!(text(&Words::new(Language::English), recorded), recorded);
        }
        assert_eq!(value(&Words::new(Language::English), "20000 (at most 30000)"), "20000 (at most 30000)");
        assert_eq!(value(&Words::new(Language::Turkish), "20000 (at most 30000)"), "20000 (en çok 30000)");
    }
}
