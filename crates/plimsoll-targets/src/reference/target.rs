//! A reference server on a thread of its own.

use super::arrivals::{ArrivalLog, Gaps};
use super::delays::{Delays, Distribution, Stall};
use super::record::Truth;
use super::server::Server;
use crate::target::TargetError;
use rustix::event::EventfdFlags;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What a reference server does.
#[derive(Clone, Debug)]
pub struct ReferenceSetup {
    pub distribution: Distribution,
    pub stall: Option<Stall>,
    /// Of the order of the delays.
    pub seed: u64,
    /// The core it runs on and no other; `None`: any.
    pub core: Option<usize>,
    /// It never sleeps: a core is busy all the time, and a request is noticed as soon as it arrives.
    pub busy_poll: bool,
}

/// A server whose delays are programmed to the microsecond, and which measures what it really did.
///
/// Every path is answered with 200 `OK` after its delay. Beside these there are, uncounted:
///
/// | path | answer |
/// |---|---|
/// | `/truth` | [`Truth::json`] |
/// | `/gaps`, `/gaps?rate=PER_SECOND` | [`Gaps::json`] |
/// | `/reset` | `OK`; what was measured is forgotten, and the next request is the first again |
///
/// Any number of requests wait at the same time: the delay does not depend on the load. One thread with its own
/// epoll loop and timer; it sleeps until [`SPIN_NS`](super::server::SPIN_NS) before an answer is due and
/// then looks without sleeping, so that the kernel's wake-up makes no answer late. `/truth` and `/gaps` hold
/// it up for milliseconds: ask after the load. It stops when dropped.
#[derive(Debug)]
pub struct ReferenceTarget {
    address: SocketAddr,
    shared: Arc<SharedState>,
    thread: Option<JoinHandle<()>>,
}

/// What the server's thread and its owner share.
#[derive(Debug)]
pub struct SharedState {
    pub delays: Delays,
    record: Mutex<Record>,
    served: AtomicU64,
    /// Written to end the server.
    pub stop: OwnedFd,
}

/// What is measured.
#[derive(Debug)]
pub struct Record {
    pub truth: Truth,
    pub arrivals: ArrivalLog,
    /// The number of the next request, from 0.
    pub number: u64,
    /// When the first request arrived.
    pub first_ns: u64,
}

impl Record {
    pub fn reset(&mut self) {
        self.truth = Truth::new(self.truth.distribution.clone(), self.truth.stall, self.truth.seed);
        self.arrivals.clear();
        self.number = 0;
    }
}

impl SharedState {
    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count(&self) {
        self.served.fetch_add(1, Ordering::Relaxed);
    }
}

impl ReferenceTarget {
    /// Listens, and returns when connections are accepted. Port 0 takes a free one.
    pub fn start(address: SocketAddr, setup: ReferenceSetup) -> Result<ReferenceTarget, TargetError> {
        setup.distribution.check().map_err(TargetError::Delays)?;
        setup.stall.map_or(Ok(()), Stall::check).map_err(TargetError::Delays)?;
        let stop = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK);
        let shared = Arc::new(SharedState {
            delays: Delays::new(&setup.distribution, setup.seed),
            record: Mutex::new(Record {
                truth: Truth::new(setup.distribution, setup.stall, setup.seed),
                arrivals: ArrivalLog::default(),
                number: 0,
                first_ns: 0,
            }),
            served: AtomicU64::new(0),
            stop: stop.map_err(|e| TargetError::Start(e.into()))?,
        });
        let (server, address) = Server::listen(address, Arc::clone(&shared), setup.core, setup.busy_poll)?;
        let thread = std::thread::Builder::new().name("reference".to_owned());
        let thread = thread.spawn(move || server.run()).map_err(TargetError::Start)?;
        Ok(ReferenceTarget { address, shared, thread: Some(thread) })
    }

    /// Where it listens, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Requests answered so far, those of the control routes left out.
    pub fn requests(&self) -> u64 {
        self.shared.served.load(Ordering::Relaxed)
    }

    pub fn truth(&self) -> Truth {
        self.shared.record().truth.clone()
    }

    pub fn gaps(&self, rate_per_s: Option<f64>) -> Gaps {
        self.shared.record().arrivals.gaps(rate_per_s)
    }

    /// As `/reset`.
    pub fn reset(&self) {
        self.shared.record().reset();
    }
}

impl Drop for ReferenceTarget {
    fn drop(&mut self) {
        // An eventfd takes a number of eight bytes; this one can't be full.
        let _ = rustix::io::write(&self.shared.stop, &1_u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been reported by its own thread.
            let _ = thread.join();
        }
    }
}
