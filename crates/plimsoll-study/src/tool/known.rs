//! The tools that are known by name: what starts them, and what their results are.
//!
//! `{script}` is the study's plan, `{helper}` a file of ours. Durations are whole seconds. `{threads}` is the number of cores, at
//! most that of users. `{connections}` are those that share a rate, `{rate_each}` is the part of one.

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
    /// What must be said in `arguments`, as an example of them.
    pub needs_arguments: Option<&'static str>,
    /// A file that is laid beside the results for the command: its name and its text.
    pub helper: Option<(&'static str, &'static str)>,
    /// Its program, which must be there.
    pub program: &'static str,
    /// What prints its version.
    pub version: &'static str,
}

/// Exit codes that say something about the results, not about the tool: k6's failed thresholds.
pub const JUDGED: [(&str, i32); 1] = [("k6", 99)];

/// Tools that end with an error for requests that are in none of their rows: pgbench's log has no transaction of a client that a statement's
/// error has ended.
pub const LEAVING_OUT: [&str; 1] = ["pgbench"];

/// How many requests a tool prints that it has made, where its rows may be fewer (`--sampling-rate`).
pub fn counted(tool: &str, printed: &str) -> Option<u64> {
    let line = match tool {
        "pgbench" => "number of transactions actually processed: ",
        _ => return None,
    };
    let count = printed.lines().rev().find_map(|text| text.strip_prefix(line))?;
    count.split(['/', ' ']).next()?.parse().ok()
}

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
        needs_arguments: None,
        helper: None,
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
        needs_arguments: None,
        helper: None,
        program: "wrk",
        version: "wrk -v",
    },
    KnownTool {
        name: "h2load",
        users: Some("exec h2load -t {threads} -c {users} -D {duration} {arguments} {url}"),
        rate: Some("exec h2load -t 1 -c {connections} --rps {rate_each} -D {duration} {arguments} {url}"),
        // Its log leaves out requests whose connection was lost; the summary counts them.
        format: ResultFormat::Summary("h2load"),
        has_script: false,
        needs_url: true,
        needs_arguments: None,
        helper: None,
        program: "h2load",
        version: "h2load --version",
    },
    KnownTool {
        name: "vegeta",
        users: None,
        rate: Some(
            "printf 'GET %s\\n' {url} | vegeta attack -rate={rate} -duration={duration}s -max-body=0 {arguments} \
             | vegeta encode --to csv > {results}",
        ),
        format: ResultFormat::Rows("vegeta-csv"),
        has_script: false,
        needs_url: true,
        needs_arguments: None,
        helper: None,
        program: "vegeta",
        version: "vegeta -version",
    },
    // The URL is PostgreSQL's connection URI; tables are made beforehand (`pgbench -i`).
    KnownTool {
        name: "pgbench",
        users: Some(
            "mkdir {results} && exec pgbench -n -l --log-prefix={results}/log -c {users} -j {threads} -T {duration} \
             --random-seed={seed} {arguments} {url}",
        ),
        rate: Some(
            "mkdir {results} && exec pgbench -n -l --log-prefix={results}/log -c {connections} -R {rate} -T {duration} \
             --random-seed={seed} {arguments} {url}",
        ),
        format: ResultFormat::Rows("pgbench-log"),
        has_script: false,
        needs_url: true,
        needs_arguments: None,
        helper: None,
        program: "pgbench",
        version: "pgbench --version",
    },
    // The test and its options are the arguments.
    KnownTool {
        name: "locust",
        users: Some(
            "PLIMSOLL_RESULTS={results} exec locust --headless --skip-log-setup --only-summary --exit-code-on-error 0 -u {users} -r {users} -t $(({duration} + 2))s \
             ${PLIMSOLL_URL:+-H \"$PLIMSOLL_URL\"} {arguments} -f {script},{helper} >&2",
        ),
        rate: None,
        // Rows of our listener in Locust.
        format: ResultFormat::Rows("jtl"),
        has_script: true,
        needs_url: false,
        needs_arguments: None,
        helper: Some(("locust_rows.py", include_str!("locust_rows.py"))),
        program: "locust",
        version: "locust --version",
    },
    // The arguments are those of java: the class path, Gatling's main class, the simulation.
    KnownTool {
        name: "gatling",
        users: Some(
            "exec java --add-opens=java.base/java.lang=ALL-UNNAMED -Dusers={users} -Dduration={duration} -Durl={url} \
             {arguments} -nr -rf {results} >&2",
        ),
        rate: Some(
            "exec java --add-opens=java.base/java.lang=ALL-UNNAMED -Drate={rate} -Dduration={duration} -Durl={url} \
             {arguments} -nr -rf {results} >&2",
        ),
        format: ResultFormat::Rows("gatling"),
        has_script: false,
        needs_url: false,
        needs_arguments: Some("-cp 'gatling/lib/*:classes' io.gatling.app.Gatling -s shop.Checkout"),
        helper: None,
        program: "java",
        version: "true",
    },
    // The URL is HOST:PORT.
    KnownTool {
        name: "ghz",
        users: Some(
            "exec ghz -c {users} -z {duration}s --duration-stop ignore -O influx-details -o {results} {arguments} {url} >&2",
        ),
        rate: Some(
            "exec ghz --async -r {rate} -z {duration}s --duration-stop ignore -O influx-details -o {results} {arguments} {url} >&2",
        ),
        format: ResultFormat::Rows("ghz"),
        has_script: false,
        needs_url: true,
        needs_arguments: Some("--insecure --proto shop.proto --call shop.Orders/Place -d '{}'"),
        helper: None,
        program: "ghz",
        version: "ghz --version",
    },
    KnownTool {
        name: "oha",
        users: Some("exec oha --no-tui --no-color -c {users} -z {duration}s {arguments} {url}"),
        rate: Some("exec oha --no-tui --no-color -q {rate} -z {duration}s {arguments} {url}"),
        format: ResultFormat::Summary("oha"),
        has_script: false,
        needs_url: true,
        needs_arguments: None,
        helper: None,
        program: "oha",
        version: "oha --version",
    },
    KnownTool {
        name: "sysbench",
        users: Some(
            "exec sysbench --threads={users} --time={duration} --events=0 --rand-seed={seed} {arguments} run",
        ),
        rate: Some(
            "case {rate} in *.*) echo sysbench takes whole rates per second >&2; exit 2;; esac; \
             exec sysbench --threads={connections} --rate={rate} --time={duration} --events=0 --rand-seed={seed} {arguments} run",
        ),
        // Of each second it prints one percentile (`--report-interval`): less than its summary has of all.
        format: ResultFormat::Summary("sysbench"),
        has_script: false,
        needs_url: false,
        needs_arguments: None,
        helper: None,
        program: "sysbench",
        version: "sysbench --version",
    },
];

pub fn known(name: &str) -> Option<&'static KnownTool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_testkit::programs::program;
    use std::process::Command;

    /// As the tools themselves say.
    #[test]
    fn tools_that_take_a_seed_are_given_the_runs() {
        check_seeds(&["wrk", "h2load", "pgbench", "sysbench"]);
    }

    #[test]
    #[ignore = "`make test-real`: these are in no package of the system"]
    fn other_tools_that_take_a_seed_are_given_the_runs() {
        check_seeds(&["k6", "vegeta", "locust", "ghz", "oha"]);
    }

    fn check_seeds(names: &[&str]) {
        for tool in TOOLS.iter().filter(|tool| names.contains(&tool.name)) {
            let Some(path) = program(tool.program) else { continue };
            let help = match tool.name {
                "k6" => &["run", "--help"][..],
                "vegeta" => &["attack", "--help"],
                _ => &["--help"],
            };
            let output = Command::new(path).args(help).output().expect("it starts");
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).to_lowercase();
            assert!(said.len() > 100, "{} has no help: {said}", tool.name);
            for command in [tool.users, tool.rate].into_iter().flatten() {
                assert_eq!(command.contains("{seed}"), said.contains("seed"), "{}: {command}", tool.name);
            }
        }
    }

    #[test]
    fn what_a_tool_counts_by_itself_is_read() {
        let printed = "duration: 2 s\nnumber of transactions actually processed: 408\ntps = 205.0\n";
        assert_eq!((counted("pgbench", printed), counted("wrk", printed)), (Some(408), None));
        assert_eq!(counted("pgbench", "number of transactions actually processed: 30/40\n"), Some(30));
        assert_eq!(counted("pgbench", ""), None);
    }
}
