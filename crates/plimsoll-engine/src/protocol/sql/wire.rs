//! A connection to PostgreSQL: messages of the protocol 3.0, and the log-in.

use super::{SqlFailure, connect_kind};
use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use plimsoll_net::postgres::next_message;
use plimsoll_net::{LoginFailure, PostgresLogin};
use plimsoll_run::ErrorKind;
use postgres_protocol::message::backend::{ErrorResponseBody, Message};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Wire {
    stream: TcpStream,
    input: BytesMut,
    pub in_transaction: bool,
    /// Number and secret of the server's process, for cancelling.
    pub key: (i32, i32),
}

impl Wire {
    pub async fn connect(address: &(String, u16)) -> Result<Wire, SqlFailure> {
        let (host, port) = address;
        let connected = TcpStream::connect((host.as_str(), *port)).await;
        let stream = connected.map_err(|e| io_failure(&e, "08001", &format!("{host}:{port}: ")))?;
        // Otherwise small statements wait for the answer's acknowledgement (Nagle).
        let _ = stream.set_nodelay(true);
        Ok(Wire { stream, input: BytesMut::with_capacity(8 * 1024), in_transaction: false, key: (0, 0) })
    }

    /// Logs in, and waits until the server is ready.
    pub async fn start(
        &mut self,
        parameters: &[(&str, String)],
        user: &str,
        password: &str,
    ) -> Result<(), SqlFailure> {
        let parameters = parameters.iter().map(|(name, value)| (*name, value.as_str()));
        let (mut login, first) =
            PostgresLogin::begin(parameters, user, password).map_err(|e| login_failure(&e))?;
        self.send(first).await?;
        while let Some(reply) = login.answer(self.receive().await?).map_err(|e| login_failure(&e))? {
            if !reply.is_empty() {
                self.send(reply).await?;
            }
        }
        self.key = login.key;
        Ok(())
    }

    pub async fn send(&mut self, buffer: BytesMut) -> Result<(), SqlFailure> {
        self.stream.write_all(&buffer).await.map_err(|e| io_failure(&e, "08006", ""))
    }

    pub async fn receive(&mut self) -> Result<Message, SqlFailure> {
        loop {
            if let Some(message) = next_message(&mut self.input).map_err(|e| malformed(&e))? {
                return Ok(message);
            }
            let read =
                self.stream.read_buf(&mut self.input).await.map_err(|e| io_failure(&e, "08006", ""))?;
            if read == 0 {
                let text = "the server closed the connection";
                return Err(SqlFailure::broken(ErrorKind::ClosedEarly, "08006", text));
            }
        }
    }
}

/// What the server says, as PostgreSQL's driver prints it: SQL state and message. PostgreSQL has no codes beside the state.
pub fn refusal(body: &ErrorResponseBody) -> SqlFailure {
    let (mut severity, mut state, mut text) = (String::new(), String::new(), String::new());
    let mut fields = body.fields();
    while let Ok(Some(field)) = fields.next() {
        let value = String::from_utf8_lossy(field.value_bytes()).into_owned();
        match field.type_() {
            b'S' => severity = value,
            b'C' => state = value,
            b'M' => text.insert_str(0, &value),
            b'D' => text.push_str(&format!("\n  Detail: {value}")),
            b'H' => text.push_str(&format!("\n  Hint: {value}")),
            b'P' => text.push_str(&format!("\n  Position: {value}")),
            _ => {}
        }
    }
    SqlFailure::refused(&state, 0, format!("{severity}: {text}"))
}

fn login_failure(failure: &LoginFailure) -> SqlFailure {
    match failure {
        LoginFailure::Unsupported => {
            SqlFailure { is_broken: true, ..SqlFailure::refused("08004", 0, failure.to_string()) }
        }
        LoginFailure::Unsendable(error) => SqlFailure::unusable("08001 0", error.to_string()),
        LoginFailure::Refused(body) => SqlFailure { is_broken: true, ..refusal(body) },
    }
}

fn malformed(error: &std::io::Error) -> SqlFailure {
    SqlFailure::broken(ErrorKind::BadMessage, "08P01", error.to_string())
}

fn io_failure(error: &std::io::Error, state: &str, place: &str) -> SqlFailure {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    SqlFailure::broken(connect_kind(error), state, format!("{place}{text}"))
}
