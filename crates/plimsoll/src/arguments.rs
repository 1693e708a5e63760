//! The command line as it is typed.

use crate::delays;
use clap::{Args, Parser, Subcommand, ValueEnum};
use plimsoll_plan::units;
use plimsoll_report::{Language, TableStyle};
use plimsoll_targets::{Distribution, Stall};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Finds how much a system can carry, and proves it: drives load in steps, judges the result against the
/// requirements, and writes the report.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done, and every requirement holds
  1  Plimsoll itself failed
  2  usage, or bad input
  3  a requirement failed
  4  inconclusive, or the run is incomplete or invalid";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// A built-in server, a climb, a report: under two minutes, nothing to install
    Demo(Demo),
    /// What `run` would do; per element of the plan: exact, approximated or unsupported
    Check(Check),
    /// Any plan as readable YAML: JMeter, HAR, OpenAPI, Postman
    Convert(Convert),
    /// A plan with the mix of requests that an access log shows
    Mix(Mix),
    /// Run a plan or a study, and report on it
    Run(Box<Run>),
    /// Takes the place of the `jmeter` command in scripts: -n -t plan.jmx -l results.jtl
    #[command(disable_help_flag = true)]
    Jmeter(Jmeter),
    /// Report on runs made before
    Report(Report),
    /// What `run` calls when its load is over
    #[command(hide = true)]
    RunReport(RunReport),
    /// Runs against runs: better, worse, equivalent or unproven, by how much, and how sure that is
    Compare(Compare),
    /// Result files of other load generators, logs of servers and tables of steps to a run file
    Import(Import),
    /// A built-in server to shoot at
    Target(Target),
    /// Try what can be seen of hosts: tools, clocks, first readings; and the lines for a study
    Watch(Watch),
    /// What this machine can generate, and how small a latency it can tell apart
    Calibrate(Calibrate),
}

#[derive(Debug, Args)]
pub struct Demo {
    /// The folder for the run and the report
    #[arg(short, long, value_name = "DIR", default_value = "runs/demo")]
    pub output: PathBuf,
    /// Measured time of each step
    #[arg(long, value_name = "TIME", default_value = "10 s", value_parser = duration)]
    pub step: Duration,
}

#[derive(Debug, Args)]
pub struct Watch {
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
pub struct Check {
    /// A plan (.jmx, .yaml) or a study (.yaml)
    pub file: PathBuf,
    /// A property, as for JMeter
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Show also the elements that have no effect on the load (listeners, disabled elements)
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// A plan: .jmx, .yaml, a HAR file, an OpenAPI description (JSON or YAML), a Postman collection
    pub file: PathBuf,
    /// Where the YAML goes [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A property, as for JMeter: for numbers of users and times, which YAML holds worked out
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Leave out elements that are not supported, instead of refusing the plan; the YAML says which
    #[arg(long)]
    pub skip_unsupported: bool,
    /// HAR: only requests to this host and its subdomains; may be repeated
    #[arg(long = "host", value_name = "HOST")]
    pub hosts: Vec<String>,
    /// HAR: images, scripts, style sheets, fonts: left out, fetched by their pages, or requests of their own
    #[arg(long, value_name = "WHAT", value_enum, default_value = "drop")]
    pub resources: Resources,
    /// HAR: pauses between pages are rounded to multiples of this; 0 leaves them out
    #[arg(long, value_name = "TIME", default_value = "500 ms", value_parser = duration)]
    pub round_pauses: Duration,
    /// OpenAPI: only operations with this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Postman: the exported environment
    #[arg(long, value_name = "FILE")]
    pub environment: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Resources {
    Drop,
    Embed,
    Keep,
}

#[derive(Debug, Args)]
pub struct Mix {
    /// An access log
    pub file: PathBuf,
    /// The plan to write; a CSV file of values may come to lie beside it
    #[arg(short, long, value_name = "PLAN")]
    pub output: Option<PathBuf>,
    /// The log's format, where it is not recognised: nginx, undertow, tomcat, tomcat10, … (docs/telemetry.md)
    #[arg(short, long, value_name = "NAME")]
    pub format: Option<String>,
    /// The log's pattern in the server's own syntax: `%h %t "%r" %s %D`
    #[arg(short, long, value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// Leave out images, scripts, style sheets, fonts
    #[arg(long)]
    pub no_static: bool,
    /// The routes that are asked for most; the rest is left out of plan and table
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub routes: u32,
    /// Exact shares: each iteration performs a block of about N requests in these proportions, in a new random order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000))]
    pub block: Option<u32>,
    /// Where requests go, for the plan
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub server: String,
}

#[derive(Debug, Args)]
pub struct Run {
    /// A plan (.jmx, .yaml) or a study (.yaml)
    pub file: PathBuf,
    /// A property, as for JMeter; in a study it overrides the study's own
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Virtual users, instead of the plan's own load; shared out in the plan's proportions. With a rate: the
    /// most that may be at work
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub users: Option<u32>,
    /// Arrivals per second, instead of the plan's own load (`50/s`, `600/min`; `50` is per second)
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub rate: Option<f64>,
    /// Search for the highest rate at which the requirements (-r) hold; --duration is that of one window
    /// [default: 30 s]
    #[arg(long, requires = "from", conflicts_with = "rate")]
    pub find_capacity: bool,
    /// The first rate of --find-capacity
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "find_capacity")]
    pub from: Option<f64>,
    /// The highest rate that --find-capacity may try [default: 1000000/s]
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "find_capacity")]
    pub to: Option<f64>,
    /// How far apart the rates that hold and fail may be in the end [default: 5 %]
    #[arg(long, value_name = "PERCENT", value_parser = plimsoll_study::precision, requires = "find_capacity")]
    pub precision: Option<f64>,
    /// Measured time after the ramp, instead of the plan's own (`30 s`, `5 min`)
    #[arg(short, long, value_name = "TIME", value_parser = duration)]
    pub duration: Option<Duration>,
    /// Time in which the users start or the rate is reached, with --users, --rate or --duration
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub ramp: Option<Duration>,
    /// A requirement to judge by, e.g. 'p95 <= 250 ms'; may be repeated, adds to the study's
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
    /// The folder for run files and report; must be new or empty [default: runs/NAME-DATE-TIME]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Leave out elements that are not supported, instead of refusing the plan; the report says which
    #[arg(long)]
    pub skip_unsupported: bool,
    /// Threads that generate load [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub workers: Option<u32>,
    /// How long requests in flight may take after their user's time is over
    #[arg(long, value_name = "TIME", default_value = "30 s", value_parser = duration)]
    pub grace: Duration,
    /// Local addresses to connect from, in turn: each gives about 28,000 more connections to one server
    /// (`127.0.0.2-127.0.0.9`, or a list with commas)
    #[arg(long, value_name = "ADDRESSES", value_delimiter = ',', value_parser = address_range)]
    pub source_addresses: Vec<Vec<IpAddr>>,
    /// Workers never sleep: costs a core each, and answers are noticed as soon as they arrive. For latencies
    /// below a millisecond
    #[arg(long)]
    pub busy_poll: bool,
    /// Who says when an answer arrived: the kernel, which stamps what the network brings, or the worker that comes to
    /// read it
    #[arg(long, value_name = "WHO", value_enum, default_value = "kernel")]
    pub receive_time: ReceiveTime,
    /// Also write every sample into a JMeter result file: CSV, or XML where its name ends in `.xml`
    #[arg(long, value_name = "FILE")]
    pub jtl: Option<PathBuf>,
    /// Makes random values repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Who puts the load on: Plimsoll's own engine, or JMeter, for plans with elements that only JMeter has
    #[arg(long, value_enum, default_value_t = Generator::Engine)]
    pub generator: Generator,
    /// Where JMeter is, for --generator jmeter [default: JMETER_HOME, `jmeter` on PATH, the usual folders]
    #[arg(long, value_name = "DIR")]
    pub jmeter_home: Option<PathBuf>,
    /// Reports to write beside the run files [default: html]
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<ReportFormat>,
    /// Of the summary and the reports [default: what the study says, en]
    #[arg(long, value_enum)]
    pub language: Option<ReportLanguage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    Engine,
    Jmeter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReceiveTime {
    Kernel,
    Worker,
}

impl From<ReceiveTime> for plimsoll_engine::ReceiveTime {
    fn from(given: ReceiveTime) -> Self {
        match given {
            ReceiveTime::Kernel => plimsoll_engine::ReceiveTime::Kernel,
            ReceiveTime::Worker => plimsoll_engine::ReceiveTime::Worker,
        }
    }
}

#[derive(Debug, Args)]
pub struct Jmeter {
    /// As for JMeter; -? lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Report {
    /// Run files, or folders with run files
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// One or more, with commas
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', default_value = "html")]
    pub format: Vec<ReportFormat>,
    /// Of sentences, numbers and times
    #[arg(long, value_enum, default_value_t = ReportLanguage::English)]
    pub language: ReportLanguage,
    /// Detectors of findings not to ask, by their id; several with commas
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub suppress: Vec<String>,
    /// Thresholds of detectors in YAML, instead of the study's: `leak-suspected: {p: 0.05}`
    #[arg(long, value_name = "FILE")]
    pub detectors: Option<PathBuf>,
    /// Only the tables, as known studies print them, in Markdown: nsp (steps, servers), matrix (threads × kinds of
    /// requests), summary (percentiles of runs), jobs (durations with signed differences); to stdout, or to -o
    #[arg(long, value_name = "STYLE", conflicts_with = "format")]
    pub tables: Option<TableStyle>,
    /// The file to write (of csv, and of several formats, the folder); `-` is stdout [default: report.html, report.md, …
    /// beside the first run; stdout for json and text alone]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RunReport {
    pub runs: Vec<PathBuf>,
    #[arg(long)]
    pub output: PathBuf,
    #[arg(long)]
    pub format: Vec<ReportFormat>,
    #[arg(long, value_enum)]
    pub language: ReportLanguage,
    #[arg(long)]
    pub tables: Option<TableStyle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// One file, with figures that can be looked at closer
    Html,
    /// Markdown and a folder of SVG pictures, for wikis
    #[value(alias = "markdown")]
    Md,
    /// A4, printed by Chromium
    Pdf,
    /// Every figure, as docs/report.schema.json says
    Json,
    /// A test case for each requirement
    Junit,
    /// A folder with a file for each table
    Csv,
    /// The summary
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportLanguage {
    #[value(name = "en")]
    English,
    #[value(name = "da")]
    Danish,
    #[value(name = "tr")]
    Turkish,
}

impl From<ReportLanguage> for Language {
    fn from(language: ReportLanguage) -> Language {
        match language {
            ReportLanguage::English => Language::English,
            ReportLanguage::Danish => Language::Danish,
            ReportLanguage::Turkish => Language::Turkish,
        }
    }
}

#[derive(Debug, Args)]
pub struct Compare {
    /// Run files, or folders with the run files of one side; the first is what the others are compared with
    #[arg(value_name = "RUN|FOLDER", required_unless_present = "history")]
    pub runs: Vec<PathBuf>,
    /// What the others are compared with: one of the files or folders, or the name of a variant [default: the first]
    #[arg(long, value_name = "RUN|FOLDER|VARIANT")]
    pub baseline: Option<String>,
    /// What makes a side: the file or folder that was named, or the runs' variant [default: variant for a single folder]
    #[arg(long, value_enum)]
    pub by: Option<CompareBy>,
    /// A change up to this does not matter
    #[arg(long, value_name = "PERCENT", default_value = "5 %", value_parser = percent)]
    pub margin: f64,
    /// The same for the share of errors, in percentage points
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = percent)]
    pub errors_margin: f64,
    /// Where the level of a figure changed in the history of all runs in this folder and the folders in it
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["runs", "baseline", "by"])]
    pub history: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
    /// Of sentences, numbers and times
    #[arg(long, value_enum, default_value_t = ReportLanguage::English)]
    pub language: ReportLanguage,
    /// The file to write; `-` is stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareBy {
    Argument,
    Variant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    Text,
    Html,
    Json,
    Junit,
}

/// `5 %`, `5%`, `5`, `0.5`
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() && (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("a percentage from 0 to 100, as 5 % or 2.5".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct Import {
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
    #[arg(long = "format", value_name = "FILE=FORMAT", value_parser = property)]
    pub formats: Vec<(String, String)>,
    /// The pattern of access logs of that name, in the server's own syntax
    #[arg(long = "pattern", value_name = "FILE=PATTERN", value_parser = property)]
    pub patterns: Vec<(String, String)>,
    /// The host of files whose names and folders tell none
    #[arg(long, value_name = "NAME")]
    pub host: Option<String>,
    /// What a host does in the system, e.g. docker01=application
    #[arg(long = "role", value_name = "HOST=ROLE", value_parser = property)]
    pub roles: Vec<(String, String)>,
    /// Of times without an offset: Europe/Copenhagen, +01:00
    #[arg(long = "timezone", value_name = "ZONE", default_value = "UTC")]
    pub time_zone: String,
    /// The test to take from a table of steps that holds several
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// A requirement to judge by, e.g. 'p95 <= 250 ms'; may be repeated
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Target {
    #[command(subcommand)]
    pub behaviour: Behaviour,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
}

#[derive(Debug, Subcommand)]
pub enum Behaviour {
    /// Answers 200 "OK" at once
    Ok,
    /// Answers with the request's own body, or with a description of the request as JSON
    Echo,
    /// Answers after a known time; with --workers its capacity is known too: workers / response
    Delay {
        /// The time that serving one request takes
        #[arg(long, value_name = "TIME", default_value = "20 ms", value_parser = duration)]
        response: Duration,
        /// Requests served at the same time; the others wait in line [default: any number]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        workers: Option<u32>,
        /// Delays exact to microseconds, and measured: `5 ms`, `exponential 10 ms`, `95% 2 ms, 5% 40 ms`; see
        /// GET /truth
        #[arg(long, value_name = "DELAYS", value_parser = delays::distribution, conflicts_with_all = ["response", "workers"])]
        distribution: Option<Distribution>,
        /// Answers nothing for a time, again and again; `1s/10s`: one second of every ten
        #[arg(long, value_name = "LENGTH/EVERY", value_parser = delays::stall, conflicts_with = "workers")]
        stall: Option<Stall>,
        /// Of the order in which the delays of a distribution come
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Never sleep, with --distribution: costs a core, and requests are noticed as soon as they arrive
        #[arg(long)]
        busy_poll: bool,
    },
    /// Takes events (POST /events/TOPIC) and tells when they came; see GET /summary, GET /arrivals, DELETE /summary
    Events {
        /// Where in an event is what tells it apart from others
        #[arg(long, value_name = "PATH", default_value = "$.event.commonEventHeader.eventId")]
        id: String,
        /// Where in it are the microseconds since 1970 at which it was sent
        #[arg(long, value_name = "PATH", default_value = "$.event.commonEventHeader.startEpochMicrosec")]
        start: String,
        /// The time until an event is accepted
        #[arg(long, value_name = "TIME", default_value = "0 s", value_parser = duration)]
        response: Duration,
    },
    /// Answers 200 "OK" at once and stamps arrivals; see GET /gaps?rate=PER_SECOND
    Pace {
        /// Never sleep: costs a core, and requests are noticed as soon as they arrive
        #[arg(long)]
        busy_poll: bool,
    },
}

#[derive(Debug, Args)]
pub struct Calibrate {
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

/// One address, or `first-last` (IPv4).
fn address_range(text: &str) -> Result<Vec<IpAddr>, String> {
    const RANGE_MAX: u32 = 4_096;
    if let Ok(address) = text.trim().parse::<IpAddr>() {
        return Ok(vec![address]);
    }
    let bounds = text.split_once('-').map(|(first, last)| {
        (first.trim().parse::<Ipv4Addr>().map(u32::from), last.trim().parse::<Ipv4Addr>().map(u32::from))
    });
    match bounds {
        Some((Ok(first), Ok(last))) if first <= last && last - first < RANGE_MAX => {
            Ok((first..=last).map(|address| Ipv4Addr::from(address).into()).collect())
        }
        _ => Err(format!("`{text}` is neither an address nor a range such as 127.0.0.2-127.0.0.9")),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    units::duration(text).map_err(|e| e.to_string())
}

/// A bare number is per second.
fn rate(text: &str) -> Result<f64, String> {
    let bare = text.trim().parse::<f64>().is_ok();
    plimsoll_study::rate(&if bare { format!("{text}/s") } else { text.to_owned() })
}

fn property(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not name=value; write for example -Jthreads=100")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
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
        let Command::Run(run) = Arguments::parse_from(line).command else { panic!("not run") };
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
