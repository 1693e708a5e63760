//! Of the commands about plans.

use super::values::{duration, property, rate};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct InitArguments {
    /// The URL to test; asked for in a terminal where it is left out
    pub url: Option<String>,
    /// What is to be found out
    #[arg(short, long, value_enum)]
    pub kind: Option<TestKind>,
    /// What must hold, e.g. 'p95 <= 250 ms'; may be repeated
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
    /// Arrivals per second: of a load and a soak, and where a search for the capacity begins [default: 10/s]
    #[arg(long, value_name = "N/s", value_parser = rate)]
    pub rate: Option<f64>,
    /// Measured time of each step [default: 60 s, of a search 20 s, of a soak 1 h]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub step: Option<Duration>,
    /// The folder for plan.yaml and study.yaml
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    /// Replace what is called so already
    #[arg(long)]
    pub force: bool,
}

/// What a first study is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestKind {
    /// Are the requirements met under an expected load?
    Load,
    /// How much can be carried? Users are added until more of them gain nothing
    Climb,
    /// The highest rate at which the requirements hold
    Capacity,
    /// Does it stay well for an hour?
    Soak,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// A plan (.jmx, .yaml) or a study (.yaml)
    pub file: PathBuf,
    /// A property, as for JMeter
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Further properties, `name=value` in each line of this file: unlike -J they are in no list of processes, and their
    /// values are in no report whatever they are called
    #[arg(long, value_name = "FILE")]
    pub secrets: Option<PathBuf>,
    /// A requirement that `run` would judge by, e.g. 'p95 <= 250 ms'; may be repeated, adds to the study's
    #[arg(short, long = "require", value_name = "REQUIREMENT")]
    pub requirements: Vec<String>,
    /// Show also the elements that have no effect on the load (listeners, disabled elements)
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// A plan: .jmx, .yaml, a HAR file, an OpenAPI description (JSON or YAML), a Postman collection
    pub file: PathBuf,
    /// Where the YAML goes [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace what is called so already
    #[arg(long, requires = "output")]
    pub force: bool,
    /// A property, as for JMeter: for numbers of users and times, which YAML holds worked out
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Leave out elements that are not supported, instead of refusing the plan; the YAML says which
    #[arg(long)]
    pub skip_unsupported: bool,
    #[command(flatten)]
    pub recording: RecordingArguments,
    /// Recordings: another one of the same way; what differs between both becomes variables, and nothing else
    #[arg(long, value_name = "HAR", conflicts_with = "no_correlate")]
    pub second: Option<PathBuf>,
    /// OpenAPI: only operations with this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Postman: the exported environment
    #[arg(long, value_name = "FILE")]
    pub environment: Option<PathBuf>,
}

/// How a plan is made of a recording.
#[derive(Debug, Args)]
pub struct RecordingArguments {
    /// Recordings: only requests to this host and its subdomains; may be repeated
    #[arg(long = "host", value_name = "HOST")]
    pub hosts: Vec<String>,
    /// Recordings: images, scripts, style sheets, fonts: left out, fetched by their pages, or requests of their own
    #[arg(long, value_name = "WHAT", value_enum, default_value = "drop")]
    pub resources: Resources,
    /// Recordings: pauses between pages are rounded to multiples of this; 0 leaves them out
    #[arg(long, value_name = "TIME", default_value = "500 ms", value_parser = duration)]
    pub round_pauses: Duration,
    /// Recordings: every value stays as it was recorded, also those that the server made up
    #[arg(long)]
    pub no_correlate: bool,
}

#[derive(Debug, Args)]
pub struct RecordArguments {
    /// The page to begin at: its host belongs to the site; --browser opens it
    pub url: Option<String>,
    /// The plan to write (.yaml), with the recording beside it as a HAR file; or the HAR file alone (.har)
    #[arg(short, long, value_name = "FILE", default_value = "recording.yaml")]
    pub output: PathBuf,
    /// Replace what is called so already
    #[arg(long)]
    pub force: bool,
    /// Start the installed Chromium with this proxy and a profile of its own; its end ends the recording
    #[arg(long)]
    pub browser: bool,
    /// Where the proxy listens; port 0 is any free one [default: 127.0.0.1:8899, with --browser any free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    #[command(flatten)]
    pub recording: RecordingArguments,
    /// As long without a request, and the next one begins another transaction
    #[arg(long, value_name = "TIME", default_value = "5 s", value_parser = duration)]
    pub pause: Duration,
    /// The longest that it may take
    #[arg(long = "for", value_name = "TIME", default_value = "8 h", value_parser = duration)]
    pub time: Duration,
    /// Takes any certificate of servers
    #[arg(short = 'k', long)]
    pub insecure: bool,
    /// Print how clients are made to trust the certificate authority of recordings, and record nothing
    #[arg(long)]
    pub trust: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Resources {
    Drop,
    Embed,
    Keep,
}

#[derive(Debug, Args)]
pub struct MixArguments {
    /// An access log
    pub file: PathBuf,
    /// The plan to write; a CSV file of values may come to lie beside it
    #[arg(short, long, value_name = "PLAN")]
    pub output: Option<PathBuf>,
    /// Replace what is called so already
    #[arg(long, requires = "output")]
    pub force: bool,
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
