//! `plimsoll record`: what a client asks for, as a plan.

mod browser;
mod summary;
mod trust;
mod view;

use super::convert::{self, MadeYaml};
use crate::arguments::RecordArguments;
use crate::exit::{Exit, Failure, chain};
use crate::{message, outputs};
use browser::RecordedBrowser;
use plimsoll_formats::{Conversion, Properties};
use plimsoll_record::{
    Archive, Authority, RecordError, RecordEvent, RecordingSettings, RecordingSummary, TrafficRecorder,
};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use view::View;

const PORT: u16 = 8899;

/// Between two looks at the browser, the keyboard and the time.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub fn record(arguments: &RecordArguments) -> Result<Exit, Failure> {
    let authority = Authority::open(&trust::folder()?).map_err(|error| match error {
        RecordError::Write { .. } => failure(&error).with_hint(trust::ELSEWHERE),
        _ => failure(&error),
    })?;
    if arguments.trust {
        trust::explain(&authority);
        return Ok(Exit::Done);
    }
    let files = Files::of(arguments)?;
    let start = start_host(arguments)?;
    let browser = arguments.browser.then(browser::find).transpose()?;
    let certificate = Certificate::of(&authority);
    let address = address(arguments);
    // The port first: when it is in use, no file has been made.
    let listener = std::net::TcpListener::bind(address)
        .map_err(|error| failure(&RecordError::Listen { address, error }))?;
    let archive =
        Archive::create(&files.archive, env!("CARGO_PKG_VERSION")).map_err(|error| failure(&error))?;
    let recorder = TrafficRecorder::start(listener, &settings(arguments), authority, archive)
        .map_err(|error| failure(&error))?;
    let input = listen_to_people()?;
    let running = match &browser {
        Some(program) => Some(RecordedBrowser::start(
            program,
            recorder.address(),
            &certificate.key_hash,
            arguments.url.as_deref(),
        )?),
        None => None,
    };
    View::introduce(&recorder, &files, &certificate, running.is_some());
    let (recording, broken) = until_its_end(recorder, &input, running, arguments.time);
    let done = finish(arguments, &files, start, &recording);
    match broken {
        Some(error) => Err(failure(&error).with_hint(
            "what was recorded before is in the file; the plan is made of it where that was possible",
        )),
        None => done,
    }
}

/// What is written.
struct Files {
    archive: PathBuf,
    plan: Option<PathBuf>,
}

impl Files {
    fn of(arguments: &RecordArguments) -> Result<Files, Failure> {
        let output = &arguments.output;
        let extension = output.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        let files = match extension.as_str() {
            "har" => Files { archive: output.clone(), plan: None },
            "yaml" | "yml" => Files { archive: output.with_extension("har"), plan: Some(output.clone()) },
            _ => {
                return Err(Failure::input(format!("{} is neither .yaml nor .har", output.display()))
                    .with_hint("a plan ends in .yaml, a recording in .har; JMeter's plans are not written"));
            }
        };
        for file in [Some(&files.archive), files.plan.as_ref()].into_iter().flatten() {
            outputs::check_new(file, [], arguments.force)?;
        }
        Ok(files)
    }
}

/// What clients need to know of the authority.
struct Certificate {
    file: PathBuf,
    key_hash: String,
    is_new: bool,
}

impl Certificate {
    fn of(authority: &Authority) -> Self {
        Certificate {
            file: authority.file().to_owned(),
            key_hash: authority.key_hash(),
            is_new: authority.is_new(),
        }
    }
}

fn address(arguments: &RecordArguments) -> SocketAddr {
    let port = if arguments.browser { 0 } else { PORT };
    arguments.listen.unwrap_or(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
}

fn settings(arguments: &RecordArguments) -> RecordingSettings {
    RecordingSettings { verify: !arguments.insecure, authorities: None, pause: arguments.pause }
}

/// The host of the page to begin at.
fn start_host(arguments: &RecordArguments) -> Result<Option<String>, Failure> {
    let Some(url) = &arguments.url else { return Ok(None) };
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    let host = rest.and_then(plimsoll_record::host_of);
    host.map(|host| Some(host.to_owned())).ok_or_else(|| {
        Failure::input(format!("{url} is no URL that can be opened"))
            .with_hint(format!("write it with its scheme: https://{}", url.trim_start_matches('/')))
    })
}

/// What somebody types.
enum Typed {
    /// Enter alone has no name.
    Name(String),
    Quit,
}

/// Lines of stdin, and signals. The end of stdin is no end of the recording: it may have been empty from the start.
fn listen_to_people() -> Result<Receiver<Typed>, Failure> {
    let (sender, typed) = channel();
    let signals = sender.clone();
    ctrlc::set_handler(move || {
        // Nobody listens once the recording has ended.
        let _ = signals.send(Typed::Quit);
    })
    .map_err(|e| Failure::internal(format!("failed to listen for signals: {e}")))?;
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let typed = match line.trim() {
                "q" | "quit" => Typed::Quit,
                name => Typed::Name(name.chars().filter(|c| !c.is_control()).take(200).collect()),
            };
            if sender.send(typed).is_err() {
                return;
            }
        }
    });
    Ok(typed)
}

fn until_its_end(
    recorder: TrafficRecorder,
    typed: &Receiver<Typed>,
    mut browser: Option<RecordedBrowser>,
    time: Duration,
) -> (RecordingSummary, Option<RecordError>) {
    let started = Instant::now();
    let mut view = View::default();
    let mut broken = None;
    loop {
        match recorder.events().recv_timeout(LOOK_EVERY) {
            Ok(RecordEvent::Broken(error)) => {
                broken = Some(error);
                break;
            }
            Ok(event) => view.show(&event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        match typed.try_recv() {
            Ok(Typed::Quit) => break,
            Ok(Typed::Name(name)) => {
                recorder.begin_page(&name);
                View::named(&name);
            }
            Err(_) => {}
        }
        if started.elapsed() >= time {
            message::say("the time of the recording is over (--for)");
            break;
        }
        if browser.as_mut().is_some_and(RecordedBrowser::has_ended) {
            break;
        }
    }
    drop(browser);
    let (recording, rest) = recorder.finish();
    rest.iter().for_each(|event| view.show(event));
    (recording, broken)
}

fn finish(
    arguments: &RecordArguments,
    files: &Files,
    start: Option<String>,
    recording: &RecordingSummary,
) -> Result<Exit, Failure> {
    if recording.exchanges == 0 {
        // There is nothing in it that could be lost.
        let _ = std::fs::remove_file(&files.archive);
        return Err(summary::nothing(recording));
    }
    summary::counts(recording);
    let conversion = conversion(arguments, start, recording);
    let Some(plan) = &files.plan else {
        message::say(&format!("recording: {}", files.archive.display()));
        return Ok(Exit::Done);
    };
    summary::foreign(recording, &conversion.hosts).into_iter().for_each(|text| message::say(&text));
    let made = MadeYaml {
        path: &files.archive,
        properties: Properties::new(),
        conversion,
        skip_unsupported: true,
        any_certificate: arguments.insecure,
        output: Some(plan),
        force: arguments.force,
        command: "record",
    };
    let made = made.made().inspect_err(|_| {
        message::say(&format!("recording: {}", files.archive.display()));
    })?;
    made.write(plan)?;
    summary::files(&files.archive, plan);
    Ok(Exit::Done)
}

/// Without `--host` the hosts of the site.
fn conversion(
    arguments: &RecordArguments,
    start: Option<String>,
    recording: &RecordingSummary,
) -> Conversion {
    let mut conversion = convert::of_recording(&arguments.recording);
    if conversion.hosts.is_empty() && !recording.foreign_hosts.is_empty() {
        conversion.hosts = recording.hosts.iter().cloned().chain(start).collect();
        conversion.hosts.dedup();
    }
    conversion
}

fn failure(error: &RecordError) -> Failure {
    let text = chain(error);
    match error {
        RecordError::Listen { address, error } => {
            let hint = match error.kind() {
                std::io::ErrorKind::AddrInUse => {
                    format!("another program listens there; --listen {}:0 takes any free port", address.ip())
                }
                std::io::ErrorKind::AddrNotAvailable => {
                    "this machine has no such address; --listen 127.0.0.1:8899 is reached from it alone"
                        .to_owned()
                }
                _ => "--listen names another address and port".to_owned(),
            };
            Failure::input(text).with_hint(hint)
        }
        RecordError::Write { .. } => {
            Failure::input(text).with_hint("is the folder there, is there room, and may you write to it?")
        }
        RecordError::Read { .. } => Failure::input(text),
        RecordError::Tls(_) | RecordError::Start(_) => Failure::internal(text),
    }
}
