//! The thread that performs statements, and how workers speak to it.

use super::pool::{DatabasePool, Limits, Moments};
use super::settings::DatabaseSettings;
use super::{Ask, Asker, Reply, SqlFailure};
use crate::clock::RunClock;
use crate::clock::thread_cpu_us;
use plimsoll_run::ErrorKind;
use std::collections::HashMap;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Time between two looks at the CPU time.
const CPU_EVERY: Duration = Duration::from_millis(50);

/// The thread beside the workers. It ends, and all connections with it, when nobody can ask it any more.
#[derive(Clone)]
pub struct Databases {
    asks: UnboundedSender<Message>,
    /// CPU time that the thread has used, microseconds.
    pub cpu_us: Arc<AtomicU64>,
}

enum Message {
    Ask(Ask, ReplyTo),
    /// The user is gone, and so is what it had of its own.
    Leave(Asker),
}

/// Where a worker is told.
#[derive(Clone)]
struct ReplyTo {
    answers: mpsc::Sender<Reply>,
    wake: Arc<OwnedFd>,
}

impl Databases {
    pub fn start(
        settings: Vec<DatabaseSettings>,
        clock: RunClock,
        limit: Duration,
    ) -> std::io::Result<Databases> {
        let (asks, receiver) = unbounded_channel();
        let cpu_us = Arc::new(AtomicU64::new(0));
        let reported_us = Arc::clone(&cpu_us);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("databases".to_owned()).spawn(move || {
            let tasks = tokio::task::LocalSet::new();
            tasks.spawn_local(report_cpu(reported_us));
            tasks.block_on(&runtime, serve(settings, (clock, limit), receiver));
        })?;
        Ok(Databases { asks, cpu_us })
    }
}

/// So that it is seen when this thread is what limits the load.
async fn report_cpu(cpu_us: Arc<AtomicU64>) {
    let mut beat = tokio::time::interval(CPU_EVERY);
    loop {
        beat.tick().await;
        cpu_us.store(thread_cpu_us(), Ordering::Relaxed);
    }
}

/// A worker's side.
pub struct DatabaseClient {
    databases: Databases,
    answers: mpsc::Receiver<Reply>,
    reply: ReplyTo,
}

impl DatabaseClient {
    pub fn new(databases: Databases) -> std::io::Result<DatabaseClient> {
        let flags = rustix::event::EventfdFlags::NONBLOCK | rustix::event::EventfdFlags::CLOEXEC;
        let wake = Arc::new(rustix::event::eventfd(0, flags)?);
        let (sender, answers) = mpsc::channel();
        Ok(DatabaseClient { databases, answers, reply: ReplyTo { answers: sender, wake } })
    }

    /// Readable when there are answers.
    pub fn wake_fd(&self) -> impl AsFd + '_ {
        self.reply.wake.as_fd()
    }

    /// False: the thread is gone.
    pub fn ask(&self, ask: Ask) -> bool {
        self.databases.asks.send(Message::Ask(ask, self.reply.clone())).is_ok()
    }

    pub fn leave(&self, asker: Asker) {
        // A thread that is gone has no connections.
        let _ = self.databases.asks.send(Message::Leave(asker));
    }

    /// What has been answered since the last call.
    pub fn answered(&self) -> Vec<Reply> {
        let _ = rustix::io::read(&*self.reply.wake, &mut [0_u8; 8]);
        self.answers.try_iter().collect()
    }
}

async fn serve(
    settings: Vec<DatabaseSettings>,
    times: (RunClock, Duration),
    mut asks: UnboundedReceiver<Message>,
) {
    let settings: Vec<Rc<DatabaseSettings>> = settings.into_iter().map(Rc::new).collect();
    let shared: Vec<Option<Rc<DatabasePool>>> =
        settings.iter().map(|s| s.connections_max.map(|count| Rc::new(DatabasePool::new(count)))).collect();
    // By database.
    let mut own: HashMap<Asker, HashMap<u32, Rc<DatabasePool>>> = HashMap::new();
    while let Some(message) = asks.recv().await {
        match message {
            Message::Ask(ask, reply) => {
                let number = ask.database as usize;
                let pool = shared[number].clone().unwrap_or_else(|| {
                    let pools = own.entry(ask.asker).or_default();
                    Rc::clone(pools.entry(ask.database).or_insert_with(|| Rc::new(DatabasePool::new(1))))
                });
                tokio::task::spawn_local(perform(ask, pool, Rc::clone(&settings[number]), times, reply));
            }
            Message::Leave(asker) => {
                own.remove(&asker).into_iter().flatten().for_each(|(_, pool)| pool.close());
            }
        }
    }
}

struct Clocked {
    clock: RunClock,
    connecting_us: u64,
    connect_us: Option<u64>,
    first_byte_us: Option<u64>,
}

impl Moments for Clocked {
    fn connecting(&mut self) {
        self.connecting_us = self.clock.now_us();
    }

    fn connected(&mut self) {
        self.connect_us = Some(self.clock.now_us() - self.connecting_us);
    }

    fn answered(&mut self) {
        let clock = self.clock;
        self.first_byte_us.get_or_insert_with(|| clock.now_us());
    }
}

async fn perform(
    ask: Ask,
    pool: Rc<DatabasePool>,
    settings: Rc<DatabaseSettings>,
    (clock, limit): (RunClock, Duration),
    reply: ReplyTo,
) {
    let started_us = clock.now_us();
    let mut answering =
        Answering { clock, started_us, index: ask.index, serial: ask.serial, reply, is_done: false };
    let mut moments = Clocked { clock, connecting_us: started_us, connect_us: None, first_byte_us: None };
    let limits = Limits { timeout: ask.timeout, rows_max: ask.rows_max };
    let performed = tokio::time::timeout(limit, pool.perform(&settings, &ask.work, &limits, &mut moments));
    let outcome = performed.await.unwrap_or_else(|_| {
        let text = format!("the whole statement took longer than {} s", limit.as_secs());
        Err(SqlFailure::broken(ErrorKind::ResponseTimeout, "null", text))
    });
    let reported = Reply {
        index: ask.index,
        serial: ask.serial,
        started_us,
        connect_us: moments.connect_us,
        first_byte_us: moments.first_byte_us,
        ended_us: clock.now_us(),
        outcome,
    };
    answering.is_done = true;
    answering.reply.announce(reported);
}

impl ReplyTo {
    fn announce(&self, reply: Reply) {
        // The worker may be gone by now; then nobody waits.
        let _ = self.answers.send(reply);
        let _ = rustix::io::write(&*self.wake, &1_u64.to_ne_bytes());
    }
}

/// A question that somebody waits for the answer of. Dropped before that, because the task has panicked, it tells so.
struct Answering {
    clock: RunClock,
    started_us: u64,
    index: u32,
    serial: u32,
    reply: ReplyTo,
    is_done: bool,
}

impl Drop for Answering {
    fn drop(&mut self) {
        if self.is_done {
            return;
        }
        let failure = SqlFailure {
            kind: ErrorKind::BadMessage,
            is_broken: true,
            ..SqlFailure::unusable("null 0", "the client can't go on with the answer of the database")
        };
        self.reply.announce(Reply {
            index: self.index,
            serial: self.serial,
            started_us: self.started_us,
            connect_us: None,
            first_byte_us: None,
            ended_us: self.clock.now_us(),
            outcome: Err(failure),
        });
    }
}
