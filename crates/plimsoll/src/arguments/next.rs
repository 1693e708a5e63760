//! Of the next experiment of a run.

use clap::Args;
use std::path::PathBuf;

/// What the study says, or the run that is followed; `--fleet` may be another one.
const OF_THE_STUDY: [&str; 31] = [
    "file",
    "method",
    "headers",
    "data",
    "targets",
    "insecure",
    "resume",
    "print_plan",
    "users",
    "rate",
    "find_capacity",
    "from",
    "to",
    "precision",
    "duration",
    "ramp",
    "retry_invalid",
    "requirements",
    "headroom",
    "no_examples",
    "skip_unsupported",
    "workers",
    "generator_cores",
    "grace",
    "source_addresses",
    "busy_poll",
    "receive_time",
    "stay_on_hosts",
    "seed",
    "kind",
    "jmeter_home",
];

#[derive(Debug, Args)]
#[command(next_help_heading = "The next experiment")]
pub struct NextArguments {
    /// Write the study that a finding of this run proposes (its run file, or the folder with it) beside it, and say how to run
    /// it. Loads, plan and generator are those of the run and of its finding
    #[arg(long, value_name = "RUN", conflicts_with_all = OF_THE_STUDY)]
    pub next: Option<PathBuf>,
    /// The finding that is to be decided; `ID#2`: the second of that name [default: that of the limiting factor, then the gravest]
    #[arg(long, value_name = "ID", requires = "next")]
    pub finding: Option<String>,
    /// Print the study, and write nothing
    #[arg(long, requires = "next", conflicts_with = "yes")]
    pub print: bool,
    /// Run the study at once, and say whether the claim held
    #[arg(long, requires = "next")]
    pub yes: bool,
    /// What was changed by hand of the system under test for it: --changed 'pool 16 -> 24'
    #[arg(long, value_name = "WHAT", requires = "next")]
    pub changed: Option<String>,
}
