//! The socket beside a run file, by which a run is steered: a line of JSON each way.
//!
//! `{"action":"pause"}` is answered with `{"paused":true,"factor":1.0}` or `{"error":"…"}`.

use super::socket;
use crate::api::ApiError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// How it stands.
    State,
    Pause,
    Resume,
    /// The load by a tenth.
    Raise,
    Lower,
    /// Ends the step.
    Next,
    /// Ends the run in order.
    End,
}

/// What a person did to the load.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteeringState {
    pub paused: bool,
    /// Of what was planned.
    pub factor: f64,
}

#[derive(Deserialize)]
struct SteeringAnswer {
    error: Option<String>,
    #[serde(flatten)]
    state: Option<SteeringState>,
}

const WAIT: Duration = Duration::from_secs(3);

/// Where the socket of a run file is.
pub fn control_socket(run_file: &Path) -> PathBuf {
    run_file.with_extension("control")
}

/// Somebody listens there.
pub fn control_is_there(run_file: &Path) -> bool {
    socket::connect(&control_socket(run_file), WAIT).is_ok()
}

pub fn ask(run_file: &Path, action: Action) -> Result<SteeringState, ApiError> {
    let unable = || {
        let error = ApiError::conflict("this run can't be steered");
        error.with_hint("only a run that goes on, of this machine, can")
    };
    let stream = socket::connect(&control_socket(run_file), WAIT).map_err(|_| unable())?;
    let answer = exchange(stream, action).map_err(|_| unable())?;
    match (answer.error, answer.state) {
        (None, Some(state)) => Ok(state),
        (error, _) => Err(ApiError::conflict(error.unwrap_or_else(|| "that is not possible now".to_owned()))),
    }
}

fn exchange(mut stream: impl Read + Write, action: Action) -> std::io::Result<SteeringAnswer> {
    let question = serde_json::json!({ "action": action });
    stream.write_all(format!("{question}\n").as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream.take(4_096)).read_line(&mut line)?;
    serde_json::from_str(&line).map_err(std::io::Error::other)
}
