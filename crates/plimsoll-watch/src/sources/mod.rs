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
pub mod process;
pub mod tcp;
pub mod tls;
pub mod vmstat;

use super::clock::RunTime;
use plimsoll_run::Instance;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Longest time for one answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Longest time for all answers to one question, however many they are and however they drip.
const TIME_MAX: Duration = Duration::from_secs(30);
/// Largest answer, and most bytes of all answers to one question but for the last one.
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
    /// When the first one was asked for.
    began: Option<Instant>,
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
        self.room()?;
        let asked_us = time.now_us();
        let bytes = ask()?;
        let at_us = i64::midpoint(asked_us, time.now_us());
        self.documents.push(Scrape { at_us, bytes });
        Ok(())
    }

    /// Whether there is time and room for another answer.
    fn room(&mut self) -> Result<(), String> {
        let began = *self.began.get_or_insert_with(Instant::now);
        if began.elapsed() > TIME_MAX {
            return Err(format!("its answers took longer than {} s", TIME_MAX.as_secs()));
        }
        if self.documents.iter().map(|document| document.bytes.len() as u64).sum::<u64>() > BYTES_MAX {
            return Err(format!("its answers are longer than {} MB", BYTES_MAX >> 20));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::RunTime;

    #[test]
    fn answers_together_have_a_bound() {
        let (time, mut answers) = (RunTime::now(), Answers::default());
        let half = || Ok(vec![0; BYTES_MAX as usize / 2 + 1]);
        assert_eq!(answers.add(&time, half), Ok(()));
        assert_eq!(answers.add(&time, half), Ok(()));
        let refused = answers.add(&time, || panic!("it is asked"));
        assert_eq!(refused, Err("its answers are longer than 64 MB".to_owned()));
        answers.documents.clear();
        answers.began = Instant::now().checked_sub(TIME_MAX + Duration::from_secs(1));
        let refused = answers.add(&time, || panic!("it is asked"));
        assert_eq!(refused, Err("its answers took longer than 30 s".to_owned()));
    }
}
