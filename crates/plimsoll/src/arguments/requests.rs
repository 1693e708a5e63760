//! Requests that stand on the command line instead of in a plan.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_help_heading = "Requests without a plan")]
pub struct RequestArguments {
    /// The method of a URL's request [default: GET, and POST with --data]
    #[arg(short = 'X', long = "method", visible_alias = "request", value_name = "METHOD")]
    pub method: Option<String>,
    /// A header of the requests, 'Name: value'; may be repeated
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub headers: Vec<String>,
    /// The body of a URL's request: a text, or what is in a file (@FILE)
    #[arg(long, visible_alias = "body", value_name = "TEXT|@FILE")]
    pub data: Option<String>,
    /// Requests as vegeta has them, sent in turn: `METHOD URL`, then headers and `@file` with the body, in lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["method", "data"])]
    pub targets: Option<PathBuf>,
    /// Take any certificate, as for a server whose certificate is its own
    #[arg(short = 'k', long)]
    pub insecure: bool,
}

impl RequestArguments {
    /// The first of them that is given, as it is typed.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("-X", self.method.is_some()),
            ("-H", !self.headers.is_empty()),
            ("--data", self.data.is_some()),
            ("--targets", self.targets.is_some()),
            ("--insecure", self.insecure),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}
