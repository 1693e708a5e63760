//! Options of other load generators, typed by those who know them: answered with ours.

/// What somebody who typed an option of k6, wrk, hey, oha, vegeta, Locust, Artillery, ab or JMeter means here. `None`: it is
/// not known.
pub fn ours(typed: &str, command: &str) -> Option<String> {
    let name = typed.split('=').next().unwrap_or(typed);
    let of_load = matches!(command, "run" | "check" | "");
    let text = match name {
        "--rps"
        | "--qps"
        | "--arrival-rate"
        | "-R"
        | "-q"
        | "--requests-per-second"
        | "--target-throughput" => "arrivals per second are `--rate 100/s`",
        "--vus" | "--connections" | "--concurrency" | "--clients" | "--virtual-users" | "--threads"
        | "--num-threads" | "--workers-count" | "-C" => {
            "virtual users are `--users 50` (`-c 50`); threads that generate load are `--workers`"
        }
        "-t" if of_load => {
            "the plan stands by itself: `plimsoll run plan.jmx`; virtual users are `--users 50`. `plimsoll jmeter -n -t \
             plan.jmx` takes JMeter's own options"
        }
        "--threshold" | "--thresholds" | "--assert" | "--assertion" | "--fail-if" | "--criteria"
        | "--sla" | "--slo" | "--ensure" | "--passfail" | "--max-error-rate" | "--check" => {
            "what must hold is a requirement: `-r 'p95 <= 250 ms'`, `-r 'errors < 1 %'`; it may be repeated"
        }
        "--url" | "--host" | "--target" | "--base-url" | "-U" | "--uri" | "--urls-from-file" | "-targets" => {
            "a URL stands by itself: `plimsoll run http://127.0.0.1:8080/ -c 50 -d 30s`; a file of them is `--targets FILE`"
        }
        "-m" => "the method of a URL is `-X POST`",
        "-b" | "--data-binary" | "--data-raw" => {
            "the body of a URL's request is `--data TEXT`, or `--data @FILE`; its type is a header (`-H`)"
        }
        "--script" | "-f" | "--locustfile" => {
            "what is sent stands in a plan, a .jmx or a few lines of YAML:\n  scenarios: [{steps: [{get: \
             http://127.0.0.1:8080/}]}]\nand `plimsoll run plan.yaml --users 10 --duration 30s` runs it; a property in it \
             is given with -Jhost=…"
        }
        "--iterations" | "--requests" | "-n" | "--number" | "--num" | "--iteration" | "-i" => {
            "how often is said in the plan (`iterations: 100` of a scenario); how long with `--duration '30 s'`"
        }
        "--stage" | "--stages" | "-s" | "--spawn-rate" | "--hatch-rate" | "--ramp-up" | "--rampup"
        | "--ramp-time" | "--warmup" | "--warm-up" => {
            "the time in which users start is `--ramp '10 s'`; several stages stand in the plan (`stages`) or in a study"
        }
        "--time" | "--run-time" | "--duration-seconds" | "-z" | "--length" | "--hold-for" | "--timelimit"
        | "--test-time" => "the measured time is `--duration '30 s'` (`-d 30s`)",
        "--env" | "-e" | "-D" | "-P" | "-G" | "--variables" | "--property" | "--var" | "--param" => {
            "a property is given with `-Jname=value`; a plan reads it as `${__P(name)}`"
        }
        "--out" | "--summary-export" | "--csv" | "--json" | "--html" | "--report" | "--junit" | "-l"
        | "--log" | "--result-file" | "--output-format" | "--print" | "--reporter" | "--format-json" => {
            "reports are chosen with `--format html,json,junit,csv` and put into the folder of `-o`; every sample goes into \
             a JMeter result file with `--jtl results.jtl`"
        }
        "--headless" | "--no-ui" | "--nogui" | "--non-gui" | "--only-summary" | "--quiet" | "--no-tui"
        | "--no-color" => {
            "leave it out: nothing needs a window, and without a terminal a run says a line now and then"
        }
        "--timeout" | "--request-timeout" | "--connect-timeout" | "--response-timeout" => {
            "time-outs stand in the plan, at its requests; the grace for requests in flight at the end is `--grace`"
        }
        "--insecure" | "--insecure-skip-tls-verify" | "--no-verify" | "--skip-tls-verify" => {
            "any certificate is taken for a URL with `-k`; in a plan it is `tls: {verify: false}`"
        }
        "--http2" | "--h2" | "--http1.1" => "the version stands in the plan: `http: 2`",
        "--latency" | "--percentiles" | "--timeline" => "leave it out: every report has the percentiles",
        "--seed-random" | "--random-seed" => "random values are made repeatable with `--seed 1`",
        _ => return None,
    };
    Some(text.to_owned())
}

/// The option that clap did not know, with our answer.
pub fn answer(error: &clap::Error) -> Option<String> {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = std::env::args().nth(1).unwrap_or_default();
    Some(format!("\nhint: {typed}: {}\n", ours(typed.trim(), &command)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::CommandLine;
    use clap::Parser;

    /// Options of k6 run, wrk, hey, oha, vegeta, Locust and JMeter that `run` does not have.
    #[test]
    fn options_of_other_tools_are_answered_with_ours() {
        for (typed, part) in [
            ("--rps", "--rate"),
            ("--vus", "--users"),
            ("--connections", "--users"),
            ("--threshold", "-r 'p95"),
            ("--url", "-c 50"),
            ("-m", "-X POST"),
            ("-b", "--data @FILE"),
            ("--script", "plan.yaml"),
            ("--stage", "--ramp"),
            ("--spawn-rate", "--ramp"),
            ("--run-time", "--duration"),
            ("--iterations", "iterations"),
            ("--headless", "leave it out"),
            ("--summary-export", "--format"),
            ("--env", "-Jname=value"),
            ("--qps", "--rate"),
            ("-n", "--duration"),
            ("-z", "--duration"),
        ] {
            let error =
                CommandLine::try_parse_from(["plimsoll", "run", "x.yaml", typed, "5"]).expect_err(typed);
            let hint = answer(&error).unwrap_or_default();
            assert!(hint.contains(part), "{typed}: {hint} {error}");
        }
    }
}
