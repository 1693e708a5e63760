//! What a call gets back.

use crate::net::FailureDetail;
use crate::protocol::http::response::{Keep, ResponseReader};
use crate::protocol::http2::BodySink;
use http::{HeaderMap, StatusCode};
use plimsoll_grpc::{Code, FrameError, Frames, Method, status_message};
use plimsoll_run::ErrorKind;
use serde_json::Value;

/// An answer as it comes.
pub struct GrpcAnswer {
    frames: Frames,
    http_status: u16,
    /// What it is when it is no answer of gRPC.
    foreign: Option<String>,
    /// From the trailers, or from the headers of an answer that has nothing else.
    status: Option<(Code, String)>,
}

impl GrpcAnswer {
    /// `keeps`: someone looks at the messages.
    pub fn new(message_limit: u64, keeps: bool) -> GrpcAnswer {
        GrpcAnswer { frames: Frames::new(message_limit, keeps), http_status: 0, foreign: None, status: None }
    }

    /// A message is whole.
    pub fn has_message(&self) -> bool {
        self.frames.count() > 0
    }

    pub fn messages(&self) -> &[Vec<u8>] {
        self.frames.messages()
    }

    fn look_for_status(&mut self, fields: &HeaderMap) {
        if let Some(code) = fields.get("grpc-status") {
            let text = fields.get("grpc-message").map(|text| status_message(text.as_bytes()));
            self.status = Some((Code::parse(code.as_bytes()), text.unwrap_or_default()));
        }
    }

    /// How the call ended, in the words of gRPC.
    pub fn status(&self) -> (Code, String) {
        match &self.status {
            Some((code, text)) => (*code, text.clone()),
            None => match &self.foreign {
                Some(text) => (Code::of_http(self.http_status), text.clone()),
                None => (Code::UNKNOWN, "the answer has no grpc-status".to_owned()),
            },
        }
    }

    /// Ends the answer: its status as the reason, its messages as JSON in the body. An error: the call failed.
    pub fn conclude(
        &self,
        method: Option<&Method>,
        reader: &mut ResponseReader,
        keep: Keep,
    ) -> Result<(), FailureDetail> {
        let (code, text) = self.status();
        reader.reason = code.name().to_owned();
        reader.content_encoding = None;
        let outcome = self.read(method, reader, keep);
        if code != Code::OK {
            let colon = if text.is_empty() { "" } else { ": " };
            return Err((ErrorKind::Status, format!("{}{colon}{text}", code.name())));
        }
        outcome
    }

    fn read(
        &self,
        method: Option<&Method>,
        reader: &mut ResponseReader,
        keep: Keep,
    ) -> Result<(), FailureDetail> {
        let Some(method) = method else { return Ok(()) };
        let is_ok = self.status().0 == Code::OK;
        if is_ok && !self.frames.is_whole() {
            return Err((ErrorKind::BadHttp, "the answer ends in the middle of a message".to_owned()));
        }
        if is_ok && !method.answers_stream() && self.frames.count() != 1 {
            let text = format!("{} messages were answered, and the method answers one", self.frames.count());
            return Err((ErrorKind::BadHttp, text));
        }
        if !keep.body {
            return Ok(());
        }
        let whole = usize::try_from(self.frames.count()).unwrap_or(usize::MAX);
        let decoded: Result<Vec<Value>, _> =
            self.frames.messages().iter().take(whole).map(|message| method.decode(message)).collect();
        let mut values = decoded.map_err(|e| (ErrorKind::BadHttp, e.to_string()))?;
        let value = match method.answers_stream() {
            true => Some(Value::Array(values)),
            false => values.pop(),
        };
        reader.body = value.map(|value| value.to_string().into_bytes()).unwrap_or_default();
        Ok(())
    }
}

impl BodySink for GrpcAnswer {
    fn head(&mut self, status: StatusCode, headers: &HeaderMap) {
        self.http_status = status.as_u16();
        let kind = headers.get(http::header::CONTENT_TYPE).map(|v| String::from_utf8_lossy(v.as_bytes()));
        self.foreign = match kind {
            Some(kind) if kind.starts_with("application/grpc") && self.http_status == 200 => None,
            Some(kind) => Some(format!("HTTP status {}, content type {kind}", status.as_u16())),
            None => Some(format!("HTTP status {}", status.as_u16())),
        };
        if headers.get("grpc-encoding").is_some_and(|encoding| encoding == "gzip") {
            self.frames.accept_gzip();
        }
        self.look_for_status(headers);
    }

    fn data(&mut self, data: &[u8], _: &mut ResponseReader, _: Keep) -> Result<(), FailureDetail> {
        // What is no gRPC answer has no messages; its status says what it is.
        if self.foreign.is_some() {
            return Ok(());
        }
        self.frames.push(data).map_err(|error| match error {
            FrameError::TooLong { .. } | FrameError::UnpacksTooLong { .. } => {
                (ErrorKind::Status, format!("RESOURCE_EXHAUSTED: {error}"))
            }
            // grpc/doc/compression.md.
            FrameError::Compressed | FrameError::Damaged => (ErrorKind::Status, format!("INTERNAL: {error}")),
            FrameError::BadFlag(_) => (ErrorKind::BadHttp, error.to_string()),
        })
    }

    fn trailers(&mut self, trailers: &HeaderMap) {
        self.look_for_status(trailers);
    }
}
