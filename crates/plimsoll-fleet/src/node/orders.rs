//! What a coordinator asks of a node.

use super::own_file::FilePiece;
use super::state::{NodeState, lock};
use super::{reach, step};
use crate::message::{ControlState, NodeAnswer, NodeOrder, to_json};
use async_nats::{Client, Message};
use std::sync::Arc;

/// Whether the node is to leave.
pub async fn take_order(state: &Arc<NodeState>, message: Message) -> bool {
    let order = serde_json::from_slice::<NodeOrder>(&message.payload);
    let mut leaves = false;
    let answer = match order {
        Ok(NodeOrder::Clock) => {
            let node_us = state.started.elapsed().as_micros() as u64;
            NodeAnswer::Clock { node_us, unix_us: crate::clock::day_us(), run: *lock(&state.run) }
        }
        Ok(order @ (NodeOrder::Prepare(_) | NodeOrder::Reach { .. } | NodeOrder::Calibrate { .. })) => {
            // The clock is asked for meanwhile.
            let state = Arc::clone(state);
            tokio::spawn(async move {
                let answer = take_long_order(&state, order).await;
                let answer = answer.unwrap_or_else(|why| NodeAnswer::Refused { why });
                reply(&state.client, &message, &answer).await;
            });
            return false;
        }
        Ok(NodeOrder::OwnFile { session, offset }) => {
            let state = Arc::clone(state);
            // It ends a file and reads it: a disk takes its time.
            tokio::spawn(async move { send_own_file(&state, &message, session, offset).await });
            return false;
        }
        Ok(NodeOrder::Start { key, group, at_us }) => {
            if let Some(step) = state.step().as_ref().filter(|step| step.key == key) {
                step.gate.open(group, at_us);
            }
            NodeAnswer::Done
        }
        Ok(NodeOrder::Control { key, control }) => {
            state.control(key, control);
            NodeAnswer::Done
        }
        Ok(NodeOrder::Drop { key }) => {
            state.control(key, ControlState { stop: 2, ..ControlState::default() });
            NodeAnswer::Done
        }
        Ok(NodeOrder::Leave) => {
            leaves = state.options.once;
            NodeAnswer::Done
        }
        Err(error) => {
            NodeAnswer::Refused { why: format!("an order that this version does not know: {error}") }
        }
    };
    reply(&state.client, &message, &answer).await;
    leaves
}

async fn send_own_file(state: &Arc<NodeState>, message: &Message, session: String, offset: u64) {
    let of = Arc::clone(state);
    let piece = tokio::task::spawn_blocking(move || match of.step().is_some() {
        true => Err("it still performs a load".to_owned()),
        false => lock(&of.own_file).piece(&session, offset),
    });
    let payload = match piece.await.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(FilePiece { bytes, piece, unwritten }) => {
            [to_json(&NodeAnswer::Piece { bytes, unwritten }), b"\n".to_vec(), piece].concat()
        }
        Err(why) => to_json(&NodeAnswer::Refused { why }),
    };
    reply_bytes(&state.client, message, payload).await;
}

/// What takes its time.
async fn take_long_order(state: &Arc<NodeState>, order: NodeOrder) -> Result<NodeAnswer, String> {
    match order {
        NodeOrder::Prepare(order) => step::prepare(state, *order).await.map(|()| NodeAnswer::Done),
        NodeOrder::Reach { address } => {
            let round_trip_us = reach::round_trip_us(&address).await?;
            Ok(NodeAnswer::Reached { round_trip_us })
        }
        NodeOrder::Calibrate { .. } if state.step().is_some() => Err("it performs a load now".to_owned()),
        NodeOrder::Calibrate { seconds } => {
            let (program, workers) = (Arc::clone(&state.program), state.workers());
            let measured = tokio::task::spawn_blocking(move || program.calibrate(seconds, workers)).await;
            measured.map_err(|error| error.to_string())?.map(NodeAnswer::Calibrated)
        }
        _ => Ok(NodeAnswer::Done),
    }
}

async fn reply(client: &Client, message: &Message, answer: &NodeAnswer) {
    reply_bytes(client, message, to_json(answer)).await;
}

async fn reply_bytes(client: &Client, message: &Message, payload: Vec<u8>) {
    if let Some(subject) = message.reply.clone() {
        // Whoever asked asks again.
        let _ = client.publish(subject, payload.into()).await;
        let _ = client.flush().await;
    }
}
