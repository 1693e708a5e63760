//! The Docker API, over its socket or over TCP without encryption. Podman's service answers the same.

use super::{Answers, BYTES_MAX, Service};
use crate::clock::RunTime;
use crate::sources::{Access, TelemetrySource};
use bytes::Bytes;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::header::{HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use plimsoll_run::Instance;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::runtime::Runtime;

/// Containers asked about at the most.
const CONTAINERS_MAX: usize = 500;

/// All running containers when none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DockerApiSource {
    pub address: DockerAddress,
    pub containers: Vec<String>,
}

/// Where the Docker API is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DockerAddress {
    Socket(PathBuf),
    /// `host:port`, not encrypted.
    Tcp(String),
}

impl std::fmt::Display for DockerAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DockerAddress::Socket(path) => write!(f, "unix://{}", path.display()),
            DockerAddress::Tcp(authority) => write!(f, "tcp://{authority}"),
        }
    }
}

impl DockerAddress {
    /// `unix:///var/run/docker.sock`, `tcp://host:2375`.
    pub fn parse(text: &str) -> Result<DockerAddress, String> {
        let tcp = text.strip_prefix("tcp://").or_else(|| text.strip_prefix("http://"));
        match (text.strip_prefix("unix://"), tcp.map(|rest| rest.trim_end_matches('/'))) {
            (Some(path), _) if path.starts_with('/') => Ok(DockerAddress::Socket(PathBuf::from(path))),
            (_, Some(host)) if !host.is_empty() && !host.contains('/') => {
                let port = if host.contains(':') { "" } else { ":2375" };
                Ok(DockerAddress::Tcp(format!("{host}{port}")))
            }
            _ => Err(format!(
                "`{text}` is no address of the Docker API: `unix:///var/run/docker.sock`, `tcp://host:2375`"
            )),
        }
    }
}

impl TelemetrySource for DockerApiSource {
    fn name(&self) -> &str {
        "docker"
    }

    fn format(&self) -> Option<&str> {
        Some("docker-stats")
    }

    fn access(&self, every: Duration) -> Access {
        let (address, wanted) = (self.address.clone(), self.containers.clone());
        Access::Service(Box::new(DockerApi::new(address, wanted, super::timeout(every))))
    }

    fn address(&self) -> Option<String> {
        Some(self.address.to_string())
    }

    fn target_name(&self) -> Option<String> {
        Some(match &self.address {
            DockerAddress::Socket(_) => "docker".to_owned(),
            DockerAddress::Tcp(authority) => authority.clone(),
        })
    }
}

struct DockerApi {
    address: DockerAddress,
    wanted: Vec<String>,
    timeout: Duration,
    /// Made with the first question.
    runtime: Option<Runtime>,
    /// Those that were running at some time: their end is looked at, too.
    met: BTreeSet<String>,
}

/// A container of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    id: String,
    name: String,
    state: String,
}

impl DockerApi {
    fn new(address: DockerAddress, wanted: Vec<String>, timeout: Duration) -> DockerApi {
        DockerApi { address, wanted, timeout, runtime: None, met: BTreeSet::new() }
    }

    fn get(&mut self, path: &str) -> Result<Bytes, String> {
        let runtime = match self.runtime.take() {
            Some(runtime) => runtime,
            None => tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(text)?,
        };
        let answer = runtime.block_on(async {
            let exchange = async {
                match &self.address {
                    DockerAddress::Socket(socket) => {
                        let stream = UnixStream::connect(socket).await;
                        exchange(stream.map_err(|error| format!("{}: {error}", socket.display()))?, path)
                            .await
                    }
                    DockerAddress::Tcp(authority) => {
                        let stream = TcpStream::connect(authority).await;
                        exchange(stream.map_err(|error| format!("{authority}: {error}"))?, path).await
                    }
                }
            };
            tokio::time::timeout(self.timeout, exchange).await
        });
        self.runtime = Some(runtime);
        let (status, body) = answer.map_err(|_| "no answer in time".to_owned())??;
        match status {
            StatusCode::OK => Ok(body),
            status => Err(refusal(status, &body)),
        }
    }

    fn list(&mut self) -> Result<Vec<Listed>, String> {
        let answer = self.get("/containers/json?all=true")?;
        listed(&answer).ok_or_else(|| "the list of containers is not as the Docker API has it".to_owned())
    }

    /// Those to ask about.
    fn choose(&mut self, all: Vec<Listed>) -> Vec<Listed> {
        let mut chosen: Vec<Listed> = all
            .into_iter()
            .filter(|container| match self.wanted.is_empty() {
                true => container.state == "running" || self.met.contains(&container.name),
                false => self.wanted.iter().any(|w| *w == container.name || is_id(w, &container.id)),
            })
            .collect();
        chosen.truncate(CONTAINERS_MAX);
        self.met.extend(chosen.iter().map(|container| container.name.clone()));
        chosen
    }

    fn missing(&self, chosen: &[Listed]) -> Vec<(Instance, String)> {
        let wanted =
            if self.wanted.is_empty() { self.met.iter().collect() } else { Vec::from_iter(&self.wanted) };
        let missing = wanted.into_iter().filter_map(|name| {
            let reason = match chosen.iter().find(|c| c.name == *name || is_id(name, &c.id)) {
                Some(container) if container.state == "running" => return None,
                Some(container) => format!("container {name} is {}", container.state),
                None => format!("there is no container {name}"),
            };
            Some((Instance::Container(name.clone()), reason))
        });
        missing.collect()
    }
}

impl Service for DockerApi {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        let all = self.list()?;
        let chosen = self.choose(all);
        answers.missing = self.missing(&chosen);
        for container in &chosen {
            let id = &container.id;
            // It may have gone since the list was made; the next list tells.
            let _ = answers.add(time, || self.get(&format!("/containers/{id}/json")).map(Vec::from));
            if container.state == "running" {
                let path = format!("/containers/{id}/stats?stream=false&one-shot=true");
                let _ = answers.add(time, || self.get(&path).map(Vec::from));
            }
        }
        answers.room()
    }
}

/// Whether this is the beginning of an id, as Docker takes it.
fn is_id(text: &str, id: &str) -> bool {
    text.len() >= 12 && id.starts_with(text)
}

fn listed(answer: &[u8]) -> Option<Vec<Listed>> {
    let all: Value = serde_json::from_slice(answer).ok()?;
    let container = |value: &Value| {
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        let id = text("Id")?;
        let is_plain = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric());
        let name = value.pointer("/Names/0").and_then(Value::as_str).unwrap_or(&id);
        let name = name.trim_start_matches('/').to_owned();
        is_plain.then(|| Listed { name, state: text("State").unwrap_or_default(), id })
    };
    all.as_array()?.iter().map(container).collect()
}

/// One question over a connection of its own.
async fn exchange<S>(stream: S, path: &str) -> Result<(StatusCode, Bytes), String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(text)?;
    let connection = tokio::spawn(connection);
    let request = Request::get(path).header(HOST, "docker").header(USER_AGENT, "Plimsoll");
    let request = request.body(Empty::<Bytes>::new()).map_err(text)?;
    let answer = sender.send_request(request).await.map_err(text)?;
    let status = answer.status();
    let body = Limited::new(answer.into_body(), BYTES_MAX as usize).collect().await.map_err(text)?;
    connection.abort();
    Ok((status, body.to_bytes()))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// What the API said.
fn refusal(status: StatusCode, body: &[u8]) -> String {
    let said = serde_json::from_slice::<Value>(body).ok();
    let said = said.as_ref().and_then(|value| value.get("message")?.as_str()).unwrap_or_default();
    format!("the Docker API answered {}: {said}", status.as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is made of an answer to one question.
    fn ask(answer: &'static str) -> Result<Bytes, String> {
        use std::io::{Read, Write};
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = DockerAddress::Tcp(listener.local_addr().expect("an address").to_string());
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let _ = stream.read(&mut [0; 1_024]);
            let _ = stream.write_all(answer.as_bytes());
        });
        let found = DockerApi::new(address, Vec::new(), Duration::from_secs(5)).get("/containers/json");
        server.join().expect("it ends");
        found
    }

    #[test]
    fn answers_are_taken_apart() {
        assert_eq!(ask("HTTP/1.0 200 OK\r\nServer: x\r\n\r\n[]"), Ok(Bytes::from("[]")));
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n";
        assert_eq!(ask(chunks), Ok(Bytes::from("[]")));
        let missing = ask("HTTP/1.1 404 Not Found\r\n\r\n{\"message\":\"No such container: x\"}");
        assert_eq!(missing, Err("the Docker API answered 404: No such container: x".to_owned()));
        for broken in ["HTTP/1.1 200 OK\r\n", "SSH-2.0-x\r\n", ""] {
            assert!(ask(broken).is_err(), "{broken:?}");
        }
    }

    #[test]
    fn containers_are_chosen_by_name_or_id_and_those_that_stopped_are_missing() {
        let list = br#"[{"Id":"aaaabbbbccccdddd","Names":["/web"],"State":"running"},
            {"Id":"eeeeffff00001111","Names":["/once"],"State":"exited"}]"#;
        let address = || DockerAddress::Tcp("x".to_owned());
        let check = |wanted: &[&str], names: &[&str], missing: &[&str]| {
            let wanted = wanted.iter().map(|name| (*name).to_owned()).collect();
            let mut api = DockerApi::new(address(), wanted, Duration::from_secs(1));
            let chosen = api.choose(listed(list).expect("a list"));
            assert_eq!(chosen.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), names);
            let found: Vec<String> = api.missing(&chosen).into_iter().map(|(_, reason)| reason).collect();
            assert_eq!(found, missing);
        };
        check(&[], &["web"], &[]);
        check(&["once", "none"], &["once"], &["container once is exited", "there is no container none"]);
        check(&["aaaabbbbcccc"], &["web"], &[]);
    }
}
