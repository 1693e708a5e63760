//! Which crate may use which: ARCHITECTURE.md's table, checked against what Cargo sees.

use plimsoll_testkit::files::files;
use std::collections::BTreeMap;
use std::process::Command;

/// A crate may use the crates named beside it and no other of ours.
const MAY_USE: &[(&str, &[&str])] = &[
    ("plimsoll-plan", &[]),
    ("plimsoll-run", &[]),
    ("plimsoll-net", &[]),
    ("plimsoll-targets", &[]),
    ("plimsoll-grpc", &[]),
    ("plimsoll-record", &["plimsoll-net"]),
    ("plimsoll-formats", &["plimsoll-plan", "plimsoll-grpc"]),
    ("plimsoll-engine", &["plimsoll-plan", "plimsoll-net", "plimsoll-run", "plimsoll-grpc"]),
    ("plimsoll-telemetry", &["plimsoll-run"]),
    ("plimsoll-watch", &["plimsoll-net", "plimsoll-run", "plimsoll-telemetry"]),
    ("plimsoll-analysis", &["plimsoll-run"]),
    (
        "plimsoll-study",
        &[
            "plimsoll-plan",
            "plimsoll-run",
            "plimsoll-engine",
            "plimsoll-telemetry",
            "plimsoll-watch",
            "plimsoll-analysis",
        ],
    ),
    (
        "plimsoll-fleet",
        &["plimsoll-plan", "plimsoll-run", "plimsoll-engine", "plimsoll-study", "plimsoll-watch"],
    ),
    ("plimsoll-import", &["plimsoll-plan", "plimsoll-run", "plimsoll-telemetry", "plimsoll-analysis"]),
    ("plimsoll-report", &["plimsoll-run", "plimsoll-analysis"]),
    ("plimsoll-export", &["plimsoll-run"]),
    ("plimsoll-server", &["plimsoll-run", "plimsoll-analysis", "plimsoll-report"]),
    ("plimsoll-testkit", &["plimsoll-run", "plimsoll-analysis"]),
];

/// Libraries that only these crates may know, by the start of their names.
const KNOWN_ONLY_BY: &[(&str, &[&str])] = &[
    ("roxmltree", &["plimsoll-formats"]),
    // They talk to servers, and one to clients too.
    ("rustls", &["plimsoll-net", "plimsoll-engine", "plimsoll-watch", "plimsoll-record", "plimsoll-server"]),
    ("mysql", &["plimsoll-net", "plimsoll-engine"]),
    // The report makes drawings of others inert.
    ("quick-xml", &["plimsoll-telemetry", "plimsoll-report"]),
    ("pulldown-cmark", &["plimsoll-report"]),
    ("saphyr", &["plimsoll-formats"]),
    // The lab has an index and a database of its own; run files it only reads, by plimsoll-run.
    ("rusqlite", &["plimsoll-run", "plimsoll-server"]),
    ("axum", &["plimsoll-server"]),
    ("lettre", &["plimsoll-server"]),
    ("h2", &["plimsoll-engine"]),
    ("protox", &["plimsoll-grpc"]),
    ("prost", &["plimsoll-grpc"]),
    ("maud", &["plimsoll-report"]),
    // Servers for tests, the Docker API over its socket, and a proxy.
    ("hyper", &["plimsoll-targets", "plimsoll-watch", "plimsoll-record", "plimsoll-server"]),
    ("rcgen", &["plimsoll-record"]),
    ("async-nats", &["plimsoll-fleet"]),
    ("clap", &["plimsoll"]),
];

/// Crate to the crates it depends on, tests left out.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let name = |value: &serde_json::Value| value["name"].as_str().expect("a name").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("dependencies");
            (name(package), all.iter().filter(|d| d["kind"].is_null()).map(name).collect())
        })
        .collect()
}

#[test]
fn crates_use_only_the_crates_they_may() {
    let found = dependencies();
    for (name, uses) in &found {
        if name == "plimsoll" {
            continue;
        }
        let rule = MAY_USE.iter().find(|(crate_name, _)| crate_name == name);
        let allowed = rule.unwrap_or_else(|| panic!("{name} is not in the table")).1;
        for used in uses.iter().filter(|used| used.starts_with("plimsoll")) {
            assert!(allowed.contains(&used.as_str()), "{name} uses {used}");
        }
    }
    assert_eq!(found.len(), MAY_USE.len() + 1, "a crate is missing from the table or from the workspace");
}

#[test]
fn libraries_that_belong_to_one_crate_are_known_there_only() {
    for (name, uses) in dependencies() {
        for (library, owners) in KNOWN_ONLY_BY {
            let known = uses.iter().any(|used| used.starts_with(library));
            assert!(
                !known || owners.contains(&name.as_str()),
                "{name} knows {library}, which belongs to {owners:?}"
            );
        }
    }
}

#[test]
fn nothing_but_the_program_prints_or_exits() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    for (name, _) in
        dependencies().iter().filter(|(name, _)| !["plimsoll", "plimsoll-testkit"].contains(&name.as_str()))
    {
        let text = sources(&root.join(name).join("src"));
        for word in ["println!", "eprintln!", "process::exit"] {
            assert!(!text.contains(word), "{name} has {word} in its sources");
        }
    }
}

/// All sources below a folder, without their tests.
fn sources(folder: &std::path::Path) -> String {
    let text = |path| std::fs::read_to_string(path).expect("text");
    let own = |text: String| text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
    files(folder, "rs").into_iter().map(text).map(own).collect()
}
