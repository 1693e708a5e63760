//! How a fleet comes together.

use super::meeting::{Meeting, is_taken, stream, unless_stopped};
use super::{Fleet, FleetError, HubState, hub, lock};
use crate::connection::{connect, without_secrets};
use crate::kubernetes::{NodePods, PodsError};
use crate::launch;
use crate::message::Subjects;
use crate::parcel::PlanParcel;
use crate::server::OwnServer;
use plimsoll_engine::Control;
use plimsoll_study::FleetSpec;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

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
        match fleet.wait_for_nodes(version, control, (wanted, goes_on)) {
            Ok(missing) => problems.extend(missing),
            Err(error) => {
                if let Err(left) = fleet.end() {
                    say(&format!("warning: {left}; {}", left.hint().unwrap_or_default()));
                }
                return Err(error);
            }
        }
        let nodes = fleet.nodes.clone();
        fleet.look_at_clocks(&nodes);
        *lock(&fleet.shared.members) = nodes.into_iter().map(|node| node.id).collect();
        Ok((fleet, problems))
    }

    /// Connected, and without nodes yet.
    pub(super) fn open(
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
            is_ended: AtomicBool::default(),
            state_file: Mutex::default(),
            step_before: Mutex::default(),
            running: Some(running),
            thread: Some(thread),
            server: meeting.server,
        })
    }
}
