//! How a worker reaches servers and is woken by them.

use crate::load_task::ReceiveTime;
use crate::net::connection::Counted;
use crate::net::identity::Identities;
use crate::net::resolve::{Resolver, SharedCache, UserAddresses};
use crate::net::tls::Tls;
use crate::net::{Connection, FailureDetail, Way};
use crate::protocol::http::response::BodyRoom;
use crate::protocol::http::{HttpTarget, Tunnel};
use crate::protocol::http2::Sessions;
use crate::protocol::sql::DatabaseClient;
use plimsoll_run::ErrorKind;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustls::ClientConfig;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;

/// How a task reaches servers.
#[derive(Clone)]
pub struct Network {
    pub names: SharedCache,
    pub tls: Arc<Tls>,
    /// Local addresses to connect from, in turn.
    pub sources: Arc<[IpAddr]>,
    pub receive_time: ReceiveTime,
}

pub struct Io {
    pub epoll: OwnedFd,
    pub network: Network,
    pub resolver: Resolver,
    /// Where databases are asked.
    pub databases: Option<DatabaseClient>,
    pub identities: Identities,
    pub sessions: Sessions,
    /// Connections that are open.
    pub connections: Rc<Cell<u32>>,
    /// Connections that were begun, since this was read last and in all.
    pub connects: u64,
    pub openings: usize,
    /// The number that was given last to something that waits for an event.
    pub serial: u32,
    pub buffer: Vec<u8>,
    /// Where bodies are kept.
    pub bodies: Rc<BodyRoom>,
    /// When connections want to be looked at though nothing happens on them: the moment, the user and the serial number.
    pub reminders: BinaryHeap<Reverse<(u64, u32, u32)>>,
    /// The worker never sleeps.
    pub busy_poll: bool,
}

/// What every socket is registered for, once.
const WANTED: EventFlags =
    EventFlags::IN.union(EventFlags::OUT).union(EventFlags::RDHUP).union(EventFlags::ET);

impl Io {
    /// Begins to connect to the next address of a host that does not refuse at once; `None`: the host's name is being
    /// looked up for the user. `names` are those that the user keeps.
    pub fn connect(
        &mut self,
        way: &mut Way,
        (host, port): (&str, u16),
        (index, names): (u32, Option<&mut UserAddresses>),
        now_us: u64,
        mut open: impl FnMut(&mut Io, SocketAddr) -> Result<Connection, FailureDetail>,
    ) -> Result<Option<Connection>, FailureDetail> {
        if way.needs_lookup() {
            match self.resolver.lookup(host, index, names) {
                None => return Ok(None),
                Some(Err(problem)) => return Err((ErrorKind::NameResolution, problem)),
                Some(Ok(addresses)) => way.found(addresses),
            }
        }
        let mut last = (ErrorKind::NameResolution, format!("{host} has no address"));
        while let Some(address) = way.next(port) {
            match open(self, address) {
                Ok(connection) => {
                    way.begin(address, now_us);
                    return Ok(Some(connection));
                }
                Err(failure) => last = failure,
            }
        }
        Err(last)
    }

    /// The same for a connection whose events are the user's.
    pub fn connect_user(
        &mut self,
        way: &mut Way,
        host: (&str, u16),
        (index, names): (u32, Option<&mut UserAddresses>),
        now_us: u64,
        open: impl FnMut(&mut Io, SocketAddr) -> Result<Connection, FailureDetail>,
    ) -> Result<Option<Connection>, FailureDetail> {
        let connection = self.connect(way, host, (index, names), now_us, open)?;
        if let Some(connection) = &connection {
            way.serial = self.next_serial();
            self.watch(connection, token(index, way.serial))?;
        }
        Ok(connection)
    }

    /// Begins to connect to an address, with TLS to a server of that name where it is asked for.
    pub fn open(
        &mut self,
        address: SocketAddr,
        tls: Option<(&Arc<ClientConfig>, &str)>,
    ) -> Result<Connection, FailureDetail> {
        let source = self.source(address);
        let mut connection = Connection::open(address, source, tls, self.network.receive_time)?;
        connection.counted = Some(Counted::new(&self.connections));
        self.connects += 1;
        Ok(connection)
    }

    /// The same for an address of the target's, or of the proxy on the way to it.
    pub fn open_to(
        &mut self,
        address: SocketAddr,
        target: &HttpTarget,
        tls: Option<(&Arc<ClientConfig>, &str)>,
    ) -> Result<Connection, FailureDetail> {
        let mut connection = self.open(address, tls)?;
        if let Some(via) = target.tunnel_via() {
            connection.tunnel(Tunnel::to(target, via));
        }
        Ok(connection)
    }

    /// A number that nothing else has which waits for an event.
    pub fn next_serial(&mut self) -> u32 {
        self.serial = self.serial.wrapping_add(1);
        self.serial
    }

    /// Events of the connection come under this token from now on.
    pub fn watch(&self, connection: &Connection, token: u64) -> Result<(), FailureDetail> {
        let data = EventData::new_u64(token);
        epoll::add(&self.epoll, connection.fd(), data, WANTED).map_err(|e| generators(&e))
    }

    /// The same for a connection that events came for under another token, or of which there is more to read than
    /// events would tell of (epoll_ctl(2), EPOLL_CTL_MOD arms it again).
    pub fn watch_again(&self, connection: &Connection, index: u32, serial: u32) -> Result<(), FailureDetail> {
        let data = EventData::new_u64(token(index, serial));
        epoll::modify(&self.epoll, connection.fd(), data, WANTED).map_err(|e| generators(&e))
    }

    /// The same for a session's connection.
    pub fn watch_session_again(&mut self, key: u64) -> Result<(), FailureDetail> {
        let Some(session) = self.sessions.get(key) else { return Ok(()) };
        let data = EventData::new_u64(key);
        session
            .with_socket(|connection| epoll::modify(&self.epoll, connection.fd(), data, WANTED))
            .map_err(|e| generators(&e))
    }

    /// The user's connection wants to be looked at then, or up to a beat later.
    pub fn remind(&mut self, at_us: u64, index: u32, serial: u32) {
        self.reminders.push(Reverse((at_us, index, serial)));
    }

    /// The user and the serial number of a connection that is to be looked at.
    pub fn reminded(&mut self, now_us: u64) -> Option<(u32, u32)> {
        let Reverse((at_us, index, serial)) = *self.reminders.peek()?;
        if at_us > now_us {
            return None;
        }
        self.reminders.pop();
        Some((index, serial))
    }

    /// The local address of the next connection, where the task gives some.
    fn source(&mut self, address: SocketAddr) -> Option<IpAddr> {
        let fits = |source: &&IpAddr| source.is_ipv4() == address.is_ipv4();
        let count = self.network.sources.iter().filter(fits).count();
        let next = self.openings % count.max(1);
        self.openings = self.openings.wrapping_add(1);
        self.network.sources.iter().filter(fits).nth(next).copied()
    }
}

fn token(index: u32, serial: u32) -> u64 {
    u64::from(index) << 32 | u64::from(serial)
}

fn generators(error: &rustix::io::Errno) -> FailureDetail {
    (ErrorKind::GeneratorResources, error.to_string())
}
