//! Of the commands that make load.

use super::next::NextArguments;
use super::report::{language, report_format};
use super::requests::RequestArguments;
use super::values::{address_range, duration, property, rate};
use crate::cores;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use plimsoll_plan::units::USERS_MAX;
use plimsoll_run::{Language, ReportFormat};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

// Flat for clap: each is an option of the one command.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// A plan (.jmx, .yaml), a study (.yaml), a URL or a list of URLs
    #[arg(value_name = "PLAN|STUDY|URL", required_unless_present_any = ["targets", "resume", "next"])]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub requests: RequestArguments,
    /// Go on with the run of a fleet whose coordinator was killed: its run file, or the folder with it. Everything else is as
    /// the run was begun with
    #[arg(long, value_name = "RUN", exclusive = true)]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub next: NextArguments,
    /// Print the YAML plan that the URL or the list is, and run nothing
    #[arg(long)]
    pub print_plan: bool,
    /// A property, as for JMeter; in a study it overrides the study's own
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Further properties, `name=value` in each line of this file: unlike -J they are in no list of processes, and their
    /// values are in no report whatever they are called
    #[arg(long, value_name = "FILE")]
    pub secrets: Option<PathBuf>,
    #[command(flatten)]
    pub load: LoadArguments,
    /// A requirement to judge by, e.g. 'p95 <= 250 ms'; may be repeated, adds to the study's
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
    /// What the run is of: --label commit=a1b2c3; may be repeated
    #[arg(long = "label", value_name = "NAME=VALUE", value_parser = super::values::assignment)]
    pub labels: Vec<(String, String)>,
    /// Show the run in a browser while it goes on: prints the address of a view of its own
    #[arg(long)]
    pub live: bool,
    /// Send the run's figures there while it goes on, by a process of its own: prometheus+http://HOST:9090, otlp+http://HOST:4318,
    /// influx+http://HOST:8086?db=NAME; may be repeated
    #[arg(long, value_name = "URL")]
    pub export: Vec<String>,
    /// Keep no whole exchanges as examples of failures and of the slowest answers
    #[arg(long)]
    pub no_examples: bool,
    /// How much of a maximum that is found the recommended load leaves free [default: what the study says, 20 %]
    #[arg(long, value_name = "PERCENT", value_parser = plimsoll_study::headroom)]
    pub headroom: Option<f64>,
    /// Leave out elements that are not supported, instead of refusing the plan; the report says which
    #[arg(long)]
    pub skip_unsupported: bool,
    #[command(flatten)]
    pub generator: GeneratorArguments,
    #[command(flatten)]
    pub files: OutputArguments,
}

/// The load, where it is not the plan's own.
#[derive(Debug, Args)]
pub struct LoadArguments {
    /// Virtual users, instead of the plan's own load; shared out in the plan's proportions. With a rate: the
    /// most that may be at work [default for a URL: 10]
    #[arg(short, long, visible_short_alias = 'c', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(USERS_MAX)))]
    pub users: Option<u32>,
    /// Arrivals per second, instead of the plan's own load (`50/s`, `600/min`; `50` is per second)
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub rate: Option<f64>,
    /// Search for the highest rate at which the requirements (-r) hold; --duration is that of one window
    /// [default: 30 s]
    #[arg(long, conflicts_with = "rate")]
    pub find_capacity: bool,
    /// The first rate of --find-capacity [default: 10/s]
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "find_capacity")]
    pub from: Option<f64>,
    /// The highest rate that --find-capacity may try [default: 1000000/s]
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "find_capacity")]
    pub to: Option<f64>,
    /// How far apart the rates that hold and fail may be in the end [default: 5 %]
    #[arg(long, value_name = "PERCENT", value_parser = plimsoll_study::precision, requires = "find_capacity")]
    pub precision: Option<f64>,
    /// Measured time after the ramp, instead of the plan's own (`30 s`, `5 min`) [default for a URL: 10 s]
    #[arg(short, long, value_name = "TIME", value_parser = duration)]
    pub duration: Option<Duration>,
    /// Time in which the users start or the rate is reached, with --users, --rate or --duration
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub ramp: Option<Duration>,
    /// Make a step again, up to N times, whose window is invalid because the load generator's own timing was degraded
    /// [default: what the study says, 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100))]
    pub retry_invalid: Option<u32>,
}

/// Who puts it on, and how.
#[derive(Debug, Args)]
pub struct GeneratorArguments {
    /// Threads that generate load [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub workers: Option<u32>,
    /// Cores that the workers run on, one each in turn (`2,3`, `4-7`), so that nothing else moves them; best on a machine that the
    /// server shares, with the server kept off them (`taskset`, `cpuset`)
    #[arg(long, value_name = "CORES", value_delimiter = ',', value_parser = cores::range)]
    pub generator_cores: Vec<Vec<usize>>,
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
    pub receive_time: ReceiveTimeArgument,
    /// Follow redirects to hosts only that the plan names (others fail as `other-host`), and leave out embedded resources
    /// of others
    #[arg(long)]
    pub stay_on_hosts: bool,
    /// The machines that make the load together: a file with what a study has under `fleet`
    #[arg(long, value_name = "FILE", conflicts_with = "kind")]
    pub fleet: Option<PathBuf>,
    /// Of a fleet: afterwards bring the run file that each node wrote itself into OUTPUT/nodes, and compare the sums
    #[arg(long)]
    pub node_files: bool,
    /// Makes random values repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Who puts the load on: Plimsoll's own engine, JMeter for plans with elements that only JMeter has, or another tool, of
    /// which FILE is the script or the URL [default: what the study says, engine]
    #[arg(long = "generator", value_name = "GENERATOR", value_parser = PossibleValuesParser::new(plimsoll_study::generators()))]
    pub kind: Option<String>,
    /// Where JMeter is, for --generator jmeter [default: JMETER_HOME, `jmeter` on PATH, the usual folders]
    #[arg(long, value_name = "DIR")]
    pub jmeter_home: Option<PathBuf>,
}

impl LoadArguments {
    /// Something of it is said.
    pub fn is_given(&self) -> bool {
        let times = self.duration.or(self.ramp);
        self.users.is_some() || self.rate.is_some() || times.is_some() || self.find_capacity
    }
}

/// What is written.
#[derive(Debug, Args)]
pub struct OutputArguments {
    /// The folder for run files and report; where an earlier run is in it, a folder of its own in there [default:
    /// runs/NAME-DATE-TIME]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Also write every sample into a JMeter result file: CSV, or XML where its name ends in `.xml`
    #[arg(long, value_name = "FILE")]
    pub jtl: Option<PathBuf>,
    /// Replace a result file (--jtl) that is there already
    #[arg(long, requires = "jtl")]
    pub force: bool,
    /// Reports to write beside the run files [default: html]
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = report_format())]
    pub format: Vec<ReportFormat>,
    /// Of the summary and the reports [default: what the study says, en]
    #[arg(long, value_parser = language())]
    pub language: Option<Language>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReceiveTimeArgument {
    Kernel,
    Worker,
}

impl From<ReceiveTimeArgument> for plimsoll_engine::ReceiveTime {
    fn from(given: ReceiveTimeArgument) -> Self {
        match given {
            ReceiveTimeArgument::Kernel => plimsoll_engine::ReceiveTime::Kernel,
            ReceiveTimeArgument::Worker => plimsoll_engine::ReceiveTime::Worker,
        }
    }
}

#[derive(Debug, Args)]
pub struct JmeterArguments {
    /// As for JMeter; -? lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}
