//! A connection to MySQL or MariaDB: packets, the log-in, and results of the text protocol
//! (dev.mysql.com/doc/dev/mysql-server, "Client/Server Protocol"). Every length and count that a server says is looked at before
//! there is room for it. How long an answer may take is for whoever asks.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use mysql_common::io::ParseBuf;
use mysql_common::packets::{AuthPlugin, Column, HandshakePacket};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longest packet that is read, and longest part of one.
const PACKET_MAX: usize = 64 << 20;
const PART_MAX: usize = 0xff_ffff;
/// Most columns of a result; servers allow 4,096.
const COLUMNS_MAX: u64 = 16_384;
/// Most packets of a log-in.
const LOGIN_PACKETS_MAX: u32 = 16;
/// `utf8mb4_general_ci`.
const COLLATION: u8 = 45;

const LONG_PASSWORD: u32 = 1;
const FOUND_ROWS: u32 = 1 << 1;
const LONG_FLAG: u32 = 1 << 2;
const CONNECT_WITH_DB: u32 = 1 << 3;
const PROTOCOL_41: u32 = 1 << 9;
const TRANSACTIONS: u32 = 1 << 13;
const SECURE_CONNECTION: u32 = 1 << 15;
const MULTI_STATEMENTS: u32 = 1 << 16;
const MULTI_RESULTS: u32 = 1 << 17;
const PLUGIN_AUTH: u32 = 1 << 19;
/// What this client can. Files of this machine (`LOCAL INFILE`) are not among it.
const CAPABILITIES: u32 = LONG_PASSWORD
    | FOUND_ROWS
    | LONG_FLAG
    | PROTOCOL_41
    | TRANSACTIONS
    | SECURE_CONNECTION
    | MULTI_STATEMENTS
    | MULTI_RESULTS
    | PLUGIN_AUTH;
/// In a result's status: another one follows.
const MORE_RESULTS: u16 = 8;

const QUIT: u8 = 1;
const QUERY: u8 = 3;

/// Why a connection to MySQL can't go on, or what the server refused.
#[derive(Debug, thiserror::Error)]
pub enum MySqlFailure {
    /// The server's own error; the connection goes on.
    #[error("{text}")]
    Refused { state: String, code: u32, text: String },
    #[error("the database sent what is no {0}")]
    Malformed(String),
    #[error("{0}, which is not supported")]
    Unsupported(String),
    #[error("the server closed the connection")]
    Closed,
    #[error("{}", plain(.0))]
    Io(std::io::Error),
}

pub struct MySqlWire {
    stream: TcpStream,
    input: BytesMut,
    /// Of the next packet, in either direction.
    sequence: u8,
    /// The server's number of this connection.
    pub id: u32,
}

/// How a result begins.
pub enum ResultStart {
    /// It has no rows.
    Done {
        affected: u64,
        has_more: bool,
    },
    Rows(Vec<Column>),
}

/// What follows in a result with rows; a value is `None` where it is null.
pub enum NextRow {
    Row(Vec<Option<Vec<u8>>>),
    End { has_more: bool },
}

impl MySqlWire {
    pub async fn connect(host: &str, port: u16) -> Result<MySqlWire, MySqlFailure> {
        let stream = TcpStream::connect((host, port)).await.map_err(MySqlFailure::Io)?;
        // Otherwise small statements wait for the answer's acknowledgement (Nagle).
        let _ = stream.set_nodelay(true);
        Ok(MySqlWire { stream, input: BytesMut::with_capacity(8 * 1024), sequence: 0, id: 0 })
    }

    pub async fn log_in(&mut self, user: &str, password: &str, database: &str) -> Result<(), MySqlFailure> {
        let greeting = self.receive().await?;
        refused(&greeting)?;
        let greeting =
            ParseBuf(&greeting).parse::<HandshakePacket<'_>>(()).map_err(|_| malformed("a greeting"))?;
        self.id = greeting.connection_id();
        let mut nonce = greeting.scramble_1_ref().to_vec();
        nonce.extend_from_slice(greeting.scramble_2_ref().unwrap_or_default());
        nonce.resize(20, 0);
        // What others ask for they ask for in the next packet.
        let mut plugin = match greeting.auth_plugin() {
            Some(AuthPlugin::CachingSha2Password) => AuthPlugin::CachingSha2Password,
            _ => AuthPlugin::MysqlNativePassword,
        };
        let capabilities = CAPABILITIES & greeting.capabilities().bits();
        drop(greeting);
        let named = if database.is_empty() { 0 } else { CONNECT_WITH_DB };
        let mut reply = BytesMut::new();
        reply.put_u32_le(capabilities | PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH | named);
        reply.put_u32_le(PACKET_MAX as u32);
        reply.put_u8(COLLATION);
        reply.put_bytes(0, 23);
        put_text(&mut reply, user);
        let proof = plugin.gen_data(Some(password), &nonce);
        let proof = proof.as_deref().unwrap_or_default();
        reply.put_u8(proof.len() as u8);
        reply.put_slice(proof);
        if named != 0 {
            put_text(&mut reply, database);
        }
        reply.put_slice(plugin.as_bytes());
        reply.put_u8(0);
        self.send(&reply).await?;
        for _ in 0..LOGIN_PACKETS_MAX {
            let packet = self.receive().await?;
            refused(&packet)?;
            match packet.first() {
                Some(0) => return Ok(()),
                Some(0xfe) if packet.len() > 1 => {
                    let rest = &packet[1..];
                    let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
                    nonce = rest.get(end + 1..).unwrap_or_default().to_vec();
                    nonce.resize(20, 0);
                    plugin = match AuthPlugin::from_bytes(&rest[..end]) {
                        AuthPlugin::CachingSha2Password => AuthPlugin::CachingSha2Password,
                        AuthPlugin::MysqlNativePassword => AuthPlugin::MysqlNativePassword,
                        _ => {
                            let name = String::from_utf8_lossy(&rest[..end]).into_owned();
                            return Err(unsupported(&format!("the server asks for the log-in `{name}`")));
                        }
                    };
                    let proof = plugin.gen_data(Some(password), &nonce);
                    self.send(proof.as_deref().unwrap_or_default()).await?;
                }
                // Known from before; the server says so and then that all is well.
                Some(1) if packet.get(1) == Some(&3) => {}
                Some(1) if packet.get(1) == Some(&4) => self.send_encrypted(password, &nonce).await?,
                _ => return Err(unsupported("the server asks for a log-in of before MySQL 4.1")),
            }
        }
        Err(malformed("a log-in"))
    }

    /// The password, for `caching_sha2_password` over a connection without TLS: with the key that the server sends.
    async fn send_encrypted(&mut self, password: &str, nonce: &[u8]) -> Result<(), MySqlFailure> {
        self.send(&[2]).await?;
        let key = self.receive().await?;
        refused(&key)?;
        let mut secret: Vec<u8> = password.bytes().chain([0]).collect();
        secret.iter_mut().zip(nonce.iter().cycle()).for_each(|(byte, nonce)| *byte ^= nonce);
        let encrypted = mysql_common::crypto::encrypt(&secret, key.get(1..).unwrap_or_default());
        self.send(&encrypted).await
    }

    pub async fn query(&mut self, sql: &str) -> Result<(), MySqlFailure> {
        self.sequence = 0;
        let mut packet = BytesMut::with_capacity(sql.len() + 1);
        packet.put_u8(QUERY);
        packet.put_slice(sql.as_bytes());
        self.send(&packet).await
    }

    /// Asks, and drops whatever comes.
    pub async fn perform(&mut self, sql: &str) -> Result<(), MySqlFailure> {
        self.query(sql).await?;
        loop {
            let start = self.result().await?;
            if !self.skip(start).await? {
                return Ok(());
            }
        }
    }

    /// Reads the rest of a result; whether another one follows.
    pub async fn skip(&mut self, start: ResultStart) -> Result<bool, MySqlFailure> {
        let columns = match start {
            ResultStart::Done { has_more, .. } => return Ok(has_more),
            ResultStart::Rows(columns) => columns.len(),
        };
        loop {
            if let NextRow::End { has_more } = self.row(columns).await? {
                return Ok(has_more);
            }
        }
    }

    pub async fn quit(mut self) {
        self.sequence = 0;
        let _ = self.send(&[QUIT]).await;
    }

    pub async fn result(&mut self) -> Result<ResultStart, MySqlFailure> {
        let packet = self.receive().await?;
        refused(&packet)?;
        let mut rest = packet.clone();
        match packet.first() {
            Some(0) => {
                rest.advance(1);
                let affected = whole(&mut rest)?;
                whole(&mut rest)?;
                Ok(ResultStart::Done { affected, has_more: has_more(&rest) })
            }
            Some(0xfb) => Err(malformed("a result: it asks for a file of this machine")),
            _ => {
                let count = whole(&mut rest)?;
                if count > COLUMNS_MAX {
                    return Err(malformed(&format!("a result: it has {count} columns")));
                }
                let mut columns = Vec::with_capacity(count as usize);
                let mut bytes = 0;
                for _ in 0..count {
                    let packet = self.receive().await?;
                    refused(&packet)?;
                    bytes += packet.len();
                    if bytes > PACKET_MAX {
                        let most = PACKET_MAX >> 20;
                        return Err(malformed(&format!("a result: its columns are longer than {most} MB")));
                    }
                    columns.push(ParseBuf(&packet).parse(()).map_err(|_| malformed("a column"))?);
                }
                let end = self.receive().await?;
                refused(&end)?;
                match is_end(&end) {
                    true => Ok(ResultStart::Rows(columns)),
                    false => Err(malformed("a result: its columns do not end")),
                }
            }
        }
    }

    pub async fn row(&mut self, columns: usize) -> Result<NextRow, MySqlFailure> {
        let mut packet = self.receive().await?;
        refused(&packet)?;
        if is_end(&packet) {
            // Behind the number of warnings.
            let status = packet.get(3..5).map_or(0, |status| u16::from_le_bytes([status[0], status[1]]));
            return Ok(NextRow::End { has_more: status & MORE_RESULTS != 0 });
        }
        let mut values = Vec::with_capacity(columns);
        for _ in 0..columns {
            values.push(match packet.first() {
                Some(0xfb) => {
                    packet.advance(1);
                    None
                }
                _ => {
                    let length = usize::try_from(whole(&mut packet)?).unwrap_or(usize::MAX);
                    if length > packet.len() {
                        return Err(malformed("a row"));
                    }
                    Some(packet.split_to(length).to_vec())
                }
            });
        }
        Ok(NextRow::Row(values))
    }

    async fn send(&mut self, payload: &[u8]) -> Result<(), MySqlFailure> {
        let mut out = BytesMut::with_capacity(payload.len() + 4);
        let mut rest = payload;
        loop {
            let (part, behind) = rest.split_at(rest.len().min(PART_MAX));
            out.put_uint_le(part.len() as u64, 3);
            out.put_u8(self.sequence);
            out.put_slice(part);
            self.sequence = self.sequence.wrapping_add(1);
            rest = behind;
            // One of full length is followed by another one, if an empty one.
            if part.len() < PART_MAX {
                break;
            }
        }
        self.stream.write_all(&out).await.map_err(MySqlFailure::Io)
    }

    async fn receive(&mut self) -> Result<Bytes, MySqlFailure> {
        let mut whole = BytesMut::new();
        loop {
            while self.input.len() < 4 {
                self.fill().await?;
            }
            let length = self.input.get_uint_le(3) as usize;
            self.sequence = self.input.get_u8().wrapping_add(1);
            if whole.len() + length > PACKET_MAX {
                return Err(malformed(&format!("a packet: it is longer than {} MB", PACKET_MAX >> 20)));
            }
            while self.input.len() < length {
                self.fill().await?;
            }
            let part = self.input.split_to(length);
            if length < PART_MAX && whole.is_empty() {
                return Ok(part.freeze());
            }
            whole.extend_from_slice(&part);
            if length < PART_MAX {
                return Ok(whole.freeze());
            }
        }
    }

    async fn fill(&mut self) -> Result<(), MySqlFailure> {
        let read = self.stream.read_buf(&mut self.input).await.map_err(MySqlFailure::Io)?;
        if read == 0 {
            return Err(MySqlFailure::Closed);
        }
        Ok(())
    }
}

fn put_text(out: &mut BytesMut, text: &str) {
    // An end in the middle would make the rest another field.
    out.put_slice(text.split('\0').next().unwrap_or_default().as_bytes());
    out.put_u8(0);
}

fn is_end(packet: &[u8]) -> bool {
    packet.first() == Some(&0xfe) && packet.len() < 9
}

/// At the status of a result without rows.
fn has_more(rest: &[u8]) -> bool {
    rest.get(..2).is_some_and(|status| u16::from_le_bytes([status[0], status[1]]) & MORE_RESULTS != 0)
}

/// A length-encoded number.
fn whole(packet: &mut Bytes) -> Result<u64, MySqlFailure> {
    let first = packet.first().copied().ok_or_else(|| malformed("a packet"))?;
    let size = match first {
        0xfc => 2,
        0xfd => 3,
        0xfe => 8,
        0xfb | 0xff => return Err(malformed("a number")),
        small => {
            packet.advance(1);
            return Ok(small.into());
        }
    };
    if packet.len() <= size {
        return Err(malformed("a packet"));
    }
    packet.advance(1);
    Ok(packet.get_uint_le(size))
}

/// The server's own error, where the packet is one: state, code and message.
fn refused(packet: &[u8]) -> Result<(), MySqlFailure> {
    let Some((0xff, rest)) = packet.split_first() else { return Ok(()) };
    let code = rest.get(..2).map_or(0, |code| u16::from_le_bytes([code[0], code[1]]));
    let text = rest.get(2..).unwrap_or_default();
    let (state, text) = match text.split_first() {
        Some((b'#', text)) if text.len() >= 5 => text.split_at(5),
        _ => (&b"HY000"[..], text),
    };
    let (state, text) = (String::from_utf8_lossy(state), String::from_utf8_lossy(text));
    Err(MySqlFailure::Refused { state: state.into_owned(), code: code.into(), text: text.into_owned() })
}

fn malformed(what: &str) -> MySqlFailure {
    MySqlFailure::Malformed(what.trim_start_matches("a ").to_owned())
}

fn unsupported(text: &str) -> MySqlFailure {
    MySqlFailure::Unsupported(text.to_owned())
}

/// Without the system's number of the error.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
