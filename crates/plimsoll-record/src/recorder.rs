//! The recording as a whole: a proxy in a thread of its own.

use super::archive::Archive;
use super::authority::Authority;
use super::error::RecordError;
use super::event::{RecordEvent, RecordingSummary};
use super::log::Log;
use super::proxy;
use super::upstream::Upstream;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

pub struct RecordingSettings {
    /// Whether servers' certificates are looked at.
    pub verify: bool,
    /// Whom servers must be trusted by; the system's where there is none.
    pub authorities: Option<PathBuf>,
    /// As long without a request, and the next one begins another page.
    pub pause: Duration,
}

/// A proxy that listens; it ends when it is dropped.
pub struct TrafficRecorder {
    address: SocketAddr,
    events: Receiver<RecordEvent>,
    log: Arc<Log>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TrafficRecorder {
    /// The listener is asked for, so that a port in use is known before the archive is made.
    pub fn start(
        listener: std::net::TcpListener,
        settings: &RecordingSettings,
        authority: Authority,
        archive: Archive,
    ) -> Result<Self, RecordError> {
        let upstream = Upstream::new(settings.verify, settings.authorities.as_deref())?;
        listener.set_nonblocking(true).map_err(RecordError::Start)?;
        let address = listener.local_addr().map_err(RecordError::Start)?;
        let (sender, events) = channel();
        let log = Arc::new(Log::new(archive, settings.pause, sender));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RecordError::Start)?;
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let proxy = proxy::RecordingProxy::new(authority, upstream, Arc::clone(&log), address);
        let thread = std::thread::Builder::new()
            .name("proxy".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        () = proxy::listen(listener, Arc::new(proxy)) => {}
                        _ = stopped => {}
                    }
                });
                // Exchanges under way are recorded as far as they got, by their end.
                runtime.shutdown_timeout(Duration::from_millis(200));
            })
            .map_err(RecordError::Start)?;
        Ok(TrafficRecorder { address, events, log, stop: Some(stop), thread: Some(thread) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn events(&self) -> &Receiver<RecordEvent> {
        &self.events
    }

    /// The next request begins a page of this name, which lasts until the next call; an empty name: pages begin by
    /// themselves again.
    pub fn begin_page(&self, name: &str) {
        self.log.begin_page(name);
    }

    /// Ends the proxy; what was under way is recorded as far as it got.
    pub fn finish(mut self) -> (RecordingSummary, Vec<RecordEvent>) {
        self.end();
        (self.log.recording(), self.events.try_iter().collect())
    }

    fn end(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // It has nothing to return, and a panic of it has been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for TrafficRecorder {
    fn drop(&mut self) {
        self.end();
    }
}
