//! What people who come from another tool write for a key of ours.

use crate::diagnostic::closest;

/// Words for one thing: keys of k6, Gatling, Locust, Artillery, Hyperfoil, Taurus and vegeta beside ours.
const GROUPS: [&[&str]; 19] = [
    &["plan", "name", "title", "test"],
    &["scenarios", "scenario", "execution", "phases"],
    &[
        "users",
        "vus",
        "virtual_users",
        "virtualusers",
        "threads",
        "num_threads",
        "concurrency",
        "connections",
        "clients",
    ],
    &["ramp", "ramp_up", "rampup", "ramp-up", "rampto", "ramp_time", "rampuptime", "warm_up"],
    &["hold", "duration", "hold-for", "hold_for", "run_time", "run-time"],
    &["rate", "rps", "qps", "arrival_rate", "arrivalrate", "requests_per_second", "spawn-rate"],
    &["steps", "flow", "tasks", "requests", "actions", "exec"],
    &["pause", "sleep", "think", "think_time", "thinktime", "wait", "wait_time", "delay"],
    &["headers", "header"],
    &["body", "data", "payload", "content"],
    &["query", "params", "parameters", "qs"],
    &["check", "checks", "expect", "assert", "assertions", "validate", "assertion"],
    &["extract", "capture", "save", "extractors"],
    &["requirements", "thresholds", "threshold", "sla", "slo", "criteria", "passfail", "ensure"],
    &["iterations", "loops", "loop", "iteration"],
    &["variables", "vars", "env", "parameters"],
    &["file", "path", "payload", "csv"],
    &["get", "url", "uri"],
    &["transaction", "group", "name"],
];

/// The key that is meant by a word that is none: it means the same elsewhere, or is spelt alike.
pub fn meant<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let groups = GROUPS.iter().filter(|group| group.contains(&lower.as_str()));
    let same = groups.flat_map(|group| group.iter()).find_map(|other| known.iter().find(|key| *key == other));
    same.copied().or_else(|| closest(word, known.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_tools_find_the_key_that_means_the_same() {
        let plan = ["plan", "names", "scenarios", "variables"];
        assert_eq!(meant("name", &plan), Some("plan"));
        assert_eq!(meant("nams", &plan), Some("names"));
        let scenario = ["name", "users", "ramp", "hold", "iterations", "steps"];
        let words = ["VUs", "threads", "rampUp", "loops", "flow", "banana"];
        let found = words.map(|word| meant(word, &scenario));
        assert_eq!(
            found,
            [Some("users"), Some("users"), Some("ramp"), Some("iterations"), Some("steps"), None]
        );
    }
}
