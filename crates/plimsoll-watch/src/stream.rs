//! A tool that prints again and again: kept going, its output read as it comes.

use super::clock::trouble;
use super::delivery::Totals;
use super::output::DeliveryOutput;
use super::task::{Interruption, Task, reader};
use plimsoll_telemetry::reader::Reader;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Between two attempts, doubled each time up to the longest.
const RETRY: Duration = Duration::from_secs(1);
const RETRY_MAX: Duration = Duration::from_secs(30);
/// How often findings are handed over at least.
const TURN: Duration = Duration::from_millis(200);
/// Bytes from which the format must be plain.
const HEAD_MAX: usize = 64 * 1024;
/// Lines of a tool's standard error that are kept.
const SAID_MAX: usize = 20;
/// Time that a tool has to say what it cost, after it was told to end.
const LAST_WORDS: Duration = Duration::from_millis(1_500);

/// Runs until the end is asked for.
pub fn run(task: Task, script: &str) -> Totals {
    let script = guarded(script);
    let mut collector = Collector {
        output: DeliveryOutput::new(&task),
        interruption: Interruption::new(&task),
        reader: None,
        head: Vec::new(),
        bytes: 0,
        last_us: task.time.now_us(),
        cpu: None,
        trouble: None,
        task,
    };
    let started = Instant::now();
    let (mut retry, mut restarts) = (RETRY, 0);
    loop {
        let bytes = collector.bytes;
        let reason = collector.attempt(&script);
        if collector.task.stop.is_asked() {
            break;
        }
        let reason = reason.unwrap_or_else(|| "the tool ended".to_owned());
        collector.interruption.begin(collector.last_us, &reason);
        collector.trouble = Some(reason);
        restarts += 1;
        if collector.bytes > bytes {
            retry = RETRY;
        }
        if collector.task.stop.wait(retry) {
            break;
        }
        retry = (retry * 2).min(RETRY_MAX);
    }
    collector.finish(started.elapsed(), restarts)
}

struct Collector {
    task: Task,
    output: DeliveryOutput,
    interruption: Interruption,
    /// One for all attempts: so a total that starts again is noticed.
    reader: Option<Box<dyn Reader>>,
    /// What came before the format was plain.
    head: Vec<u8>,
    bytes: u64,
    /// When something came last.
    last_us: i64,
    cpu: Option<Duration>,
    trouble: Option<String>,
}

impl Collector {
    /// One life of the tool; why it ended.
    fn attempt(&mut self, script: &str) -> Option<String> {
        let mut command = self.task.transport.command(script, &self.task.sockets)?;
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return Some(format!("{}: {error}", command.get_program().to_string_lossy())),
        };
        let said = child.stderr.take().map(listen);
        let pieces = child.stdout.take().map(pieces);
        if let Some(pieces) = pieces {
            self.read(&pieces);
        }
        // Standard input's end is the tool's.
        drop(child.stdin.take());
        let said = said.map(|said| last_words(&said)).unwrap_or_default();
        for line in &said {
            self.cpu = match (self.cpu, cpu_time(line)) {
                (Some(sum), Some(more)) => Some(sum + more),
                (sum, more) => more.or(sum),
            };
        }
        let words: Vec<&str> =
            said.iter().map(String::as_str).filter(|line| cpu_time(line).is_none()).collect();
        end(&mut child).map(|status| trouble(&words.join("\n"), status))
    }

    fn read(&mut self, pieces: &Receiver<Vec<u8>>) {
        loop {
            match pieces.recv_timeout(TURN) {
                Ok(piece) => {
                    self.piece(&piece);
                    while let Ok(piece) = pieces.try_recv() {
                        self.piece(&piece);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.output.flush();
            if self.task.stop.is_asked() {
                return;
            }
        }
        // A line that was cut off must not run into the first one of the next attempt.
        if let Some(reader) = &mut self.reader {
            reader.read(b"\n", Some(self.last_us), &mut self.output);
        }
    }

    fn piece(&mut self, bytes: &[u8]) {
        let now_us = self.task.time.now_us();
        self.interruption.end(now_us);
        self.last_us = now_us;
        self.bytes += bytes.len() as u64;
        self.output.stamp(now_us);
        if self.reader.is_some() {
            return self.feed(bytes, now_us);
        }
        self.head.extend_from_slice(bytes);
        match reader(&self.task, &self.head) {
            Ok(Some(reader)) => {
                self.reader = Some(reader);
                let head = std::mem::take(&mut self.head);
                self.feed(&head, now_us);
            }
            Ok(None) if self.head.len() < HEAD_MAX => {}
            Ok(None) => {
                self.trouble = Some("no format fits its lines: name one with `format`".to_owned());
                self.head.clear();
            }
            Err(error) => self.trouble = Some(error),
        }
    }

    fn feed(&mut self, bytes: &[u8], now_us: i64) {
        if let Some(reader) = &mut self.reader {
            reader.read(bytes, Some(now_us), &mut self.output);
        }
    }

    fn finish(mut self, watched: Duration, restarts: u32) -> Totals {
        if let Some(reader) = &mut self.reader {
            reader.finish(&mut self.output);
        }
        self.output.flush();
        let name = format!("{} of {}", self.task.watched.kind.name(), self.task.source.host);
        let reported = self.task.totals(name, self.bytes, self.trouble, self.output.counts);
        Totals { cpu: self.cpu, watched, restarts, ..reported }
    }
}

/// The output in pieces, from a thread of its own: a tool may be silent for long.
fn pieces(mut output: ChildStdout) -> Receiver<Vec<u8>> {
    let (send, receive) = sync_channel::<Vec<u8>>(64);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = output.read(&mut buffer) {
            if send.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receive
}

/// The first lines of the standard error, and the last.
fn listen(errors: std::process::ChildStderr) -> Receiver<String> {
    let (send, receive): (SyncSender<String>, _) = sync_channel(SAID_MAX);
    std::thread::spawn(move || {
        for line in BufReader::new(errors).lines() {
            let Ok(line) = line else { break };
            // When nobody empties it the newest lines are lost, but the tool must not be blocked.
            let _ = send.try_send(line);
        }
    });
    receive
}

fn last_words(said: &Receiver<String>) -> Vec<String> {
    let until = Instant::now() + LAST_WORDS;
    let mut lines = Vec::new();
    while let Ok(line) = said.recv_timeout(until.saturating_duration_since(Instant::now())) {
        lines.push(line);
    }
    lines
}

/// Waits for a tool whose input has ended, and kills what doesn't end by itself.
fn end(child: &mut Child) -> Option<std::process::ExitStatus> {
    for _ in 0..20 {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    child.wait().ok()
}

/// Ends the tool when standard input ends: so nothing is left behind on a host, however the connection is lost.
/// Prints the CPU time that it took to standard error ([`cpu_time`]).
fn guarded(tool: &str) -> String {
    format!(
        "exec 3<&0; ({tool}) 3<&- & p=$!; \
         (cat <&3; kill $p) >/dev/null 2>&1 & \
         wait $p; s=$?; wait $p 2>/dev/null; times >&2; exit $s"
    )
}

/// CPU time from the output of a shell's `times`: two lines of `0m0.12s 0m0.03s`, of the shell and of its children.
fn cpu_time(line: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut parts = line.split_whitespace();
    for part in [parts.next()?, parts.next()?] {
        let (minutes, seconds) = part.strip_suffix('s')?.split_once('m')?;
        let seconds: f64 = seconds.replace(',', ".").parse().ok().filter(|s| (0.0..60.0).contains(s))?;
        total += Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?);
        total += Duration::from_secs_f64(seconds);
    }
    parts.next().is_none().then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shells_times_are_read() {
        assert_eq!(cpu_time("0m0.120s 1m0.030s"), Some(Duration::from_millis(60_150)));
        assert_eq!(cpu_time("0m0,120s 0m0,030s"), Some(Duration::from_millis(150)));
        for other in ["", "0m0.1s", "vmstat: not found", "0m0.1s 0m0.1s x", "xm0.1s 0m0.1s"] {
            assert_eq!(cpu_time(other), None, "{other}");
        }
    }
}
