//! One connection to a broker: a request, its answer. The messages are those of the crate `kafka-protocol`.

use super::super::tls::{self, ServiceStream};
use super::{KafkaAccess, Sasl};
use bytes::{Bytes, BytesMut};
use kafka_protocol::error::{ParseResponseErrorCode, ResponseError};
use kafka_protocol::messages::{
    RequestHeader, ResponseHeader, SaslAuthenticateRequest, SaslHandshakeRequest,
};
use kafka_protocol::protocol::{Decodable, Encodable, HeaderVersion, Request, StrBytes};
use std::io::{Read, Write};
use std::time::Duration;

/// A longer answer is none of Kafka's.
const FRAME_BYTES_MAX: usize = 64 * 1024 * 1024;

pub struct BrokerConnection {
    stream: ServiceStream,
    correlation: i32,
}

impl BrokerConnection {
    pub fn connect(
        authority: &str,
        access: &KafkaAccess,
        timeout: Duration,
    ) -> Result<BrokerConnection, String> {
        let stream = super::super::connect(authority, timeout)?;
        let stream = match &access.tls {
            None => ServiceStream::Plain(stream),
            Some(tls) => ServiceStream::encrypted(stream, tls::host(authority), tls)?,
        };
        let mut wire = BrokerConnection { stream, correlation: 0 };
        if let Some(sasl) = &access.login {
            log_in(&mut wire, sasl)?;
        }
        Ok(wire)
    }

    /// After an error the connection must not be used any more.
    pub fn ask<R: Request>(&mut self, request: &R, version: i16) -> Result<R::Response, String> {
        self.correlation = self.correlation.wrapping_add(1);
        let header = RequestHeader::default()
            .with_request_api_key(R::KEY)
            .with_request_api_version(version)
            .with_correlation_id(self.correlation)
            .with_client_id(Some(StrBytes::from_static_str("plimsoll")));
        let mut frame = BytesMut::from([0_u8; 4].as_slice());
        header.encode(&mut frame, R::header_version(version)).map_err(text)?;
        request.encode(&mut frame, version).map_err(text)?;
        let length = u32::try_from(frame.len() - 4).map_err(text)?;
        frame[..4].copy_from_slice(&length.to_be_bytes());
        self.stream.write_all(&frame).and_then(|()| self.stream.flush()).map_err(io)?;
        let mut answer = self.frame()?;
        let header =
            ResponseHeader::decode(&mut answer, R::Response::header_version(version)).map_err(text)?;
        if header.correlation_id != self.correlation {
            return Err(NO_KAFKA.to_owned());
        }
        R::Response::decode(&mut answer, version).map_err(text)
    }

    fn frame(&mut self) -> Result<Bytes, String> {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).map_err(io)?;
        let length = u32::from_be_bytes(length) as usize;
        if length > FRAME_BYTES_MAX {
            return Err(NO_KAFKA.to_owned());
        }
        let mut frame = vec![0; length];
        self.stream.read_exact(&mut frame).map_err(io)?;
        Ok(frame.into())
    }
}

const NO_KAFKA: &str = "the answer is not Kafka's (is it TLS? then `tls` is missing)";

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn io(error: std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => "no answer in time".to_owned(),
        std::io::ErrorKind::UnexpectedEof => {
            "the broker closed the connection (as one does that wants TLS, or a login)".to_owned()
        }
        _ => error.to_string(),
    }
}

/// What an error code means; 0 is none.
pub fn check(code: i16) -> Result<(), String> {
    match code.err() {
        None => Ok(()),
        Some(ResponseError::Unknown(code)) => Err(format!("error {code}")),
        Some(error) => Err(error.to_string()),
    }
}

const HANDSHAKE_VERSION: i16 = 1;
const AUTHENTICATE_VERSION: i16 = 0;

/// SASL's PLAIN (RFC 4616).
fn log_in(wire: &mut BrokerConnection, sasl: &Sasl) -> Result<(), String> {
    let handshake = SaslHandshakeRequest::default().with_mechanism(StrBytes::from_static_str("PLAIN"));
    let answer = wire.ask(&handshake, HANDSHAKE_VERSION)?;
    if check(answer.error_code).is_err() {
        let offered: Vec<String> = answer.mechanisms.iter().map(ToString::to_string).collect();
        return Err(format!("the broker takes no SASL PLAIN; it offers {}", offered.join(", ")));
    }
    let login = format!("\0{}\0{}", sasl.user, sasl.password);
    let request = SaslAuthenticateRequest::default().with_auth_bytes(Bytes::from(login));
    let answer = wire.ask(&request, AUTHENTICATE_VERSION)?;
    let why = answer.error_message.map(|message| message.to_string());
    check(answer.error_code).map_err(|error| format!("{}: {}", sasl.user, why.unwrap_or(error)))
}
