//! A plan that nobody wrote: the requests of the command line, a URL or a list of them.

use crate::arguments::{LoadArguments, RequestArguments};
use crate::exit::{Exit, Failure, chain};
use crate::message;
use plimsoll_formats::request_list::{
    self, ListedBody, ListedRequest, ListedUrl, RequestList, is_header_name,
};
use plimsoll_formats::{PlanReading, Properties, read_yaml, write_yaml};
use plimsoll_run::{ErrorKind, Run};
use std::path::{Path, PathBuf};

/// The YAML that requests of the command line are. It is what is performed, kept and printed.
pub struct MadePlan {
    /// Of the study, its folder and its messages.
    pub name: String,
    pub text: String,
    /// Certificates are verified.
    pub verifies: bool,
}

impl MadePlan {
    /// The file that it would be.
    pub fn file(&self) -> PathBuf {
        PathBuf::from(format!("{}.yaml", self.name))
    }

    pub fn read(&self, properties: &Properties) -> PlanReading {
        read_yaml(&self.file().display().to_string(), &self.text, Path::new(""), properties)
    }
}

/// Endings of what is no host.
const FILE_ENDINGS: [&str; 8] = ["jmx", "yaml", "yml", "har", "json", "txt", "run", "csv"];

/// The plan of the requests that are asked for; `None`: `file` is a plan or a study.
pub fn made(
    file: Option<&Path>,
    requests: &RequestArguments,
    with_load: impl FnOnce(plimsoll_plan::Plan) -> Result<plimsoll_plan::Plan, Failure>,
) -> Result<Option<MadePlan>, Failure> {
    let Some(list) = list(file, requests)? else { return Ok(None) };
    let plan = with_load(list.plan())?;
    let text = write_yaml(&plan);
    Ok(Some(MadePlan { name: list.name, text, verifies: plan.verify_certificates }))
}

fn list(file: Option<&Path>, requests: &RequestArguments) -> Result<Option<RequestList>, Failure> {
    let headers = headers(&requests.headers)?;
    if let Some(targets) = &requests.targets {
        if let Some(file) = file {
            let text = format!("{} and --targets {}: one of them", file.display(), targets.display());
            return Err(Failure::input(text).with_hint("--targets names the file with the URLs"));
        }
        return listed(targets, headers, requests.insecure).map(Some);
    }
    let Some(file) = file else { return Ok(None) };
    let text = file.to_string_lossy();
    if !text.contains("://") {
        return match requests.given() {
            _ if is_like_host(&text) && !file.exists() => {
                let text = format!("there is no file {text}, and without a scheme it is no URL");
                let hint = format!("a URL begins with its scheme: http://{}", file.display());
                Err(Failure::input(text).with_hint(hint))
            }
            Some(option) => Err(Failure::input(format!("{option} is for URLs; a plan says what is sent"))
                .with_hint("write it into the plan; for a list of URLs, give the file as --targets FILE")),
            None => Ok(None),
        };
    }
    let url =
        ListedUrl::parse(&text).map_err(|problem| Failure::input(problem.message).with_hint(problem.hint))?;
    let body = body(requests.data.as_deref())?;
    let method = method(requests.method.as_deref(), &body)?;
    let name = url.host().source();
    let requests_of_it = vec![ListedRequest { method, url, headers, body }];
    Ok(Some(RequestList { name, requests: requests_of_it, insecure: requests.insecure }))
}

/// `localhost:8080/x`, `shop.example/x`, `10.0.0.1`.
fn is_like_host(text: &str) -> bool {
    let authority = text.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let (host, has_port) = host.map_or((authority, false), |(host, _)| (host, true));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if host.is_empty() || !host.chars().all(is_name) || host.starts_with('.') {
        return false;
    }
    let ending = host.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let is_file = ending.as_deref().is_some_and(|ending| FILE_ENDINGS.contains(&ending));
    has_port || host == "localhost" || ending.is_some() && !is_file
}

fn headers(given: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let header = |text: &String| match text.split_once(':') {
        // What stands there may be a secret: it is not repeated.
        None => Err(Failure::input("a header of -H has no colon").with_hint("write -H 'Name: value'")),
        Some((name, _)) if !is_header_name(name.trim()) => {
            let text = format!("`{name}` is no name of a header");
            Err(Failure::input(text).with_hint("write -H 'Name: value'"))
        }
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
    };
    given.iter().map(header).collect()
}

fn body(data: Option<&str>) -> Result<ListedBody, Failure> {
    let Some(data) = data else { return Ok(ListedBody::Empty) };
    let Some(name) = data.strip_prefix('@') else { return Ok(ListedBody::Text(data.to_owned())) };
    let path = std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name));
    if !path.is_file() {
        return Err(Failure::input(format!("--data @{name}: there is no such file"))
            .with_hint("it is looked for from where the program is started"));
    }
    Ok(ListedBody::File(path.display().to_string()))
}

fn method(given: Option<&str>, body: &ListedBody) -> Result<String, Failure> {
    let has_body = *body != ListedBody::Empty;
    let Some(given) = given else { return Ok(if has_body { "POST" } else { "GET" }.to_owned()) };
    let method = given.trim().to_ascii_uppercase();
    if !is_header_name(&method) {
        return Err(Failure::input(format!("-X {given}: it is no method")).with_hint("write -X PUT"));
    }
    if has_body && matches!(method.as_str(), "GET" | "HEAD") {
        let text = format!("-X {method} with --data: servers take no body from such a request");
        return Err(Failure::input(text).with_hint(
            "leave -X out, and it is a POST; a plan in YAML can send it: `request: {method: GET, url: …, body: …}`",
        ));
    }
    Ok(method)
}

/// The headers of the command line come first; a request's own of the same name stands instead.
fn listed(path: &Path, headers: Vec<(String, String)>, insecure: bool) -> Result<RequestList, Failure> {
    let (list, problems) = request_list::read(path).map_err(|error| {
        Failure::input(format!("failed to read the targets {}: {}", path.display(), chain(&error)))
            .with_hint("--targets names a file with a line `METHOD URL` for each request")
    })?;
    problems.iter().for_each(message::diagnostic);
    let Some(mut list) = list else { return Err(Failure::said(Exit::BadInput)) };
    list.insecure = insecure;
    for request in &mut list.requests {
        let is_own = |name: &str| request.headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let common: Vec<_> = headers.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
        request.headers.splice(0..0, common);
    }
    Ok(list)
}

/// The YAML as `--print-plan` prints it, with what does not stand in a plan.
pub fn printed(made: &MadePlan, load: &LoadArguments, requirements: &[String]) -> String {
    let mut command = format!("plimsoll run {}", made.file().display());
    if load.find_capacity {
        command.push_str(" --find-capacity");
        let mut add = |flag: &str, value: Option<String>| {
            command.extend(value.map(|value| format!(" {flag} {value}")));
        };
        add("--from", load.from.map(|rate| format!("{rate}/s")));
        add("--to", load.to.map(|rate| format!("{rate}/s")));
        add("--precision", load.precision.map(|share| format!("'{} %'", share * 100.0)));
        let time = |time| format!("'{}'", plimsoll_plan::units::format_duration(time));
        add("--duration", load.duration.map(time));
        add("--ramp", load.ramp.map(time));
        add("--users", load.users.map(|users| users.to_string()));
    }
    for requirement in requirements {
        command.push_str(&format!(" -r '{requirement}'"));
    }
    format!("# {command}\n{}", made.text)
}

/// Says what `-k` would do where certificates were not trusted.
pub fn explain_certificates(made: &MadePlan, files: &[PathBuf]) {
    let is_untrusted = |(kind, detail): &(ErrorKind, String)| {
        *kind == ErrorKind::Tls && detail.to_ascii_lowercase().contains("certificate")
    };
    let failed = |file: &PathBuf| {
        let run = Run::open(file).ok()?;
        let intervals = run.seconds.iter().flat_map(|second| second.transactions.values());
        let mut failures = intervals.flat_map(|interval| interval.errors.keys());
        failures.find(|failure| is_untrusted(failure)).map(|(_, detail)| detail.clone())
    };
    if let Some(detail) = files.iter().filter(|_| made.verifies).find_map(failed) {
        let text = format!("the server's certificate is not trusted: {detail}");
        let hint = "-k takes any certificate; SSL_CERT_FILE names a file of the authorities that are trusted";
        message::warning(&text, Some(hint));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_host_is_no_file() {
        for text in ["localhost", "localhost:8080/x", "10.0.0.1/x", "shop.example?x=1", "web:80"] {
            assert!(is_like_host(text), "{text}");
        }
        for text in ["missing.jmx", "studies/x.y", "plan", "a b.c", "./x.y", "p.txt", "", "C:/x"] {
            assert!(!is_like_host(text), "{text}");
        }
    }
}
