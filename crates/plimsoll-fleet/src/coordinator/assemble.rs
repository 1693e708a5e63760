//! How a fleet comes together.

use super::generator::LOOK;
use super::state::MemberState;
use super::{Fleet, FleetError, FleetState, Heard, HubState, Member, hub, lock};
use crate::connection::{ConnectionError, Credentials, connect, without_secrets};
use crate::kubernetes::{NodePods, PodsError};
use crate::launch::{self, Launched};
use crate::message::{NodeOrder, Subjects};
use crate::parcel::PlanParcel;
use crate::server::OwnServer;
use async_nats::jetstream;
use async_nats::jetstream::context::CreateStreamErrorKind;
use plimsoll_engine::Control;
use plimsoll_study::{FleetSpec, NatsServer};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long nodes may take to be heard of by a new coordinator.
const FOUND: Duration = Duration::from_secs(10);
/// How long a node may take to end a step that nobody wants any more.
const DROPPED: Duration = Duration::from_secs(30);
/// How long the server may take to set up a stream: a cluster elects a leader first.
const STREAM: Duration = Duration::from_secs(5);
/// A cluster that has only just started elects its leader first, and does not answer until then.
const STREAM_TRIES: u32 = 9;
/// How long is waited for another coordinator to say that it is there.
const OTHER: Duration = Duration::from_millis(700);
/// What was measured is kept on the server for so long.
const STORED_FOR: Duration = Duration::from_secs(24 * 3_600);

/// Where a fleet meets, and as whom.
struct Meeting {
    nats: NatsServer,
    credentials: Credentials,
    server: Option<OwnServer>,
}

impl Meeting {
    fn of(spec: &FleetSpec, server: Option<OwnServer>) -> Meeting {
        let (mut nats, mut credentials) = (spec.nats.clone(), Credentials::of_environment());
        if let Some(server) = &server {
            nats.url = Some(server.url());
            credentials = Credentials { token: Some(server.token().to_owned()), ..Credentials::default() };
        }
        Meeting { nats, credentials, server }
    }

    fn url(&self) -> String {
        self.nats.url.clone().unwrap_or_default()
    }
}

impl Fleet {
    /// Starts the nodes that are to be started, and waits for all of them.
    pub fn assemble(
        spec: &FleetSpec,
        version: &str,
        control: &Control,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<Fleet, FleetError> {
        let (fleet, problems) = Fleet::come_together(spec, version, (control, say), false)?;
        problems.into_iter().next().map_or(Ok(fleet), Err)
    }

    /// The nodes that come, and all that keeps the others away.
    pub fn assemble_what_comes(
        spec: &FleetSpec,
        version: &str,
        control: &Control,
        say: &(dyn Fn(&str) + Sync),
    ) -> Result<(Fleet, Vec<FleetError>), FleetError> {
        Fleet::come_together(spec, version, (control, say), true)
    }

    /// `goes_on`: with the nodes that are there; else the first problem ends it.
    fn come_together(
        spec: &FleetSpec,
        version: &str,
        (control, say): (&Control, &(dyn Fn(&str) + Sync)),
        goes_on: bool,
    ) -> Result<(Fleet, Vec<FleetError>), FleetError> {
        let server = match &spec.nats.url {
            Some(_) => None,
            None => Some(OwnServer::start(spec.orphan_timeout)?),
        };
        let meeting = Meeting::of(spec, server);
        let (nats, credentials, url) = (meeting.nats.clone(), meeting.credentials.clone(), meeting.url());
        let session = format!("{:012x}", fastrand::u64(..) >> 16);
        let mut fleet = Fleet::open(spec, meeting, (session, 0), control)?;
        let mut problems = Vec::new();
        let mut wanted = spec.size() as usize;
        let launched = launch::start_all(spec, &nats, &credentials, version, (control, say));
        let (launched, failed): (Vec<_>, Vec<_>) = launched.into_iter().partition(Result::is_ok);
        *lock(&fleet.launched) = launched.into_iter().filter_map(Result::ok).collect();
        if !failed.is_empty() {
            wanted -= spec.ssh.len() - lock(&fleet.launched).len();
            problems.push(FleetError::Launch(failed.into_iter().filter_map(Result::err).collect()));
        }
        if let Some(pods) = spec.kubernetes.as_ref().filter(|_| problems.is_empty() || goes_on) {
            match NodePods::start(pods, spec, &credentials, (control, say)) {
                Ok(started) => *lock(&fleet.cluster) = Some(started),
                Err(PodsError::Stopped) => return Err(FleetError::Stopped),
                Err(error) => {
                    wanted -= (pods.nodes as usize).min(wanted);
                    problems.push(error.into());
                }
            }
        }
        if !goes_on && !problems.is_empty() {
            return Ok((fleet, problems));
        }
        if spec.joined > 0 {
            say(&format!(
                "waiting for {} of fleet \"{}\" at {}",
                if spec.joined == 1 { "1 node".to_owned() } else { format!("{} nodes", spec.joined) },
                spec.name,
                without_secrets(&url)
            ));
        }
        problems.extend(fleet.wait_for_nodes(version, control, (wanted, goes_on))?);
        let nodes = fleet.nodes.clone();
        fleet.look_at_clocks(&nodes);
        *lock(&fleet.shared.members) = nodes.into_iter().map(|node| node.id).collect();
        Ok((fleet, problems))
    }

    /// Finds the nodes of a coordinator that was killed. `goes_on`: the step that they perform is gone on with; else they
    /// leave it.
    pub fn resume(
        spec: &FleetSpec,
        state: &FleetState,
        version: &str,
        goes_on: bool,
        (control, say): (&Control, &(dyn Fn(&str) + Sync)),
    ) -> Result<Fleet, FleetError> {
        if state.version() != version {
            let (theirs, ours) = (state.version().to_owned(), version.to_owned());
            return Err(FleetError::Resumed { theirs, ours });
        }
        let server = state.server.clone().map(OwnServer::take_over).transpose()?;
        let mut fleet =
            Fleet::open(spec, Meeting::of(spec, server), (state.session.clone(), state.keys), control)?;
        *lock(&fleet.launched) = state.launched.iter().cloned().filter_map(Launched::take_over).collect();
        *lock(&fleet.cluster) = state.cluster.clone().map(|pods| NodePods::take_over(pods, control));
        *lock(&fleet.step_before) = state.step.clone();
        fleet.nodes = state.nodes.iter().map(MemberState::member).collect();
        fleet.expect_nodes();
        fleet.until(FOUND, |heard| heard.last.is_some());
        let missing: Vec<String> = fleet.names(|heard| heard.last.is_none());
        let found = fleet.nodes.len() - missing.len();
        say(&format!("{found} of {} nodes of the fleet \"{}\" were found", fleet.nodes.len(), spec.name));
        missing.iter().for_each(|name| say(&format!("warning: node {name} is not there")));
        if let Some(step) = state.step.as_ref().filter(|_| !goes_on) {
            let drop = |node: &Member| (node.id.clone(), NodeOrder::Drop { key: step.key });
            fleet.order_all(fleet.nodes.iter().map(drop).collect(), Duration::from_secs(2));
            fleet.until(DROPPED, |heard| !heard.is_busy);
        }
        let nodes = fleet.nodes.clone();
        fleet.look_at_clocks(&nodes);
        Ok(fleet)
    }

    /// Connected, and without nodes yet.
    fn open(
        spec: &FleetSpec,
        meeting: Meeting,
        (session, keys): (String, u64),
        control: &Control,
    ) -> Result<Fleet, FleetError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (running, ended) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("fleet".to_owned()).spawn(move || {
            let _ = runtime.block_on(ended);
            runtime.shutdown_timeout(Duration::from_secs(2));
        })?;
        let subjects = Subjects::of(&spec.name);
        let (sender, events) = channel();
        let url = meeting.url();
        let connected = async {
            let client = connect(&meeting.nats, &url, &meeting.credentials, "plimsoll").await?;
            if is_taken(&client, &subjects).await {
                return Err(FleetError::Taken(spec.name.clone()));
            }
            let stream = stream(&client, spec, &subjects, &url).await?;
            let shared = Arc::new(HubState {
                subjects: subjects.clone(),
                client,
                started: Instant::now(),
                heard: Mutex::default(),
                members: Mutex::default(),
                parcel: Mutex::new(PlanParcel::default()),
            });
            let subscribe = |subject: String| {
                let client = shared.client.clone();
                async move { client.subscribe(subject).await.map_err(|e| FleetError::Nats(e.to_string())) }
            };
            let (beats, files) = (subscribe(subjects.beat()).await?, subscribe(subjects.file()).await?);
            let who = subscribe(subjects.who()).await?;
            tokio::spawn(hub::answer_beats(Arc::clone(&shared), beats));
            tokio::spawn(hub::hand_out_files(Arc::clone(&shared), files));
            tokio::spawn(hub::say_taken(Arc::clone(&shared), who));
            tokio::spawn(hub::follow_clocks(Arc::clone(&shared)));
            tokio::spawn(hub::receive_events(stream, subjects.events(&session, "*"), sender));
            Ok(shared)
        };
        let shared = handle.block_on(unless_stopped(control, connected))?;
        Ok(Fleet {
            spec: spec.clone(),
            session,
            shared,
            events: Mutex::new(events),
            handle,
            nodes: Vec::new(),
            keys: AtomicU64::new(keys),
            launched: Mutex::default(),
            cluster: Mutex::default(),
            state_file: Mutex::default(),
            step_before: Mutex::default(),
            running: Some(running),
            thread: Some(thread),
            server: meeting.server,
        })
    }

    /// Those of a coordinator before have as long as any other to be heard of.
    fn expect_nodes(&self) {
        let mut heard = lock(&self.shared.heard);
        for node in &self.nodes {
            heard.entry(node.id.clone()).or_insert_with(|| Heard::expected(node.record.clone()));
        }
    }

    /// Waits until this holds of all nodes, or for so long.
    fn until(&self, most: Duration, holds: impl Fn(&Heard) -> bool) {
        let until = Instant::now() + most;
        while !self.names(|heard| !holds(heard)).is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Of the nodes of which this holds.
    fn names(&self, is: impl Fn(&Heard) -> bool) -> Vec<String> {
        let heard = lock(&self.shared.heard);
        let nodes = self.nodes.iter().filter(|node| heard.get(&node.id).is_some_and(&is));
        nodes.map(|node| node.record.name.clone()).collect()
    }
}

/// Servers may take their time; whoever asks for the end does not wait for them.
async fn unless_stopped<T>(
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

async fn is_taken(client: &async_nats::Client, subjects: &Subjects) -> bool {
    let request = async_nats::Request::new().timeout(Some(OTHER));
    client.send_request(subjects.who(), request).await.is_ok()
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
async fn stream(
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
