//! Of `try`.

use super::requests::RequestArguments;
use super::values::{duration, property};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct TryArguments {
    /// A plan (.jmx, .yaml, …), a URL or a list of URLs
    #[arg(value_name = "PLAN|URL", required_unless_present = "targets")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub requests: RequestArguments,
    /// A property, as for JMeter
    #[arg(short = 'J', value_name = "NAME=VALUE", value_parser = property)]
    pub properties: Vec<(String, String)>,
    /// Further properties, `name=value` in each line of this file; their values are shown nowhere
    #[arg(long, value_name = "FILE")]
    pub secrets: Option<PathBuf>,
    /// Leave out elements that are not supported, instead of refusing the plan
    #[arg(long)]
    pub skip_unsupported: bool,
    /// Times through each main scenario [default: 1, with --until-failure 1000]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub iterations: Option<u64>,
    /// Only this main scenario, with set-up and tear-down
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// End with the first request that fails
    #[arg(long)]
    pub until_failure: bool,
    /// Wait where users would wait, instead of saying how long
    #[arg(long)]
    pub timers: bool,
    /// Show headers and bodies
    #[arg(long)]
    pub full: bool,
    /// Write what was seen as a page to look through
    #[arg(short, long, value_name = "HTML")]
    pub output: Option<PathBuf>,
    /// Compare the answers with those of this recording, of which the plan was made; or, with the word jmeter, what is sent and
    /// answered with the same iteration of a .jmx plan in JMeter
    #[arg(long, value_name = "HAR|jmeter")]
    pub compare_with: Option<PathBuf>,
    /// The folder of JMeter [default: JMETER_HOME, the PATH, the usual places]
    #[arg(long, value_name = "FOLDER", requires = "compare_with")]
    pub jmeter_home: Option<PathBuf>,
    /// The longest that it may take
    #[arg(long = "for", value_name = "TIME", default_value = "60 s", value_parser = duration)]
    pub time: Duration,
    /// Makes random values repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}
