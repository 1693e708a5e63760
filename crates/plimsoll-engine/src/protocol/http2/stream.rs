//! One request and its answer on a session.

use super::alarm::Alarm;
use crate::net::FailureDetail;
use crate::net::connection::exchange_failure;
use crate::protocol::http::response::{Keep, ResponseReader};
use bytes::Bytes;
use h2::client::ResponseFuture;
use h2::{Reason, RecvStream, SendStream};
use http::{HeaderMap, StatusCode};
use plimsoll_run::ErrorKind;
use std::cell::Cell;
use std::io::ErrorKind as Io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// Bytes of a body that are handed over at a time, so that the time-out sees whether the server takes them.
const SEND_CHUNK: usize = 64 * 1024;

/// What streams tell their session.
pub(super) struct StreamCount {
    /// Requests under way.
    pub active: Cell<u32>,
    /// A request waits for one of them to end.
    pub wanted: Cell<bool>,
    pub alarm: Arc<Alarm>,
}

impl StreamCount {
    pub fn new(alarm: Arc<Alarm>) -> Rc<StreamCount> {
        Rc::new(StreamCount { active: Cell::new(0), wanted: Cell::new(false), alarm })
    }
}

/// The right to be under way; given back when the stream is dropped, however it ended.
struct Permit(Rc<StreamCount>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.active.set(self.0.active.get() - 1);
        if self.0.wanted.get() {
            self.0.alarm.ring();
        }
    }
}

/// Dropped before its end, it is reset (CANCEL).
pub struct Http2Stream {
    pub session: u64,
    /// Something was sent or received since the last look.
    pub progressed: bool,
    pub sent: bool,
    stage: Stage,
    sending: Option<(SendStream<Bytes>, Bytes)>,
    _permit: Permit,
}

enum Stage {
    Head(ResponseFuture),
    Body(RecvStream),
    Trailers(RecvStream),
    Done,
}

/// What takes the pieces of an answer's body.
pub trait BodySink {
    fn head(&mut self, _: StatusCode, _: &HeaderMap) {}
    fn data(&mut self, data: &[u8], reader: &mut ResponseReader, keep: Keep) -> Result<(), FailureDetail>;
    fn trailers(&mut self, _: &HeaderMap) {}
}

/// Keeps the body where someone looks at it.
pub struct Plain;

impl BodySink for Plain {
    fn data(&mut self, data: &[u8], reader: &mut ResponseReader, keep: Keep) -> Result<(), FailureDetail> {
        reader.keep_body(data, keep);
        Ok(())
    }
}

/// How a stream failed.
#[derive(Debug)]
pub struct Failed {
    pub failure: FailureDetail,
    /// The server says that it has not looked at the request: it may be sent again whatever it does.
    pub unseen: bool,
    /// This request alone was ended, not the connection.
    pub is_reset: bool,
    /// The connection takes nothing new.
    pub going_away: bool,
}

impl From<FailureDetail> for Failed {
    fn from(failure: FailureDetail) -> Failed {
        Failed { failure, unseen: false, is_reset: false, going_away: false }
    }
}

impl Http2Stream {
    pub(super) fn new(
        answer: ResponseFuture,
        sending: Option<(SendStream<Bytes>, Bytes)>,
        session: u64,
        load: &Rc<StreamCount>,
    ) -> Http2Stream {
        load.active.set(load.active.get() + 1);
        let sent = sending.is_none();
        let _permit = Permit(Rc::clone(load));
        Http2Stream { session, progressed: true, sent, stage: Stage::Head(answer), sending, _permit }
    }

    /// Sends and receives as far as it goes; ready when the answer is whole.
    pub fn go_on(
        &mut self,
        context: &mut Context<'_>,
        reader: &mut ResponseReader,
        keep: Keep,
        sink: &mut dyn BodySink,
    ) -> Poll<Result<(), Failed>> {
        self.send(context);
        loop {
            match &mut self.stage {
                Stage::Head(future) => {
                    let answer = ready!(Pin::new(future).poll(context)).map_err(|e| failed(&e))?;
                    let (parts, body) = answer.into_parts();
                    read_head(parts.status, &parts.headers, reader, keep);
                    sink.head(parts.status, &parts.headers);
                    self.stage = Stage::Body(body);
                }
                Stage::Body(body) => match ready!(body.poll_data(context)) {
                    Some(Ok(data)) => {
                        // What was read is released at once: it is kept here or not at all.
                        let _ = body.flow_control().release_capacity(data.len());
                        reader.bytes += data.len() as u64;
                        sink.data(&data, reader, keep)?;
                    }
                    Some(Err(e)) => return Poll::Ready(Err(failed(&e))),
                    None => {
                        let Stage::Body(body) = std::mem::replace(&mut self.stage, Stage::Done) else {
                            continue;
                        };
                        self.stage = Stage::Trailers(body);
                    }
                },
                Stage::Trailers(body) => {
                    if let Some(trailers) = ready!(body.poll_trailers(context)).map_err(|e| failed(&e))? {
                        read_fields(&trailers, reader, keep);
                        sink.trailers(&trailers);
                    }
                    return Poll::Ready(Ok(()));
                }
                Stage::Done => return Poll::Ready(Ok(())),
            }
            self.progressed = true;
        }
    }

    /// Hands over what the server's window has room for. What goes wrong is told by the answer.
    fn send(&mut self, context: &mut Context<'_>) {
        while let Some((stream, rest)) = &mut self.sending {
            stream.reserve_capacity(rest.len().min(SEND_CHUNK));
            let room = match stream.poll_capacity(context) {
                Poll::Pending => return,
                Poll::Ready(Some(Ok(room))) => room.min(rest.len()),
                Poll::Ready(_) => return,
            };
            if room == 0 {
                continue;
            }
            let piece = rest.split_to(room);
            let is_last = rest.is_empty();
            let outcome = stream.send_data(piece, is_last);
            self.progressed = true;
            if is_last || outcome.is_err() {
                self.sent |= is_last;
                self.sending = None;
            }
        }
    }
}

fn read_head(status: StatusCode, headers: &HeaderMap, reader: &mut ResponseReader, keep: Keep) {
    let start = format_args!("HTTP/2 {}\n", status.as_str()).to_string();
    reader.status = status.as_u16();
    reader.keep_alive = true;
    // With the ends of lines that HTTP/1.1 would have, and its empty line.
    reader.bytes += start.len() as u64 + 3;
    if keep.headers || keep.example || !(200..400).contains(&reader.status) {
        // HTTP/2 has no reason phrase; the usual one is what checks and reports know.
        reader.reason = status.canonical_reason().unwrap_or_default().to_owned();
    }
    if keep.headers || keep.is_example(reader.status) {
        reader.headers = start;
    }
    read_fields(headers, reader, keep);
    reader.head_bytes = reader.bytes;
    let text = |name: http::HeaderName| headers.get(name).map(|v| String::from_utf8_lossy(v.as_bytes()));
    if keep.body || keep.is_example(reader.status) {
        let encoding = text(http::header::CONTENT_ENCODING);
        reader.content_encoding = encoding.map(|text| text.trim().to_ascii_lowercase());
    }
    if (300..400).contains(&reader.status) {
        reader.location = text(http::header::LOCATION).map(|text| text.into_owned());
    }
    let all = |name: http::HeaderName| {
        headers.get_all(name).into_iter().map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned())
    };
    if keep.cookies {
        reader.set_cookies.extend(all(http::header::SET_COOKIE));
    }
    if reader.status == 401 {
        reader.challenges.extend(all(http::header::WWW_AUTHENTICATE));
    }
}

/// Counts header fields as HTTP/1.1 would write them: their size on the wire is known to nobody, for HPACK
/// sends what was sent before as a number.
fn read_fields(headers: &HeaderMap, reader: &mut ResponseReader, keep: Keep) {
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    reader.bytes += size as u64;
    if keep.headers || keep.is_example(reader.status) {
        for (name, value) in headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            reader.headers.push_str(&format!("{name}: {value}\n"));
        }
    }
}

/// What an error of the protocol means.
pub(super) fn failed(error: &h2::Error) -> Failed {
    let closed =
        |io: &std::io::Error| matches!(io.kind(), Io::BrokenPipe | Io::UnexpectedEof | Io::NotConnected);
    // The codec's words for a close in the middle of a frame.
    let cut = |io: &std::io::Error| io.kind() == Io::Other && io.to_string() == "bytes remaining on stream";
    let reason = error.reason().map_or_else(|| error.to_string(), |reason| format!("{reason:?}"));
    let failure = match error.get_io() {
        Some(io) if closed(io) || cut(io) => {
            let text = "the server closed the connection in the middle of an answer";
            (ErrorKind::ClosedEarly, text.to_owned())
        }
        Some(io) => exchange_failure(io),
        None if error.is_reset() && error.is_remote() => {
            (ErrorKind::Reset, format!("the server reset the stream: {reason}"))
        }
        None if error.is_go_away() && error.is_remote() => {
            (ErrorKind::ClosedEarly, format!("the server is going away: {reason}"))
        }
        None => (ErrorKind::BadHttp, format!("not an HTTP/2 answer: {reason}")),
    };
    let going_away = error.is_go_away() && error.is_remote();
    // GOAWAY ends only streams above the last one that the server looked at; the others end with the
    // connection, as broken.
    let unseen =
        going_away || error.is_reset() && error.is_remote() && error.reason() == Some(Reason::REFUSED_STREAM);
    Failed { failure, unseen, is_reset: error.is_reset(), going_away }
}
