//! Starting and stopping.

use crate::client::Client;
use plimsoll_targets::{Behaviour, Delay, Target, TargetError};
use std::io::Read;
use std::net::TcpStream;
use std::time::Duration;

#[test]
fn an_address_in_use_is_refused_with_a_hint() {
    let first = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Ok).unwrap();
    let error = Target::start(first.address(), Behaviour::Ok).unwrap_err();
    assert!(matches!(error, TargetError::AddressInUse { address } if address == first.address()));
    assert_eq!(error.to_string(), format!("listen on {}: the address is in use", first.address()));
    assert!(error.hint().is_some());
}

#[test]
fn addresses_of_other_machines_and_servers_without_workers_are_refused() {
    let error = Target::start("192.0.2.1:0".parse().unwrap(), Behaviour::Ok).unwrap_err();
    assert!(matches!(error, TargetError::NotThisMachine { .. }), "{error:?}");
    let nobody = Behaviour::Delay(Delay { response: Duration::from_millis(1), workers: Some(0) });
    let error = Target::start("127.0.0.1:0".parse().unwrap(), nobody).unwrap_err();
    assert!(matches!(error, TargetError::NoWorkers), "{error:?}");
}

#[test]
fn a_stopped_target_closes_its_connections_and_can_start_again_at_once() {
    let target = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Ok).unwrap();
    let address = target.address();
    let mut idle = TcpStream::connect(address).unwrap();
    let mut client = Client::connect(address);
    client.get("/");
    target.stop();
    assert!(matches!(idle.read(&mut [0; 1]), Ok(0) | Err(_)));
    let again = Target::start(address, Behaviour::Ok).unwrap();
    assert_eq!(Client::connect(again.address()).get("/").text(), "OK");
}

#[test]
fn ipv6_is_served_where_there_is_any() {
    match Target::start("[::1]:0".parse().unwrap(), Behaviour::Ok) {
        Ok(target) => assert_eq!(Client::connect(target.address()).get("/").text(), "OK"),
        Err(error) => assert!(!matches!(error, TargetError::AddressInUse { .. }), "{error:?}"),
    }
}
