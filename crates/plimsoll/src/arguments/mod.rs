//! The command line as it is typed.

mod examples;
mod explain;
mod export;
mod fleet;
mod next;
mod plans;
mod predict;
mod report;
mod requests;
mod run;
mod serve;
mod target;
mod trial;
mod values;

pub use examples::{ExamplesArguments, ExamplesFormat};
pub use explain::{AnswerArguments, AnswerFormat, ExplainArguments};
pub use export::ExportArguments;
pub use fleet::{FleetArguments, FleetCheckArguments, FleetCommand, NodeArguments};
pub use next::NextArguments;
pub use plans::{
    CheckArguments, ConvertArguments, InitArguments, MixArguments, RecordArguments, RecordingArguments,
    Resources, TestKind,
};
pub use predict::{ArrivalSpacing, PredictArguments};
pub use report::{CompareArguments, CompareBy, CompareFormat, FailOn, ReportArguments, RunReportArguments};
pub use requests::RequestArguments;
pub use run::{JmeterArguments, LoadArguments, ReceiveTimeArgument, RunArguments};
pub use serve::ServeArguments;
pub use target::{TargetArguments, TargetCommand};
pub use trial::TryArguments;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use values::{assignment, duration};

/// Finds how much a system can carry, and proves it: drives load in steps, judges the result against the
/// requirements, and writes the report.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, max_term_width = 100, after_help = EXIT_CODES)]
#[command(
    disable_version_flag = true,
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true
)]
pub struct CommandLine {
    /// Print the version; with --verbose how it was built, and what this machine can do
    #[arg(short = 'V', long, required = true)]
    pub version: bool,
    #[arg(short, long, requires = "version")]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done, and every requirement holds
  1  Plimsoll itself failed
  2  usage, or bad input
  3  a requirement failed; without one: surely more than 5 % of the requests failed
  4  inconclusive, or the run is incomplete or invalid";

/// What `plimsoll` alone says.
pub const START: &str = "\
Plimsoll finds how much a system can carry, and proves it.

  plimsoll demo                                  see it work: a built-in server, a climb, a report, under two minutes
  plimsoll run https://HOST/PATH -c 10 -d 30s    put load on a URL
  plimsoll init                                  write a plan and a study of your own that run at once

With a JMeter plan: plimsoll run plan.jmx. From a browser: plimsoll record --browser.
All commands: plimsoll --help. One of them: plimsoll run --help.
";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// A built-in server, a climb, a report: under two minutes, nothing to install
    Demo(DemoArguments),
    /// A plan and a study to begin with, which run as they are: asks what to test, or takes it from flags
    Init(InitArguments),
    /// What `run` would do; per element of the plan: exact, approximated or unsupported
    Check(CheckArguments),
    /// Record what a browser or another client asks for, as a plan: a proxy, with HTTPS, HTTP/2 and WebSockets
    Record(RecordArguments),
    /// Any plan as readable YAML: JMeter, HAR, OpenAPI, Postman
    Convert(ConvertArguments),
    /// A plan with the mix of requests that an access log shows
    Mix(MixArguments),
    /// Run a plan, a study or the requests of a URL, and report on it
    Run(Box<RunArguments>),
    /// One user, once, at once: what is sent and answered, found and checked; no load, and nothing is recorded
    Try(Box<TryArguments>),
    /// Takes the place of the `jmeter` command in scripts: -n -t plan.jmx -l results.jtl
    #[command(disable_help_flag = true)]
    Jmeter(JmeterArguments),
    /// Report on runs made before
    Report(ReportArguments),
    /// What `run` calls when its load is over
    #[command(hide = true)]
    RunReport(RunReportArguments),
    /// Requests and answers that a run kept: of each kind of failure some, and the slowest
    Examples(ExamplesArguments),
    /// Why a run ends with its conclusion: the chain in steps with figures, what speaks against it, what would refute it
    Explain(ExplainArguments),
    /// What if: throughput and response times of other loads, another mix, more or fewer servers, from the measured ones
    Predict(PredictArguments),
    /// Runs against runs: better, worse, equivalent or unproven, by how much, and how sure that is
    Compare(CompareArguments),
    /// Result files of other load generators, logs of servers and tables of steps to a run file
    Import(ImportArguments),
    /// Figures of runs to Prometheus, OpenTelemetry or InfluxDB, while they go on and afterwards
    Export(ExportArguments),
    /// The lab in a browser: all runs of a folder, live views, comparisons, trends; starting tests; an API
    Serve(Box<ServeArguments>),
    /// A built-in server to shoot at
    Target(TargetArguments),
    /// Try what can be seen of hosts: tools, clocks, first readings; and the lines for a study
    Watch(WatchArguments),
    /// Many machines as one load generator: what their nodes are
    Fleet(FleetArguments),
    /// This machine as a node of a fleet: waits for its part of a load, and performs it
    Node(NodeArguments),
    /// The JSON Schema of a plan, a study or an import.yaml, with which editors complete and check
    Schema(SchemaArguments),
    /// The completions of a shell, or the manual pages, on stdout or into a folder
    Completions(CompletionArguments),
    /// What on this machine is missing for what, and the line that mends it
    Doctor,
    /// What this machine can generate, and how small a latency it can tell apart
    Calibrate(CalibrateArguments),
}

#[derive(Debug, Args)]
pub struct DemoArguments {
    /// The folder for the run and the report
    #[arg(short, long, value_name = "DIR", default_value = "runs/demo")]
    pub output: PathBuf,
    /// Measured time of each step
    #[arg(long, value_name = "TIME", default_value = "10 s", value_parser = duration)]
    pub step: Duration,
}

#[derive(Debug, Args)]
pub struct WatchArguments {
    /// Hosts (`local`, `ssh://user@host`, `docker://container`, `kubectl://namespace/pod`), or studies with a `watch` section
    #[arg(required = true, value_name = "HOST|STUDY")]
    pub targets: Vec<String>,
    /// How long to look
    #[arg(long = "for", value_name = "TIME", default_value = "5 s", value_parser = duration)]
    pub time: Duration,
    /// The time between two readings, where hosts are named
    #[arg(long, value_name = "TIME", default_value = "1 s", value_parser = duration)]
    pub every: Duration,
}

#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Files, folders and archives (.gz, .zst, .tar.gz, .zip): JTL, Gatling, k6 and Locust results, access logs, vmstat,
    /// iostat, jstat, GC logs, docker stats, consumer lag, Prometheus, jmeter.log, CSV tables of a study
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// The run file to write; a folder: a file for each test or variant of a table
    #[arg(short, long, value_name = "RUN")]
    pub output: PathBuf,
    /// What can't be guessed: formats, patterns, hosts, clocks [default: import.yaml in a folder that is imported]
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// The format of files of that name (with `*`), which is else recognised by content
    #[arg(long = "format", value_name = "FILE=FORMAT", value_parser = assignment)]
    pub formats: Vec<(String, String)>,
    /// The pattern of access logs of that name, in the server's own syntax
    #[arg(long = "pattern", value_name = "FILE=PATTERN", value_parser = assignment)]
    pub patterns: Vec<(String, String)>,
    /// The host of files whose names and folders tell none
    #[arg(long, value_name = "NAME")]
    pub host: Option<String>,
    /// What a host does in the system, e.g. docker01=application
    #[arg(long = "role", value_name = "HOST=ROLE", value_parser = assignment)]
    pub roles: Vec<(String, String)>,
    /// Of times without an offset: Europe/Copenhagen, +01:00
    #[arg(long = "timezone", value_name = "ZONE", default_value = "UTC")]
    pub time_zone: String,
    /// The test to take from a table of steps that holds several
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// Names of requests from a server's log keep the ids in their paths: `/users/8812` instead of `/users/{id}`
    #[arg(long)]
    pub keep_path_ids: bool,
    /// Which column of a table of loads holds what, where its names don't tell: threads=Concurrent_Users,throughput=Throughput
    #[arg(long, value_name = "MEANING=COLUMN,…", value_delimiter = ',', value_parser = assignment)]
    pub columns: Vec<(String, String)>,
    /// A requirement to judge by, e.g. 'p95 <= 250 ms'; may be repeated
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
}

#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// The shell; `man` is the manual pages
    #[arg(value_enum)]
    pub shell: CompletionFor,
    /// The folder to write into: one file, of `man` a page for each command
    #[arg(short, long, value_name = "DIR", required_if_eq("shell", "man"))]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompletionFor {
    Bash,
    Zsh,
    Fish,
    Man,
}

#[derive(Debug, Args)]
pub struct SchemaArguments {
    /// What the file is that an editor is to know
    #[arg(value_enum)]
    pub document: SchemaOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    Plan,
    Study,
    Import,
}

#[derive(Debug, Args)]
pub struct CalibrateArguments {
    /// Measured time of each of the three measurements
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    #[arg(long, value_enum, default_value_t = CalibrationFormat::Text)]
    pub format: CalibrationFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CalibrationFormat {
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use super::values::{address_range, rate};
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn ranges_of_addresses_are_read() {
        let count = |text: &str| address_range(text).map(|all| all.len());
        assert_eq!(count("127.0.0.2-127.0.0.9"), Ok(8));
        assert_eq!((count("127.0.0.2"), count("::1")), (Ok(1), Ok(1)));
        for wrong in ["127.0.0.9-127.0.0.2", "10.0.0.0-10.9.0.0", "localhost", "1.2.3.4-"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn jmeters_properties_are_read_as_jmeter_writes_them() {
        let line = ["plimsoll", "run", "x.jmx", "-Jthreads=100", "-Jpath=/a=b", "-J", "seconds=20"];
        let Command::Run(run) = CommandLine::parse_from(line).command.expect("a command") else {
            panic!("not run")
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(run.properties, [pair("threads", "100"), pair("path", "/a=b"), pair("seconds", "20")]);
    }

    #[test]
    fn rates_are_read_with_and_without_their_unit() {
        for (text, per_s) in [("50/s", Some(50.0)), ("5000", Some(5_000.0)), ("600/min", Some(10.0))] {
            assert_eq!(rate(text).ok(), per_s, "{text}");
        }
        for text in ["0", "-5", "fast", "NaN", "inf/s", "5/fortnight", ""] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
