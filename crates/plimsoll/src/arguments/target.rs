//! Of the built-in servers.

use super::values::duration;
use crate::delays;
use clap::{Args, Subcommand};
use plimsoll_targets::{Distribution, Stall};
use std::net::SocketAddr;
use std::time::Duration;
#[derive(Debug, Args)]
pub struct TargetArguments {
    #[command(subcommand)]
    pub behaviour: TargetCommand,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
}

#[derive(Debug, Subcommand)]
pub enum TargetCommand {
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
    /// A web shop whose database pool limits it; GET /items/1, GET /search, GET /metrics
    Shop {
        /// Of its pool
        #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
        connections: u32,
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
