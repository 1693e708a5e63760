//! The run's clock, and how a host's clock stands to it: asked for, with the round trip as the bound of the error.

use super::transport::Transport;
use plimsoll_run::{ClockMethod, ClockOffset};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The run's clock, for collectors.
#[derive(Clone, Copy, Debug)]
pub struct RunTime {
    origin: Instant,
    started_unix_us: i64,
}

impl RunTime {
    /// `now_us` on the run's clock is now; its 0 was `started_unix_us` microseconds after 1970.
    pub fn new(now_us: u64, started_unix_us: i64) -> RunTime {
        let now = Instant::now();
        RunTime { origin: now.checked_sub(Duration::from_micros(now_us)).unwrap_or(now), started_unix_us }
    }

    /// A clock of its own, for watching without a run.
    pub fn now() -> RunTime {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        RunTime { origin: Instant::now(), started_unix_us: unix.as_micros() as i64 }
    }

    pub fn now_us(&self) -> i64 {
        self.origin.elapsed().as_micros() as i64
    }

    pub fn unix_us(&self) -> i64 {
        self.started_unix_us + self.now_us()
    }

    pub fn started_unix_us(&self) -> i64 {
        self.started_unix_us
    }
}

/// The offset of one host, as its collectors see it; 0 until it is known.
#[derive(Clone, Debug, Default)]
pub struct SharedOffset(Arc<AtomicI64>);

impl SharedOffset {
    pub fn ahead_us(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self, offset: &ClockOffset) {
        self.0.store(offset.ahead_us, Ordering::Relaxed);
    }
}

/// Times the host is asked in one session; the quickest answer counts.
const QUESTIONS: usize = 5;

/// Asks a host what time it is. `None`: it has no clock that can be asked.
///
/// The host waits for a line, answers with its time and so on, all in one session: so the time between question and
/// answer is a round trip and not the making of a connection. A shell without fractions of a second (`date +%N`)
/// is known by its answer; half a second is added to its uncertainty.
pub fn ask(transport: &Transport, sockets: &Path, time: &RunTime) -> Result<Option<ClockOffset>, String> {
    if *transport == Transport::Local {
        let offset = ClockOffset { ahead_us: 0, uncertainty_us: 0, method: ClockMethod::SameMachine };
        return Ok(Some(offset));
    }
    let Some(mut command) = transport.command("while read -r q; do date +%s.%N; done", sockets) else {
        return Ok(None);
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let answers = converse(&mut child, time);
    drop(child.stdin.take());
    let mut said = String::new();
    if let Some(mut errors) = child.stderr.take() {
        let _ = std::io::Read::read_to_string(&mut errors, &mut said);
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    let best = answers.into_iter().min_by_key(|offset| offset.uncertainty_us);
    match best {
        Some(offset) => Ok(Some(offset)),
        None => Err(trouble(&said, status)),
    }
}

/// What a tool said last, or how it ended.
pub fn trouble(said: &str, status: std::process::ExitStatus) -> String {
    let is_why = |line: &&str| !line.is_empty() && !ASIDES.iter().any(|aside| line.contains(aside));
    match said.lines().map(str::trim).rfind(is_why) {
        Some(line) => line.to_owned(),
        None if status.code() == Some(SSH_FAILED) => "the connection was lost".to_owned(),
        None => status.to_string(),
    }
}

/// What ssh says when nothing is wrong.
const ASIDES: [&str; 2] = ["already exists, disabling multiplexing", "Warning: Permanently added"];
/// Also with what `ssh` ends that only shared the connection, of which another one tells what became of it.
const SSH_FAILED: i32 = 255;

fn converse(child: &mut std::process::Child, time: &RunTime) -> Vec<ClockOffset> {
    use std::io::{BufRead, BufReader, Write};
    let (Some(mut ask), Some(answers)) = (child.stdin.take(), child.stdout.take()) else { return Vec::new() };
    let mut answers = BufReader::new(answers);
    let mut found = Vec::new();
    for _ in 0..QUESTIONS {
        let asked_us = time.unix_us();
        let mut answer = String::new();
        if writeln!(ask, "?").and_then(|()| ask.flush()).is_err() || answers.read_line(&mut answer).is_err() {
            break;
        }
        let Some((host_us, coarse_us)) = host_time(answer.trim()) else { break };
        found.push(offset(asked_us, host_us, time.unix_us(), coarse_us));
    }
    // Ends the host's loop.
    drop(ask);
    found
}

/// Cristian's method: the host's clock was read somewhere between question and answer.
fn offset(asked_us: i64, host_us: i64, answered_us: i64, coarse_us: u64) -> ClockOffset {
    let middle_us = asked_us + (answered_us - asked_us) / 2;
    let half_us = (answered_us - asked_us).unsigned_abs().div_ceil(2);
    ClockOffset {
        ahead_us: host_us - middle_us,
        uncertainty_us: half_us + coarse_us,
        method: ClockMethod::Asked,
    }
}

/// `1700000000.123456789` in microseconds, and half of what it is rounded to.
fn host_time(text: &str) -> Option<(i64, u64)> {
    let (seconds, fraction) = text.split_once('.')?;
    let seconds: i64 = seconds.parse().ok()?;
    if fraction.len() == 9 && fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Some((seconds * 1_000_000 + fraction[..6].parse::<i64>().ok()?, 1));
    }
    // `%N` as it stands, or nothing: whole seconds; on average it is half a second later.
    Some((seconds * 1_000_000 + 500_000, 500_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_trip_bounds_the_error() {
        let expected = ClockOffset { ahead_us: 5_000, uncertainty_us: 101, method: ClockMethod::Asked };
        assert_eq!(offset(1_000_000, 1_005_100, 1_000_200, 1), expected);
    }

    #[test]
    fn shells_without_fractions_are_known() {
        assert_eq!(host_time("17.123456789"), Some((17_123_456, 1)));
        assert_eq!(host_time("17.N"), Some((17_500_000, 500_000)));
        assert_eq!(host_time("17."), Some((17_500_000, 500_000)));
        assert_eq!(host_time("no"), None);
    }

    #[test]
    fn a_command_is_asked_for_its_time() {
        let transport =
            Transport::Container { command: "./no-such-command".to_owned(), name: "x".to_owned() };
        assert!(ask(&transport, Path::new("/"), &RunTime::now()).is_err());
        let here = ask(&Transport::Local, Path::new("/"), &RunTime::now()).expect("known").expect("a clock");
        assert_eq!(here.method, ClockMethod::SameMachine);
    }
}
