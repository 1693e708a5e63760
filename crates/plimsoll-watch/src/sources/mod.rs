//! The sources, and what those have in common that are asked over the network: each gives its answers as documents,
//! which the readers read.

pub mod command;
pub mod database;
pub mod docker_api;
pub mod docker_stats;
pub mod http;
pub mod jstat;
pub mod kafka;
pub mod kubernetes;
pub mod log;
pub mod mysql;
pub mod postgres;
pub mod tls;
pub mod vmstat;

use super::clock::RunTime;
use plimsoll_run::Instance;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Longest time for one answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Largest answer.
pub const BYTES_MAX: u64 = 64 * 1024 * 1024;

/// A kind of thing to watch: what it is called, how it is reached, which reader reads what comes.
pub trait TelemetrySource {
    /// As in the study file, for messages.
    fn name(&self) -> &str;

    /// The reader's name; `None`: the first lines tell.
    fn format(&self) -> Option<&str>;

    /// How it is kept going, being read so often.
    fn access(&self, every: Duration) -> Access;

    /// Who the readings are about; `name`: as the study calls it.
    fn instance(&self, name: Option<&str>) -> Instance {
        name.map_or(Instance::Host, |name| Instance::Service(name.to_owned()))
    }

    /// What is asked over the network, for messages; `None`: it is run on a host.
    fn address(&self) -> Option<String> {
        None
    }

    /// What a target is called that has no name and no host.
    fn target_name(&self) -> Option<String> {
        None
    }

    /// An access log's pattern in the server's own syntax.
    fn pattern(&self) -> Option<&str> {
        None
    }
}

/// How a source is kept going.
pub enum Access {
    /// A POSIX shell's script, run on the host, which prints again and again until it is ended. `LC_ALL=C` keeps
    /// numbers and headers as the readers know them best.
    Script(String),
    /// A service that is asked again and again.
    Service(Box<dyn Service>),
}

/// Something that can be asked again and again.
pub trait Service {
    /// Asks for everything once. When it fails in the middle, `answers` holds what came before.
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String>;
}

/// What came of one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    pub documents: Vec<Scrape>,
    /// Parts that were asked for and gave nothing, with the reason.
    pub missing: Vec<(Instance, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Scrape {
    /// On the run's clock.
    pub at_us: i64,
    pub bytes: Vec<u8>,
}

impl Answers {
    /// Asks one question and keeps its answer. Its values were so at some moment of the exchange: its middle is taken.
    pub fn add(
        &mut self,
        time: &RunTime,
        ask: impl FnOnce() -> Result<Vec<u8>, String>,
    ) -> Result<(), String> {
        let asked_us = time.now_us();
        let bytes = ask()?;
        let at_us = i64::midpoint(asked_us, time.now_us());
        self.documents.push(Scrape { at_us, bytes });
        Ok(())
    }
}

/// Longest time for one answer of a source that is asked so often.
pub fn timeout(every: Duration) -> Duration {
    TIMEOUT.min(every.max(Duration::from_secs(2)))
}

/// A connection to `host:port` whose reads and writes end in time.
fn connect(authority: &str, timeout: Duration) -> Result<TcpStream, String> {
    let failed = |error: std::io::Error| format!("{authority}: {error}");
    let mut last = format!("{authority}: no address");
    for address in authority.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => {
                stream.set_nodelay(true).map_err(failed)?;
                stream.set_read_timeout(Some(timeout)).map_err(failed)?;
                stream.set_write_timeout(Some(timeout)).map_err(failed)?;
                return Ok(stream);
            }
            Err(error) => last = failed(error),
        }
    }
    Err(last)
}
