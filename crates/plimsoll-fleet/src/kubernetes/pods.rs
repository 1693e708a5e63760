//! What pods and events say of why nodes do not come.

use serde_json::Value;
use std::collections::BTreeMap;
use std::mem::discriminant;

/// The label by which a Job numbers its pods.
const INDEX: &str = "batch.kubernetes.io/job-completion-index";
/// Of a pod that used more than its limit.
pub const OUT_OF_MEMORY: &str = "it was out of memory";

/// Why something does not start, and of how many pods.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// No machine has room for it.
    Unschedulable(String),
    ImageNotPulled(String),
    /// The cluster does not let pods be made.
    NotCreated(String),
    /// It could not be started.
    NotStarted(String),
    /// It is still being started, and this was said of it last.
    Starting(String),
    /// It ended before the run.
    Ended {
        pod: String,
        how: String,
    },
}

impl Trouble {
    /// It does not go away by waiting.
    pub fn is_final(&self) -> bool {
        !matches!(self, Trouble::Unschedulable(_) | Trouble::Starting(_))
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Unschedulable(why) => write!(out, "no machine of the cluster has room: {why}"),
            Trouble::ImageNotPulled(why) => write!(out, "the image can't be pulled: {why}"),
            Trouble::NotCreated(why) => write!(out, "the cluster does not let the pods be made: {why}"),
            Trouble::NotStarted(why) => write!(out, "a container can't be started: {why}"),
            Trouble::Starting(why) => write!(out, "pods are still being started: {why}"),
            Trouble::Ended { pod, how } => write!(out, "the pod {pod} has ended: {how}"),
        }
    }
}

/// Of a list of pods as `kubectl get pods -o json` gives it; each kind of trouble once, in the words of the first pod, with how
/// many pods have it.
pub fn troubles(pods: &Value) -> BTreeMap<Trouble, usize> {
    let mut all: BTreeMap<Trouble, usize> = BTreeMap::new();
    for trouble in items(pods).filter_map(trouble) {
        let same = |(other, _): &(&Trouble, &mut usize)| discriminant(*other) == discriminant(&trouble);
        match all.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => drop(all.insert(trouble, 1)),
        }
    }
    all
}

/// Of a list of pods: why the node with this number has none that runs.
pub fn gone(pods: &Value, index: &str) -> Option<String> {
    let is_of = |pod: &&Value| pod["metadata"]["labels"][INDEX].as_str() == Some(index);
    let Some(pod) = items(pods).find(is_of) else { return Some("its pod was deleted".to_owned()) };
    match trouble(pod) {
        Some(Trouble::Ended { how, .. }) => Some(format!("its pod has ended: {how}")),
        _ if pod["metadata"]["deletionTimestamp"].is_string() => Some("its pod is being deleted".to_owned()),
        _ => None,
    }
}

/// Of a Job's events as `kubectl get events -o json` gives them: why its pods could not be made.
pub fn not_created(events: &Value) -> Option<Trouble> {
    let failed = items(events).find(|event| event["reason"] == "FailedCreate")?;
    let message = text(&failed["message"]);
    // `Error creating: pods "…" is forbidden: exceeded quota: …`
    let why = message.split_once("is forbidden: ").map_or(message.as_str(), |(_, why)| why);
    Some(Trouble::NotCreated(why.to_owned()))
}

/// Of a namespace's events: what was warned of last of pods whose names begin with this.
pub fn warned(events: &Value, pods: &str) -> Option<Trouble> {
    let of_pods = |event: &&Value| {
        event["type"] == "Warning" && text(&event["involvedObject"]["name"]).starts_with(pods)
    };
    let last = items(events).filter(of_pods).max_by_key(|event| text(&event["lastTimestamp"]))?;
    Some(Trouble::Starting(text(&last["message"])))
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list["items"].as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_owned()
}

fn trouble(pod: &Value) -> Option<Trouble> {
    let status = &pod["status"];
    let conditions = status["conditions"].as_array().into_iter().flatten();
    let mut unschedulable = conditions.filter(|condition| {
        condition["type"] == "PodScheduled"
            && condition["status"] == "False"
            && condition["reason"] == "Unschedulable"
    });
    if let Some(condition) = unschedulable.next() {
        return Some(Trouble::Unschedulable(text(&condition["message"])));
    }
    // Its containers only know that they were ended.
    if status["reason"] == "Evicted" {
        return Some(Trouble::Ended { pod: text(&pod["metadata"]["name"]), how: text(&status["message"]) });
    }
    let containers = status["containerStatuses"].as_array().into_iter().flatten();
    for state in containers.map(|container| &container["state"]) {
        let waiting = &state["waiting"];
        let why = || match text(&waiting["message"]) {
            message if message.is_empty() => text(&waiting["reason"]),
            message => message,
        };
        match waiting["reason"].as_str().unwrap_or_default() {
            "ImagePullBackOff" | "ErrImagePull" | "InvalidImageName" | "ErrImageNeverPull" => {
                return Some(Trouble::ImageNotPulled(why()));
            }
            "CreateContainerConfigError"
            | "CreateContainerError"
            | "RunContainerError"
            | "CrashLoopBackOff" => {
                return Some(Trouble::NotStarted(why()));
            }
            _ => {}
        }
        let ended = &state["terminated"];
        if ended.is_object() {
            let pod = text(&pod["metadata"]["name"]);
            let (reason, code) = (text(&ended["reason"]), ended["exitCode"].as_i64().unwrap_or_default());
            return Some(match reason.as_str() {
                "StartError" | "ContainerCannotRun" => Trouble::NotStarted(text(&ended["message"])),
                "OOMKilled" => Trouble::Ended { pod, how: OUT_OF_MEMORY.to_owned() },
                _ => Trouble::Ended { pod, how: format!("exit status {code}") },
            });
        }
    }
    let message = text(&status["message"]);
    (status["phase"] == "Failed")
        .then(|| Trouble::Ended { pod: text(&pod["metadata"]["name"]), how: message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(status: Value, expected: Option<(&str, bool)>) {
        let pods = json!({"items": [{"metadata": {"name": "p-0"}, "status": status.clone()}]});
        let found = troubles(&pods);
        let found: Vec<_> = found.keys().map(|trouble| (trouble.to_string(), trouble.is_final())).collect();
        let expected = expected.map(|(text, is_final)| (text.to_owned(), is_final));
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{status}");
    }

    #[test]
    fn what_keeps_pods_from_running_is_said() {
        let message = "0/2 nodes are available: 2 Insufficient cpu.";
        let condition =
            json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message});
        let room = format!("no machine of the cluster has room: {message}");
        check(json!({"phase": "Pending", "conditions": [condition]}), Some((&room, false)));
        let waiting = |reason, message| json!({"containerStatuses": [{"state": {"waiting": {"reason": reason, "message": message}}}]});
        let pulled = "the image can't be pulled: not found";
        check(waiting("ErrImagePull", "not found"), Some((pulled, true)));
        check(waiting("ContainerCreating", ""), None);
        let ended = |reason| json!({"containerStatuses": [{"state": {"terminated": {"reason": reason, "exitCode": 2}}}]});
        check(ended("OOMKilled"), Some(("the pod p-0 has ended: it was out of memory", true)));
        check(ended("Error"), Some(("the pod p-0 has ended: exit status 2", true)));
        check(json!({"phase": "Running"}), None);
    }

    #[test]
    fn why_a_node_has_no_pod_is_said() {
        let ended = |reason| json!([{"state": {"terminated": {"reason": reason, "exitCode": 137}}}]);
        let pod =
            |index: &str, status: Value| json!({"metadata": {"labels": {INDEX: index}}, "status": status});
        let pods = json!({"items": [
            pod("0", json!({"phase": "Failed", "containerStatuses": ended("OOMKilled")})),
            pod("1", json!({"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory.",
                "containerStatuses": ended("Error")})),
            pod("2", json!({"phase": "Running"})),
        ]});
        let said = ["0", "1", "2", "3"].map(|index| gone(&pods, index));
        let expected = [
            Some("its pod has ended: it was out of memory"),
            Some("its pod has ended: The node was low on resource: memory."),
            None,
            Some("its pod was deleted"),
        ];
        assert_eq!(said.each_ref().map(Option::as_deref), expected);
    }

    #[test]
    fn a_quota_is_said_in_its_own_words() {
        let message = "Error creating: pods \"p-0\" is forbidden: exceeded quota: q, requested: pods=1";
        let events = json!({"items": [{"reason": "FailedCreate", "message": message}]});
        let said = not_created(&events).map(|trouble| trouble.to_string());
        let expected = "the cluster does not let the pods be made: exceeded quota: q, requested: pods=1";
        assert_eq!(said.as_deref(), Some(expected));
        assert_eq!(not_created(&json!({"items": []})), None);
    }

    #[test]
    fn what_was_warned_of_last_is_said() {
        let event = |name, at, message| {
            let object = json!({"kind": "Pod", "name": name});
            json!({"type": "Warning", "involvedObject": object, "lastTimestamp": at, "message": message})
        };
        let events = json!({"items": [
            event("plimsoll-lab-0-x", "2026-01-01T00:00:02Z", "no sandbox"),
            event("plimsoll-lab-1-y", "2026-01-01T00:00:01Z", "before"),
            event("other", "2026-01-01T00:00:03Z", "of another"),
        ]});
        assert_eq!(warned(&events, "plimsoll-lab-"), Some(Trouble::Starting("no sandbox".to_owned())));
        assert_eq!(warned(&events, "plimsoll-no-"), None);
    }
}
