//! A node: waits for its coordinator, performs its share of each step, and sends what it measured.

mod files;
mod gate;
mod options;
mod orders;
mod outbox;
mod own_file;
mod reach;
mod state;
mod step;

pub use options::{NodeOptions, NodeProgram, ReadPlan};

use crate::connection::{ConnectionError, reach, request};
use crate::message::{Beat, BeatReply, PROTOCOL, to_json};
use futures_util::StreamExt;
use orders::take_order;
use plimsoll_engine::{Control, StopMode};
use state::{NodeState, lock, new_state};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("failed to start: {0}")]
    System(#[from] std::io::Error),
    #[error("failed to listen on the NATS server: {0}")]
    Subscription(String),
}

/// What a node says while it works.
pub type Say<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// How often a node reports.
const BEAT: Duration = Duration::from_secs(1);
/// How long what was measured is waited for to get away when the node ends.
const DRAIN: Duration = Duration::from_secs(60);

/// Takes part in a fleet until it is told to leave, `stop` says so, or nobody has asked for too long.
pub fn serve(
    options: &NodeOptions,
    program: Arc<dyn NodeProgram>,
    stop: &Control,
    say: Say<'_>,
) -> Result<(), NodeError> {
    plimsoll_plan::input_file::place_under(&std::path::absolute(files::tree(&options.folder))?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let is_over = || stop.stopped().is_some() || options.is_abandoned.load(Ordering::Relaxed);
        let client = reach(&options.server, &options.credentials, &options.name, &is_over, say).await?;
        let state = Arc::new(new_state(options, program, client));
        take_part(&state, stop, say).await
    });
    // A worker that is stuck must not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done
}

async fn take_part(state: &Arc<NodeState>, stop: &Control, say: Say<'_>) -> Result<(), NodeError> {
    let subscribed = state.client.subscribe(state.subjects.node(&state.id)).await;
    let mut orders = subscribed.map_err(|error| NodeError::Subscription(error.to_string()))?;
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let asked = Arc::new(Mutex::new(Asked { last: Instant::now(), ever: false }));
    let (mut known, mut waits) = (false, false);
    loop {
        tokio::select! {
            order = orders.next() => match order {
                Some(message) => {
                    touch(&asked);
                    if take_order(state, message).await {
                        say("the fleet is over");
                        break;
                    }
                }
                None => break,
            },
            _ = beat.tick() => {
                if stop.stopped().is_some() {
                    break;
                }
                let is_needed = state.is_member.load(Ordering::Relaxed) || lock(&state.run).is_some();
                if state.options.is_abandoned.load(Ordering::Relaxed) && !is_needed {
                    say("whoever started it is gone");
                    break;
                }
                let (state, asked) = (Arc::clone(state), Arc::clone(&asked));
                tokio::spawn(async move { report(&state, &asked).await });
            }
        }
        let (silent, ever) = since(&asked);
        if !ever && !waits && silent >= 3 * BEAT {
            waits = true;
            say("nobody coordinates the fleet yet; waiting");
        }
        if known != (ever && silent < 3 * BEAT) {
            known = !known;
            say(if known { "joined the fleet" } else { "nobody coordinates the fleet now; waiting" });
        }
        if silent > state.options.orphan_timeout {
            say("nobody has asked for so long that the fleet is taken to be over");
            break;
        }
    }
    end_step(state).await;
    state.outbox.drained(DRAIN).await;
    lock(&state.own_file).finish();
    Ok(())
}

/// When a coordinator was heard of; before that, when the node began to wait for one.
struct Asked {
    last: Instant,
    ever: bool,
}

fn touch(asked: &Mutex<Asked>) {
    *lock(asked) = Asked { last: Instant::now(), ever: true };
}

fn since(asked: &Mutex<Asked>) -> (Duration, bool) {
    let asked = lock(asked);
    (asked.last.elapsed(), asked.ever)
}

/// Says that the node is there, and hears what its load is to be.
async fn report(state: &NodeState, asked: &Mutex<Asked>) {
    let step = state.step().as_ref().map(|step| (step.session.clone(), step.key));
    let key = step.as_ref().map(|(_, key)| *key);
    let (id, machine, record) = (state.id.clone(), state.machine.clone(), state.record.clone());
    let beat = Beat { id, protocol: PROTOCOL, machine, record, step };
    let reply = request(&state.client, state.subjects.beat(), to_json(&beat), 2 * BEAT).await;
    let Ok(reply) = reply else { return };
    let Ok(reply) = serde_json::from_slice::<BeatReply>(&reply.payload) else { return };
    touch(asked);
    state.is_member.fetch_or(reply.is_member, Ordering::Relaxed);
    if let (Some(key), Some(control)) = (key, reply.control) {
        state.control(key, control);
    }
}

/// A load that still goes on is ended in order.
async fn end_step(state: &NodeState) {
    let until = Instant::now() + DRAIN;
    state.is_leaving.store(true, Ordering::Relaxed);
    if let Some(step) = state.step().as_ref() {
        step.stop(StopMode::InOrder);
    }
    while state.step().is_some() && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
