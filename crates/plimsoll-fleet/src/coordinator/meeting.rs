//! The server at which a fleet meets, and what is set up there.

use super::FleetError;
use super::generator::LOOK;
use crate::connection::{ConnectionError, Credentials, request, without_secrets};
use crate::message::Subjects;
use crate::server::OwnServer;
use async_nats::jetstream;
use async_nats::jetstream::context::CreateStreamErrorKind;
use plimsoll_engine::Control;
use plimsoll_study::{FleetSpec, NatsServer};
use std::time::Duration;

/// How long the server may take to set up a stream: a cluster elects a leader first.
const STREAM: Duration = Duration::from_secs(5);
/// A cluster that has only just started elects its leader first, and does not answer until then.
const STREAM_TRIES: u32 = 9;
/// How long is waited for another coordinator to say that it is there.
const OTHER: Duration = Duration::from_millis(700);
/// What was measured is kept on the server for so long.
const STORED_FOR: Duration = Duration::from_secs(24 * 3_600);

/// Where a fleet meets, and as whom.
pub struct Meeting {
    pub nats: NatsServer,
    pub credentials: Credentials,
    pub server: Option<OwnServer>,
}

impl Meeting {
    pub fn of(spec: &FleetSpec, server: Option<OwnServer>) -> Meeting {
        let (mut nats, mut credentials) = (spec.nats.clone(), Credentials::of_environment());
        if let Some(server) = &server {
            nats.url = Some(server.url());
            credentials = Credentials { token: Some(server.token().to_owned()), ..Credentials::default() };
        }
        Meeting { nats, credentials, server }
    }

    pub fn url(&self) -> String {
        self.nats.url.clone().unwrap_or_default()
    }
}

/// Servers may take their time; whoever asks for the end does not wait for them.
pub async fn unless_stopped<T>(
    control: &Control,
    done: impl Future<Output = Result<T, FleetError>>,
) -> Result<T, FleetError> {
    let stopped = async {
        while control.stopped().is_none() {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::select! {
        done = done => done,
        () = stopped => Err(FleetError::Stopped),
    }
}

pub async fn is_taken(client: &async_nats::Client, subjects: &Subjects) -> bool {
    request(client, subjects.who(), Vec::new(), OTHER).await.is_ok()
}

/// Between two tries.
const AGAIN: Duration = Duration::from_millis(500);

/// Nobody answered, or the servers said that they can't yet (503).
fn may_come(kind: &CreateStreamErrorKind) -> bool {
    match kind {
        CreateStreamErrorKind::TimedOut => true,
        CreateStreamErrorKind::JetStream(error) => error.code() == 503,
        _ => false,
    }
}

/// Keeps what nodes send until it is fetched; three times where the server is a cluster.
pub async fn stream(
    client: &async_nats::Client,
    spec: &FleetSpec,
    subjects: &Subjects,
    url: &str,
) -> Result<jetstream::stream::Stream, FleetError> {
    let context = jetstream::context::ContextBuilder::new().timeout(STREAM).build(client.clone());
    let others = client.server_info().connect_urls.len();
    let config = jetstream::stream::Config {
        name: Subjects::stream(&spec.name),
        subjects: vec![subjects.all_events()],
        max_age: STORED_FOR,
        num_replicas: if others >= 3 { 3 } else { 1 },
        ..Default::default()
    };
    let mut tries_left = STREAM_TRIES;
    loop {
        let error = match context.get_or_create_stream(config.clone()).await {
            Ok(stream) => return Ok(stream),
            Err(error) => error,
        };
        let (url, why) = (without_secrets(url), error.to_string());
        if !may_come(&error.kind()) {
            return Err(ConnectionError::NoJetStream { url, why }.into());
        }
        tries_left -= 1;
        if tries_left == 0 {
            return Err(ConnectionError::SilentJetStream { url, why }.into());
        }
        tokio::time::sleep(AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_engine::StopMode;

    /// A server of which nobody answers a request.
    #[test]
    fn whoever_asks_for_the_end_does_not_wait_for_a_silent_server() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let control = Control::default();
        control.stop(StopMode::InOrder);
        let silent = std::future::pending::<Result<(), FleetError>>();
        let ended = runtime.block_on(unless_stopped(&control, silent));
        assert!(matches!(ended, Err(FleetError::Stopped)), "{ended:?}");
        let answered = async { Ok(3) };
        let found = runtime.block_on(unless_stopped(&Control::default(), answered));
        assert!(matches!(found, Ok(3)), "{found:?}");
    }
}
