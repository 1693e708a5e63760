//! Finds the schemas of a program's calls before it runs.

use super::answer::GrpcAnswer;
use super::call::CONTENT_TYPE;
use crate::error::EngineError;
use crate::load_task::ReceiveTime;
use crate::net::tls::{self, Tls};
use crate::net::{Connection, Way};
use crate::program::{Compiled, CompiledRequest, Program};
use crate::protocol::http::message::Pieces;
use crate::protocol::http::response::{Keep, ResponseReader};
use crate::protocol::http::{HttpTarget, message};
use crate::protocol::http2::{Admission, Http2Request, Http2Session, Rung, SessionEvent, prepare};
use plimsoll_grpc::{Code, Method, Reflection, Schema, VERSIONS, frame};
use plimsoll_plan::input_file::placed;
use plimsoll_plan::plan::{Body, GrpcCall, GrpcSchema};
use rustix::event::epoll::EventFlags;
use rustix::event::{PollFd, PollFlags, Timespec};
use std::collections::HashMap;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// Longest time for one question to a server.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest message of a server's description.
const MESSAGE_MAX: u64 = 64 * 1024 * 1024;

/// How servers that describe themselves are spoken to.
struct Secure<'a> {
    tls: &'a Tls,
    /// The name that TLS asks for, where it is not the host's.
    server_name: Option<&'a str>,
}

/// Gives each call its method, and makes the calls that never change into bytes. `tls` is for the servers
/// that describe themselves.
pub fn resolve(program: &mut Program, tls: &Tls) -> Result<(), EngineError> {
    let secure = &Secure { tls, server_name: program.server_name.as_deref() };
    let mut schemas: HashMap<String, Result<Schema, String>> = HashMap::new();
    let (labels, mut problems) = (program.labels.clone(), Vec::new());
    for request in &mut program.samplers.requests {
        let Body::Grpc(call) = &request.body else { continue };
        match method(request, call, &mut schemas, secure) {
            Ok(method) => {
                request.method_of_call = Some(method);
                request.ready = message::ready(request);
            }
            Err(problem) => {
                let name = match &request.label {
                    crate::program::Label::Known(id) => labels.transaction(*id).name.clone(),
                    crate::program::Label::Made(_) => {
                        request.path.as_literal().unwrap_or_default().to_owned()
                    }
                };
                problems.push(format!("request \"{name}\": {problem}"));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(EngineError::Grpc(problems)) }
}

fn method(
    request: &CompiledRequest,
    call: &GrpcCall<Compiled>,
    schemas: &mut HashMap<String, Result<Schema, String>>,
    secure: &Secure<'_>,
) -> Result<Method, String> {
    let path =
        request.path.as_literal().ok_or("the name of a gRPC method can't be made while the plan runs")?;
    let schema = match &call.schema {
        GrpcSchema::Proto { path, includes } => {
            let known = schemas.entry(format!("{} {includes:?}", path.display()));
            let compile = || {
                let includes: Vec<_> = includes.iter().map(|folder| placed(folder).into_owned()).collect();
                Schema::compile(&placed(path), &includes).map_err(|error| error.to_string())
            };
            known.or_insert_with(compile).clone()?
        }
        GrpcSchema::Reflection => {
            let part = |text: &crate::program::Text| text.as_literal().map(str::to_owned);
            let parts = (
                part(&request.scheme),
                part(&request.host),
                request.port.as_ref().map_or(Some(String::new()), part),
            );
            let (Some(scheme), Some(host), Some(port)) = parts else {
                return Err(
                    "a server whose address is made while the plan runs can't describe itself before"
                        .to_owned(),
                );
            };
            let target = HttpTarget::new(&scheme, &host, &port, path)?;
            let service = path.rsplit_once('/').map_or(path, |(service, _)| service);
            let known = schemas.entry(format!("{}{service}", target.authority()));
            known.or_insert_with(|| describe(&target, secure)).clone()?
        }
    };
    let method = schema.method(path).map_err(|e| e.to_string())?;
    if !method.sends_stream() && call.messages.len() != 1 {
        return Err(format!("the method takes one message, and there are {}", call.messages.len()));
    }
    for message in call.messages.iter().filter_map(|message| message.as_literal()) {
        method.encode(message).map_err(|e| e.to_string())?;
    }
    Ok(method)
}

/// Asks the server for the schema of the target's service.
fn describe(target: &HttpTarget, secure: &Secure<'_>) -> Result<Schema, String> {
    let mut last = String::new();
    for version in VERSIONS {
        let mut reflection = Reflection::new(version, &target.path).map_err(|e| e.to_string())?;
        loop {
            let question = reflection.question().map_err(|e| e.to_string())?;
            let answer = ask(target, reflection.path(), &question, secure);
            let answer = answer
                .map_err(|problem| format!("{} does not describe itself: {problem}", target.authority()))?;
            match (answer.status(), answer.messages()) {
                ((Code::UNIMPLEMENTED, text), _) => {
                    last = format!(
                        "{} has no server reflection ({text}); use a `proto` file",
                        target.authority()
                    );
                    break;
                }
                // A server may end the stream as it likes once it has answered.
                (_, [message, ..]) => match reflection.answer(message) {
                    Ok(Some(schema)) => return Ok(schema),
                    Ok(None) => {}
                    Err(problem) => return Err(problem.to_string()),
                },
                ((code, text), []) => {
                    return Err(format!(
                        "{} does not describe itself: {}: {text}",
                        target.authority(),
                        code.name()
                    ));
                }
            }
        }
    }
    Err(last)
}

/// One call, on a connection of its own, at the first address that can be reached.
fn ask(target: &HttpTarget, path: &str, question: &[u8], secure: &Secure<'_>) -> Result<GrpcAnswer, String> {
    let target = Arc::new(HttpTarget { path: path.to_owned(), ..target.clone() });
    let found = (target.host.as_str(), target.port).to_socket_addrs().map_err(|e| e.to_string())?;
    let addresses: Arc<[IpAddr]> = found.map(|address| address.ip()).collect();
    let config = match target.secure {
        true => Some(tls::offering(secure.tls.config(), &["h2"])),
        false => None,
    };
    let server_name = secure.server_name.unwrap_or(&target.host);
    let mut last = format!("{} has no address", target.host);
    let mut way = Way::default();
    way.found(addresses);
    while let Some(address) = way.next(target.port) {
        let config = config.as_ref().map(|config| (config, server_name));
        match Connection::open(address, None, config, ReceiveTime::Worker) {
            Ok(connection) => {
                way.address = Some(address);
                let to = (Arc::clone(&target), way.clone());
                let session = Http2Session::new((0, 0), to, None, 1, connection, &Rung::default());
                match converse(session, prepare(&target, &pieces(question))?) {
                    Err(Problem::Unreachable(text)) => last = text,
                    Err(Problem::Other(text)) => return Err(text),
                    Ok(answer) => return Ok(answer),
                }
            }
            Err((_, text)) => last = text,
        }
    }
    Err(last)
}

enum Problem {
    Unreachable(String),
    Other(String),
}

/// Drives a session until its one request is answered. Before a run there is nobody to hold up.
fn converse(mut session: Http2Session, request: Http2Request) -> Result<GrpcAnswer, Problem> {
    let other = |text: &str| Problem::Other(text.to_owned());
    let (mut request, mut stream) = (Some(request), None);
    let (mut answer, mut reader) = (GrpcAnswer::new(MESSAGE_MAX, true), ResponseReader::default());
    let mut context = Context::from_waker(Waker::noop());
    let until = Instant::now() + PATIENCE;
    loop {
        match session.poll(|| 0) {
            SessionEvent::SpeaksHttp1 => return Err(other("the server does not speak HTTP/2 (ALPN)")),
            SessionEvent::Unreachable((_, text)) => return Err(Problem::Unreachable(text)),
            SessionEvent::Over((_, text)) if stream.is_none() => return Err(Problem::Other(text)),
            SessionEvent::Nothing | SessionEvent::Opened | SessionEvent::Over(_) => {}
        }
        if stream.is_none()
            && session.admission() == Admission::Now
            && let Some(request) = request.take()
        {
            stream = Some(session.start(request).map_err(|(_, text)| Problem::Other(text))?);
            continue;
        }
        if let Some(stream) = &mut stream {
            match stream.go_on(&mut context, &mut reader, Keep::default(), &mut answer) {
                Poll::Ready(Ok(())) => return Ok(answer),
                Poll::Ready(Err(_)) if answer.has_message() => return Ok(answer),
                Poll::Ready(Err(failed)) => return Err(Problem::Other(failed.failure.1)),
                Poll::Pending if std::mem::take(&mut stream.progressed) => continue,
                Poll::Pending => {}
            }
        }
        if Instant::now() >= until {
            return Err(Problem::Other(format!("no answer within {} s", PATIENCE.as_secs())));
        }
        wait(&session);
    }
}

/// Until something happens on the socket, but not for long: writing may have to go on, too.
fn wait(session: &Http2Session) {
    let flags = session.with_socket(|socket| {
        let mut wanted = [PollFd::from_borrowed_fd(socket.fd(), PollFlags::IN)];
        let timeout = Timespec { tv_sec: 0, tv_nsec: 2_000_000 };
        let _ = rustix::event::poll(&mut wanted, Some(&timeout));
        wanted[0].revents()
    });
    let mut noted = EventFlags::empty();
    noted.set(EventFlags::IN, flags.contains(PollFlags::IN));
    noted.set(EventFlags::HUP, flags.intersects(PollFlags::HUP | PollFlags::ERR));
    session.note(noted);
}

fn pieces(question: &[u8]) -> Pieces {
    let mut body = Vec::new();
    frame(question, &mut body);
    let headers =
        vec![("Content-Type".to_owned(), CONTENT_TYPE.to_owned()), ("te".to_owned(), "trailers".to_owned())];
    Pieces { method: "POST".to_owned(), headers, body, keep_alive: true, ..Pieces::default() }
}
