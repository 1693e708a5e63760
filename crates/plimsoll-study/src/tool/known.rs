//! The tools that are known by name: what starts them, and what their results are.
//!
//! `{script}` is the study's plan. Durations are whole seconds. `{threads}` is the number of cores, at most that of users.

use super::spec::ResultFormat;

pub struct KnownTool {
    pub name: &'static str,
    /// For so many users; `None`: it can't be told so.
    pub users: Option<&'static str>,
    /// For an arrival rate.
    pub rate: Option<&'static str>,
    pub format: ResultFormat,
    /// The study's plan is its script.
    pub has_script: bool,
    pub needs_url: bool,
    /// Its program, which must be there.
    pub program: &'static str,
    /// What prints its version.
    pub version: &'static str,
}

/// Exit codes that say something about the results, not about the tool: k6's failed thresholds.
pub const JUDGED: [(&str, i32); 1] = [("k6", 99)];

pub static TOOLS: &[KnownTool] = &[
    KnownTool {
        name: "k6",
        users: Some(
            "K6_NO_USAGE_REPORT=true K6_CSV_TIME_FORMAT=unix_micro K6_CSV_SAVE_INTERVAL=200ms exec k6 run --quiet --no-color \
             --vus {users} --duration {duration}s --out csv={results} {arguments} {script}",
        ),
        rate: None,
        format: ResultFormat::Rows("k6-csv"),
        has_script: true,
        needs_url: false,
        program: "k6",
        version: "k6 version",
    },
    KnownTool {
        name: "wrk",
        users: Some("exec wrk --latency -t {threads} -c {users} -d {duration}s {arguments} {url}"),
        rate: None,
        format: ResultFormat::Summary("wrk"),
        has_script: false,
        needs_url: true,
        program: "wrk",
        version: "wrk -v",
    },
    KnownTool {
        name: "h2load",
        users: Some("exec h2load -t {threads} -c {users} -D {duration} {arguments} {url}"),
        rate: None,
        format: ResultFormat::Summary("h2load"),
        has_script: false,
        needs_url: true,
        program: "h2load",
        version: "h2load --version",
    },
    KnownTool {
        name: "vegeta",
        users: None,
        rate: Some(
            "printf 'GET %s\\n' {url} | vegeta attack -rate={rate} -duration={duration}s {arguments} | vegeta report",
        ),
        format: ResultFormat::Summary("vegeta"),
        has_script: false,
        needs_url: true,
        program: "vegeta",
        version: "vegeta -version",
    },
    // The URL is PostgreSQL's connection URI; tables are made beforehand (`pgbench -i`).
    KnownTool {
        name: "pgbench",
        users: Some("exec pgbench -n -c {users} -j {threads} -T {duration} {arguments} {url}"),
        rate: None,
        format: ResultFormat::Summary("pgbench"),
        has_script: false,
        needs_url: true,
        program: "pgbench",
        version: "pgbench --version",
    },
    // The test and its options are the arguments.
    KnownTool {
        name: "sysbench",
        users: Some("exec sysbench --threads={users} --time={duration} --events=0 {arguments} run"),
        rate: None,
        format: ResultFormat::Summary("sysbench"),
        has_script: false,
        needs_url: false,
        program: "sysbench",
        version: "sysbench --version",
    },
];

pub fn known(name: &str) -> Option<&'static KnownTool> {
    TOOLS.iter().find(|tool| tool.name == name)
}
