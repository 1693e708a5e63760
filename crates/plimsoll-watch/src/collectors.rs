//! All collectors of a run: started together, emptied every second, ended together.

use super::clock::{self, RunTime, SharedOffset};
use super::delivery::Delivery;
use super::source::{WatchSpec, WatchTarget};
use super::sources::Access;
use super::task::{Stop, Task};
use super::transport::Transport;
use super::{poll, stream};
use plimsoll_run::{Host, RunWriter, ScratchFolder, Source, StoreError};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Deliveries that may wait to be taken; then collectors wait, and later readings come late but none is lost.
const WAITING_MAX: usize = 10_000;
/// How long collectors may take to end.
const ENDING: Duration = Duration::from_secs(3);
/// A host's clock is compared again so often.
const CLOCK_EVERY: Duration = Duration::from_secs(60);

/// Running collectors.
pub struct Collectors {
    received: Receiver<Delivery>,
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
    transports: Vec<Transport>,
    /// ssh's control sockets; gone with the collection.
    sockets: Option<ScratchFolder>,
}

impl Collectors {
    /// Starts all collectors; an error only when not even a thread or a folder can be made.
    pub fn start(watch: &WatchSpec, time: RunTime) -> std::io::Result<Collectors> {
        let (out, received) = sync_channel(WAITING_MAX);
        // A short path: the name of a socket has about a hundred characters at the most.
        let sockets = ScratchFolder::new("ssh")?;
        let mut collection = Collectors {
            received,
            stop: Stop::default(),
            threads: Vec::new(),
            transports: watch.targets.iter().map(|target| target.transport.clone()).collect(),
            sockets: None,
        };
        for target in &watch.targets {
            let offset = SharedOffset::default();
            for watched in &target.sources {
                let task = Task {
                    transport: target.transport.clone(),
                    source: Source {
                        host: target.name.clone(),
                        instance: watched.kind.instance(watched.instance.as_deref()),
                    },
                    watched: watched.clone(),
                    time,
                    offset: offset.clone(),
                    out: out.clone(),
                    stop: collection.stop.clone(),
                    sockets: sockets.path().to_owned(),
                };
                collection.spawn(&target.name, move || collect(task))?;
            }
            let (target, out, stop) = (target.clone(), out.clone(), collection.stop.clone());
            let folder = sockets.path().to_owned();
            collection
                .spawn("clock", move || compare_clocks(&target, &folder, &offset, &time, &out, &stop))?;
        }
        collection.sockets = Some(sockets);
        Ok(collection)
    }

    fn spawn(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
        let name = format!("watch {name}");
        self.threads.push(std::thread::Builder::new().name(name).stack_size(1024 * 1024).spawn(work)?);
        Ok(())
    }

    /// What has come since the last call.
    pub fn take(&self) -> Vec<Delivery> {
        self.received.try_iter().collect()
    }

    /// Stores what has come since the last call.
    pub fn store(&self, writer: &mut RunWriter) -> Result<(), StoreError> {
        self.received.try_iter().try_for_each(|collected| collected.store(writer))
    }

    /// Ends all collectors and gives what was left; those that don't end in time are left to themselves.
    pub fn finish(mut self) -> Vec<Delivery> {
        self.stop.ask();
        let until = Instant::now() + ENDING;
        let mut rest = Vec::new();
        while self.threads.iter().any(|thread| !thread.is_finished()) {
            let left = until.saturating_duration_since(Instant::now());
            match self.received.recv_timeout(left.min(Duration::from_millis(20))) {
                Ok(collected) => rest.push(collected),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => break,
                Err(_) => {}
            }
        }
        rest.extend(self.received.try_iter());
        self.hang_up();
        rest
    }

    fn hang_up(&mut self) {
        let Some(sockets) = self.sockets.take() else { return };
        for transport in self.transports.drain(..) {
            let Some(mut command) = transport.hang_up(sockets.path()) else { continue };
            let silent = || std::process::Stdio::null();
            let _ = command.stdin(silent()).stdout(silent()).stderr(silent()).status();
        }
    }
}

/// A collection that is dropped (the run failed) must not leave tools running on hosts.
impl Drop for Collectors {
    fn drop(&mut self) {
        self.stop.ask();
        self.hang_up();
    }
}

fn collect(task: Task) {
    let out = task.out.clone();
    let totals = match task.watched.kind.access(task.watched.every) {
        Access::Service(service) => poll::run(task, service),
        Access::Script(script) => stream::run(task, &script),
    };
    let _ = out.send(Delivery::Ended(Box::new(totals)));
}

fn compare_clocks(
    target: &WatchTarget,
    sockets: &std::path::Path,
    offset: &SharedOffset,
    time: &RunTime,
    out: &SyncSender<Delivery>,
    stop: &Stop,
) {
    let mut host = Host { name: target.name.clone(), role: target.role.clone(), clock: None };
    let _ = out.send(Delivery::Host(host.clone()));
    loop {
        if let Ok(Some(clock)) = clock::ask(&target.transport, sockets, time) {
            offset.set(&clock);
            host.clock = Some(clock);
            let _ = out.send(Delivery::Host(host.clone()));
        }
        if matches!(target.transport, Transport::Local | Transport::Network) || stop.wait(CLOCK_EVERY) {
            return;
        }
    }
}
