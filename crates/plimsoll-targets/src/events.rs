//! The receiving side of events: counts what arrives, how long it was on its way, and keeps a log of arrivals.
//!
//! | request | answer |
//! |---|---|
//! | `POST /events/TOPIC` | takes an event (JSON: one, a list, or a VES `eventList`): `{"serverTimeMs":0,"count":1}` |
//! | `GET /summary` | how many there were and how long they took, in milliseconds: `{"count":…,"averageProcessingTime":…,…}` |
//! | `GET /arrivals?after=N&limit=M` | the arrivals from number N (from 0) on: `{"now_us":…,"epoch":…,"next":…,"missed":…,"arrivals":[[id,start_us,arrived_us],…]}` |
//! | `DELETE /summary` (or `/events`, `/arrivals`) | forgets everything; `epoch` rises |
//!
//! The time of an event is from the microseconds since 1970 that its sender wrote into it to the moment at which its
//! request was read whole, by the clocks of both machines.

use crate::body::AnswerBody;
use crate::routes::{text, typed};
use hyper::http::Method;
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where in an event is what, and how long its acceptance takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFields {
    /// Path of what tells events apart: `$.a.b`.
    pub id: String,
    /// Path of the microseconds since 1970 at which it was sent.
    pub start: String,
    /// Before each answer to an event.
    pub response: Duration,
}

impl Default for EventFields {
    /// Those of a VES event.
    fn default() -> Self {
        EventFields {
            id: "$.event.commonEventHeader.eventId".to_owned(),
            start: "$.event.commonEventHeader.startEpochMicrosec".to_owned(),
            response: Duration::ZERO,
        }
    }
}

/// Arrivals that are kept until somebody fetches them; then the oldest go.
const LOG_MAX: usize = 1_000_000;
const ID_BYTES_MAX: usize = 200;
const TOPICS_MAX: usize = 1_000;
const BATCH_MAX: usize = 50_000;

#[derive(Debug)]
pub struct EventSink {
    fields: EventFields,
    id: Vec<String>,
    start: Vec<String>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    epoch: u64,
    count: u64,
    /// Of events that say when they were sent.
    timed: u64,
    sum_us: i128,
    min_us: Option<i64>,
    max_us: Option<i64>,
    topics: BTreeMap<String, u64>,
    log: VecDeque<Arrival>,
    /// The number of the first in the log.
    first: u64,
}

#[derive(Debug)]
struct Arrival {
    id: Option<String>,
    start_us: Option<i64>,
    arrived_us: i64,
}

impl EventSink {
    pub fn new(fields: EventFields) -> EventSink {
        let path = |text: &str| {
            text.trim_start_matches('$').split('.').filter(|s| !s.is_empty()).map(str::to_owned).collect()
        };
        EventSink { id: path(&fields.id), start: path(&fields.start), fields, state: Mutex::default() }
    }

    /// How long the answer to this request is to take.
    pub fn delay(&self, request: &Parts) -> Duration {
        if topic(request).is_some() { self.fields.response } else { Duration::ZERO }
    }

    /// `None`: not a request for it.
    pub fn answer(&self, request: &Parts, body: &[u8]) -> Option<Response<AnswerBody>> {
        if let Some(topic) = topic(request) {
            return Some(self.take(topic, body));
        }
        let (method, path) = (&request.method, request.uri.path().trim_end_matches('/'));
        match path {
            "/summary" | "/events" | "/arrivals" if method == Method::DELETE => {
                let mut state = self.state();
                *state = State { epoch: state.epoch + 1, ..State::default() };
                Some(text(""))
            }
            "/summary" => Some(typed("application/json", self.summary().to_string())),
            "/arrivals" => Some(self.arrivals(request.uri.query().unwrap_or_default())),
            _ => None,
        }
    }

    fn take(&self, topic: &str, body: &[u8]) -> Response<AnswerBody> {
        let arrived_us = now_us();
        let document: Value = match serde_json::from_slice(body) {
            Ok(document) => document,
            Err(error) => {
                let mut refused = text(format!("the event is not JSON: {error}\n"));
                *refused.status_mut() = StatusCode::BAD_REQUEST;
                return refused;
            }
        };
        let events = events(&document);
        let count = events.len();
        let mut state = self.state();
        for event in events {
            let id = found(&event, &self.id).and_then(|value| match value {
                Value::String(text) => Some(text.chars().take(ID_BYTES_MAX).collect()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            let start_us = found(&event, &self.start).and_then(|value| match value {
                Value::String(text) => text.trim().parse().ok(),
                number => number.as_i64().or_else(|| number.as_f64().map(|us| us as i64)),
            });
            state.add(topic, Arrival { id, start_us, arrived_us });
        }
        typed("application/json", json!({"serverTimeMs": 0, "count": count}).to_string())
    }

    fn summary(&self) -> Value {
        let state = self.state();
        let ms = |us: f64| (us / 10.0).round() / 100.0;
        let mean = (state.timed > 0).then(|| ms(state.sum_us as f64 / state.timed as f64));
        json!({
            "count": state.count,
            "averageProcessingTime": mean.unwrap_or(0.0),
            "minProcessingTime": state.min_us.map(|us| ms(us as f64)),
            "maxProcessingTime": state.max_us.map(|us| ms(us as f64)),
            "withoutStart": state.count - state.timed,
            "topics": state.topics,
        })
    }

    fn arrivals(&self, query: &str) -> Response<AnswerBody> {
        let number = |name: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse::<u64>().ok())
        };
        let state = self.state();
        let end = state.first + state.log.len() as u64;
        let after = number("after").unwrap_or(0).min(end);
        let from = after.max(state.first);
        let limit = number("limit").map_or(BATCH_MAX, |limit| limit.min(BATCH_MAX as u64) as usize);
        let skipped = (from - state.first) as usize;
        let rows: Vec<Value> = state
            .log
            .iter()
            .skip(skipped)
            .take(limit)
            .map(|arrival| json!([arrival.id, arrival.start_us, arrival.arrived_us]))
            .collect();
        let next = from + rows.len() as u64;
        let answer = json!({
            "now_us": now_us(),
            "epoch": state.epoch,
            "next": next,
            "end": end,
            "missed": from - after,
            "arrivals": rows,
        });
        typed("application/json", answer.to_string())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, topic: &str, arrival: Arrival) {
        self.count += 1;
        if let Some(start_us) = arrival.start_us {
            let took_us = arrival.arrived_us.saturating_sub(start_us);
            self.timed += 1;
            self.sum_us += i128::from(took_us);
            self.min_us = Some(self.min_us.map_or(took_us, |min| min.min(took_us)));
            self.max_us = Some(self.max_us.map_or(took_us, |max| max.max(took_us)));
        }
        if self.topics.len() < TOPICS_MAX || self.topics.contains_key(topic) {
            *self.topics.entry(topic.to_owned()).or_default() += 1;
        }
        if self.log.len() >= LOG_MAX {
            self.log.pop_front();
            self.first += 1;
        }
        self.log.push_back(arrival);
    }
}

fn topic(request: &Parts) -> Option<&str> {
    let is_event = request.method == Method::POST || request.method == Method::PUT;
    request.uri.path().strip_prefix("/events/").filter(|topic| is_event && !topic.is_empty())
}

/// One event, a list of them, or those of an `eventList`, each as if it had come alone.
fn events(document: &Value) -> Vec<Value> {
    match document {
        Value::Array(all) => all.iter().flat_map(events).collect(),
        Value::Object(fields) => match fields.get("eventList") {
            Some(Value::Array(all)) => all.iter().map(|event| json!({"event": event})).collect(),
            _ => vec![document.clone()],
        },
        _ => vec![document.clone()],
    }
}

fn found<'a>(event: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(event, |value, name| value.get(name))
}

fn now_us() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as i64
}
