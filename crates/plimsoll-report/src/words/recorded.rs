//! What a run file holds in English, in the reader's language where it is one of the texts that Plimsoll itself writes often. All
//! else stays as it was written.

use super::{Words, args};

/// A text as it is recorded, and its message.
const KNOWN: [(&str, &str); 27] = [
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
    ("cpu used before the load", "run-said-cpu-before"),
    ("load generating workers", "run-said-workers"),
    ("seed", "run-said-seed"),
    // What a comparison calls what was set up.
    ("variant", "run-said-variant"),
    ("file", "run-said-file"),
    ("text", "run-said-text"),
    ("requirements", "run-said-requirements"),
    ("imported", "run-said-imported"),
    // Of telemetry.
    ("stamped as it was read", "run-said-stamped"),
    // Of answers.
    ("the server closed the connection without an answer", "run-said-closed-silent"),
    ("the server closed the connection in the middle of an answer", "run-said-closed-early"),
    ("the server closed the connection", "run-said-closed"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    #[test]
    fn english_is_what_the_run_file_holds() {
        for (recorded, _) in KNOWN {
            assert_eq!(text(&Words::new(Language::English), recorded), recorded);
        }
        assert_eq!(value(&Words::new(Language::English), "20000 (at most 30000)"), "20000 (at most 30000)");
        assert_eq!(value(&Words::new(Language::Turkish), "20000 (at most 30000)"), "20000 (en çok 30000)");
    }
}
