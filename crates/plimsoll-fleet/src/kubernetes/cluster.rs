//! The Job of a fleet: made, looked at, removed.

use super::kubectl::{Kubectl, KubectlError, KubectlLimit};
use super::manifest::{self, Secret};
use super::pods::{self, Trouble};
use crate::connection::{ConnectionError, Credentials};
use plimsoll_engine::Control;
use plimsoll_study::{FleetSpec, KubernetesNodes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often pods are looked at while they are waited for, and from when on: they take a moment to be made.
const LOOK: Duration = Duration::from_secs(3);
/// Trouble that may go away by itself (a registry that is busy) does so within this.
const FINAL: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum PodsError {
    #[error("there is no kubectl on PATH")]
    NoKubectl,
    #[error(transparent)]
    Access(#[from] ConnectionError),
    #[error("kubectl could not {what} in the namespace {namespace}: {why}")]
    Refused { what: &'static str, namespace: String, why: String },
    #[error("the nodes do not start in the namespace {namespace}: {}", listed(.troubles))]
    NotStarted { namespace: String, troubles: BTreeMap<Trouble, usize>, log: String },
    #[error("{running} of {wanted} pods run in the namespace {namespace} after {waited_s} s{}", reasons(.troubles))]
    Missing {
        namespace: String,
        running: usize,
        wanted: u32,
        waited_s: u64,
        troubles: BTreeMap<Trouble, usize>,
    },
    #[error("what was made in the namespace {namespace} could not be removed: {why}")]
    NotRemoved { namespace: String, why: String },
    #[error("stopped while nodes were being started")]
    Stopped,
}

fn listed(troubles: &BTreeMap<Trouble, usize>) -> String {
    let pods = |count: &usize| if *count == 1 { String::new() } else { format!(" ({count} pods)") };
    troubles.iter().map(|(trouble, count)| format!("{trouble}{}", pods(count))).collect::<Vec<_>>().join("; ")
}

fn reasons(troubles: &BTreeMap<Trouble, usize>) -> String {
    if troubles.is_empty() { String::new() } else { format!(": {}", listed(troubles)) }
}

impl PodsError {
    pub fn hint(&self) -> Option<&str> {
        match self {
            PodsError::Stopped => None,
            PodsError::NoKubectl => Some("install kubectl, and name your cluster in its configuration"),
            PodsError::Access(error) => Some(error.hint()),
            PodsError::Refused { why, .. } => Some(refused(why)),
            PodsError::NotRemoved { .. } => Some(
                "`plimsoll fleet kubernetes --delete FILE` does so; else pods end by themselves when nobody has asked for \
                 `orphan_timeout`, and the cluster removes the rest ten minutes after that",
            ),
            PodsError::NotStarted { log, .. } if !log.is_empty() => Some(log),
            PodsError::NotStarted { troubles, .. } | PodsError::Missing { troubles, .. } => Some(
                troubles
                    .keys()
                    .next()
                    .map_or("can pods reach the NATS server? `kubernetes: {nats: …}`", helps),
            ),
        }
    }
}

fn refused(why: &str) -> &'static str {
    let has = |part: &str| why.contains(part);
    match () {
        () if has("AlreadyExists") || has("already exists") => {
            "another fleet of this name is there, or was left behind: `plimsoll fleet kubernetes --delete FILE` removes it; \
             or give this one another `name`"
        }
        () if has("namespaces") && has("not found") => "`kubectl create namespace NAME`, or name another one",
        () if has("orbidden") => {
            "you need the rights to create, get and delete jobs, secrets and serviceaccounts, and to get pods and events: \
             `kubectl auth can-i create jobs` asks"
        }
        () if has("nauthorized") || has("logged in") || has("provide credentials") => {
            "log in to the cluster again"
        }
        () if has("refused") || has("Unable to connect") || has("no such host") || has("timeout") => {
            "does `kubectl get nodes` reach the cluster? `kubernetes: {context: …}` names another one"
        }
        () => "does `kubectl get jobs` work there?",
    }
}

fn helps(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Unschedulable(_) => {
            "lower `nodes`, `cpu` or `memory`, add machines to the cluster, or give it more time: `start_within: 10 min`"
        }
        Trouble::ImageNotPulled(_) => {
            "check `image`; a private registry needs `pull_secret`, and the machines of the cluster must reach it"
        }
        Trouble::NotCreated(_) => "lower `nodes`, `cpu` or `memory`, or ask for a higher quota",
        Trouble::Starting(_) => {
            "`kubectl describe pods` says more; slow machines and registries need more time: `start_within: 10 min`"
        }
        Trouble::NotStarted(_) => {
            "is it an image of plimsoll, for the machines' architecture, and is `memory` enough for it to start?"
        }
        Trouble::Ended { how, .. } if how == pods::OUT_OF_MEMORY => "give each pod more `memory`",
        Trouble::Ended { .. } => "`kubectl logs` shows what it said; is it an image of this version?",
    }
}

/// Ends with this value.
pub struct NodePods {
    state: PodsState,
    /// Of whoever waits for them.
    control: Control,
    /// Since when there is trouble that does not go away by waiting.
    stuck: Option<Instant>,
    looked: Option<Instant>,
    running: usize,
    /// What keeps them away was said.
    is_given_up: bool,
    is_removed: bool,
}

/// By which another process takes it over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PodsState {
    kubectl: Kubectl,
    fleet: String,
    nodes: u32,
    start_within: Duration,
    /// Of the Job.
    #[serde(default)]
    uid: String,
}

impl NodePods {
    pub fn start(
        pods: &KubernetesNodes,
        spec: &FleetSpec,
        credentials: &Credentials,
        (control, say): (&Control, &(dyn Fn(&str) + Sync)),
    ) -> Result<NodePods, PodsError> {
        let secret = Secret::of(spec, credentials)?;
        let mut state = PodsState {
            kubectl: Kubectl::of(pods),
            fleet: spec.name.clone(),
            nodes: pods.nodes,
            start_within: pods.start_within,
            uid: String::new(),
        };
        say(&format!("starting {} nodes in the namespace {}", pods.nodes, pods.namespace));
        let manifests = manifest::written(spec, pods, &secret);
        let patience = KubectlLimit::Until(control);
        match state.kubectl.run(&["create", "--validate=false", "-f", "-"], Some(&manifests), patience) {
            Ok(_) => {
                state.let_job_own(patience);
                Ok(NodePods::of(state, control))
            }
            Err(error) => {
                let error = state.refused("start nodes", error);
                // What was made before the one that failed; of another fleet of this name nothing is touched.
                if !matches!(&error, PodsError::Refused { why, .. } if why.contains("xists"))
                    && state.delete(KubectlLimit::after(control)).is_err()
                    && matches!(error, PodsError::Stopped)
                {
                    say(
                        "warning: what was made in the cluster could not be removed: `plimsoll fleet kubernetes --delete FILE` does so",
                    );
                }
                Err(error)
            }
        }
    }

    /// Takes over the one of a process that was killed.
    pub fn take_over(state: PodsState, control: &Control) -> NodePods {
        NodePods::of(state, control)
    }

    fn of(state: PodsState, control: &Control) -> NodePods {
        let control = control.clone();
        NodePods {
            state,
            control,
            stuck: None,
            looked: None,
            running: 0,
            is_given_up: false,
            is_removed: false,
        }
    }

    pub fn state(&self) -> PodsState {
        self.state.clone()
    }

    /// Whether a node of this name may be a pod.
    pub fn is_name(node: &str) -> bool {
        node.starts_with(manifest::NODE)
    }

    pub fn nodes(&self) -> usize {
        self.state.nodes as usize
    }

    /// What stays where the cluster does not answer goes by itself, and can be removed later.
    pub fn remove(mut self) -> Result<(), PodsError> {
        self.is_removed = true;
        let removed = self.state.delete(KubectlLimit::after(&self.control));
        removed.map(drop).map_err(|error| {
            let why = self.state.refused("remove the nodes", error).to_string();
            PodsError::NotRemoved { namespace: self.state.kubectl.namespace().to_owned(), why }
        })
    }

    /// It was said that they do not come.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// Looks at the pods now and then while they are waited for: an error when they do not come, once.
    pub fn look(&mut self, waited: Duration) -> Result<(), PodsError> {
        if self.is_given_up {
            return Ok(());
        }
        let looked = self.look_at_pods(waited);
        self.is_given_up = looked.is_err();
        looked
    }

    fn look_at_pods(&mut self, waited: Duration) -> Result<(), PodsError> {
        let is_over = waited > self.state.start_within;
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK) && !is_over || waited < LOOK {
            return Ok(());
        }
        let troubles = self.troubles();
        self.looked = Some(Instant::now());
        self.stuck = match troubles.keys().any(Trouble::is_final) {
            true => self.stuck.or(self.looked),
            false => None,
        };
        let namespace = self.state.kubectl.namespace().to_owned();
        if self.stuck.is_some_and(|since| since.elapsed() > FINAL) {
            let log = self.state.last_words(&troubles, KubectlLimit::Until(&self.control));
            return Err(PodsError::NotStarted { namespace, troubles, log });
        }
        if is_over {
            let troubles = if troubles.is_empty() { self.warned() } else { troubles };
            let (running, wanted) = (self.running, self.state.nodes);
            let waited_s = waited.as_secs();
            return Err(PodsError::Missing { namespace, running, wanted, waited_s, troubles });
        }
        Ok(())
    }

    /// Of these nodes, which are lost: why the pod of each does not run any more, as far as the cluster says; it is asked once.
    pub fn why_gone(&self, nodes: &[&str]) -> Vec<Option<String>> {
        let indices: Vec<_> = nodes.iter().map(|node| node.strip_prefix(manifest::NODE)).collect();
        let pods = match indices.iter().any(Option::is_some) {
            true => {
                // Only a word on what is known already.
                self.state.get("pods", &["-l", &manifest::selector(&self.state.fleet)], KubectlLimit::Short)
            }
            false => None,
        };
        indices.into_iter().map(|index| pods::gone(pods.as_ref()?, index?)).collect()
    }

    /// Of pods that are still being started.
    fn warned(&self) -> BTreeMap<Trouble, usize> {
        if self.running as u32 >= self.state.nodes {
            return BTreeMap::new();
        }
        let pods = format!("{}-", manifest::name(&self.state.fleet));
        let events = self.state.get(
            "events",
            &["--field-selector", "type=Warning"],
            KubectlLimit::Until(&self.control),
        );
        events
            .and_then(|events| pods::warned(&events, &pods))
            .map(|trouble| (trouble, 1))
            .into_iter()
            .collect()
    }

    fn troubles(&mut self) -> BTreeMap<Trouble, usize> {
        let mut troubles = BTreeMap::new();
        let patience = KubectlLimit::Until(&self.control);
        if let Some(list) = self.state.get("pods", &["-l", &manifest::selector(&self.state.fleet)], patience)
        {
            let items = list["items"].as_array().map_or(&[][..], Vec::as_slice);
            self.running = items.iter().filter(|pod| pod["status"]["phase"] == "Running").count();
            troubles = pods::troubles(&list);
            if (items.len() as u32) < self.state.nodes {
                // Of this Job: those of an earlier one of this name are there for an hour.
                let job = format!("involvedObject.uid={}", self.state.uid);
                let events = self.state.get("events", &["--field-selector", &job], patience);
                troubles
                    .extend(events.and_then(|events| pods::not_created(&events)).map(|trouble| (trouble, 1)));
            }
        }
        troubles
    }
}

impl PodsState {
    fn get(&self, what: &str, which: &[&str], patience: KubectlLimit<'_>) -> Option<serde_json::Value> {
        // Who may not look only learns less.
        let text = self.kubectl.run(&[&["get", what, "-o", "json"], which].concat(), None, patience).ok()?;
        serde_json::from_str(&text).ok()
    }

    fn refused(&self, what: &'static str, error: KubectlError) -> PodsError {
        match error {
            KubectlError::NotFound => PodsError::NoKubectl,
            KubectlError::Stopped => PodsError::Stopped,
            KubectlError::Said(why) => {
                PodsError::Refused { what, namespace: self.kubectl.namespace().to_owned(), why }
            }
        }
    }

    /// What a pod that ended said last.
    fn last_words(&self, troubles: &BTreeMap<Trouble, usize>, patience: KubectlLimit<'_>) -> String {
        let ended = troubles.keys().find_map(|trouble| match trouble {
            Trouble::Ended { pod, .. } => Some(pod),
            _ => None,
        });
        let log = ended.and_then(|pod| self.kubectl.run(&["logs", pod, "--tail=3"], None, patience).ok());
        let log = log.map(|log| log.trim().replace('\n', " ")).filter(|log| !log.is_empty());
        log.map(|log| format!("it said: {log}")).unwrap_or_default()
    }

    /// The cluster removes the Job some time after its pods have ended, and with it what belongs to it: also when nobody
    /// is left to remove them.
    fn let_job_own(&mut self, patience: KubectlLimit<'_>) {
        let name = manifest::name(&self.fleet);
        let asked = ["get", "job", &name, "-o", "jsonpath={.metadata.uid}"];
        let Ok(uid) = self.kubectl.run(&asked, None, patience) else { return };
        uid.trim().clone_into(&mut self.uid);
        let owner =
            serde_json::json!([{"apiVersion": "batch/v1", "kind": "Job", "name": name, "uid": self.uid}]);
        let patch = serde_json::json!({"metadata": {"ownerReferences": owner}}).to_string();
        for kind in ["serviceaccount", "secret"] {
            let _ = self.kubectl.run(&["patch", kind, &name, "--type=merge", "-p", &patch], None, patience);
        }
    }

    fn delete(&self, patience: KubectlLimit<'_>) -> Result<String, KubectlError> {
        let selector = manifest::selector(&self.fleet);
        let what = ["delete", "jobs,secrets,serviceaccounts", "-l", &selector];
        self.kubectl.run(&[&what[..], &["--wait=false", "--ignore-not-found"]].concat(), None, patience)
    }
}

impl Drop for NodePods {
    fn drop(&mut self) {
        if !self.is_removed {
            let _ = self.state.delete(KubectlLimit::after(&self.control));
        }
    }
}

/// Removes what a run of this fleet left behind; what kubectl says of it.
pub fn remove(pods: &KubernetesNodes, spec: &FleetSpec) -> Result<String, PodsError> {
    let state = PodsState {
        kubectl: Kubectl::of(pods),
        fleet: spec.name.clone(),
        nodes: pods.nodes,
        start_within: pods.start_within,
        uid: String::new(),
    };
    state.delete(KubectlLimit::Whole).map_err(|error| state.refused("remove the nodes", error))
}
