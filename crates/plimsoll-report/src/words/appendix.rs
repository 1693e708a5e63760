//! Definitions and formulas.

use super::{Words, args};

pub fn seed(words: &Words, seed: u64) -> String {
    words.say("appendix-seed", args![seed = seed.to_string()])
}

/// Messages of term and definition.
const DEFINITIONS: [(&str, &str); 14] = [
    ("appendix-throughput-term", "appendix-throughput"),
    ("appendix-percentile-term", "appendix-percentile"),
    ("appendix-response-time-term", "appendix-response-time"),
    ("appendix-service-time-term", "appendix-service-time"),
    ("appendix-arrivals-term", "appendix-arrivals"),
    ("appendix-first-byte-term", "appendix-first-byte"),
    ("appendix-interval-term", "appendix-interval"),
    ("appendix-share-interval-term", "appendix-share-interval"),
    ("appendix-gain-term", "appendix-gain"),
    ("appendix-maximum-term", "appendix-maximum"),
    ("appendix-little-term", "appendix-little"),
    ("appendix-marginal-term", "appendix-marginal"),
    ("appendix-invalid-term", "appendix-invalid"),
    ("appendix-histogram-term", "appendix-histogram"),
];

/// Term and definition.
pub fn definitions(words: &Words) -> Vec<(String, String)> {
    DEFINITIONS.iter().map(|(term, definition)| (words.text(term), words.text(definition))).collect()
}
