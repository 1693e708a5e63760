//! SASL's PLAIN on a connection to a broker (RFC 4616).

use super::wire::{Wire, check};
use crate::spec::Sasl;
use bytes::Bytes;
use kafka_protocol::messages::{SaslAuthenticateRequest, SaslHandshakeRequest};
use kafka_protocol::protocol::StrBytes;

const HANDSHAKE_VERSION: i16 = 1;
const AUTHENTICATE_VERSION: i16 = 0;

pub fn log_in(wire: &mut Wire, sasl: &Sasl) -> Result<(), String> {
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
