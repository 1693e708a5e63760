//! The tasks of a fleet: beats are answered, files are handed out, events come in, clocks are followed.

use super::{HeardNode, HubState, lock};
use crate::message::{Beat, BeatReply, EventHead, FileRequest, to_json};
use async_nats::jetstream;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// How often clocks are looked at while a load runs.
const CLOCKS: Duration = Duration::from_secs(30);
/// Events that are asked for again at most so often.
const AGAIN: Duration = Duration::from_millis(500);

/// Something that a node said of its step.
pub struct NodeEvent {
    /// Of the node.
    pub id: String,
    pub head: EventHead,
    pub body: Vec<u8>,
}

pub async fn answer_beats(shared: Arc<HubState>, mut beats: Subscriber) {
    while let Some(message) = beats.next().await {
        let Ok(beat) = serde_json::from_slice::<Beat>(&message.payload) else { continue };
        let is_member = lock(&shared.members).contains(&beat.id);
        let control = {
            let mut heard = lock(&shared.heard);
            let node = heard.entry(beat.id).or_insert_with(|| HeardNode {
                protocol: beat.protocol,
                machine: beat.machine.clone(),
                ..HeardNode::expected(beat.record.clone())
            });
            node.last = Some(Instant::now());
            node.is_busy = beat.step.is_some();
            node.control
        };
        let control = beat.step.map(|_| control);
        reply(&shared, &message, to_json(&BeatReply { control, is_member })).await;
    }
}

pub async fn hand_out_files(shared: Arc<HubState>, mut requests: Subscriber) {
    while let Some(message) = requests.next().await {
        let Ok(request) = serde_json::from_slice::<FileRequest>(&message.payload) else { continue };
        let parcel = lock(&shared.parcel).clone();
        // Reading a disk takes its time; beats are answered meanwhile.
        let piece = tokio::task::spawn_blocking(move || parcel.piece(&request.hash, request.offset)).await;
        if let Ok(Some(piece)) = piece {
            reply(&shared, &message, piece).await;
        }
    }
}

/// Whoever asks whether a fleet of this name is coordinated hears it.
pub async fn say_taken(shared: Arc<HubState>, mut questions: Subscriber) {
    while let Some(message) = questions.next().await {
        reply(&shared, &message, b"here".to_vec()).await;
    }
}

async fn reply(shared: &HubState, message: &Message, payload: Vec<u8>) {
    if let Some(subject) = message.reply.clone() {
        let _ = shared.client.publish(subject, payload.into()).await;
    }
}

/// All events of this session in their order, whatever happens to the connection or to the server's leader meanwhile.
pub async fn receive_events(stream: jetstream::stream::Stream, filter: String, events: Sender<NodeEvent>) {
    let mut after = 0;
    loop {
        let policy = match after {
            0 => jetstream::consumer::DeliverPolicy::All,
            after => jetstream::consumer::DeliverPolicy::ByStartSequence { start_sequence: after + 1 },
        };
        let config = jetstream::consumer::pull::OrderedConfig {
            filter_subject: filter.clone(),
            deliver_policy: policy,
            ..Default::default()
        };
        if let Ok(consumer) = stream.create_consumer(config).await
            && let Ok(mut messages) = consumer.messages().await
        {
            while let Some(Ok(message)) = messages.next().await {
                after = message.info().map_or(after, |info| info.stream_sequence);
                if let Some(event) = event(&message)
                    && events.send(event).is_err()
                {
                    return;
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

fn event(message: &jetstream::Message) -> Option<NodeEvent> {
    let id = message.subject.rsplit('.').next()?.to_owned();
    let end = message.payload.iter().position(|byte| *byte == b'\n')?;
    let head = serde_json::from_slice(&message.payload[..end]).ok()?;
    Some(NodeEvent { id, head, body: message.payload[end + 1..].to_vec() })
}

/// Drift is followed: the offsets of all nodes, again and again.
pub async fn follow_clocks(shared: Arc<HubState>) {
    loop {
        tokio::time::sleep(CLOCKS).await;
        let ids: Vec<String> = lock(&shared.heard).keys().cloned().collect();
        // One that does not answer must not hold up the others.
        futures_util::future::join_all(ids.iter().map(|id| shared.look_at_clock(id))).await;
    }
}
