//! HTTP/1.1 from the client's side (RFC 9110, RFC 9112): messages are made and read without any input or output of their own;
//! [`driver`] moves them. What HTTP/2 has in common with it (a request and its chain of redirects and challenges, cookies, caches,
//! logins, pages) is here, too.

pub mod cache;
pub mod content;
pub mod cookies;
mod driver;
pub mod exchange;
mod fixed_scope;
pub mod login;
pub mod message;
pub mod origin;
pub mod page;
pub mod response;
pub mod sub_responses;
mod target;
mod via;

pub use target::HttpTarget;
pub use via::{Tunnel, Via};

use crate::net::Connection;
use crate::net::resolve::UserAddresses;
use cache::Cache;
use cookies::Cookies;
use login::DigestSession;
use std::sync::Arc;

/// By cache; made when first used.
pub type Caches = Vec<Option<Box<Cache>>>;

/// What a user has as a client of HTTP servers.
#[derive(Default)]
pub struct HttpClient {
    /// By jar; made when first used.
    pub jars: Vec<Option<Box<Cookies>>>,
    /// By cache; made when first used.
    pub caches: Caches,
    /// What servers have challenged it with.
    pub challenges: Vec<DigestSession>,
    /// The addresses that it keeps for hosts.
    pub names: UserAddresses,
    pub connections: Vec<PooledConnection>,
    /// Its own HTTP/2 sessions, by key.
    pub sessions: Vec<u64>,
    /// Made with the first TLS connection; it remembers the user's own sessions.
    pub tls: Option<Arc<rustls::ClientConfig>>,
    /// The files of the client certificate in it, where they are the user's own.
    pub identity: Option<Box<str>>,
}

/// A connection that a user holds.
pub struct PooledConnection {
    pub serial: u32,
    pub target: Arc<HttpTarget>,
    pub connection: Connection,
    /// Not to be used again from here on: the server said when it closes idle connections.
    pub expires_us: u64,
}

impl HttpClient {
    /// The connection with this serial number.
    pub fn connection(&mut self, serial: u32) -> Option<&mut PooledConnection> {
        self.connections.iter_mut().find(|pooled| pooled.serial == serial)
    }

    pub fn drop_connection(&mut self, serial: u32) {
        self.connections.retain(|pooled| pooled.serial != serial);
    }

    /// An idle connection to where a request goes.
    pub fn idle_connection(&self, target: &Arc<HttpTarget>) -> Option<u32> {
        let fits = |pooled: &&PooledConnection| {
            Arc::ptr_eq(&pooled.target, target) || target.shares_connection(&pooled.target)
        };
        self.connections.iter().find(fits).map(|pooled| pooled.serial)
    }
}
