//! The shop's pool is what limits it, and its metrics say so.

use crate::client::Client;
use plimsoll_targets::{Behaviour, Target};
use std::time::{Duration, Instant};

fn metric(text: &str, name: &str) -> f64 {
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    line.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a number")
}

#[test]
fn requests_beyond_the_pool_wait_for_a_connection_and_are_counted() {
    let target = Target::start("127.0.0.1:0".parse().unwrap(), Behaviour::Shop { connections: 2 }).unwrap();
    let address = target.address();
    let most = std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(move || {
                let mut client = Client::connect(address);
                (0..5).for_each(|_| assert!(client.get("/search").text().contains("found")));
            });
        }
        let mut looking = Client::connect(address);
        let until = Instant::now() + Duration::from_secs(20);
        let mut most = [0.0_f64; 2];
        while most != [2.0, 4.0] && Instant::now() < until {
            let said = looking.get("/metrics").text().to_owned();
            most[0] = most[0].max(metric(&said, "hikaricp_connections_active"));
            most[1] = most[1].max(metric(&said, "hikaricp_connections_pending"));
        }
        most
    });
    assert_eq!(most, [2.0, 4.0], "connections in use, requests that wait");
    let said = Client::connect(address).get("/metrics").text().to_owned();
    assert_eq!(metric(&said, "hikaricp_connections_active"), 0.0);
    assert_eq!(metric(&said, "hikaricp_connections_usage_seconds_count"), 30.0);
    // 30 queries of 100 ms; a timer is never early.
    assert!(metric(&said, "hikaricp_connections_usage_seconds_sum") >= 3.0, "{said}");
    assert_eq!(metric(&said, "hikaricp_connections_max"), 2.0);
}
