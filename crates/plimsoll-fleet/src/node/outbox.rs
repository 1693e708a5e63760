//! What a node has to say of its steps, until the server has it.

use crate::message::{EventHead, to_json};
use async_nats::Client;
use async_nats::jetstream::{Context, context::ContextBuilder, message::PublishMessage};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// How long the server may take to say that it has an event; then it is sent again.
const ACKNOWLEDGED: Duration = Duration::from_secs(5);
const AGAIN: Duration = Duration::from_millis(500);

/// Events in their order. They wait in memory for as long as the server is away: a second of fifty transactions is some tens
/// of kilobytes.
#[derive(Clone)]
pub struct Outbox {
    sender: UnboundedSender<Event>,
    waiting: Arc<AtomicU64>,
}

struct Event {
    subject: String,
    /// By which the server knows one that comes twice.
    id: String,
    payload: Vec<u8>,
}

impl Outbox {
    pub fn start(client: Client) -> Outbox {
        let (sender, receiver) = unbounded_channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let context = ContextBuilder::new().timeout(ACKNOWLEDGED).ack_timeout(ACKNOWLEDGED).build(client);
        tokio::spawn(send_all(context, receiver, Arc::clone(&waiting)));
        Outbox { sender, waiting }
    }

    pub fn put(&self, subject: &str, head: &EventHead, body: &[u8]) {
        let mut payload = to_json(head);
        payload.push(b'\n');
        payload.extend_from_slice(body);
        let id = format!("{subject}-{}-{}", head.key, head.number);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Without a receiver the node is at its end.
        let _ = self.sender.send(Event { subject: subject.to_owned(), id, payload });
    }

    /// Waits until all is away, or for so long.
    pub async fn drained(&self, most: Duration) {
        let until = Instant::now() + most;
        while self.waiting.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

async fn send_all(context: Context, mut events: UnboundedReceiver<Event>, waiting: Arc<AtomicU64>) {
    while let Some(event) = events.recv().await {
        while !send(&context, &event).await {
            tokio::time::sleep(AGAIN).await;
        }
        waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether the server has it.
async fn send(context: &Context, event: &Event) -> bool {
    let message = PublishMessage::build().payload(event.payload.clone().into()).message_id(&event.id);
    let sent = async {
        let acknowledged = context.send_publish(event.subject.clone(), message).await.ok()?;
        acknowledged.await.ok()
    };
    tokio::time::timeout(ACKNOWLEDGED, sent).await.is_ok_and(|acknowledged| acknowledged.is_some())
}
