//! What is known while a plan is read, one part after another.

use crate::evaluation::Evaluation;
use plimsoll_plan::plan::{Header, HttpVersion, Redirects};
use std::path::Path;
use std::time::Duration;

/// What the steps of a plan refer to.
pub struct Context<'a> {
    pub folder: &'a Path,
    pub evaluation: Evaluation,
    /// The data sets' files as they are written.
    pub data: Vec<String>,
    pub read_data: Vec<usize>,
    pub cookie_jars: usize,
    pub caches: usize,
    pub channels: Channels,
    pub logins: usize,
    pub proxies: usize,
    pub timers: usize,
    /// By name.
    pub mixes: Vec<(String, Weights)>,
    /// By name.
    pub databases: Vec<String>,
    /// Of the scenario that is read.
    pub defaults: ScenarioDefaults,
    /// Of requests that do not say it.
    pub http: HttpVersion,
}

/// The channels of one scenario: what opens them and what uses them, by name, kind and line.
#[derive(Debug, Default)]
pub struct Channels {
    pub opened: Vec<(String, &'static str, u32)>,
    pub used: Vec<(String, &'static str, u32)>,
}

/// Blocks and how often each is performed in a pass.
pub type Weights = Vec<(String, u32)>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenarioDefaults {
    /// Goes before URLs that begin with `/`: `https://host:port`.
    pub base: Option<String>,
    /// Come before a request's own, which win.
    pub headers: Vec<Header>,
    pub redirects: Option<Redirects>,
    pub keep_alive: Option<bool>,
    pub connect_timeout: Option<Duration>,
    pub response_timeout: Option<Duration>,
}
