//! PostgreSQL's messages and its log-in (protocol 3.0): password, MD5, SCRAM-SHA-256. Messages in, messages out.

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{ChannelBinding, SCRAM_SHA_256, ScramSha256};
use postgres_protocol::message::backend::{ErrorResponseBody, Message};
use postgres_protocol::message::frontend;

/// Longest message that is read.
const MESSAGE_MAX: usize = 64 << 20;

/// The next message, when all of it has come. Its length is looked at before there is room for it.
pub fn next_message(input: &mut BytesMut) -> std::io::Result<Option<Message>> {
    // Behind its kind.
    let length = input
        .get(1..5)
        .map(|bytes| bytes.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)));
    if length.is_some_and(|length| length > MESSAGE_MAX) {
        let text = format!("the database sent a message of more than {} MB", MESSAGE_MAX >> 20);
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, text));
    }
    Message::parse(input)
}

/// A log-in that has begun.
pub struct PostgresLogin {
    user: String,
    password: String,
    scram: Option<ScramSha256>,
    /// Number and secret of the server's process, for cancelling.
    pub key: (i32, i32),
    /// Major; 0 until the server tells.
    pub version: u32,
}

/// Why a log-in failed.
#[derive(thiserror::Error)]
pub enum LoginFailure {
    #[error("the server asks for a way to log in that is not supported, or does not know the password")]
    Unsupported,
    /// A text with a zero byte in it.
    #[error(transparent)]
    Unsendable(#[from] std::io::Error),
    #[error("{}", message(.0))]
    Refused(ErrorResponseBody),
}

impl std::fmt::Debug for LoginFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LoginFailure({self})")
    }
}

impl PostgresLogin {
    /// The log-in, and what is to be sent first. `parameters` are those of the connection, the user among them.
    pub fn begin<'a>(
        parameters: impl IntoIterator<Item = (&'a str, &'a str)>,
        user: &str,
        password: &str,
    ) -> Result<(PostgresLogin, BytesMut), LoginFailure> {
        let mut first = BytesMut::new();
        frontend::startup_message(parameters, &mut first)?;
        let (user, password) = (user.to_owned(), password.to_owned());
        Ok((PostgresLogin { user, password, scram: None, key: (0, 0), version: 0 }, first))
    }

    /// What is to be sent after a message, perhaps nothing; `None`: the server is ready.
    pub fn answer(&mut self, message: Message) -> Result<Option<BytesMut>, LoginFailure> {
        let mut reply = BytesMut::new();
        match message {
            Message::AuthenticationCleartextPassword => {
                frontend::password_message(self.password.as_bytes(), &mut reply)?;
            }
            Message::AuthenticationMd5Password(body) => {
                let hash = md5_hash(self.user.as_bytes(), self.password.as_bytes(), body.salt());
                frontend::password_message(hash.as_bytes(), &mut reply)?;
            }
            Message::AuthenticationSasl(body) => {
                let is_known = body.mechanisms().any(|name| Ok(name == SCRAM_SHA_256)).unwrap_or(false);
                if !is_known {
                    return Err(LoginFailure::Unsupported);
                }
                let scram = ScramSha256::new(self.password.as_bytes(), ChannelBinding::unsupported());
                frontend::sasl_initial_response(SCRAM_SHA_256, scram.message(), &mut reply)?;
                self.scram = Some(scram);
            }
            Message::AuthenticationSaslContinue(body) => {
                let scram = self.scram.as_mut().ok_or(LoginFailure::Unsupported)?;
                scram.update(body.data()).map_err(|_| LoginFailure::Unsupported)?;
                frontend::sasl_response(scram.message(), &mut reply)?;
            }
            Message::AuthenticationSaslFinal(body) => {
                let scram = self.scram.as_mut().ok_or(LoginFailure::Unsupported)?;
                scram.finish(body.data()).map_err(|_| LoginFailure::Unsupported)?;
            }
            Message::BackendKeyData(body) => self.key = (body.process_id(), body.secret_key()),
            Message::ParameterStatus(body) if body.name().is_ok_and(|name| name == "server_version") => {
                let version = body.value().unwrap_or_default();
                let major = version.split(|c: char| !c.is_ascii_digit()).next();
                self.version = major.and_then(|major| major.parse().ok()).unwrap_or(0);
            }
            Message::ErrorResponse(body) => return Err(LoginFailure::Refused(body)),
            Message::ReadyForQuery(_) => return Ok(None),
            Message::AuthenticationGss
            | Message::AuthenticationSspi
            | Message::AuthenticationKerberosV5
            | Message::AuthenticationScmCredential => return Err(LoginFailure::Unsupported),
            _ => {}
        }
        Ok(Some(reply))
    }
}

/// What the server says, without its codes.
pub fn message(body: &ErrorResponseBody) -> String {
    let mut text = String::new();
    let mut fields = body.fields();
    while let Ok(Some(field)) = fields.next() {
        if field.type_() == b'M' {
            text = String::from_utf8_lossy(field.value_bytes()).into_owned();
        }
    }
    text
}
