//! What is made in the cluster, as YAML. A text in double quotes is the same in JSON and in YAML.

use crate::access::NatsAccess;
use crate::connection::{ConnectionError, Credentials};
use plimsoll_study::{FleetSpec, KubernetesNodes};

/// All objects of a fleet have this name.
pub fn name(fleet: &str) -> String {
    format!("plimsoll-{}", fleet.to_ascii_lowercase().replace('_', "-")).trim_end_matches('-').to_owned()
}

/// By which its objects are found.
pub fn selector(fleet: &str) -> String {
    format!("app.kubernetes.io/name=plimsoll,app.kubernetes.io/instance={}", name(fleet))
}

/// A node's name: this and its number.
pub const NODE: &str = "node-";
/// Of the secret that a user is shown.
const NOT_SHOWN: &str = "(not shown)";
/// Where a pod finds the secret's files.
const FILES: &str = "/etc/plimsoll";
/// As images without users number one that is not root.
const USER: u32 = 65_532;

/// What the nodes must know to be let in: name and value; variables of the environment, and files.
#[derive(Debug, Default)]
pub struct Secret {
    variables: Vec<(&'static str, String)>,
    files: Vec<(&'static str, String)>,
}

impl Secret {
    pub fn of(spec: &FleetSpec, credentials: &Credentials) -> Result<Secret, ConnectionError> {
        let access = NatsAccess::of(&spec.nats, credentials)?;
        Ok(Secret { variables: access.variables(), files: access.files() })
    }

    fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.files.is_empty()
    }
}

/// The manifests as a user may see them: without what is secret.
pub fn shown(
    spec: &FleetSpec,
    pods: &KubernetesNodes,
    credentials: &Credentials,
) -> Result<String, ConnectionError> {
    let mut secret = Secret::of(spec, credentials)?;
    let all = secret.variables.iter_mut().chain(&mut secret.files);
    all.for_each(|(_, value)| NOT_SHOWN.clone_into(value));
    Ok(written(spec, pods, &secret))
}

/// The manifests as they are applied.
pub fn written(spec: &FleetSpec, pods: &KubernetesNodes, secret: &Secret) -> String {
    let mut all = vec![service_account(spec, pods)];
    if !secret.is_empty() {
        all.push(secret_object(spec, pods, secret));
    }
    all.push(job(spec, pods, secret));
    all.join("---\n")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn metadata(spec: &FleetSpec, pods: &KubernetesNodes) -> String {
    let (name, namespace) = (name(&spec.name), &pods.namespace);
    format!(
        "metadata:\n  name: {name}\n  namespace: {namespace}\n  labels: {{app.kubernetes.io/name: plimsoll, \
         app.kubernetes.io/instance: {name}}}\n"
    )
}

/// An account that may do nothing, and whose token no pod gets.
fn service_account(spec: &FleetSpec, pods: &KubernetesNodes) -> String {
    format!(
        "apiVersion: v1\nkind: ServiceAccount\n{}automountServiceAccountToken: false\n",
        metadata(spec, pods)
    )
}

fn secret_object(spec: &FleetSpec, pods: &KubernetesNodes, secret: &Secret) -> String {
    let values = secret.variables.iter().chain(&secret.files);
    let lines: String = values.map(|(name, value)| format!("  {name}: {}\n", quoted(value))).collect();
    format!("apiVersion: v1\nkind: Secret\n{}type: Opaque\nstringData:\n{lines}", metadata(spec, pods))
}

fn arguments(spec: &FleetSpec, pods: &KubernetesNodes, secret: &Secret) -> String {
    let url = pods.nats.as_ref().or(spec.nats.url.as_ref()).cloned().unwrap_or_default();
    let orphan = format!("{} s", spec.orphan_timeout.as_secs().max(1));
    let mut arguments: Vec<String> =
        ["node", "--nats", &url, "--fleet", &spec.name].map(str::to_owned).into();
    let own = format!("{NODE}$(JOB_COMPLETION_INDEX)");
    arguments.extend(["--name", &own, "--folder", "/work", "--once"].map(str::to_owned));
    arguments.extend(["--orphan-timeout".to_owned(), orphan]);
    for (name, _) in &secret.files {
        arguments.extend([format!("--{name}"), format!("{FILES}/{name}")]);
    }
    arguments.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(", ")
}

fn job(spec: &FleetSpec, pods: &KubernetesNodes, secret: &Secret) -> String {
    let KubernetesNodes { image, nodes, cpu, memory, pull_secret, .. } = pods;
    let name = name(&spec.name);
    let labels = format!("{{app.kubernetes.io/name: plimsoll, app.kubernetes.io/instance: {name}}}");
    let resources = format!("{{cpu: {}, memory: {}}}", quoted(cpu), quoted(memory));
    let pull = match pull_secret {
        Some(pull_secret) => format!("      imagePullSecrets: [{{name: {pull_secret}}}]\n"),
        None => String::new(),
    };
    let variable = |(variable, _): &(&str, String)| {
        format!(
            "        - {{name: {variable}, valueFrom: {{secretKeyRef: {{name: {name}, key: {variable}}}}}}}\n"
        )
    };
    let variables: String = secret.variables.iter().map(variable).collect();
    let env = if variables.is_empty() { String::new() } else { format!("        env:\n{variables}") };
    let (mut mounts, mut volumes) = (String::new(), String::new());
    if !secret.files.is_empty() {
        let items: Vec<String> =
            secret.files.iter().map(|(name, _)| format!("{{key: {name}, path: {name}}}")).collect();
        mounts = format!("        - {{name: secret, mountPath: {FILES}, readOnly: true}}\n");
        volumes = format!(
            "      - {{name: secret, secret: {{secretName: {name}, defaultMode: 0440, items: [{}]}}}}\n",
            items.join(", ")
        );
    }
    format!(
        "apiVersion: batch/v1
kind: Job
{metadata}spec:
  completionMode: Indexed
  completions: {nodes}
  parallelism: {nodes}
  # A node that is lost stays lost, and the others go on (Kubernetes 1.29 or later).
  backoffLimitPerIndex: 0
  maxFailedIndexes: {nodes}
  ttlSecondsAfterFinished: 600
  template:
    metadata:
      labels: {labels}
    spec:
      restartPolicy: Never
      serviceAccountName: {name}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 30
      securityContext: {{runAsNonRoot: true, runAsUser: {USER}, runAsGroup: {USER}, fsGroup: {USER}, seccompProfile: \
         {{type: RuntimeDefault}}}}
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: ScheduleAnyway
        labelSelector: {{matchLabels: {labels}}}
{pull}      containers:
      - name: node
        image: {image}
        args: [{arguments}]
{env}        resources: {{requests: {resources}, limits: {resources}}}
        securityContext: {{allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {{drop: [ALL]}}}}
        volumeMounts:
        - {{name: work, mountPath: /work}}
        - {{name: work, mountPath: /tmp, subPath: tmp}}
{mounts}      volumes:
      - {{name: work, emptyDir: {{}}}}
{volumes}",
        metadata = metadata(spec, pods),
        image = quoted(image),
        arguments = arguments(spec, pods, secret),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_study::NatsServer;
    use std::time::Duration;

    fn fleet() -> (FleetSpec, KubernetesNodes) {
        let pods = KubernetesNodes {
            context: None,
            namespace: "perf".to_owned(),
            image: "registry.lab/plimsoll:0.2".to_owned(),
            nodes: 3,
            cpu: "2".to_owned(),
            memory: "1Gi".to_owned(),
            nats: None,
            pull_secret: None,
            start_within: Duration::from_secs(120),
        };
        let nats = NatsServer { url: Some("nats://nats:4222".to_owned()), ..NatsServer::default() };
        (
            FleetSpec {
                name: "Lab_1".to_owned(),
                nats,
                kubernetes: Some(pods.clone()),
                ..FleetSpec::default()
            },
            pods,
        )
    }

    #[test]
    fn what_is_secret_is_in_the_secret_alone_and_is_not_shown() {
        let (spec, pods) = fleet();
        let credentials = Credentials { token: Some("word \"1\"".to_owned()), ..Credentials::default() };
        let secret = Secret::of(&spec, &credentials).expect("no files");
        let applied = written(&spec, &pods, &secret);
        let objects: Vec<&str> = applied.split("---\n").collect();
        assert!(objects[1].contains(r#"PLIMSOLL_NATS_TOKEN: "word \"1\"""#), "{}", objects[1]);
        assert!(!objects[0].contains("word") && !objects[2].contains("word"), "{applied}");
        let shown = shown(&spec, &pods, &credentials).expect("no files");
        assert!(!shown.contains("word") && shown.contains(NOT_SHOWN), "{shown}");
    }

    #[test]
    fn without_credentials_there_is_no_secret() {
        let (spec, pods) = fleet();
        let text = written(&spec, &pods, &Secret::default());
        assert!(!text.contains("kind: Secret") && !text.contains("env:"), "{text}");
        assert!(text.contains("name: plimsoll-lab-1\n") && text.contains("completions: 3\n"), "{text}");
    }
}
