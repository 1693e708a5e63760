//! Kubernetes, by the user's own `kubectl` with its contexts and logins: the metrics API and the pods.

use super::{Answers, Service};
use crate::clock::{RunTime, trouble};
use crate::sources::{Access, TelemetrySource};
use plimsoll_run::Instance;
use plimsoll_run::percent::encoded;
use serde_json::Value;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// All pods of the namespace when nothing is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubernetesSource {
    pub context: String,
    pub namespace: String,
    pub selector: String,
    pub pods: Vec<String>,
}

impl TelemetrySource for KubernetesSource {
    fn name(&self) -> &str {
        "kubernetes"
    }

    fn format(&self) -> Option<&str> {
        Some("k8s-metrics")
    }

    fn access(&self, every: Duration) -> Access {
        Access::Service(Box::new(KubernetesApi { source: self.clone(), timeout: super::timeout(every) }))
    }

    fn address(&self) -> Option<String> {
        let context = if self.context.is_empty() { String::new() } else { format!("{}@", self.context) };
        Some(format!("kubectl://{context}{}", self.namespace))
    }

    fn target_name(&self) -> Option<String> {
        Some(self.namespace.clone())
    }
}

struct KubernetesApi {
    source: KubernetesSource,
    timeout: Duration,
}

impl KubernetesApi {
    fn get(&self, api: &str) -> Result<Vec<u8>, String> {
        let mut path = format!("{api}/namespaces/{}/pods", encoded(&self.source.namespace));
        if !self.source.selector.is_empty() {
            path = format!("{path}?labelSelector={}", encoded(&self.source.selector));
        }
        let mut command = Command::new("kubectl");
        if !self.source.context.is_empty() {
            command.args(["--context", &self.source.context]);
        }
        let limit = format!("--request-timeout={}s", self.timeout.as_secs().max(1));
        command.args([&limit, "get", "--raw", &path]);
        let answer = output(command, self.timeout + Duration::from_secs(1))?;
        match self.source.pods.is_empty() {
            true => Ok(answer),
            false => only(&answer, &self.source.pods),
        }
    }
}

impl Service for KubernetesApi {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        // Pods first: their restarts are told even where nobody has installed the metrics API.
        answers.add(time, || self.get("/api/v1"))?;
        if let Some(pods) = answers.documents.last() {
            answers.missing = missing(&pods.bytes, &self.source.pods);
        }
        answers.add(time, || self.get("/apis/metrics.k8s.io/v1beta1"))
    }
}

fn name(pod: &Value) -> &str {
    pod.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default()
}

/// The list without the other pods.
fn only(answer: &[u8], pods: &[String]) -> Result<Vec<u8>, String> {
    let mut list: Value = serde_json::from_slice(answer).map_err(|error| format!("kubectl: {error}"))?;
    if let Some(items) = list.get_mut("items").and_then(Value::as_array_mut) {
        items.retain(|item| pods.iter().any(|pod| pod == name(item)));
    }
    Ok(list.to_string().into_bytes())
}

fn missing(answer: &[u8], pods: &[String]) -> Vec<(Instance, String)> {
    let list: Value = serde_json::from_slice(answer).unwrap_or_default();
    let items = list.get("items").and_then(Value::as_array).cloned().unwrap_or_default();
    let gone = pods.iter().filter(|pod| !items.iter().any(|item| name(item) == pod.as_str()));
    gone.map(|pod| (Instance::Container(pod.clone()), format!("there is no pod {pod}"))).collect()
}

/// What a command prints; killed when it takes longer.
fn output(mut command: Command, timeout: Duration) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{program}: {error}");
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(failed)?;
    let (printed, said) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let status = wait(&mut child, timeout).map_err(failed)?;
    let (printed, said) = (printed.join().unwrap_or_default(), said.join().unwrap_or_default());
    match status {
        None => Err(format!("{program}: no answer within {} s", timeout.as_secs())),
        Some(status) if status.success() => Ok(printed),
        Some(status) => Err(format!("{program}: {}", trouble(&String::from_utf8_lossy(&said), status))),
    }
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(super::BYTES_MAX).read_to_end(&mut bytes);
        }
        bytes
    })
}

/// `None`: it was killed for it took too long.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<std::process::ExitStatus>> {
    let until = Instant::now() + timeout;
    while Instant::now() < until {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_written_into_the_query() {
        assert_eq!(encoded("app=web,tier in (a, b)"), "app%3Dweb%2Ctier%20in%20%28a%2C%20b%29");
    }

    #[test]
    fn only_the_named_pods_are_retained_and_others_are_missing() {
        let list = br#"{"kind":"PodList","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}"#;
        let pods = ["b".to_owned(), "c".to_owned()];
        let retained = only(list, &pods).expect("a list");
        assert_eq!(retained, br#"{"kind":"PodList","items":[{"metadata":{"name":"b"}}]}"#);
        let gone = missing(list, &pods);
        assert_eq!(gone, [(Instance::Container("c".to_owned()), "there is no pod c".to_owned())]);
    }

    #[test]
    fn a_command_that_hangs_is_ended() {
        let mut command = Command::new("sh");
        command.args(["-c", "exec sleep 60"]);
        let error = output(command, Duration::from_millis(50)).expect_err("killed");
        assert!(error.contains("no answer"), "{error}");
    }
}
