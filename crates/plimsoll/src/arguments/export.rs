//! Of figures that go out to other systems.

use super::values::{assignment, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct ExportArguments {
    /// Run files, or folders with run files
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Where to: prometheus+http://HOST:9090, otlp+http://HOST:4318, influx+http://HOST:8086?db=NAME, or with https; may be
    /// repeated. A token comes from PLIMSOLL_EXPORT_TOKEN
    #[arg(long, required = true, value_name = "URL")]
    pub to: Vec<String>,
    /// Send runs that go on until they end
    #[arg(long)]
    pub follow: bool,
    /// Said of every figure, e.g. --label team=checkout; may be repeated
    #[arg(long = "label", value_name = "NAME=VALUE", value_parser = assignment)]
    pub labels: Vec<(String, String)>,
    /// How long to try where a receiver is away and the run is over
    #[arg(long, value_name = "TIME", default_value = "30 s", value_parser = duration)]
    pub patience: Duration,
}
