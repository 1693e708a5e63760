//! The connection to the NATS server, with words for what goes wrong.

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Message, Request};
use plimsoll_study::NatsServer;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Who we are for a NATS server; a user, a password and a token come from the environment, so that no list of processes
/// shows them.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    pub user: Option<String>,
    pub password: Option<String>,
    pub token: Option<String>,
    /// The seed of an nkey, handed over as a text.
    pub nkey: Option<String>,
    /// A JWT and its seed as `nsc` writes them, handed over as a text.
    pub jwt: Option<String>,
}

impl Credentials {
    pub const USER: &'static str = "PLIMSOLL_NATS_USER";
    pub const PASSWORD: &'static str = "PLIMSOLL_NATS_PASSWORD";
    pub const TOKEN: &'static str = "PLIMSOLL_NATS_TOKEN";

    pub fn of_environment() -> Credentials {
        let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Credentials {
            user: value(Credentials::USER),
            password: value(Credentials::PASSWORD),
            token: value(Credentials::TOKEN),
            ..Credentials::default()
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    #[error("failed to read {path}: {why}")]
    File { path: PathBuf, why: String },
    #[error("no connection to the NATS server {url}: {why}")]
    Refused {
        url: String,
        why: String,
        hint: &'static str,
        /// It may only not be there yet.
        may_come: bool,
    },
    #[error("the NATS server {url} has no JetStream: {why}")]
    NoJetStream { url: String, why: String },
    #[error("JetStream of the NATS server {url} does not answer: {why}")]
    SilentJetStream { url: String, why: String },
}

impl ConnectionError {
    pub fn hint(&self) -> &'static str {
        match self {
            ConnectionError::File { .. } => "check the name and the rights of the file",
            ConnectionError::Refused { hint, .. } => hint,
            ConnectionError::NoJetStream { .. } => {
                "start it with `-js`, or give the account `jetstream: enabled` in its configuration"
            }
            ConnectionError::SilentJetStream { .. } => {
                "a cluster needs most of its servers to elect a leader: are they up, and do they reach each other?"
            }
        }
    }
}

/// How long the first connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// How long a node waits for a server that is not there yet: machines, tunnels and names begin in any order.
const REACHED: Duration = Duration::from_secs(30);
const AGAIN: Duration = Duration::from_secs(1);

/// As [`connect`], for a node: a server that does not answer yet is waited for.
pub async fn reach(
    server: &NatsServer,
    credentials: &Credentials,
    name: &str,
    is_over: &dyn Fn() -> bool,
    say: &(dyn Fn(&str) + Send + Sync),
) -> Result<Client, ConnectionError> {
    let url = server.url.clone().unwrap_or_default();
    let (until, mut is_said) = (Instant::now() + REACHED, false);
    loop {
        let error = match connect(server, &url, credentials, name).await {
            Err(error @ ConnectionError::Refused { may_come: true, .. })
                if Instant::now() < until && !is_over() =>
            {
                error
            }
            other => return other,
        };
        if !is_said {
            say(&format!("{error}; trying again for {} s", REACHED.as_secs()));
            is_said = true;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Connects; after that the connection is made again for ever whenever it breaks.
pub async fn connect(
    server: &NatsServer,
    url: &str,
    credentials: &Credentials,
    name: &str,
) -> Result<Client, ConnectionError> {
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(CONNECT)
        .max_reconnects(None)
        .reconnect_delay_callback(|attempts| Duration::from_millis(100 * (attempts as u64).clamp(1, 10)))
        .ping_interval(Duration::from_secs(5));
    if let (Some(user), Some(password)) = (&credentials.user, &credentials.password) {
        options = options.user_and_password(user.clone(), password.clone());
    }
    if let Some(token) = &credentials.token {
        options = options.token(token.clone());
    }
    if let Some(seed) = text_of(&server.nkey, &credentials.nkey)? {
        options = options.nkey(seed.trim().to_owned());
    }
    if let Some(text) = text_of(&server.credentials, &credentials.jwt)? {
        options = options.credentials(&text).map_err(|error| ConnectionError::File {
            path: server.credentials.clone().unwrap_or_default(),
            why: format!("it holds no credentials ({error})"),
        })?;
    }
    if let Some(path) = &server.authorities {
        read(path)?;
        options = options.add_root_certificates(path.clone());
    }
    if let Some((certificate, key)) = &server.certificate {
        read(certificate)?;
        read(key)?;
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    let addresses: Vec<String> = url.split(',').map(|part| part.trim().to_owned()).collect();
    options.connect(addresses).await.map_err(|error| refused(url, &error))
}

/// How much later than the client's own time-out, whose error says more, a request ends at most.
const AT_MOST_LATER: Duration = Duration::from_millis(500);

/// Asks, and waits for the answer no longer than this, also where the server is away: what is sent then waits in a queue, and where
/// that is full the sender does, too, which the client's own time-out does not know.
pub async fn request(
    client: &Client,
    subject: String,
    payload: Vec<u8>,
    patience: Duration,
) -> Result<Message, String> {
    let request = Request::new().payload(payload.into()).timeout(Some(patience));
    match tokio::time::timeout(patience + AT_MOST_LATER, client.send_request(subject, request)).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err("the server is away".to_owned()),
    }
}

/// Of the file that is named, or as it was handed over.
fn text_of(file: &Option<PathBuf>, text: &Option<String>) -> Result<Option<String>, ConnectionError> {
    match file {
        Some(path) => read(path).map(Some),
        None => Ok(text.clone()),
    }
}

fn refused(url: &str, error: &async_nats::ConnectError) -> ConnectionError {
    let why = error.to_string();
    // What rustls says of a certificate comes as an I/O error.
    let kind = if why.contains("certificate") { ConnectErrorKind::Tls } else { error.kind() };
    let may_come = matches!(kind, ConnectErrorKind::Io | ConnectErrorKind::TimedOut | ConnectErrorKind::Dns);
    let hint = match kind {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            "say who you are: by PLIMSOLL_NATS_USER and PLIMSOLL_NATS_PASSWORD, by PLIMSOLL_NATS_TOKEN, or by a file named as \
             `nkey` or `credentials`"
        }
        ConnectErrorKind::Tls => {
            "does the server speak TLS, and is its authority known here? `ca` under `nats` names one"
        }
        ConnectErrorKind::Dns => "check the name of the server",
        _ => "is it running, and reachable from here? `nats://HOST:4222`",
    };
    ConnectionError::Refused { url: without_secrets(url), why, hint, may_come }
}

pub fn read(path: &Path) -> Result<String, ConnectionError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConnectionError::File { path: path.to_owned(), why: error.to_string() })
}

/// A URL without the user and the password in it.
pub fn without_secrets(url: &str) -> String {
    let one = |url: &str| match url.split_once("://") {
        Some((scheme, rest)) => match rest.rsplit_once('@') {
            Some((_, host)) => format!("{scheme}://{host}"),
            None => url.to_owned(),
        },
        None => url.rsplit_once('@').map_or(url, |(_, host)| host).to_owned(),
    };
    url.split(',').map(one).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    #[test]
    fn urls_are_said_without_passwords() {
        let shown = without_secrets("nats://u:p@a:1,tls://b:2,u:p@c");
        assert_eq!(shown, "nats://a:1,tls://b:2,c");
    }

    /// More requests than a client puts into its queue while it is not connected.
    const MANY: usize = 5_000;

    #[test]
    fn requests_end_in_time_though_the_server_is_gone_and_the_queue_is_full() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("nats://{}", listener.local_addr().expect("its address"));
        // A server that goes away once somebody is connected.
        let server = std::thread::spawn(move || {
            let (mut connection, _) = listener.accept().expect("a client");
            let info =
                r#"INFO {"server_id":"s","version":"2.10.0","max_payload":1048576,"proto":1,"headers":true}"#;
            connection.write_all(format!("{info}\r\n").as_bytes()).expect("it listens");
            let lines = BufReader::new(connection.try_clone().expect("its other half")).lines();
            lines.map_while(Result::ok).find(|line| line.starts_with("PING")).expect("it asks");
            connection.write_all(b"PONG\r\n").expect("it listens");
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let nats = NatsServer { url: Some(url.clone()), ..NatsServer::default() };
        let done = runtime.block_on(async {
            let client = connect(&nats, &url, &Credentials::default(), "test").await.expect("it is there");
            let asked =
                (0..MANY).map(|n| request(&client, format!("a.{n}"), Vec::new(), Duration::from_millis(200)));
            let all = futures_util::future::join_all(asked);
            tokio::time::timeout(Duration::from_secs(60), all).await
        });
        server.join().expect("it was asked");
        let answers = done.expect("no request waits for ever");
        assert!(answers.len() == MANY && answers.iter().all(Result::is_err));
    }
}
