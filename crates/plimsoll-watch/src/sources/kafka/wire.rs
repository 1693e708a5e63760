//! One connection to a broker: a request, its answer. The messages are those of the crate `kafka-protocol`.

use super::super::tls::{self, ServiceStream};
use super::shape::{Shaped, is_whole};
use super::{KafkaAccess, Sasl};
use bytes::{Bytes, BytesMut};
use kafka_protocol::error::{ParseResponseErrorCode, ResponseError};
use kafka_protocol::messages::{
    RequestHeader, ResponseHeader, SaslAuthenticateRequest, SaslHandshakeRequest,
};
use kafka_protocol::protocol::{Decodable, Encodable, HeaderVersion, StrBytes};
use std::io::{Read, Write};
use std::time::Instant;

/// A longer answer is none of Kafka's.
const FRAME_BYTES_MAX: usize = 64 * 1024 * 1024;

pub struct BrokerConnection {
    stream: ServiceStream,
    authority: String,
    correlation: i32,
}

impl BrokerConnection {
    pub fn connect(
        authority: &str,
        access: &KafkaAccess,
        until: Instant,
    ) -> Result<BrokerConnection, String> {
        let stream = super::super::connect(authority, until.saturating_duration_since(Instant::now()))?;
        let stream = match &access.tls {
            None => ServiceStream::plain(stream, until),
            Some(tls) => ServiceStream::encrypted(stream, until, tls::host(authority), tls)?,
        };
        let mut wire = BrokerConnection { stream, authority: authority.to_owned(), correlation: 0 };
        if let Some(sasl) = &access.login {
            log_in(&mut wire, sasl)?;
        }
        Ok(wire)
    }

    /// When what is asked from now on has to be answered.
    pub fn allow(&mut self, until: Instant) {
        self.stream.allow(until);
    }

    /// After an error the connection must not be used any more.
    pub fn ask<R: Shaped>(&mut self, request: &R) -> Result<R::Answer, String> {
        let version = R::VERSION;
        self.correlation = self.correlation.wrapping_add(1);
        let header = RequestHeader::default()
            .with_request_api_key(R::KEY as i16)
            .with_request_api_version(version)
            .with_correlation_id(self.correlation)
            .with_client_id(Some(StrBytes::from_static_str("plimsoll")));
        let mut frame = BytesMut::from([0_u8; 4].as_slice());
        header.encode(&mut frame, R::header_version(version)).map_err(text)?;
        request.encode(&mut frame, version).map_err(text)?;
        let length = u32::try_from(frame.len() - 4).map_err(text)?;
        frame[..4].copy_from_slice(&length.to_be_bytes());
        self.stream
            .write_all(&frame)
            .and_then(|()| self.stream.flush())
            .map_err(|error| self.trouble(error))?;
        let mut answer = self.frame()?;
        let header = ResponseHeader::decode(&mut answer, R::Answer::header_version(version)).map_err(text)?;
        if header.correlation_id != self.correlation {
            return Err(NO_KAFKA.to_owned());
        }
        if !is_whole(&answer, R::ANSWER) {
            return Err(format!("{}: its answer says that it has more than it has", self.authority));
        }
        R::Answer::decode(&mut answer, version).map_err(text)
    }

    fn frame(&mut self) -> Result<Bytes, String> {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).map_err(|error| self.trouble(error))?;
        let length = u32::from_be_bytes(length) as usize;
        if length > FRAME_BYTES_MAX {
            return Err(NO_KAFKA.to_owned());
        }
        let mut frame = vec![0; length];
        self.stream.read_exact(&mut frame).map_err(|error| self.trouble(error))?;
        Ok(frame.into())
    }

    /// One that has answered wants neither TLS nor a login.
    fn trouble(&self, error: std::io::Error) -> String {
        let has_answered = self.correlation > 1;
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof if has_answered => {
                "the broker closed the connection".to_owned()
            }
            _ => io(error),
        }
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

/// SASL's PLAIN (RFC 4616).
fn log_in(wire: &mut BrokerConnection, sasl: &Sasl) -> Result<(), String> {
    let handshake = SaslHandshakeRequest::default().with_mechanism(StrBytes::from_static_str("PLAIN"));
    let answer = wire.ask(&handshake)?;
    if check(answer.error_code).is_err() {
        let offered: Vec<String> = answer.mechanisms.iter().map(ToString::to_string).collect();
        return Err(format!("the broker takes no SASL PLAIN; it offers {}", offered.join(", ")));
    }
    let login = format!("\0{}\0{}", sasl.user, sasl.password);
    let request = SaslAuthenticateRequest::default().with_auth_bytes(Bytes::from(login));
    let answer = wire.ask(&request)?;
    let why = answer.error_message.map(|message| message.to_string());
    check(answer.error_code).map_err(|error| format!("{}: {}", sasl.user, why.unwrap_or(error)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kafka_protocol::messages::ApiVersionsRequest;
    use std::time::Duration;

    /// What is made of the answer of a broker that sends this after the correlation id, byte by byte at this pace.
    fn ask(answer: Vec<u8>, pace: Duration) -> String {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let authority = listener.local_addr().expect("an address").to_string();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut head = [0; 12];
            stream.read_exact(&mut head).expect("a request");
            let length = (answer.len() + 4) as u32;
            for byte in [&length.to_be_bytes()[..], &head[8..], &answer].concat() {
                std::thread::sleep(pace);
                if stream.write_all(&[byte]).is_err() {
                    break;
                }
            }
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let until = Instant::now() + Duration::from_secs(2);
        let mut wire =
            BrokerConnection::connect(&authority, &KafkaAccess::default(), until).expect("it listens");
        let found = wire.ask(&ApiVersionsRequest::default()).map(|answer| answer.api_keys.len().to_string());
        found.unwrap_or_else(|error| error.replace(&authority, "broker"))
    }

    #[test]
    fn a_count_that_a_broker_claims_makes_no_room() {
        let claims = |count: i32| [&[0, 0][..], &count.to_be_bytes(), &[0; 12]].concat();
        assert_eq!(ask(claims(2), Duration::ZERO), "2");
        for count in [3, i32::MAX] {
            let said = ask(claims(count), Duration::ZERO);
            assert_eq!(said, "broker: its answer says that it has more than it has");
        }
    }

    #[test]
    fn a_broker_that_drips_has_no_more_time_than_others() {
        assert_eq!(ask(vec![0; 10_000], Duration::from_millis(10)), "no answer in time");
    }
}
