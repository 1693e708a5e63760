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
    /// When its TCP connection was there.
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

    /// A connection to this address begins: nothing of the one before it holds.
    pub fn begin(&mut self, address: SocketAddr, now_us: u64) {
        (self.address, self.since_us) = (Some(address), now_us);
        (self.tcp_us, self.connected_us) = (None, None);
    }

    /// Goes on with connecting; how long it took when it is done. TCP and TLS may be done in one call, so the time is asked for twice.
    pub fn progress(
        &mut self,
        connection: &mut Connection,
        now_us: impl Fn() -> u64,
    ) -> Result<Option<u64>, FailureDetail> {
        let Some(address) = self.address else { return Ok(None) };
        if !connection.reach(address)? {
            return Ok(None);
        }
        self.tcp_us.get_or_insert_with(&now_us);
        if !connection.secure(address)? {
            return Ok(None);
        }
        let connected_us = now_us();
        self.connected_us = Some(connected_us);
        connection.connect_us = connected_us - self.since_us;
        Ok(Some(connection.connect_us))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_task::ReceiveTime;

    #[test]
    fn the_times_of_one_address_are_not_those_of_the_next() {
        let address = SocketAddr::from(([127, 0, 0, 1], 443));
        let mut way = Way::default();
        way.begin(address, 10);
        way.tcp_us.get_or_insert(20);
        way.begin(address, 30);
        assert_eq!((way.since_us, way.tcp_us, way.connected_us), (30, None, None));
        way.tcp_us.get_or_insert(40);
        assert_eq!(way.tcp_us, Some(40));
    }

    #[test]
    fn tcp_and_tls_that_are_done_in_one_call_have_a_time_each() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address");
        let mut connection =
            Connection::open(address, None, None, ReceiveTime::Kernel).expect("a connection that begins");
        let _accepted = listener.accept().expect("a connection that is there");
        let mut way = Way::default();
        way.begin(address, 100);
        let clock = std::cell::Cell::new(150);
        let took_us = way.progress(&mut connection, || clock.replace(clock.get() + 50));
        assert_eq!(took_us.expect("no failure"), Some(100));
        assert_eq!((way.tcp_us, way.connected_us), (Some(150), Some(200)));
    }
}
