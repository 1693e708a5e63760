//! Of the commands around many machines.

use super::values::duration;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct NodeArguments {
    /// The NATS server, or several of a cluster with commas. A user, a password and a token come from the environment:
    /// PLIMSOLL_NATS_USER and PLIMSOLL_NATS_PASSWORD, or PLIMSOLL_NATS_TOKEN
    #[arg(long, value_name = "URL")]
    pub nats: String,
    /// The fleet to join
    #[arg(long, value_name = "NAME", default_value = "plimsoll")]
    pub fleet: String,
    /// What the report calls this node [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// A file of credentials as `nsc` writes it
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long, value_name = "FILE")]
    pub nkey: Option<PathBuf>,
    /// Certificates of authorities for a server with TLS, PEM
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// Our certificate for a server that asks for one, PEM
    #[arg(long, value_name = "FILE", requires = "key")]
    pub certificate: Option<PathBuf>,
    /// The key of --certificate, PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub key: Option<PathBuf>,
    /// Threads that generate load [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub workers: Option<u32>,
    /// It ends when nobody has asked for so long
    #[arg(long, value_name = "TIME", default_value = "10 min", value_parser = duration)]
    pub orphan_timeout: Duration,
    /// It ends with the run, and does not wait for another
    #[arg(long)]
    pub once: bool,
    /// Where plans and its own run files are put [default: a folder that is removed at the end]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Who we are for the server is a line of JSON on the standard input, and the node ends with that input if it has had
    /// no load by then: for programs that start nodes
    #[arg(long, hide = true)]
    pub supervised: bool,
}

#[derive(Debug, Args)]
pub struct FleetArguments {
    #[command(subcommand)]
    pub command: FleetCommand,
}

#[derive(Debug, Subcommand)]
pub enum FleetCommand {
    /// Starts the nodes of a study's fleet, or of a file of its own, and says what each of them is
    Check(FleetCheckArguments),
    /// What a fleet makes in Kubernetes: the manifests, or their removal after a run that was killed
    Kubernetes(FleetKubernetesArguments),
}

#[derive(Debug, Args)]
pub struct FleetCheckArguments {
    /// A study with a `fleet` section, or a file that is one
    #[arg(value_name = "STUDY|FILE")]
    pub file: PathBuf,
    /// How far is each node from here? [default: what the plan of the study asks]
    #[arg(long, value_name = "URL|HOST:PORT")]
    pub target: Vec<String>,
    /// Without measuring what each node can generate, which takes some 5 s
    #[arg(long)]
    pub quick: bool,
}

#[derive(Debug, Args)]
pub struct FleetKubernetesArguments {
    /// A study with a `fleet` section, or a file that is one
    #[arg(value_name = "STUDY|FILE")]
    pub file: PathBuf,
    /// Print the manifests as they are applied, without what is secret
    #[arg(long, required_unless_present = "delete")]
    pub print: bool,
    /// Remove what a run of this fleet left behind
    #[arg(long, conflicts_with = "print")]
    pub delete: bool,
}
