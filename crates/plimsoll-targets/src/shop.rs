//! A small web shop with a pool of connections to a database: what limits it can be seen in its metrics.
//!
//! | path | what it costs |
//! |---|---|
//! | `/items/N`, and any other | a connection of the pool for a query of [`ITEM_QUERY`] |
//! | `/search` | a connection for a query of [`SEARCH_QUERY`], ten times as long |
//! | `/metrics` | nothing: the pool, as Prometheus reads it, with the names of a connection pool that is much in use (HikariCP) |
//!
//! The database is a wait; the pool is real: requests beyond its connections wait for one, first come first served.

use crate::body::AnswerBody;
use crate::routes::{text, typed};
use hyper::Response;
use hyper::http::request::Parts;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

pub const ITEM_QUERY: Duration = Duration::from_millis(10);
pub const SEARCH_QUERY: Duration = Duration::from_millis(100);

/// Its connections and what became of them.
#[derive(Debug)]
pub struct Shop {
    size: u32,
    connections: Semaphore,
    waiting: AtomicU64,
    uses: AtomicU64,
    used_us: AtomicU64,
}

impl Shop {
    /// At least one connection.
    pub fn new(connections: u32) -> Shop {
        let size = connections.max(1);
        Shop {
            size,
            connections: Semaphore::new(size as usize),
            waiting: AtomicU64::new(0),
            uses: AtomicU64::new(0),
            used_us: AtomicU64::new(0),
        }
    }

    pub async fn answer(&self, request: &Parts) -> Response<AnswerBody> {
        match request.uri.path() {
            "/metrics" => text(self.metrics()),
            "/search" => {
                self.query(SEARCH_QUERY).await;
                typed("application/json", r#"{"found":[{"id":1},{"id":7}]}"#)
            }
            _ => {
                self.query(ITEM_QUERY).await;
                typed("application/json", r#"{"id":1,"price":20}"#)
            }
        }
    }

    async fn query(&self, time: Duration) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let connection = self.connections.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let started = Instant::now();
        tokio::time::sleep(time).await;
        drop(connection);
        self.uses.fetch_add(1, Ordering::Relaxed);
        self.used_us.fetch_add(started.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    fn metrics(&self) -> String {
        let idle = self.connections.available_permits() as u64;
        let active = u64::from(self.size).saturating_sub(idle);
        let gauges = [
            ("hikaricp_connections_active", active),
            ("hikaricp_connections_idle", idle),
            ("hikaricp_connections_max", u64::from(self.size)),
            ("hikaricp_connections_pending", self.waiting.load(Ordering::Relaxed)),
        ];
        let mut out = String::new();
        for (name, value) in gauges {
            out.push_str(&format!("# TYPE {name} gauge\n{name}{{pool=\"shop\"}} {value}\n"));
        }
        let name = "hikaricp_connections_usage_seconds";
        let (uses, used_us) = (self.uses.load(Ordering::Relaxed), self.used_us.load(Ordering::Relaxed));
        out.push_str(&format!(
            "# TYPE {name} summary\n{name}_count{{pool=\"shop\"}} {uses}\n{name}_sum{{pool=\"shop\"}} {}\n",
            used_us as f64 / 1e6
        ));
        out
    }
}
