//! The way to a host: its addresses, one after another.

use super::connection::Connection;
use super::failure::FailureDetail;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct Way {
    /// The number under which events of the connection come.
    pub serial: u32,
    /// The address of the connection that is being made or was made.
    pub address: Option<SocketAddr>,
    /// When it was begun.
    pub since_us: u64,
    /// When its TCP connection was there, where TLS was still to come.
    pub tcp_us: Option<u64>,
    /// When requests could be written.
    pub connected_us: Option<u64>,
    /// `None`: the host's name is still to be looked up.
    addresses: Option<Arc<[IpAddr]>>,
    tried: usize,
}

impl Way {
    pub fn needs_lookup(&self) -> bool {
        self.addresses.is_none()
    }

    pub fn found(&mut self, addresses: Arc<[IpAddr]>) {
        self.addresses = Some(addresses);
    }

    /// There is an address that has not been tried.
    pub fn goes_on(&self) -> bool {
        self.addresses.as_ref().is_some_and(|list| list.len() > self.tried)
    }

    /// The address that is to be tried next.
    pub fn next(&mut self, port: u16) -> Option<SocketAddr> {
        let ip = *self.addresses.as_ref()?.get(self.tried)?;
        self.tried += 1;
        Some(SocketAddr::new(ip, port))
    }

    /// Goes on with connecting; how long it took when it is done.
    pub fn progress(
        &mut self,
        connection: &mut Connection,
        now_us: u64,
    ) -> Result<Option<u64>, FailureDetail> {
        let Some(address) = self.address else { return Ok(None) };
        if !connection.progress(address)? {
            if connection.is_connected() {
                self.tcp_us.get_or_insert(now_us);
            }
            return Ok(None);
        }
        self.connected_us = Some(now_us);
        connection.connect_us = now_us - self.since_us;
        Ok(Some(connection.connect_us))
    }
}
