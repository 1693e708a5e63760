//! The Docker API, over its socket or over TCP without encryption. Podman's service answers the same.
//!
//! HTTP/1.0 with a connection for each question: so an answer ends with its connection and is never in chunks.

use super::{Answers, BYTES_MAX, Service, connect};
use crate::collection::RunTime;
use crate::spec::DockerAddress;
use plimsoll_run::Instance;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Containers asked about at the most.
const CONTAINERS_MAX: usize = 500;
const HEADERS_MAX: usize = 64;

pub struct DockerApi {
    address: DockerAddress,
    wanted: Vec<String>,
    timeout: Duration,
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
    pub fn new(address: DockerAddress, containers: Vec<String>, timeout: Duration) -> DockerApi {
        DockerApi { address, wanted: containers, timeout, met: BTreeSet::new() }
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, String> {
        match &self.address {
            DockerAddress::Socket(path_of_socket) => {
                let failed = |error: std::io::Error| format!("{}: {error}", path_of_socket.display());
                let stream = UnixStream::connect(path_of_socket).map_err(failed)?;
                stream.set_read_timeout(Some(self.timeout)).map_err(failed)?;
                stream.set_write_timeout(Some(self.timeout)).map_err(failed)?;
                exchange(stream, path)
            }
            DockerAddress::Tcp(authority) => exchange(connect(authority, self.timeout)?, path),
        }
    }

    fn list(&self) -> Result<Vec<Listed>, String> {
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
            let _ = answers.add(time, || self.get(&format!("/containers/{id}/json")));
            if container.state == "running" {
                let path = format!("/containers/{id}/stats?stream=false&one-shot=true");
                let _ = answers.add(time, || self.get(&path));
            }
        }
        Ok(())
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

fn exchange(mut stream: impl Read + Write, path: &str) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => "no answer in time".to_owned(),
        _ => error.to_string(),
    };
    let request = format!("GET {path} HTTP/1.0\r\nHost: docker\r\nUser-Agent: Plimsoll\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = Vec::new();
    stream.take(BYTES_MAX).read_to_end(&mut answer).map_err(failed)?;
    body(&answer)
}

/// What an answer holds; an error is what the API said.
fn body(answer: &[u8]) -> Result<Vec<u8>, String> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut head = httparse::Response::new(&mut headers);
    let start = match head.parse(answer) {
        Ok(httparse::Status::Complete(start)) => start,
        Ok(httparse::Status::Partial) => return Err("the answer was cut off".to_owned()),
        Err(error) => return Err(format!("the answer is no HTTP: {error}")),
    };
    let body = &answer[start..];
    match head.code {
        Some(200) => Ok(body.to_vec()),
        code => {
            let said = serde_json::from_slice::<Value>(body).ok();
            let said = said.as_ref().and_then(|value| value.get("message")?.as_str()).unwrap_or_default();
            Err(format!("the Docker API answered {}: {said}", code.unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_taken_apart() {
        let said = |answer: &str| body(answer.as_bytes()).map(|b| String::from_utf8_lossy(&b).into_owned());
        assert_eq!(said("HTTP/1.0 200 OK\r\nServer: x\r\n\r\n[]"), Ok("[]".to_owned()));
        let missing = said("HTTP/1.1 404 Not Found\r\n\r\n{\"message\":\"No such container: x\"}");
        assert_eq!(missing, Err("the Docker API answered 404: No such container: x".to_owned()));
        assert_eq!(said("HTTP/1.1 200 OK\r\n"), Err("the answer was cut off".to_owned()));
        assert!(said("SSH-2.0-x\r\n").is_err());
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
