//! The Docker API's answer to `GET /containers/NAME/json` (`docker inspect`): starts, restarts and kills for want of
//! memory, told by comparing an answer with the one before. The first answer of a container is what it is compared with.
//! An end alone is no event: the container is missing from then on.

use crate::reader::{InputLine, Output};
use crate::series::restart;
use crate::time;
use plimsoll_run::{At, Instance, ServerEvent, ServerEventKind, Source};
use serde_json::Value;
use std::collections::HashMap;

/// Containers followed at the most.
const CONTAINERS_MAX: usize = 10_000;

/// What the last answers said, by name.
#[derive(Default)]
pub struct Inspected(HashMap<String, State>);

#[derive(Clone, Debug, PartialEq)]
struct State {
    started: String,
    finished: String,
    restarts: u64,
    oom_killed: bool,
    exit_code: i64,
}

pub(super) fn is_inspection(value: &Value) -> bool {
    value.pointer("/State/StartedAt").is_some() && value.get("Name").is_some()
}

impl Inspected {
    pub(super) fn read(&mut self, value: &Value, host: &str, line: &InputLine<'_>, out: &mut dyn Output) {
        let name = value.get("Name").and_then(Value::as_str).unwrap_or("").trim_start_matches('/');
        let now = state(value);
        if self.0.len() >= CONTAINERS_MAX && !self.0.contains_key(name) {
            return;
        }
        let Some(before) = self.0.insert(name.to_owned(), now.clone()) else { return };
        let source = Source { host: host.to_owned(), instance: Instance::Container(name.to_owned()) };
        let at = |written: &str| {
            let written = time::iso(written.as_bytes());
            let own = written.and_then(|w| time::WallClock::new(jiff::tz::TimeZone::UTC).unix_us(&w));
            line.at(own.map_or(At::Index(0), At::Wall))
        };
        if now.oom_killed && (!before.oom_killed || now.finished != before.finished) {
            out.event(ServerEvent {
                at: at(&now.finished),
                source: source.clone(),
                kind: ServerEventKind::OomKill,
                duration_us: None,
                text: format!("killed for want of memory, exit code {}", now.exit_code),
            });
        }
        if now.started != before.started {
            let text = match now.restarts > before.restarts {
                true => format!("started again by its restart policy, {} times in all", now.restarts),
                false => "started again".to_owned(),
            };
            out.event(restart(at(&now.started), &source, text));
        }
    }
}

fn state(value: &Value) -> State {
    let text = |pointer: &str| value.pointer(pointer).and_then(Value::as_str).unwrap_or("").to_owned();
    State {
        started: text("/State/StartedAt"),
        finished: text("/State/FinishedAt"),
        restarts: value.get("RestartCount").and_then(Value::as_u64).unwrap_or(0),
        oom_killed: value.pointer("/State/OOMKilled").and_then(Value::as_bool).unwrap_or(false),
        exit_code: value.pointer("/State/ExitCode").and_then(Value::as_i64).unwrap_or(0),
    }
}
